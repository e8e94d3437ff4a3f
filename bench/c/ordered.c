/* Our own algorithm (src/wonderland/sim/kernel/random_game.py), word for word, in C: what a compiler can make of it.
 *
 * The cards are drawn in the order in which they are played, so that no hands are dealt and the masks of colours
 * and values are known before the first turn. Same random words, same games as `wonderland simulate`.
 */
#include <immintrin.h>
#include <stdint.h>

typedef uint64_t u64;
typedef uint8_t u8;
typedef struct { u64 scores[6], wins[6], shared, plies, by_colours, by_pile; } Sums;

#define GOLDEN 0x9E3779B97F4A7C15ULL
#define BEHIND ((1ULL << 57) - 1)

static inline u64 mix(u64 word) {
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ word >> 27) * 0x94D049BB133111EBULL;
    return word ^ word >> 31;
}

static inline u64 fraction(u64 key, u64 number) { return mix(key + GOLDEN * (number + 1)) >> 7; }

static inline void swap(u8 *pack, u64 a, u64 b) {
    u8 card = pack[a];
    pack[a] = pack[b];
    pack[b] = card;
}

static inline u64 draw(u64 key, const u8 *pack, u64 pool, int start, int stop, u8 *order) {
    u64 place = 4 * (u64)start;
    for (int number = start; number < stop; number++) {
        u64 chance = fraction(key, (u64)number);
        for (int i = 0; i < 4; i++, place++) {
            chance *= 64 - place;
            u64 card = _pdep_u64(1ULL << (chance >> 57), pool);
            chance &= BEHIND;
            pool ^= card;
            order[place] = pack[_tzcnt_u64(card)];
        }
    }
    return pool;
}

typedef struct { u64 colour[8], most[12], bits[4], front[6]; } Masks;

static inline void see(const u8 *order, Masks *m) {
#ifdef __AVX512BW__
    __m512i cards = _mm512_loadu_si512(order);
    __m512i values = _mm512_and_si512(cards, _mm512_set1_epi8(15)), colours = _mm512_andnot_si512(_mm512_set1_epi8(15), cards);
    for (int c = 0; c < 6; c++) m->colour[c] = _mm512_cmpeq_epi8_mask(colours, _mm512_set1_epi8((char)(c << 4)));
    for (int v = 0; v < 11; v++) m->most[v] = _mm512_cmple_epu8_mask(values, _mm512_set1_epi8((char)v));
    for (int b = 0; b < 4; b++) m->bits[b] = _mm512_test_epi8_mask(cards, _mm512_set1_epi8((char)(1 << b)));
#else
    for (int i = 0; i < 24; i++) m->colour[i] = 0;
    for (int s = 0; s < 64; s++) {
        u64 bit = 1ULL << s;
        m->colour[order[s] >> 4] |= bit;
        for (int v = 0; v < 11; v++) m->most[v] |= (order[s] & 15) <= v ? bit : 0;
        for (int b = 0; b < 4; b++) m->bits[b] |= order[s] >> b & 1 ? bit : 0;
    }
#endif
}

static inline u64 taken_by(u8 card, u64 line, const Masks *m) {
    int exposed = __builtin_popcountll(line) - (card & 15);
    exposed = exposed < 0 ? 0 : exposed;
    return _pdep_u64((1ULL << exposed) - 1, line) & (m->colour[card >> 4] | m->most[card & 15]);
}

static inline int six(const Masks *m, u64 cards) {
#ifdef __AVX512F__
    return _mm512_test_epi64_mask(_mm512_loadu_si512(m->colour), _mm512_set1_epi64((long long)cards)) == 0x3f;
#else
    int all = 1;
    for (int c = 0; c < 6; c++) all &= (cards & m->colour[c]) != 0;
    return all;
#endif
}

static inline __attribute__((always_inline)) void score(const Masks *m, int players, Sums *sums) {
    int held[6][8], face[6][8], points[6] = {0}, best = 1 << 30, winners = 0;
    for (int p = 0; p < players; p++)
        for (int c = 0; c < 8; c++) {
            u64 cards = m->front[p] & m->colour[c];
            held[p][c] = __builtin_popcountll(cards);
            face[p][c] = 0;
            for (int b = 0; b < 4; b++) face[p][c] += __builtin_popcountll(cards & m->bits[b]) << b;
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
        int rank = points[p] << 7 | __builtin_popcountll(m->front[p]);
        sums->scores[p] += (u64)points[p];
        winners = rank < best ? 1 << p : rank == best ? winners | 1 << p : winners;
        best = rank < best ? rank : best;
    }
    for (int p = 0; p < players; p++) sums->wins[p] += winners >> p & 1;
    sums->shared += (winners & (winners - 1)) != 0;
}

static inline __attribute__((always_inline)) void game(int players, int early, u64 key, u8 *pack, u8 *order, Sums *sums) {
    Masks m;
    u64 chance = (fraction(key, 16) * (u64)players & BEHIND) * 66, last = chance >> 57, other;
    chance = (chance & BEHIND) * 65;
    other = chance >> 57;
    swap(pack, 65, last);
    swap(pack, 64, other);
    u64 pool = draw(key, pack, ~0ULL, 0, early, order), line = 63, bit = 64;
    int seat = 0, ply = 0, pile = 60 - 5 * players, colours = 0, drawn = 4 * early - 6 - 3 * players;
    drawn = drawn < pile ? drawn : pile;
    m.colour[6] = m.colour[7] = 0;
    see(order, &m);
    for (int p = 0; p < players; p++) m.front[p] = 0;
    for (;;) {
        while (ply < drawn) {
            u64 taken = taken_by(order[6 + ply], line, &m);
            line = (line & ~taken) | bit;
            bit <<= 1;
            u64 cards = m.front[seat] |= taken;
            ply++;
            seat = seat + 1 < players ? seat + 1 : 0;
            if (six(&m, cards)) { colours = 1; break; }
        }
        if (colours || drawn == pile) break;
        draw(key, pack, pool, early, 16, order);
        see(order, &m);
        drawn = pile;
    }
    sums->by_colours += (u64)colours;
    sums->by_pile += ply == pile;
    for (int i = 0; i < players; i++) {
        u64 taken = taken_by(order[6 + ply], line, &m);
        line = (line & ~taken) | bit;
        bit <<= 1;
        m.front[seat] |= taken;
        ply++;
        seat = seat + 1 < players ? seat + 1 : 0;
    }
    for (int p = 0; p < players; p++, bit <<= 2) m.front[p] |= 3 * bit;
    sums->plies += (u64)ply;
    score(&m, players, sums);
    swap(pack, 64, other);
    swap(pack, 65, last);
}

void ordered(int players, u64 games, u64 seed, Sums *sums) {
    u8 pack[66], order[72] = {0};
    u64 base = mix(seed);
    for (int i = 0; i < 66; i++) pack[i] = (u8)(i / 11 << 4 | i % 11);
    for (u64 g = 0; g < games; g++) {
        u64 key = mix(base + GOLDEN * g);
        switch (players) {
        case 2: game(2, 11, key, pack, order, sums); break;
        case 3: game(3, 13, key, pack, order, sums); break;
        case 4: game(4, 15, key, pack, order, sums); break;
        case 5: game(5, 14, key, pack, order, sums); break;
        case 6: game(6, 14, key, pack, order, sums); break;
        }
    }
}
