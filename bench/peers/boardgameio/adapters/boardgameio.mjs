// boardgame.io's protocol for load.mjs: matches over its lobby's HTTP API, play over socket.io, as its own client does.

import { io } from 'socket.io-client';

export const name = 'boardgame.io';

export async function connect([url], players, on) {
  const table = new Table(url, players, on);
  await Promise.all(table.seats.map(({ socket }) => new Promise((done) => socket.once('connect', done))));
  return table;
}

class Table {
  constructor(url, players, on) {
    Object.assign(this, { url, on, match: null, synced: 0, ended: 0, closed: false });
    this.seats = Array.from({ length: players }, (_, seat) => this.#open(String(seat)));
  }

  #open(id) {
    const socket = io(`${this.url}/parade`, { transports: ['websocket'], forceNew: true });
    const seat = { id, socket, credentials: null, state: null, asked: null };
    socket.on('connect_error', (error) => this.on.failed(error));
    socket.on('disconnect', (reason) => this.closed || this.on.failed(new Error(`connection lost: ${reason}`)));
    socket.on('sync', (match, { state }) => {
      if (match !== this.match) return;
      seat.state = state;
      this.synced += 1;
      if (this.synced === this.seats.length) this.seats.forEach((each) => this.#look(each));
    });
    socket.on('update', (match, state, log) => {
      if (match !== this.match) return;
      seat.state = state;
      const own = ({ action }) => action.type === 'MAKE_MOVE' && action.payload.playerID === id;
      if (log.some(own)) this.on.acknowledged(Number(id));
      this.#look(seat);
    });
    return seat;
  }

  /** What the newest state asks of the seat that received it. */
  #look(seat) {
    const { G, ctx } = seat.state;
    if (ctx.gameover !== undefined) {
      this.ended += 1;
      if (this.ended === this.seats.length) this.on.over(this.match);
      return;
    }
    const active = ctx.activePlayers ? seat.id in ctx.activePlayers : ctx.currentPlayer === seat.id;
    // All set cards aside in one boardgame.io turn, and another's choice must not ask again.
    if (!active || seat.asked === ctx.turn) return;
    seat.asked = ctx.turn;
    this.on.turn(Number(seat.id), G.players[seat.id].hand, ctx.phase === 'discard' ? 2 : 1);
  }

  async start() {
    this.match = null;
    const { matchID } = await this.#post('create', { numPlayers: this.seats.length, unlisted: true });
    for (const seat of this.seats) {
      const joined = await this.#post(`${matchID}/join`, { playerID: seat.id, playerName: `Player ${seat.id}` });
      Object.assign(seat, { credentials: joined.playerCredentials, state: null, asked: null });
    }
    Object.assign(this, { match: matchID, synced: 0, ended: 0 });
    for (const { id, socket, credentials } of this.seats) {
      socket.emit('sync', matchID, id, credentials, this.seats.length);
    }
  }

  async #post(path, body) {
    const answer = await fetch(`${this.url}/games/parade/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  move(number, cards) {
    const { id, socket, credentials, state } = this.seats[number];
    const [type, args] = cards.length === 1 ? ['play', cards] : ['setAside', [cards]];
    const action = { type: 'MAKE_MOVE', payload: { type, args, playerID: id, credentials } };
    socket.emit('update', action, state._stateID, this.match, id);
  }

  close() {
    this.closed = true;
    for (const { socket } of this.seats) socket.close();
  }
}
