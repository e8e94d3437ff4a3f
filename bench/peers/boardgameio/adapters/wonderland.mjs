// Our own protocol for load.mjs (docs/protocol.md): guests and tables over HTTP, play over one WebSocket a seat.

import WebSocket from 'ws';

export const name = 'wonderland';

export async function connect(urls, players, on) {
  const table = new Table(on);
  for (let seat = 0; seat < players; seat++) table.seats.push(await table.guest(seat, urls[seat]));
  return table;
}

class Table {
  seats = [];
  ended = 0;
  closed = false;

  constructor(on) {
    Object.assign(this, { on, id: null });
  }

  async guest(number, url) {
    const answer = await this.#post({ url }, '/api/guest', { name: `Player ${number}` });
    return { number, url, cookie: answer.headers.getSetCookie()[0].split(';')[0], ids: 0, asked: '' };
  }

  async start() {
    this.ended = 0;
    if (this.id) {
      for (const seat of this.seats) this.#send(seat, { type: 'ready', id: `r${++seat.ids}`, ready: true });
      return;
    }
    const [host, ...guests] = this.seats;
    const seats = [{ kind: 'me' }, ...guests.map(() => ({ kind: 'open' }))];
    this.id = (await (await this.#post(host, '/api/tables', { game: 'parade', seats })).json()).id;
    // The game begins with the last who sits down; everybody else is connected by then.
    for (const seat of this.seats) {
      if (seat !== host) await this.#post(seat, `/api/tables/${this.id}/sit`, {});
      await this.#open(seat);
    }
  }

  #open(seat) {
    const socket = new WebSocket(`${seat.url.replace('http', 'ws')}/api/tables/${this.id}/socket`, {
      headers: { Cookie: seat.cookie },
      perMessageDeflate: false,
    });
    seat.socket = socket;
    socket.on('error', (error) => this.on.failed(error));
    socket.on('close', (code) => this.closed || this.on.failed(new Error(`connection lost: ${code}`)));
    socket.on('message', (data) => this.#hear(seat, JSON.parse(data)));
    return new Promise((done) => socket.once('open', done));
  }

  #hear(seat, message) {
    if (message.type === 'event') {
      seat.version = message.version;
      for (const change of message.changes) apply(seat.view, change);
      this.#look(seat);
    } else if (message.type === 'accepted') {
      if (message.id === seat.acting) this.on.acknowledged(seat.number);
    } else if (message.type === 'snapshot') {
      Object.assign(seat, { view: message.table, version: message.version });
      this.#look(seat);
    } else if (message.type === 'ping') {
      this.#send(seat, { type: 'pong', number: message.number });
    } else if (message.type === 'refused') {
      this.on.failed(new Error(message.text));
    }
  }

  /** What the newest view asks of the seat that received it. */
  #look(seat) {
    const { phase, number, view } = seat.view;
    if (phase === 'over' && seat.over !== number) {
      seat.over = number;
      this.ended += 1;
      if (this.ended === this.seats.length) this.on.over(number);
    }
    if (phase !== 'playing') return;
    const aside = view.phase === 'discard';
    if (aside ? view.chosen[seat.number] : view.turn !== seat.number) return;
    const asked = `${number}/${aside ? 'aside' : view.history.length}`;
    if (asked === seat.asked) return;
    seat.asked = asked;
    this.on.turn(seat.number, view.hand, aside ? 2 : 1);
  }

  async #post({ url, cookie }, path, body) {
    const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  #send(seat, message) {
    seat.socket.send(JSON.stringify(message));
  }

  move(number, cards) {
    const seat = this.seats[number];
    seat.acting = `m${++seat.ids}`;
    const action = `${cards.length === 1 ? 'play' : 'discard'} ${cards.join(' ')}`;
    this.#send(seat, { type: 'act', id: seat.acting, version: seat.version, action });
  }

  close() {
    this.closed = true;
    for (const { socket } of this.seats) socket.close();
  }
}

/** Make one change of an event to a table view: a path, and the value that stands there now. */
function apply(table, change) {
  let place = table;
  for (const step of change.slice(0, -2)) place = place[step];
  place[change.at(-2)] = change.at(-1);
}
