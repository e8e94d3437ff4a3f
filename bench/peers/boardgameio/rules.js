// The rules of Parade as pure functions; P1 to P10 are the numbers of our own RULES page.

const COLOURS = 'RBVGSO';
const HAND = 5;
const START = 6;
const ASIDE = 2;

const CARDS = [...COLOURS].flatMap((colour) => Array.from({ length: 11 }, (_, value) => colour + value));
const VALUE = Object.fromEntries(CARDS.map((card) => [card, Number(card.slice(1))]));

/** Five cards to the first player, five to the next …, six to the line, the rest is the pile (P2). */
function deal(deck, seats, first) {
  const hands = Array(seats);
  for (let turn = 0; turn < seats; turn++) {
    hands[(first + turn) % seats] = deck.slice(HAND * turn, HAND * (turn + 1));
  }
  const dealt = HAND * seats;
  return { hands, parade: deck.slice(dealt, dealt + START), pile: deck.slice(dealt + START) };
}

/** The cards that a played card takes, and the line that remains before it joins (P4, P5). */
function split(parade, played) {
  const value = VALUE[played];
  const exposed = parade.length - value;
  const taken = [];
  const line = [];
  for (let place = 0; place < parade.length; place++) {
    const card = parade[place];
    const leaves = place < exposed && (card[0] === played[0] || VALUE[card] <= value);
    (leaves ? taken : line).push(card);
  }
  return { taken, line };
}

function hasAllColours(front) {
  return front.length >= COLOURS.length && new Set(front.map((card) => card[0])).size === COLOURS.length;
}

/** The seats that turn a colour over: all tied for the most (P8), of two only one that leads by two (P9). */
function majority(counts) {
  const most = Math.max(...counts);
  if (most === 0 || (counts.length === 2 && most - Math.min(...counts) < 2)) return [];
  return counts.flatMap((count, seat) => (count === most ? [seat] : []));
}

/** Scores, numbers of cards, majorities and winners, from what lies in front of each player (P8 to P10). */
function score(front) {
  const scores = front.map(() => 0);
  const majorities = {};
  for (const colour of COLOURS) {
    const own = front.map((cards) => cards.filter((card) => card[0] === colour));
    majorities[colour] = majority(own.map((cards) => cards.length));
    own.forEach((cards, seat) => {
      const turned = majorities[colour].includes(seat);
      scores[seat] += turned ? cards.length : cards.reduce((sum, card) => sum + VALUE[card], 0);
    });
  }
  const cards = front.map((own) => own.length);
  const lowest = Math.min(...scores);
  const fewest = Math.min(...cards.filter((_, seat) => scores[seat] === lowest));
  const winners = scores.flatMap((points, seat) => (points === lowest && cards[seat] === fewest ? [seat] : []));
  return { scores, cards, majorities, winners };
}

module.exports = { ASIDE, CARDS, deal, hasAllColours, score, split };
