// Nimble in real time: how long an action takes to be acknowledged while everybody acts as fast as people can.
//   node nimble.mjs --url http://127.0.0.1:8080 --pid SERVER --tables 200 --players 4 --seconds 10
// Every player has a connection of its own and acts in bursts: `--burst` milliseconds with `--rate` actions a second, then
// `--rest` milliseconds of looking (0: bursts without end). Prints one line of JSON.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import WebSocket from 'ws';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
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
const [url, tables, players] = [options.url, number('tables'), number('players')];
const [step, period] = [1000 / number('rate'), number('burst') + number('rest')];
const latencies = [];
let [from, until, refused, received] = [Infinity, Infinity, 0, 0];

async function post(path, body, cookie) {
  const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

class Player {
  sent = new Map();
  ids = 0;

  constructor(cookie) {
    this.cookie = cookie;
    this.phase = Math.random() * period;
    this.next = Infinity;
  }

  open(table) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/api/tables/${table}/socket`, {
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
async function open() {
  const guests = [];
  for (let seat = 0; seat < players; seat++) {
    const answer = await post('/api/guest', { name: `Player ${seat}` });
    guests.push(new Player(answer.headers.getSetCookie()[0].split(';')[0]));
  }
  const seats = guests.map((_, seat) => ({ kind: seat ? 'open' : 'me' }));
  const { id: table } = await (await post('/api/tables', { game: 'nimble', seats }, guests[0].cookie)).json();
  for (const player of guests) {
    if (player !== guests[0]) await post(`/api/tables/${table}/sit`, {}, player.cookie);
    await player.open(table);
  }
  everyone.push(...guests);
}
for (let done = 0; done < tables; done += 20) {
  await Promise.all(Array.from({ length: Math.min(20, tables - done) }, open));
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
function server() {
  if (!options.pid) return { cpu: NaN, rss: NaN };
  const fields = readFileSync(`/proc/${options.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${options.pid}/status`, 'utf8'))[1];
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, rss: Number(rss) / 1024 };
}

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
const [busy, before, heard] = [process.cpuUsage(), server(), received];
from = performance.now();
until = from + number('seconds') * 1000;
await sleep(number('seconds') * 1000);
const [{ user, system }, after] = [process.cpuUsage(busy), server()];
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
    refused,
    received_per_s: round((received - heard) / elapsed, 0),
    client_cpu: round((user + system) / 1e6 / elapsed, 2),
    server_cpu: round((after.cpu - before.cpu) / elapsed, 2),
    rss_mb: round(after.rss, 0),
  }),
);
process.exit(0);
