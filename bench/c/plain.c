/* The yardstick: random games of Parade, written by hand the way the game is played.
 *
 * A deck is shuffled as it is drawn, hands are dealt, every turn plays a random card of five and draws one, two
 * of the last four are set aside at random, and the game is scored in full. Cards in the line are bits of a word,
 * in the order they came (slots); PDEP finds those in removal mode. One word of random bits serves a turn.
 * The number of players is a constant inside `game`, so that the compiler unrolls what depends on it.
 */
#include <immintrin.h>
#include <stdint.h>

typedef uint64_t u64;
typedef uint8_t u8;

/* Sums that a run returns: scores and wins by turn order, turns played, how games end. */
typedef struct { u64 scores[6], wins[6], shared, plies, by_colours, by_pile; } Sums;

static inline u64 next(u64 *state) {  /* wyrand */
    *state += 0xa0761d6478bd642fULL;
    __uint128_t both = (__uint128_t)*state * (*state ^ 0xe7037ed1a0b428dbULL);
    return (u64)(both >> 64) ^ (u64)both;
}

static inline int below(uint32_t chance, int bound) { return (int)(((u64)chance * (uint32_t)bound) >> 32); }

static inline u8 draw(u8 *deck, int *place, uint32_t chance) {
    int i = *place, j = i + below(chance, 66 - i);
    u8 card = deck[j];
    deck[j] = deck[i];
    deck[i] = card;
    *place = i + 1;
    return card;
}

/* masks: slots of each colour (0 to 5), of cards worth at most each value (8 to 18), of values with each bit (20 to
 * 23). They are updated as whole vectors: a single word stored just before a vector is loaded over it stalls. */
typedef struct { u64 masks[24], front[6], line, bit; } Table;

/* Per card, which of the masks it joins. */
static u64 joins[96][24];

static inline void enter(Table *t, u8 card) {
    for (int v = 0; v < 24; v++) t->masks[v] |= t->bit & joins[card][v];
}

static inline u64 lay(Table *t, u8 card) {
    int exposed = __builtin_popcountll(t->line) - (card & 15);
    exposed = exposed < 0 ? 0 : exposed;
    u64 taken = _pdep_u64((1ULL << exposed) - 1, t->line) & (t->masks[card >> 4] | t->masks[8 + (card & 15)]);
    t->line = (t->line & ~taken) | t->bit;
    enter(t, card);
    t->bit <<= 1;
    return taken;
}

static inline int six(const Table *t, u64 cards) {
    int all = 1;
    for (int c = 0; c < 6; c++) all &= (cards & t->masks[c]) != 0;
    return all;
}

static inline __attribute__((always_inline)) void score(const Table *t, int players, Sums *sums) {
    int held[6][6], face[6][6], points[6] = {0}, best = 1 << 30, winners = 0;
    for (int p = 0; p < players; p++)
        for (int c = 0; c < 6; c++) {
            u64 cards = t->front[p] & t->masks[c];
            held[p][c] = __builtin_popcountll(cards);
            face[p][c] = 0;
            for (int b = 0; b < 4; b++) face[p][c] += __builtin_popcountll(cards & t->masks[20 + b]) << b;
        }
    for (int c = 0; c < 6; c++) {
        int most = 0, least = 99;
        for (int p = 0; p < players; p++) {
            most = held[p][c] > most ? held[p][c] : most;
            least = held[p][c] < least ? held[p][c] : least;
        }
        if (players == 2 && most - least < 2) most = 99;
        for (int p = 0; p < players; p++) points[p] += held[p][c] == most ? held[p][c] : face[p][c];
    }
    for (int p = 0; p < players; p++) {
        int rank = points[p] << 7 | __builtin_popcountll(t->front[p]);
        sums->scores[p] += (u64)points[p];
        winners = rank < best ? 1 << p : rank == best ? winners | 1 << p : winners;
        best = rank < best ? rank : best;
    }
    for (int p = 0; p < players; p++) sums->wins[p] += winners >> p & 1;
    sums->shared += (winners & (winners - 1)) != 0;
}

static inline __attribute__((always_inline)) void game(int players, u8 *deck, u64 *chance, Sums *sums) {
    static const u8 pairs[6] = {0x10, 0x20, 0x30, 0x21, 0x31, 0x32};
    Table t = {.bit = 1};
    u8 hands[6][8];
    int place = 0, ply = 0, seat = 0, pile = 60 - 5 * players, end = pile + players, triggered = 0;
    for (int i = 0; i < 5 * players; i += 2) {
        u64 word = next(chance);
        hands[i / 5][i % 5] = draw(deck, &place, (uint32_t)word);
        if (i + 1 < 5 * players) hands[(i + 1) / 5][(i + 1) % 5] = draw(deck, &place, (uint32_t)(word >> 32));
    }
    for (int i = 0; i < 6; i += 2) {
        u64 word = next(chance);
        for (int half = 0; half < 2; half++) {
            enter(&t, draw(deck, &place, (uint32_t)(word >> 32 * half)));
            t.line |= t.bit;
            t.bit <<= 1;
        }
    }
    while (ply < end) {
        u64 word = next(chance);
        int h = below((uint32_t)word, 5);
        t.front[seat] |= lay(&t, hands[seat][h]);
        ply++;
        if (!triggered) {
            hands[seat][h] = draw(deck, &place, (uint32_t)(word >> 32));
            int colours = six(&t, t.front[seat]);
            if (colours | (ply == pile)) {
                triggered = 1;
                end = ply + players;
                sums->by_colours += (u64)colours;
                sums->by_pile += ply == pile;
            }
        } else {
            hands[seat][h] = hands[seat][4];
        }
        seat = seat + 1 < players ? seat + 1 : 0;
    }
    for (int p = 0; p < players; p++) {
        u8 pair = pairs[below((uint32_t)next(chance), 6)];
        for (int i = 0; i < 2; i++) {
            enter(&t, hands[p][pair >> 4 * i & 15]);
            t.front[p] |= t.bit;
            t.bit <<= 1;
        }
    }
    sums->plies += (u64)ply;
    score(&t, players, sums);
}

void plain(int players, u64 games, u64 seed, Sums *sums) {
    u8 deck[66];
    u64 chance = seed;
    for (int i = 0; i < 66; i++)
        for (int k = 0, v = i % 11, c = i / 11; k < 24; k++)
            joins[c << 4 | v][k] = -(u64)(k < 8 ? k == c : k < 20 ? k - 8 >= v : v >> (k - 20) & 1);
    for (int i = 0; i < 66; i++) deck[i] = (u8)(i / 11 << 4 | i % 11);
    switch (players) {
    case 2: for (u64 g = 0; g < games; g++) game(2, deck, &chance, sums); break;
    case 3: for (u64 g = 0; g < games; g++) game(3, deck, &chance, sums); break;
    case 4: for (u64 g = 0; g < games; g++) game(4, deck, &chance, sums); break;
    case 5: for (u64 g = 0; g < games; g++) game(5, deck, &chance, sums); break;
    case 6: for (u64 g = 0; g < games; g++) game(6, deck, &chance, sums); break;
    }
}
