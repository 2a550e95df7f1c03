/* The peer of the torus: Conway's Life on 512 x 512 cells, 64 cells in a word, full adders, two buffers; what a C programmer writes who
   knows the trick, left to the compiler's vectoriser. Each row's sums are computed once and used for three rows. Prints generations a
   second (processor time, best of five) and the last population, by which the benchmark sees that both computed the same.

   life SEED GENERATIONS    cells are words of SplitMix64, row by row, each the AND of two: a quarter of them live. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WORDS = 8, ROWS = 512 };

static uint64_t one[ROWS][WORDS], other[ROWS][WORDS], state;

static uint64_t splitmix(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static void sum(const uint64_t *restrict row, uint64_t *restrict ones, uint64_t *restrict twos) {
  uint64_t padded[WORDS + 2];
  padded[0] = row[WORDS - 1];
  for (int i = 0; i < WORDS; i++) padded[i + 1] = row[i];
  padded[WORDS + 1] = row[0];
  for (int i = 0; i < WORDS; i++) {
    uint64_t cells = padded[i + 1];
    uint64_t left = cells << 1 | padded[i] >> 63;
    uint64_t right = cells >> 1 | padded[i + 2] << 63;
    uint64_t either = left ^ right;
    ones[i] = either ^ cells;
    twos[i] = (left & right) | (either & cells);
  }
}

static void combine(const uint64_t *restrict a1, const uint64_t *restrict a2, const uint64_t *restrict b1,
                    const uint64_t *restrict b2, const uint64_t *restrict c1, const uint64_t *restrict c2,
                    const uint64_t *restrict cells, uint64_t *restrict result) {
  for (int i = 0; i < WORDS; i++) {
    uint64_t e = a1[i] ^ b1[i];
    uint64_t ones = e ^ c1[i];
    uint64_t carry = (a1[i] & b1[i]) | (e & c1[i]);
    uint64_t x = a2[i] ^ b2[i], y = c2[i] ^ carry;
    uint64_t p = a2[i] & b2[i], q = c2[i] & carry;
    uint64_t parity = x ^ y;
    uint64_t three = ones & parity & ~(p | q);
    uint64_t four = (x | (p ^ q)) & ~(parity | ones);
    result[i] = three | (four & cells[i]);
  }
}

static void step(uint64_t (*restrict source)[WORDS], uint64_t (*restrict result)[WORDS]) {
  uint64_t ones[3][WORDS], twos[3][WORDS], first_ones[WORDS], first_twos[WORDS];
  sum(source[ROWS - 1], ones[0], twos[0]);
  sum(source[0], ones[1], twos[1]);
  for (int i = 0; i < WORDS; i++) {
    first_ones[i] = ones[1][i];
    first_twos[i] = twos[1][i];
  }
  int above = 0, here = 1, below = 2;
  for (int y = 0; y < ROWS - 1; y++) {
    sum(source[y + 1], ones[below], twos[below]);
    combine(ones[above], twos[above], ones[here], twos[here], ones[below], twos[below], source[y], result[y]);
    int free = above;
    above = here;
    here = below;
    below = free;
  }
  combine(ones[above], twos[above], ones[here], twos[here], first_ones, first_twos, source[ROWS - 1],
          result[ROWS - 1]);
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  uint64_t seed = strtoull(argv[1], 0, 10);
  int generations = atoi(argv[2]) / 2 * 2;
  double best = 1e30;
  unsigned population = 0;
  for (int run = 0; run < 5; run++) {
    state = seed;
    for (int y = 0; y < ROWS; y++)
      for (int i = 0; i < WORDS; i++) {
        uint64_t word = splitmix();
        one[y][i] = word & splitmix();
      }
    clock_t start = clock();
    for (int g = 0; g < generations; g += 2) {
      step(one, other);
      step(other, one);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds < best) best = seconds;
    population = 0;
    for (int y = 0; y < ROWS; y++)
      for (int i = 0; i < WORDS; i++) population += __builtin_popcountll(one[y][i]);
  }
  printf("%.0f %u\n", generations / best, population);
  return 0;
}
