// Is this the same game as ours, and does it keep its secrets?  node check.mjs path/to/wonderland [GAMES]
// Plays GAMES (30) games with each number of players through the real server and the load client's adapter, writes
// them as records and compares every result with what `wonderland replay` says. On the way it looks at all that each
// seat receives: no card may be in it that the seat cannot know (P11).

import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import server from './server.js';
import { connect } from './adapters/boardgameio.mjs';

const [wonderland = 'wonderland', games = '30'] = process.argv.slice(2);
const { db, run } = server.create();
const { appServer } = await run({ port: 0 });
const url = `http://127.0.0.1:${appServer.address().port}`;

/** Play one game with random cards; its match. */
async function play(players) {
  let table;
  const match = await new Promise((over, failed) => {
    const turn = (seat, hand, count) => {
      const cards = [...hand];
      while (cards.length > count) cards.splice(Math.floor(Math.random() * cards.length), 1);
      table.move(seat, cards);
    };
    connect([url], players, { turn, acknowledged() {}, over, failed }).then((opened) => {
      table = opened;
      for (const { id, socket } of table.seats) socket.onAny((...message) => watch(table.match, id, message));
      return table.start();
    }, failed);
  });
  table.close();
  return match;
}

/** Fail when a message names a card that the seat cannot know. The server may be a move ahead, never behind. */
function watch(match, seat, message) {
  const { players, secret } = db.fetch(match, { state: true }).state.G;
  const hidden = new Set(secret.pile);
  for (const [other, { hand, aside }] of Object.entries(players)) {
    if (other !== seat) for (const card of aside ?? hand) hidden.add(card);
  }
  const leaked = (JSON.stringify(message).match(/\b[RBVGSO](10|\d)\b/g) ?? []).filter((card) => hidden.has(card));
  if (leaked.length) throw new Error(`seat ${seat} was sent ${leaked}: ${JSON.stringify(message)}`);
}

function record(match) {
  const { G: dealt, ctx } = db.dealt(match);
  const { state, log } = db.fetch(match, { state: true, log: true });
  const seats = Array.from({ length: ctx.numPlayers }, (_, seat) => seat);
  const hands = seats.flatMap((turn) => dealt.players[(dealt.first + turn) % seats.length].hand);
  const plays = log.filter(({ action }) => action.type === 'MAKE_MOVE' && action.payload.type === 'play');
  return {
    game: 'parade',
    version: 1,
    players: seats.map((seat) => `Player ${seat}`),
    first: dealt.first,
    deck: [...hands, ...dealt.parade, ...dealt.secret.pile],
    moves: plays.map(({ action }) => action.payload.args[0]),
    discards: seats.map((seat) => state.G.players[seat].aside),
  };
}

/** What boardgame.io says of a finished game, in the words of `wonderland replay`. */
function result(match) {
  const { G, ctx } = db.fetch(match, { state: true }).state;
  const kept = Object.values(G.players).flatMap(({ hand }) => hand);
  const front = G.front.map((cards) => cards.filter((card) => !kept.includes(card)).sort());
  return { finished: true, plies: ctx.turn - 1, parade: G.parade, front, ...ctx.gameover };
}

const matches = [];
for (let players = 2; players <= 6; players++) {
  for (let game = 0; game < Number(games); game++) matches.push(await play(players));
}
const input = matches.map((match) => JSON.stringify(record(match))).join('\n');
const replay = spawnSync(wonderland, ['replay', '-', '--lines', '--json'], { input, encoding: 'utf8' });
if (replay.status !== 0) throw replay.error ?? new Error(replay.stderr);
const replayed = replay.stdout.trim().split('\n').map((line) => JSON.parse(line));
matches.forEach((match, place) => {
  const theirs = result(match);
  const ours = { ...replayed[place], front: replayed[place].front.map((cards) => cards.sort()) };
  for (const key of Object.keys(theirs)) {
    if (isDeepStrictEqual(theirs[key], ours[key])) continue;
    console.error(key, theirs[key], ours[key], JSON.stringify(record(match)));
    process.exit(1);
  }
});
console.log(`${matches.length} games of 2 to 6 players: the same results, and no hidden card was sent`);
process.exit(0);
