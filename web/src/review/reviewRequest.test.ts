import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../net/api";
import { ReviewRequest, type ReviewSource } from "./reviewRequest.svelte";
import type { ReviewStatus } from "../net/wire";

const NONE: ReviewStatus = { state: "none", progress: 0, before: 0, refined: false, problem: null };
const WAITING: ReviewStatus = { ...NONE, state: "waiting", before: 2 };
const RUNNING: ReviewStatus = { ...NONE, state: "running", progress: 0.5 };
const QUICK: ReviewStatus = { ...NONE, state: "done", progress: 0.2 };
const EXACT: ReviewStatus = { ...NONE, state: "done", progress: 1, refined: true };

/** A server that tells one state after the other, and stays with the last one. */
class Told implements ReviewSource {
  asked: string[] = [];
  constructor(private readonly states: ReviewStatus[]) {}
  status = async () => this.#next("status");
  start = async () => this.#next("start");
  report = async () => {
    this.asked.push("report");
    return { number: this.asked.filter((one) => one === "report").length };
  };
  async #next(what: string) {
    this.asked.push(what);
    return this.states.length > 1 ? this.states.shift()! : this.states[0];
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());
const second = () => vi.advanceTimersByTimeAsync(1000);

test("a review that is there is shown, and nothing is asked for", async () => {
  const server = new Told([EXACT]);
  const request = new ReviewRequest(server);
  await request.begin(true);
  await second();
  expect([request.report, server.asked]).toEqual([{ number: 1 }, ["status", "report"]]);
});

test("who only looks does not start one", async () => {
  const server = new Told([NONE]);
  const request = new ReviewRequest(server);
  await request.begin(false);
  expect([request.status, server.asked]).toEqual([NONE, ["status"]]);
});

test("it is waited for, shown as soon as there is a quick one, and replaced by the exact one", async () => {
  const server = new Told([NONE, WAITING, WAITING, RUNNING, QUICK, QUICK, EXACT]);
  const request = new ReviewRequest(server);
  await request.begin(true);
  expect([request.status?.before, request.waiting, request.report]).toEqual([2, true, null]);
  await second();
  expect(request.status).toEqual(RUNNING);
  for (let count = 0; count < 3 && !request.report; count++) await second();
  expect([request.waiting, request.report]).toEqual([false, { number: 1 }]);
  for (let count = 0; count < 4; count++) await second();
  expect([request.status, request.report]).toEqual([EXACT, { number: 2 }]);
  const asked = server.asked.length;
  await second();
  expect(server.asked.length).toBe(asked);
});

test("where no exact one follows, the quick one stays and nobody waits", async () => {
  const server = new Told([{ ...QUICK, problem: "It could not be made." }]);
  const request = new ReviewRequest(server);
  await request.begin(true);
  await second();
  await second();
  expect([request.report, server.asked]).toEqual([{ number: 1 }, ["status", "report"]]);
});

test("a refusal is told in the server's words, and asking again helps", async () => {
  const server = new Told([NONE, EXACT]);
  const start = server.start;
  server.start = async () => {
    throw new Refused({ kind: "limited", key: "reviews_too_many", text: "Three reviews at a time." });
  };
  const request = new ReviewRequest(server);
  await request.begin(true);
  expect(request.problem).toBe("Three reviews at a time.");
  server.start = start;
  await request.start();
  expect([request.problem, request.report]).toEqual(["", { number: 1 }]);
});

test("while the server is away it is said, and then it goes on", async () => {
  const server = new Told([RUNNING, RUNNING, EXACT]);
  const request = new ReviewRequest(server);
  const status = server.status;
  await request.start();
  server.status = async () => {
    throw new Refused({ kind: "offline", key: "web_offline", text: "The server cannot be reached." });
  };
  await second();
  await second();
  expect([request.problem, request.waiting]).toEqual([expect.stringContaining("cannot be reached"), true]);
  server.status = status;
  await second();
  expect([request.problem, request.report]).toEqual(["", { number: 1 }]);
});

test("who has left hears nothing more", async () => {
  const server = new Told([NONE, WAITING]);
  const request = new ReviewRequest(server);
  await request.begin(true);
  request.leave();
  const asked = server.asked.length;
  await second();
  await second();
  expect([request.report, server.asked.length]).toEqual([null, asked]);
});
