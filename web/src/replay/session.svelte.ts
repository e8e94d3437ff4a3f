/** A page that shows a recorded game: what is seen of it, how it is told, and the address that leads to the same step. */

import { onDestroy, untrack } from "svelte";
import { announce } from "../app/announcer.svelte";
import { formatList } from "../app/format";
import { currentPerson } from "../app/me.svelte";
import { navigate, route } from "../app/router.svelte";
import { seatedNames } from "../games/bots";
import { gameInfo, gameTitle, loadCatalogue } from "../games/catalogue.svelte";
import { m } from "../messages";
import { errorText } from "../ui/asyncTask.svelte";
import { toast } from "../ui/toasts.svelte";
import { Playback } from "./playback.svelte";
import { importedGame, playedGame, type Source } from "./source";
import { ReplayViewer } from "./viewer.svelte";

/** Browsers limit how often the address may be replaced. */
const ADDRESS_DELAY_MS = 250;

export class ReplaySession {
  readonly source: Source;
  readonly playback: Playback;
  readonly viewer: ReplayViewer;
  readonly about = $derived.by(() => this.viewer.about);
  readonly kit = $derived.by(() => this.viewer.kit);
  readonly seat = $derived.by(() => this.viewer.seat);
  /** As they are called here. */
  readonly players = $derived(seatedNames(this.about?.players ?? []));
  readonly title = $derived(
    this.about ? m.replay_title({ game: gameTitle(this.about.game), names: formatList(this.players) }) : "",
  );
  /** Whose eyes it may be seen with. */
  readonly choices = $derived([
    { value: "all", label: m.replay_all_hands() },
    ...this.players.map((name, place) => ({ value: `${place}`, label: name })),
    { value: "", label: m.replay_spectator() },
  ]);
  readonly live: boolean = $derived(gameInfo(this.about?.game ?? "")?.live ?? false);
  /** What the step that is seen did. */
  readonly says = $derived.by(() =>
    this.playback.number ? this.stepSays(this.playback.number - 1) : m.replay_start(),
  );
  readonly query = $derived.by(() => `?move=${this.playback.number}&seat=${this.seat}`);
  #writing: ReturnType<typeof setTimeout> | undefined;
  #written = location.search;

  /** To be made while a component is, which is recreated for another address. */
  constructor({ game, record }: { game?: string; record?: string }) {
    this.source = game ? playedGame(game) : importedGame(record!);
    this.playback = new Playback(
      () => this.live,
      (number, before, by) => this.#moved(number, before, by),
    );
    this.viewer = new ReplayViewer(this.source, this.playback);
    onDestroy(() => {
      this.playback.stop();
      this.viewer.leave();
      clearTimeout(this.#writing);
    });
    // A link to another step of the game that is shown already.
    $effect(() => {
      const wanted = route.query.get("seat");
      const number = this.#asked();
      untrack(() => {
        if (!this.about || location.search === this.#written) return;
        this.#written = location.search;
        void this.look(wanted ?? this.seat, number);
      });
    });
  }

  /** A step in a sentence, by its place. */
  stepSays = (place: number): string => {
    const { steps, moves } = this.playback.timeline!;
    const { seat, action } = steps[place].by;
    if (this.kit) return this.kit.sentence(moves[place], this.players[seat]);
    return m.replay_did({ name: this.players[seat], action: action ?? "–" });
  };

  begin = async (): Promise<void> => {
    const [me] = await Promise.all([currentPerson().catch(() => null), loadCatalogue().catch(() => null)]);
    await this.viewer.begin(me?.id ?? null, route.query.get("seat"), this.#asked());
    await this.#rest();
  };

  look = async (whose: string, number = this.playback.number): Promise<void> => {
    try {
      if (!(await this.viewer.show(whose, number))) return;
      this.#keep();
      await this.#rest();
    } catch (error) {
      toast(errorText(error), "problem");
    }
  };

  async #rest(): Promise<void> {
    await this.viewer.finish().catch((error) => toast(errorText(error), "problem"));
  }

  /** The step in the address; ``end`` is the last one, however many there are. */
  #asked(): number {
    const move = route.query.get("move");
    return move === "end" ? Infinity : Number(move) || 0;
  }

  #moved(number: number, before: number, by: "hand" | "itself"): void {
    this.#keep();
    // What the table announces itself is not said twice; a live game, played at its speed, is too fast to be told.
    const told = this.live
      ? by === "itself"
      : !!this.kit?.tableAnnounces && number === before + 1 && !this.playback.atEnd;
    if (!told) announce(`${m.replay_step({ number, count: this.playback.length })}: ${this.says}`);
  }

  /** The address holds step and seat. */
  #keep(): void {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      this.#written = this.query;
      navigate(route.path + this.query, { replace: true });
    }, ADDRESS_DELAY_MS);
  }
}
