import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveTable } from "./live.svelte";
import type { AnyTold, Face } from "./wire";

/** A socket whose other end is the test. */
class Socket {
  static all: Socket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: { type: string; id?: string; action?: string; version?: number }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  tell(message: object) {
    this.readyState = 1;
    this.onmessage?.({ data: JSON.stringify(message as AnyTold) });
  }
  break() {
    this.readyState = 3;
    this.onclose?.();
  }
  get query() {
    return new URL(this.url).searchParams;
  }
}

const face = (number = 1, turn = 0, seat = 0) =>
  ({
    table: "t",
    seat,
    game: "parade",
    number,
    phase: "playing",
    seats: [],
    view: { seat, turn, hand: ["R1"], discard: null, front: [] },
  }) as unknown as Face;
const snapshot = (version: number, seat = 0) => ({
  type: "snapshot",
  version,
  at: 1000 + version,
  time: Date.now(),
  face: face(1, 0, seat),
  chat: [],
  guide: null,
});
const event = (version: number, turn: number) => ({
  type: "event",
  version,
  at: 1000 + version,
  changes: [["view", "turn", turn]],
  guide: null,
});
const last = () => Socket.all.at(-1)!;

let live: LiveTable;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  live = new LiveTable("t");
});
afterEach(() => {
  live.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events follow one another; what is known is dropped, what is missing is asked for", () => {
  last().tell(snapshot(5));
  last().tell(event(6, 1));
  last().tell(event(6, 9));
  expect(live.face?.view).toMatchObject({ turn: 1 });
  last().tell(event(8, 2));
  expect(live.face?.view).toMatchObject({ turn: 1 });
  expect(last().sent).toEqual([{ type: "sync", version: 6, at: 1006 }]);
});

test("a lost connection comes again with the version it had, a little later each time", () => {
  last().tell(snapshot(5));
  expect(live.link).toBe("open");
  expect(last().query.has("version")).toBe(false);
  last().break();
  expect(live.link).toBe("lost");
  vi.advanceTimersByTime(250);
  expect(Socket.all).toHaveLength(2);
  expect(last().query.get("version")).toBe("5");
  expect(last().query.get("at")).toBe("1005");
  last().break();
  vi.advanceTimersByTime(400);
  expect(Socket.all).toHaveLength(2);
  vi.advanceTimersByTime(100);
  expect(Socket.all).toHaveLength(3);
});

test("what was not answered is sent again under the same id, and counts as done once", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  const [asked] = last().sent;
  last().break();
  vi.advanceTimersByTime(250);
  expect(last().sent).toEqual([]);
  last().tell({ type: "present", seats: [0], spectators: 0 });
  expect(last().sent).toEqual([asked]);
  last().tell({ type: "done", id: asked.id, version: 6 });
  await acting;
  last().break();
  vi.advanceTimersByTime(1000);
  last().tell({ type: "present", seats: [0], spectators: 0 });
  expect(last().sent).toEqual([]);
});

test("who is not to be heard stays so on the next connection, though no table is told again", () => {
  last().tell(snapshot(5));
  live.mute("bob", true);
  last().break();
  vi.advanceTimersByTime(250);
  last().tell({ type: "present", seats: [0], spectators: 0 });
  expect(last().sent).toEqual([{ type: "mute", person: "bob", mute: true }]);
});

test("a refusal reaches whoever asked", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  const [{ id }] = last().sent;
  last().tell({ type: "refused", id, kind: "not_allowed", key: "refused_not_your_turn", text: "No.", version: 5 });
  await expect(acting).rejects.toThrow("No.");
});

test("silence is a lost connection, though nobody says so", () => {
  last().tell(snapshot(5));
  vi.advanceTimersByTime(24_000);
  last().tell({ type: "ping", number: 1, time: Date.now(), rtt: null });
  vi.advanceTimersByTime(24_000);
  expect(live.link).toBe("open");
  vi.advanceTimersByTime(2_000);
  expect(live.link).toBe("lost");
});

test("an order that nobody answers tries another connection", () => {
  last().tell(snapshot(5));
  void live.act("play R1");
  vi.advanceTimersByTime(5_000);
  expect(live.link).toBe("lost");
  vi.advanceTimersByTime(1);
  expect(Socket.all).toHaveLength(2);
});

test("who is not let in is told why, and it is not tried again", () => {
  last().tell({ type: "refused", id: null, kind: "not_allowed", key: "table_unknown", text: "Gone.", version: 0 });
  last().break();
  vi.advanceTimersByTime(60_000);
  expect(live.link).toBe("ended");
  expect(live.refusal?.key).toBe("table_unknown");
  expect(Socket.all).toHaveLength(1);
});

test("too many connections become fewer: it is tried again", () => {
  last().tell({ type: "refused", id: null, kind: "limited", key: "connections_person", text: "…", version: 0 });
  last().break();
  vi.advanceTimersByTime(250);
  expect(live.link).toBe("lost");
  expect(Socket.all).toHaveLength(2);
});

test("a goodbye says when to come again, or never", () => {
  last().tell(snapshot(5));
  last().tell({ type: "bye", why: "restarting", retry: 500 });
  vi.advanceTimersByTime(499);
  expect(Socket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(Socket.all).toHaveLength(2);
  last().tell(snapshot(6));
  last().tell({ type: "bye", why: "closed", retry: null });
  expect(live.link).toBe("ended");
});

test("with other eyes nothing of the hand before stays, and the whole table is asked for", () => {
  last().tell(snapshot(5));
  live.sitAt(1);
  expect(live.face?.view).toMatchObject({ seat: null, hand: [] });
  expect(last().query.get("seat")).toBe("1");
  expect(last().query.has("version")).toBe(false);
  last().tell(snapshot(5, 1));
  expect(live.face?.seat).toBe(1);
});

test("what is asked while the eyes change is asked of the new connection", async () => {
  last().tell(snapshot(5));
  live.sitAt(1);
  const asking = live.ready();
  expect(last().sent).toEqual([]);
  last().tell(snapshot(5, 1));
  const [{ type, id, version }] = last().sent;
  expect([type, version]).toEqual(["ready", 5]);
  last().tell({ type: "done", id, version: 6 });
  await asking;
});

test("what one seat has asked is never sent as another's", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  const [asked] = last().sent;
  live.sitAt(1);
  last().tell(snapshot(6, 1));
  expect(last().sent).toEqual([]);
  // Nor is this connection thought to be lost because of it.
  vi.advanceTimersByTime(6_000);
  expect(live.link).toBe("open");
  live.sitAt(0);
  last().tell(snapshot(6, 0));
  expect(last().sent).toEqual([asked]);
  last().tell({ type: "done", id: asked.id, version: 6 });
  await acting;
});
