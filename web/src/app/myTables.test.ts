import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../net/api";
import type { TableSummary } from "../net/wire";
import { setPerson } from "./me.svelte";
import { followMyTables, loadMyTables, myTables, waitingTables } from "./myTables.svelte";

/** A socket whose other end is the test. */
class Socket {
  static last: Socket;
  static count = 0;
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = 1;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onopen: (() => void) | null = null;
  constructor(readonly url: string) {
    Socket.last = this;
    Socket.count += 1;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  tell(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const table = (id: string, waiting_for_you = false) => ({ id, waiting_for_you }) as TableSummary;
let stop = () => {};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.count = 0;
  stop = followMyTables();
  await vi.dynamicImportSettled();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("knows the tables as the socket tells them", () => {
  expect(Socket.last.url).toMatch(/^ws:.*\/api\/me\/socket$/);
  expect(myTables.known).toBe(false);
  Socket.last.tell({ type: "tables", tables: [table("a"), table("b")] });
  Socket.last.tell({ type: "summary", table: table("a", true) });
  Socket.last.tell({ type: "summary", table: table("c") });
  Socket.last.tell({ type: "gone", table: "b" });
  expect(myTables.list.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(waitingTables()).toBe(1);
  Socket.last.tell({ type: "ping", number: 3, time: 0, rtt: null });
  expect(Socket.last.sent).toEqual(['{"type":"pong","number":3}']);
});

it("asks over HTTP only while there is no socket", async () => {
  setPerson({ id: "ann", name: "Ann" } as never);
  const asked = vi.spyOn(api, "myTables").mockResolvedValue([table("a")]);
  await loadMyTables();
  expect(asked).toHaveBeenCalledTimes(1);
  Socket.last.tell({ type: "tables", tables: [] });
  await loadMyTables();
  expect(asked).toHaveBeenCalledTimes(1);
});

it("comes back after a restart, and not where it is not let in", () => {
  Socket.last.tell({ type: "tables", tables: [] });
  Socket.last.tell({ type: "bye", why: "restarting", retry: 500 });
  vi.advanceTimersByTime(1_000);
  expect(Socket.count).toBe(2);
  Socket.last.tell({ type: "refused", id: null, kind: "not_allowed", key: "person_needed", text: "", version: 0 });
  vi.advanceTimersByTime(100_000);
  expect(Socket.count).toBe(2);
});

it("closes a socket that still connects once it is open: before that, browsers report an error", () => {
  const socket = Socket.last;
  socket.readyState = Socket.CONNECTING;
  stop();
  expect(socket.readyState).toBe(Socket.CONNECTING);
  socket.onopen?.();
  expect(socket.readyState).toBe(3);
});
