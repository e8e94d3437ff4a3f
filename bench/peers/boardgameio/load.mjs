// Acknowledged moves a second of a Parade server, and how long a move takes:
//   node load.mjs --adapter boardgameio --url http://127.0.0.1:8000 --pid SERVER --tables 200 --seconds 8
// Every player of every table has a connection of its own and plays a random card of its hand as soon as its own
// connection is told that it is its turn; with --every 2000 each table makes one move every two seconds instead,
// the tables spread evenly. A move is acknowledged when the mover's connection receives the update that contains it.
// Prints one line of JSON. A move that is never acknowledged, or refused, makes it fail.
// With several --url the players of a table connect to different servers in turn, with --together to the same one.
// --cpu NAME=PID,PID measures the processor time of groups of processes; PID* with the children of that process.
//
// An adapter is adapters/NAME.mjs, the protocol of one server:
//   name                                what to call the server in the result
//   connect(urls, players, on) → table  a promise of a table whose players are all connected, each to its url; it calls
//     on.turn(seat, hand, count)          the seat's connection was told to act: to lay `count` cards of `hand` (1, or
//                                         2 to set aside), as the server told that connection; once for each action
//     on.acknowledged(seat)               the seat's connection received the update with its last action
//     on.over(game)                       every seat's connection has been told that the game is over
//     on.failed(error)                    the server refused something, or a connection was lost
//   table.start()                       a promise: begin a game, the first or another one
//   table.move(seat, cards)             send the action on the seat's connection
//   table.close()

import { parseArgs } from 'node:util';
import { difference, groups, server } from './processes.mjs';

const { values: options } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'boardgameio' },
    url: { type: 'string', multiple: true, default: ['http://127.0.0.1:8000'] },
    together: { type: 'boolean', default: false },
    cpu: { type: 'string', multiple: true, default: [] },
    pid: { type: 'string' },
    tables: { type: 'string', default: '50' },
    players: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '8' },
    warmup: { type: 'string', default: '3' },
    every: { type: 'string', default: '0' },
  },
});
const [tables, players, every] = [Number(options.tables), Number(options.players), Number(options.every)];
const [seconds, warmup] = [Number(options.seconds), Number(options.warmup)];
const CONNECTING = 20; // tables that connect and begin at the same time, before any of them plays
const ANSWER_TIMEOUT_MS = 10_000; // milliseconds for the last acknowledgements

const adapter = await import(`./adapters/${options.adapter}.mjs`);
const latencies = [];
let [from, until] = [Infinity, Infinity];
let unanswered = 0;
let games = 0;

class Driver {
  waiting = [];
  due = false;
  sent = [];

  async open(number) {
    const place = (seat) => (number + (options.together ? 0 : seat)) % options.url.length;
    const urls = Array.from({ length: players }, (_, seat) => options.url[place(seat)]);
    this.table = await adapter.connect(urls, players, this);
    await this.table.start();
  }

  turn(seat, hand, count) {
    this.waiting.push({ seat, hand, count });
    if (this.due) this.act();
  }

  /** Make the next move; in a paced run, when nobody is asked yet, as soon as somebody is. */
  act() {
    const asked = this.waiting.shift();
    this.due = every === 0 || !asked;
    if (!asked || performance.now() >= until) return;
    const { seat, hand, count } = asked;
    const cards = [...hand];
    while (cards.length > count) cards.splice(Math.floor(Math.random() * cards.length), 1);
    unanswered += 1;
    this.sent[seat] = performance.now();
    this.table.move(seat, cards);
  }

  acknowledged(seat) {
    const now = performance.now();
    unanswered -= 1;
    if (now >= from && now < until) latencies.push(now - this.sent[seat]);
  }

  over() {
    const now = performance.now();
    if (now >= from && now < until) games += 1;
    if (now < until) this.table.start().catch(this.failed);
  }

  failed(error) {
    console.error(error);
    process.exit(1);
  }
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const drivers = Array.from({ length: tables }, () => new Driver());
for (let done = 0; done < tables; done += CONNECTING) {
  await Promise.all(drivers.slice(done, done + CONNECTING).map((driver, place) => driver.open(done + place)));
}
while (drivers.some((driver) => !driver.waiting.length)) await sleep(10);
const begun = performance.now();
if (every) {
  // By the clock, not a timer a table: timers that run late would bunch the tables together for good.
  let made = 0;
  setInterval(() => {
    while (begun + (made * every) / tables <= performance.now()) drivers[made++ % tables].act();
  }, 1);
} else drivers.forEach((driver) => driver.act());

await sleep(warmup * 1000);
const [busy, before, usedBefore] = [process.cpuUsage(), server(options.pid), groups(options.cpu)];
from = performance.now();
until = from + seconds * 1000;
await sleep(seconds * 1000);
const [{ user, system }, after, usedAfter] = [process.cpuUsage(busy), server(options.pid), groups(options.cpu)];
const elapsed = (performance.now() - from) / 1000;
for (const started = performance.now(); unanswered && performance.now() - started < ANSWER_TIMEOUT_MS; ) await sleep(10);
if (unanswered) throw new Error(`${unanswered} moves were never acknowledged`);

latencies.sort((a, b) => a - b);
const rounded = (value, digits) => (Number.isFinite(value) ? Number(value.toFixed(digits)) : null);
const quantile = (share) => rounded(latencies[Math.floor(share * latencies.length)], 2);
console.log(
  JSON.stringify({
    server: adapter.name,
    tables,
    moves_per_s: rounded(latencies.length / seconds, 1),
    p50_ms: quantile(0.5),
    p99_ms: quantile(0.99),
    client_cpu: rounded((user + system) / 1e6 / elapsed, 2),
    rss_mb: rounded(after.rss, 0),
    cpu_seconds: difference(usedAfter, usedBefore),
    seconds: rounded(elapsed, 2),
    server_cpu: rounded((after.cpu - before.cpu) / elapsed, 2),
    players,
    every_ms: every,
    games,
  }),
);
process.exit(0);
