import { expect, test } from "vitest";
import { Refused } from "../net/api";
import type { ReplayPage } from "../net/wire";
import { Playback } from "./playback.svelte";
import { ReplayViewer } from "./viewer.svelte";
import type { RecordedGame, Source } from "./source";

const ABOUT: RecordedGame = {
  game: "nimble",
  players: ["Ann", "Bob"].map((name) => ({ name, bot: null, person: name.toLowerCase() })),
  at: 0,
  result: null,
  standings: null,
  record: null,
  table: null,
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
      steps: Array.from({ length: end - after }, () => ({ by: { seat: 0, action: "back" }, time: null, changes: [] })),
      next: end < 25 ? end : null,
      result: null,
    } as unknown as ReplayPage;
  }
}

function opened() {
  const shelf = new Shelf();
  const playback = new Playback(
    () => false,
    () => {},
  );
  return { shelf, playback, viewer: new ReplayViewer(shelf, playback) };
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
  const { viewer } = opened();
  await viewer.begin(me, wanted, 0);
  expect(viewer.seat).toBe(seen);
});

test("a link to a late step waits for the pages before it, and the rest comes by itself", async () => {
  const { shelf, playback, viewer } = opened();
  await viewer.begin(null, "0", 17);
  expect([playback.number, playback.length]).toEqual([17, 20]);
  await viewer.finish();
  expect([playback.number, playback.length]).toEqual([17, 25]);
  expect(shelf.asked).toEqual(["0 0", "0 10", "0 20"]);
});

test("no page is asked for twice, whoever wants it", async () => {
  const { shelf, viewer } = opened();
  await viewer.begin(null, "0", 0);
  await Promise.all([viewer.finish(), viewer.show("0", 25), viewer.finish()]);
  expect(shelf.asked).toEqual(["0 0", "0 10", "0 20"]);
});

test("the latest request counts, whichever answer comes first", async () => {
  const { shelf, viewer } = opened();
  await viewer.begin(null, "all", 0);
  let come = () => {};
  shelf.slow["0"] = new Promise((done) => (come = done));
  const first = viewer.show("0", 3);
  await viewer.show("1", 3);
  come();
  await first;
  expect(viewer.seat).toBe("1");
});

test("what is not there is told apart from what cannot be had now", async () => {
  const { shelf, viewer } = opened();
  shelf.about = async () => {
    throw new Refused({ kind: "unknown", key: "game_not_here", text: "There is no finished game with this id." });
  };
  await viewer.begin(null, null, 0);
  expect(viewer.problem).toEqual({ missing: true, text: "There is no finished game with this id." });
  shelf.about = async () => ABOUT;
  await viewer.begin(null, null, 0);
  expect(viewer.problem).toBeNull();
});

test("who has left is shown nothing more, and nothing further is asked for", async () => {
  const { shelf, viewer } = opened();
  await viewer.begin(null, "all", 0);
  let come = () => {};
  shelf.slow["0"] = new Promise((done) => (come = done));
  const chosen = viewer.show("0", 25);
  const rest = viewer.finish();
  viewer.leave();
  come();
  expect(await chosen).toBe(false);
  await rest;
  expect(viewer.seat).toBe("all");
  // The page that was on its way, and none after it.
  expect(shelf.asked).toEqual(["all 0", "0 0", "all 10"]);
});
