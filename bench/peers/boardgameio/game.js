// Parade as a boardgame.io game. What is hidden is where `PlayerView.STRIP_SECRETS` looks for it: the pile in
// `G.secret`, a seat's own cards in `G.players`; everything else in G is public (P11). All moves run on the server
// only (`client: false`), for they draw from the pile or wait for hidden choices.

const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');
const { original } = require('immer');
const { ASIDE, CARDS, deal, hasAllColours, score, split } = require('./rules.js');

function setup({ ctx, random }) {
  const first = random.Die(ctx.numPlayers) - 1;
  const { hands, parade, pile } = deal(random.Shuffle(CARDS), ctx.numPlayers, first);
  return {
    first,
    parade,
    front: hands.map(() => []),
    handSizes: hands.map((hand) => hand.length),
    pileSize: pile.length,
    lastRound: null, // turns still to be played; null before the last round
    players: Object.fromEntries(hands.map((hand, seat) => [seat, { hand, aside: null }])),
    secret: { pile },
  };
}

/** A turn: lay the card at the end, take what must be taken, draw one card (P3 to P6). */
function play({ G: draft, ctx, playerID }, card) {
  // Immer's advice: read from the original, for every read through a draft costs.
  const G = original(draft);
  const { hand } = G.players[playerID];
  if (!hand.includes(card)) return INVALID_MOVE;
  const { taken, line } = split(G.parade, card);
  const front = G.front[playerID].concat(taken);
  const rest = hand.filter((held) => held !== card);
  line.push(card);
  draft.parade = line;
  if (taken.length) draft.front[playerID] = front;
  if (G.lastRound === null) {
    const { pile } = G.secret;
    rest.push(pile[0]);
    draft.secret = { pile: pile.slice(1) };
    draft.pileSize = pile.length - 1;
    if (pile.length === 1 || (taken.length && hasAllColours(front))) draft.lastRound = ctx.numPlayers;
  } else {
    draft.lastRound -= 1;
    draft.handSizes[playerID] -= 1;
  }
  draft.players[playerID].hand = rest;
}

/** Two of the four cards face down; when all have chosen the others join those in front (P7). */
function setAside({ G, playerID }, cards) {
  const own = G.players[playerID];
  const fits = Array.isArray(cards) && cards.length === ASIDE && new Set(cards).size === ASIDE;
  if (own.aside || !fits || !cards.every((card) => own.hand.includes(card))) return INVALID_MOVE;
  own.aside = cards;
  const players = Object.values(G.players);
  if (players.some(({ aside }) => !aside)) return;
  players.forEach(({ hand, aside }, seat) => {
    G.front[seat].push(...hand.filter((card) => !aside.includes(card)));
    G.handSizes[seat] = 0;
  });
}

module.exports = {
  name: 'parade',
  minPlayers: 2,
  maxPlayers: 6,
  disableUndo: true,
  // Patches instead of whole states cost the server two thirds of its moves a second: tried, left off.
  deltaState: false,
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  // Players end nothing by themselves.
  events: {
    endGame: false,
    endPhase: false,
    endStage: false,
    endTurn: false,
    pass: false,
    setActivePlayers: false,
    setPhase: false,
    setStage: false,
  },
  phases: {
    play: {
      start: true,
      next: 'discard',
      moves: { play: { move: play, client: false } },
      turn: {
        minMoves: 1,
        maxMoves: 1,
        order: {
          first: ({ G }) => G.first,
          next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers,
        },
      },
      endIf: ({ G }) => G.lastRound === 0,
    },
    discard: {
      turn: {
        activePlayers: { all: 'aside', minMoves: 1, maxMoves: 1 },
        stages: {
          // All choose at once, so a choice may arrive after another's; redacted, for it is hidden.
          aside: { moves: { setAside: { move: setAside, client: false, redact: true, ignoreStaleStateID: true } } },
        },
      },
    },
  },
  endIf: ({ G }) => (G.handSizes[0] === 0 ? score(G.front) : undefined),
};
