import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../games/catalogue.svelte";
import { LiveTable } from "./liveTable.svelte";
import type { AnyServerMessage, TableView } from "../net/wire";

/** A socket whose other end is the test. */
class Socket {
  static all: Socket[] = [];
  static readonly CONNECTING = 0;
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
    this.onmessage?.({ data: JSON.stringify(message as AnyServerMessage) });
  }
  break() {
    this.readyState = 3;
    this.onclose?.();
  }
  get query() {
    return new URL(this.url).searchParams;
  }
}

type Played = [seat: number, card: string][];
const table = (number = 1, seat: number | null = 0, history: Played = []) =>
  ({
    id: "t",
    seat,
    game: "parade",
    number,
    phase: "playing",
    waiting: [0],
    seats: [],
    view: { seat, turn: 0, phase: "play", hand: ["R1"], discard: null, front: [], history, chosen: [false, false] },
  }) as unknown as TableView;
const snapshot = (version: number, seat: number | null = 0, number = 1, history: Played = []) => ({
  type: "snapshot",
  version,
  at: 1000 + version,
  time: Date.now(),
  table: table(number, seat, history),
  chat: [],
  explanation: null,
});
const played = (version: number, ply: number, seat: number, card: string) => ({
  type: "event",
  version,
  at: 1000 + version,
  changes: [["view", "history", ply, [seat, card]]],
  explanation: null,
});
const present = { type: "present", seats: [0], spectators: 0 };
const late = (id: string | undefined, key = "version_older_turn") =>
  ({ type: "refused", id, kind: "too_late", key, text: "Too late.", version: 9 }) as const;
const event = (version: number, turn: number) => ({
  type: "event",
  version,
  at: 1000 + version,
  changes: [["view", "turn", turn]],
  explanation: null,
});
const last = () => Socket.all.at(-1)!;
/** The connection breaks, and another one is made. */
function reconnect() {
  last().break();
  vi.advanceTimersByTime(8_000);
}

let live: LiveTable;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  // Waits are as short as they can be.
  vi.spyOn(Math, "random").mockReturnValue(0);
  Socket.all = [];
  live = new LiveTable("t");
});
afterEach(() => {
  catalogue.games = [];
  live.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("events follow one another; what is known is dropped, what is missing is asked for", () => {
  last().tell(snapshot(5));
  last().tell(event(6, 1));
  last().tell(event(6, 9));
  expect(live.table?.view).toMatchObject({ turn: 1 });
  last().tell(event(8, 2));
  expect(live.table?.view).toMatchObject({ turn: 1 });
  expect(last().sent).toEqual([{ type: "sync", version: 6, at: 1006 }]);
});

test("a lost connection comes again with the version it had, a little later each time", () => {
  last().tell(snapshot(5));
  expect(live.connection).toBe("open");
  expect(last().query.has("version")).toBe(false);
  last().break();
  expect(live.connection).toBe("lost");
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
  last().tell(present);
  expect(last().sent).toEqual([asked]);
  last().tell({ type: "accepted", id: asked.id, version: 6 });
  await acting;
  last().break();
  vi.advanceTimersByTime(1000);
  last().tell(present);
  expect(last().sent).toEqual([]);
});

test("who is not to be heard stays so on the next connection, though no table is told again", () => {
  last().tell(snapshot(5));
  live.mute("bob", true);
  last().break();
  vi.advanceTimersByTime(250);
  last().tell(present);
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
  expect(live.connection).toBe("open");
  vi.advanceTimersByTime(2_000);
  expect(live.connection).toBe("lost");
});

test("an order that nobody answers tries another connection", () => {
  last().tell(snapshot(5));
  void live.act("play R1");
  vi.advanceTimersByTime(5_000);
  expect(live.connection).toBe("lost");
  vi.advanceTimersByTime(1);
  expect(Socket.all).toHaveLength(2);
});

test("who is not let in is told why, and it is not tried again", () => {
  last().tell({ type: "refused", id: null, kind: "not_allowed", key: "table_unknown", text: "Gone.", version: 0 });
  last().break();
  vi.advanceTimersByTime(60_000);
  expect(live.connection).toBe("ended");
  expect(live.refusal?.key).toBe("table_unknown");
  expect(Socket.all).toHaveLength(1);
});

test("too many connections become fewer: it is tried again", () => {
  last().tell({ type: "refused", id: null, kind: "limited", key: "connections_person", text: "…", version: 0 });
  last().break();
  vi.advanceTimersByTime(250);
  expect(live.connection).toBe("lost");
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
  expect(live.connection).toBe("ended");
});

test("another seat sees nothing of the hand before, and the whole table is asked for", () => {
  catalogue.games = [{ name: "parade", secret: ["hand", "discard"] }] as unknown as typeof catalogue.games;
  last().tell(snapshot(5));
  live.switchSeat(1);
  expect(live.table?.view).toMatchObject({ seat: null, hand: [], discard: null, turn: 0 });
  expect(last().query.get("seat")).toBe("1");
  expect(last().query.has("version")).toBe(false);
  last().tell(snapshot(5, 1));
  expect(live.table?.seat).toBe(1);
});

test("of a game whose secrets are not known, another seat sees nothing", () => {
  last().tell(snapshot(5));
  live.switchSeat(1);
  expect(live.table?.view).toBeNull();
});

test("a game without a table of its own is asked for as text", () => {
  const shown = { ...snapshot(5), table: { ...table(), game: "whist" } };
  last().tell(shown);
  expect(live.table).toBeNull();
  expect(Socket.all).toHaveLength(2);
  expect([last().query.get("plain"), last().query.has("explain")]).toEqual(["1", false]);
  last().tell({ ...shown, plain: { text: "Your hand: A", actions: [] } });
  expect(live.plain?.text).toBe("Your hand: A");
});

test("the latest actions are kept, numbered by the version they made", () => {
  last().tell(snapshot(5));
  for (let version = 6; version < 40; version++) last().tell({ ...event(version, 1), by: { seat: 1, action: "flip" } });
  last().tell({ ...event(40, 1), by: null });
  expect(live.actions).toHaveLength(20);
  expect(live.actions.at(-1)).toEqual({ number: 39, seat: 1, action: "flip" });
});

test("what is asked while the eyes change is asked of the new connection", async () => {
  last().tell(snapshot(5));
  live.switchSeat(1);
  const asking = live.ready();
  expect(last().sent).toEqual([]);
  last().tell(snapshot(5, 1));
  const [{ type, id, version }] = last().sent;
  expect([type, version]).toEqual(["ready", 5]);
  last().tell({ type: "accepted", id, version: 6 });
  await asking;
});

test("what one seat has asked is never sent as another's", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  const [asked] = last().sent;
  live.switchSeat(1);
  last().tell(snapshot(6, 1));
  expect(last().sent).toEqual([]);
  // Nor is this connection thought to be lost because of it.
  vi.advanceTimersByTime(6_000);
  expect(live.connection).toBe("open");
  live.switchSeat(0);
  last().tell(snapshot(6, 0));
  expect(last().sent).toEqual([asked]);
  last().tell({ type: "accepted", id: asked.id, version: 6 });
  await acting;
});

// ---- what was meant for an earlier turn ----

test("nothing is sent again before the table has caught up", () => {
  last().tell(snapshot(5));
  void live.act("play R1");
  const [asked] = last().sent;
  reconnect();
  last().tell(event(6, 0));
  expect(last().sent).toEqual([]);
  last().tell(present);
  expect(last().sent).toEqual([asked]);
});

test("in the same turn it is sent as it was, though others have done something meanwhile", () => {
  last().tell(snapshot(5, 0, 1, [[1, "B1"]]));
  void live.act("play R1");
  const [asked] = last().sent;
  reconnect();
  last().tell(snapshot(7, 0, 1, [[1, "B1"]]));
  expect(last().sent).toEqual([asked]);
  expect(asked.version).toBe(5);
});

test.each([
  ["a bot has played for us, and it is our turn again", [played(6, 0, 0, "B5"), played(7, 1, 1, "V2"), present]],
  ["we have played on another device", [played(6, 0, 0, "R1"), present]],
  ["everything has been told anew", [snapshot(9, 0, 1, [[0, "B5"]])]],
  ["another game is on", [snapshot(60, 0, 2)]],
])("where %s, it is sent as it was, and the player is told that it was not played", async (_, told) => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  const [asked] = last().sent;
  reconnect();
  for (const message of told) last().tell(message);
  // Its version tells the server that it was meant for an earlier turn.
  expect(last().sent).toEqual([asked]);
  expect(asked.version).toBe(5);
  last().tell(late(asked.id));
  await expect(acting).rejects.toThrow("Your move was not played: the connection was lost and the game has gone on.");
});

test("what was tapped while there was no connection is told in the same words", async () => {
  last().tell(snapshot(5));
  last().break();
  const acting = live.act("play R1");
  vi.advanceTimersByTime(8_000);
  last().tell(played(6, 0, 0, "B5"));
  last().tell(present);
  last().tell(late(last().sent[0].id, "version_older_game"));
  await expect(acting).rejects.toThrow("Your move was not played");
});

test("nothing is said where it was done after all", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  const [{ id }] = last().sent;
  reconnect();
  last().tell(played(6, 0, 0, "R1"));
  last().tell(present);
  last().tell({ type: "accepted", id, version: 6 });
  await expect(acting).resolves.toBeUndefined();
});

test("the server may know better that the turn is another one", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  const [{ id }] = last().sent;
  reconnect();
  last().tell(present);
  last().tell(late(id));
  await expect(acting).rejects.toThrow("Your move was not played");
});

test("what is too late without any lost connection is told in the server's words", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  last().tell(late(last().sent[0].id));
  await expect(acting).rejects.toThrow("Too late.");
});

test("a move that came when it was no longer our turn is told in the same words", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  const [{ id }] = last().sent;
  reconnect();
  last().tell(present);
  last().tell({ type: "refused", id, kind: "not_allowed", key: "refused_not_your_turn", text: "No.", version: 9 });
  await expect(acting).rejects.toThrow("Your move was not played");
});

test("where everybody acts at once, the server's own reason is told", async () => {
  const shown = snapshot(5);
  last().tell({ ...shown, table: { ...shown.table, waiting: [] } });
  const acting = live.act("place 0 on RB");
  const [{ id }] = last().sent;
  reconnect();
  last().tell(present);
  last().tell(late(id, "refused_bounced"));
  await expect(acting).rejects.toMatchObject({ key: "refused_bounced" });
});

test("where the seat is no longer ours, nobody is asked, and the player is told", async () => {
  last().tell(snapshot(5));
  const acting = live.act("play R1");
  reconnect();
  last().tell(snapshot(60, null, 2));
  expect(last().sent).toEqual([]);
  await expect(acting).rejects.toThrow("Your move was not played");
});

// ---- waiting ----

test("whoever is not answered after sending again waits longer, and tries once more", () => {
  last().tell(snapshot(5));
  void live.act("play R1");
  vi.advanceTimersByTime(5_001);
  expect(Socket.all).toHaveLength(2);
  last().tell(present);
  expect(last().sent).toHaveLength(1);
  vi.advanceTimersByTime(9_000);
  expect(Socket.all).toHaveLength(2);
  vi.advanceTimersByTime(1_001);
  expect(Socket.all).toHaveLength(3);
});

test("not everybody comes back to a server at the same moment", () => {
  vi.mocked(Math.random).mockReturnValue(0.9);
  last().tell(snapshot(5));
  last().tell({ type: "bye", why: "restarting", retry: 500 });
  vi.advanceTimersByTime(724);
  expect(Socket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(Socket.all).toHaveLength(2);
});

test("what is missing is asked for once, and again only when the answer does not come", () => {
  last().tell(snapshot(5));
  for (const version of [7, 8, 9]) last().tell(event(version, 1));
  expect(last().sent).toEqual([{ type: "sync", version: 5, at: 1005 }]);
  vi.advanceTimersByTime(5_000);
  last().tell(event(10, 1));
  expect(last().sent).toHaveLength(2);
  last().tell(snapshot(10));
  last().tell(event(12, 1));
  expect(last().sent.at(-1)).toEqual({ type: "sync", version: 10, at: 1010 });
});

test("the server's clock goes on evenly though somebody sets the device's", () => {
  const start = Date.now();
  last().tell({ ...snapshot(5), time: start + 60_000 });
  expect(live.now()).toBe(start + 60_000);
  vi.setSystemTime(start - 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(live.now()).toBe(start + 61_000);
  last().tell({ type: "ping", number: 2, time: start + 70_000, rtt: 40 });
  expect(live.now()).toBe(start + 70_020);
  // A whole table is as old as its way was long.
  last().tell({ ...snapshot(6), time: start + 80_000 });
  expect(live.now()).toBe(start + 80_020);
});
