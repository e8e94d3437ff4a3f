import { expect, test } from "vitest";
import { Refused } from "../lib/api";
import type { ReplayPage } from "../lib/wire";
import { Projector } from "./projector.svelte";
import { Screening } from "./screening.svelte";
import type { About, Source } from "./source";

const ABOUT: About = {
  game: "nimble",
  players: ["Ann", "Bob"].map((name) => ({ name, bot: null, person: name.toLowerCase() })),
  at: 0,
  result: null,
  record: null,
};

/** A record of 25 steps in pages of ten. Answers come when they are let go; what was asked is noted. */
class Shelf implements Source {
  download = null;
  asked: string[] = [];
  slow: Record<string, Promise<void>> = {};

  about = async () => ABOUT;

  async steps(seat: string, after: number): Promise<ReplayPage> {
    this.asked.push(`${seat} ${after}`);
    await this.slow[seat];
    const end = Math.min(25, after + 10);
    return {
      game: "nimble",
      players: ["Ann", "Bob"],
      after,
      views: [{ seat, tops: [], discard_tops: [] }],
      steps: Array.from({ length: end - after }, () => ({ seat: 0, action: "back", time: null, changes: [] })),
      next: end < 25 ? end : null,
      result: null,
    } as unknown as ReplayPage;
  }
}

function opened() {
  const shelf = new Shelf();
  const projector = new Projector(() => {});
  return { shelf, projector, screening: new Screening(shelf, projector) };
}

test.each([
  ["bob", null, "1"],
  ["cy", null, "all"],
  [null, null, "all"],
  ["bob", "0", "0"],
  ["bob", "", ""],
  ["bob", "7", "1"],
  [null, "-1", "all"],
])("%s, who asks for %s, sees %s", async (me, wanted, seen) => {
  const { screening } = opened();
  await screening.begin(me, wanted, 0);
  expect(screening.seat).toBe(seen);
});

test("a link to a late step waits for the pages before it, and the rest comes by itself", async () => {
  const { shelf, projector, screening } = opened();
  await screening.begin(null, "0", 17);
  expect([projector.number, projector.length]).toEqual([17, 20]);
  await screening.finish();
  expect([projector.number, projector.length]).toEqual([17, 25]);
  expect(shelf.asked).toEqual(["0 0", "0 10", "0 20"]);
});

test("no page is asked for twice, whoever wants it", async () => {
  const { shelf, screening } = opened();
  await screening.begin(null, "0", 0);
  await Promise.all([screening.finish(), screening.show("0", 25), screening.finish()]);
  expect(shelf.asked).toEqual(["0 0", "0 10", "0 20"]);
});

test("the newest wish counts, whichever answer comes first", async () => {
  const { shelf, screening } = opened();
  await screening.begin(null, "all", 0);
  let come = () => {};
  shelf.slow["0"] = new Promise((done) => (come = done));
  const first = screening.show("0", 3);
  await screening.show("1", 3);
  come();
  await first;
  expect(screening.seat).toBe("1");
});

test("what is not there is told apart from what cannot be had now", async () => {
  const { shelf, screening } = opened();
  shelf.about = async () => {
    throw new Refused({ kind: "unknown", key: "game_not_here", text: "There is no finished game of this id." });
  };
  await screening.begin(null, null, 0);
  expect(screening.problem).toEqual({ missing: true, text: "There is no finished game of this id." });
  shelf.about = async () => ABOUT;
  await screening.begin(null, null, 0);
  expect(screening.problem).toBeNull();
});

test("who has left is shown nothing more, and nothing further is asked for", async () => {
  const { shelf, screening } = opened();
  await screening.begin(null, "all", 0);
  let come = () => {};
  shelf.slow["0"] = new Promise((done) => (come = done));
  const chosen = screening.show("0", 25);
  const rest = screening.finish();
  screening.leave();
  come();
  expect(await chosen).toBe(false);
  await rest;
  expect(screening.seat).toBe("all");
  // The page that was on its way, and none after it.
  expect(shelf.asked).toEqual(["all 0", "0 0", "all 10"]);
});
