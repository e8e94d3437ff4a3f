// Nimble in real time: how long an action takes to be acknowledged while everybody acts as fast as people can.
//   node nimble.mjs --url http://127.0.0.1:8080 --pid SERVER --tables 200 --players 4 --seconds 10
// Every player has a connection of its own and acts in bursts: `--burst` milliseconds with `--rate` actions a second, then
// `--rest` milliseconds of looking (0: bursts without end). Prints one line of JSON. --url, --together and --cpu as for load.mjs.

import { parseArgs } from 'node:util';
import WebSocket from 'ws';
import { difference, groups, server } from './processes.mjs';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', multiple: true, default: ['http://127.0.0.1:8080'] },
    together: { type: 'boolean', default: false },
    cpu: { type: 'string', multiple: true, default: [] },
    pid: { type: 'string' },
    tables: { type: 'string', default: '200' },
    players: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '10' },
    warmup: { type: 'string', default: '4' },
    rate: { type: 'string', default: '8' },
    burst: { type: 'string', default: '2000' },
    rest: { type: 'string', default: '2000' },
  },
});
const number = (name) => Number(options[name]);
const [tables, players] = [number('tables'), number('players')];
const [step, period] = [1000 / number('rate'), number('burst') + number('rest')];
const latencies = [];
let [from, until, refused, received] = [Infinity, Infinity, 0, 0];

async function post({ url, cookie }, path, body) {
  const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

class Player {
  sent = new Map();
  ids = 0;

  constructor(url, cookie) {
    Object.assign(this, { url, cookie });
    this.phase = Math.random() * period;
    this.next = Infinity;
  }

  open(table) {
    this.socket = new WebSocket(`${this.url.replace('http', 'ws')}/api/tables/${table}/socket`, {
      headers: { Cookie: this.cookie },
      perMessageDeflate: false,
    });
    this.socket.on('close', (code) => {
      console.error(`connection lost: ${code}`);
      process.exit(1);
    });
    this.socket.on('message', (data) => this.hear(JSON.parse(data)));
    return new Promise((done) => this.socket.once('open', done));
  }

  hear(message) {
    received += 1;
    if (message.type === 'event') {
      this.version = message.version;
      for (const [...change] of message.changes) {
        const value = change.pop();
        const last = change.pop();
        let place = this.table;
        for (const key of change) place = place[key];
        place[last] = value;
      }
      // After a round everybody wants the next one, once.
      if (this.table.phase === 'over' && this.over !== this.table.number) {
        this.over = this.table.number;
        this.send({ type: 'ready', id: `r${++this.ids}`, ready: true });
      }
    } else if (message.type === 'snapshot') {
      [this.table, this.version] = [message.table, message.version];
      // The first round begins when everybody is ready.
      if (this.table.phase === 'gathering') this.send({ type: 'ready', id: `r${++this.ids}`, ready: true });
    } else if (message.type === 'ping') this.send({ type: 'pong', number: message.number });
    else if (message.type === 'accepted' || message.type === 'refused') {
      const sent = this.sent.get(message.id);
      if (sent === undefined) return;
      this.sent.delete(message.id);
      const now = performance.now();
      if (now < from || now >= until) return;
      // A refusal is an answer too: beaten to it (N11), or the round has just ended.
      if (message.type === 'refused') refused += 1;
      latencies.push(now - sent);
    }
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  /** Flip, place what fits, turn over: what a quick player does. */
  act(now) {
    const { view, phase, seat, begins } = this.table ?? {};
    if (phase !== 'playing' || Date.now() < begins + 50) return;
    const top = view.discard.at(-1);
    const pile = top ? view.tops.findIndex((card) => card[1] === top[0]) : -1;
    const action = pile >= 0 ? `place ${pile} on ${view.tops[pile]}` : view.hand_sizes[seat] ? 'flip' : 'turn';
    const id = `a${++this.ids}`;
    this.sent.set(id, now);
    this.send({ type: 'act', id, version: this.version, action });
  }
}

const everyone = [];
async function open(_, place) {
  const guests = [];
  for (let seat = 0; seat < players; seat++) {
    const url = options.url[(place + (options.together ? 0 : seat)) % options.url.length];
    const answer = await post({ url }, '/api/guest', { name: `Player ${seat}` });
    guests.push(new Player(url, answer.headers.getSetCookie()[0].split(';')[0]));
  }
  const seats = guests.map((_, seat) => ({ kind: seat ? 'open' : 'me' }));
  const { id: table } = await (await post(guests[0], '/api/tables', { game: 'nimble', seats })).json();
  for (const player of guests) {
    if (player !== guests[0]) await post(player, `/api/tables/${table}/sit`, {});
    await player.open(table);
  }
  everyone.push(...guests);
}
for (let done = 0; done < tables; done += 20) {
  await Promise.all(Array.from({ length: Math.min(20, tables - done) }, open));
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
for (const player of everyone) player.next = performance.now() + Math.random() * step;
setInterval(() => {
  const now = performance.now();
  for (const player of everyone) {
    if (now < player.next) continue;
    player.next += step;
    if ((now + player.phase) % period < number('burst')) player.act(now);
  }
}, 2);

await sleep(number('warmup') * 1000);
const [busy, before, usedBefore, heard] = [process.cpuUsage(), server(options.pid), groups(options.cpu), received];
from = performance.now();
until = from + number('seconds') * 1000;
await sleep(number('seconds') * 1000);
const [{ user, system }, after, usedAfter] = [process.cpuUsage(busy), server(options.pid), groups(options.cpu)];
const elapsed = (performance.now() - from) / 1000;
latencies.sort((a, b) => a - b);
const round = (value, digits) => (Number.isFinite(value) ? Number(value.toFixed(digits)) : null);
console.log(
  JSON.stringify({
    game: 'nimble',
    tables,
    players,
    actions_per_s: round(latencies.length / elapsed, 1),
    p50_ms: round(latencies[Math.floor(0.5 * latencies.length)], 2),
    p99_ms: round(latencies[Math.floor(0.99 * latencies.length)], 2),
    cpu_seconds: difference(usedAfter, usedBefore),
    seconds: round(elapsed, 2),
    refused,
    received_per_s: round((received - heard) / elapsed, 0),
    client_cpu: round((user + system) / 1e6 / elapsed, 2),
    server_cpu: round((after.cpu - before.cpu) / elapsed, 2),
    rss_mb: round(after.rss, 0),
  }),
);
process.exit(0);
