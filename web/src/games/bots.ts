/** What bots are called, and how they play. */

import { m } from "../messages";
import type { PlayerResult, SeatSummary } from "../net/wire";
import { levelOf, levelsOf, offeredBot, optionsOf, plainBot } from "./botOptions";

/** A map, not an object: a bot from elsewhere may be called "constructor". */
const BOTS = new Map<string, [name: () => string, about: () => string, atLevel?: () => string]>(
  Object.entries({
    random: [m.bot_random, m.bot_random_about],
    dormouse: [m.bot_dormouse, m.bot_dormouse_about],
    rabbit: [m.bot_rabbit, m.bot_rabbit_about],
    hatter: [m.bot_hatter, m.bot_hatter_about],
    cat: [m.bot_cat, m.bot_cat_about],
    queen: [m.bot_queen, m.bot_queen_about],
    alice: [m.bot_alice, m.bot_alice_about, m.bot_alice_level_about],
    turtle: [m.bot_turtle, m.bot_turtle_about],
    dodo: [m.bot_dodo, m.bot_dodo_about],
    hare: [m.bot_hare, m.bot_hare_about],
    gryphon: [m.bot_gryphon, m.bot_gryphon_about],
  }),
);

/** What options in a name mean, by the bot and the option. */
const OPTIONS = new Map<string, (given: { value: string }) => string>([
  ["alice:net", () => m.bot_alice_option_net()],
  ["alice:level", m.bot_alice_option_level],
]);

/** A character of the story is called as the page's language calls it; any other bot as the server calls it. */
export function botName(bot: string): string {
  const plain = plainBot(bot);
  const name = BOTS.get(plain)?.[0]() ?? offeredBot(bot)?.title ?? plain;
  const options = optionsOf(bot).map(
    ([option, value]) => OPTIONS.get(`${plain}:${option}`)?.({ value }) ?? (value ? `${option}=${value}` : option),
  );
  return options.length ? m.bot_with_options({ bot: name, options: options.join(", ") }) : name;
}

/** The emoji that the server shows for a bot. */
export function botEmoji(bot: string): string | undefined {
  return offeredBot(bot)?.avatar;
}

/** One line on how it plays; empty for a bot that is not ours. */
export function botAbout(bot: string): string {
  const [, about, atLevel] = BOTS.get(plainBot(bot)) ?? [];
  return (levelOf(bot) === levelsOf(bot)?.usual ? about?.() : (atLevel ?? about)?.()) ?? "";
}

/** "Mad Hatter (for Ann)": the bot that plays for somebody. */
export function substituteName(bot: string, name: string, you: boolean): string {
  return you ? m.log_bot_for_you({ bot: botName(bot) }) : m.log_bot_for({ bot: botName(bot), name });
}

type Seated = Pick<SeatSummary, "name" | "bot">;

/** Who sits at a table (null: nobody), as they are called here. Several bots of a kind are told apart by numbers. */
export function seatedNames(seats: readonly (Seated | null)[]): string[] {
  const same = (some: typeof seats, bot: string) => some.filter((other) => other?.bot === bot).length;
  return seats.map((seat, place) => {
    if (!seat?.bot) return seat?.name ?? "";
    const name = botName(seat.bot);
    return same(seats, seat.bot) > 1 ? `${name} ${same(seats.slice(0, place + 1), seat.bot)}` : name;
  });
}

/** The players of a finished game, by seat, with the bots of the ladder and without a name for those who left for good. */
export function finishedPlayers(players: readonly PlayerResult[]): { name: string; bot: string | null }[] {
  return players.map(({ seat, name, person, bot, left }) => {
    // A substitute bot played in the person's name.
    const played = person || left ? null : bot;
    return { name: person || played ? name : m.player_name({ number: seat + 1 }), bot: played };
  });
}
