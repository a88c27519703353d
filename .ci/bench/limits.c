/* Stripped loops over a made collection, on one thread: the least that the work of a stage takes where nothing else is done. Prints JSON
   lines of work, its unit, and CPU seconds, the best of five.
   gcc -O3 -march=native limits.c -o limits && ./limits COLLECTION QUERIES HITS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }

#define BEST(seconds, ...) \
  double seconds = 1e9; \
  for (int run = 0; run < 5; run++) { double begin = cpu(); __VA_ARGS__; double used = cpu() - begin; if (used < seconds) seconds = used; }

static void say(const char *task, const char *unit, double work, double seconds, uint64_t sum) {
  printf("{\"task\": \"%s\", \"unit\": \"%s\", \"work\": %.0f, \"cpu_s\": %.6f, \"sum\": %llu}\n", task, unit, work, seconds, (unsigned long long)sum);
}

static char *whole(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  if (!f) { perror(path); exit(1); }
  fseek(f, 0, SEEK_END); *size = ftell(f); rewind(f);
  char *text = malloc(*size + 1);
  if (fread(text, 1, *size, f) != *size) { perror(path); exit(1); }
  text[*size] = '\n'; fclose(f);
  return text;
}

/* Words: letters and digits, ASCII letters made small; ids as they first come. */
#define SLOTS (1u << 22)
typedef struct { uint32_t hash, length, id; const char *text; } Word;
static Word *table; static uint32_t words; static uint8_t small[256];

static uint32_t id_of(const char *text, uint32_t length, uint32_t hash, int add) {
  for (uint32_t at = hash * 0x9E3779B1u >> 10;; at = (at + 1) & (SLOTS - 1)) {
    Word *w = &table[at];
    if (!w->text) { if (!add) return UINT32_MAX; *w = (Word){hash, length, words, text}; return words++; }
    if (w->hash == hash && w->length == length) {
      uint32_t i = 0; while (i < length && small[(uint8_t)w->text[i]] == small[(uint8_t)text[i]]) i++;
      if (i == length) return w->id;
    }
  }
}

/* Lines of an id, a tab and a text: the words' ids, one line behind the other; begins has where each begins. */
static size_t split(const char *text, size_t size, uint32_t *ids, size_t *begins, size_t *lines, int add) {
  size_t n = 0, l = 0;
  for (const char *p = text, *end = text + size; p < end; l++) {
    begins[l] = n;
    while (p < end && *p != '\t' && *p != '\n') p++;
    while (p < end && *p != '\n') {
      uint32_t hash = 2166136261u; const char *from = p;
      for (uint8_t c; (c = small[(uint8_t)*p]); p++) hash = (hash ^ c) * 16777619u;
      if (p > from) { uint32_t id = id_of(from, p - from, hash, add); if (id != UINT32_MAX) ids[n++] = id; } else p++;
    }
    p++;
  }
  begins[l] = n; *lines = l;
  return n;
}

#define WINDOW 16384
#define TERMS 8
#define TOPS 0x8080808080808080ull

int main(int argc, char **argv) {
  if (argc != 4) { fprintf(stderr, "limits COLLECTION QUERIES HITS\n"); return 2; }
  for (int c = 0; c < 256; c++) small[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c >= 128 ? c : c >= 'A' && c <= 'Z' ? c + 32 : 0;
  size_t size, qsize, docs, queries; int hits = atoi(argv[3]);
  char *text = whole(argv[1], &size), *qtext = whole(argv[2], &qsize);
  table = calloc(SLOTS, sizeof *table);
  uint32_t *terms = malloc(size / 2 * 4 + 64), *qterms = malloc(qsize / 2 * 4 + 64);
  size_t *begins = malloc((size / 2 + 2) * sizeof *begins), *qbegins = malloc((qsize / 2 + 2) * sizeof *qbegins), tokens = 0;
  BEST(splitting, memset(table, 0, SLOTS * sizeof *table); words = 0; tokens = split(text, size, terms, begins, &docs, 1));
  say("words of every text looked up", "documents", docs, splitting, tokens);
  split(qtext, qsize, qterms, qbegins, &queries, 0);
  if (queries > 2000) queries = 2000;

  /* Postings: documents, and a byte of gain each. */
  uint32_t *last = malloc(words * 4), *next = calloc(words + 1, 4); size_t *first = calloc(words + 2, sizeof *first);
  memset(last, 255, words * 4);
  for (size_t d = 0; d < docs; d++) for (size_t i = begins[d]; i < begins[d + 1]; i++) if (last[terms[i]] != d) { last[terms[i]] = d; first[terms[i] + 1]++; }
  for (uint32_t t = 0; t < words; t++) first[t + 1] += first[t];
  uint32_t *posting = malloc(first[words] * 4); uint8_t *gain = malloc(first[words]);
  memset(last, 255, words * 4);
  for (size_t d = 0; d < docs; d++) for (size_t i = begins[d]; i < begins[d + 1]; i++) {
    uint32_t t = terms[i]; size_t at = first[t] + next[t];
    if (last[t] != d) { last[t] = d; posting[at] = d; gain[at] = 1; next[t]++; } else gain[at - 1]++;
  }

  static uint32_t sums[WINDOW]; uint64_t sum = 0, passed = 0;
  BEST(all, sum = 0; passed = 0; for (size_t q = 0; q < queries; q++) {
    size_t at[64]; int n = 0;
    for (size_t i = qbegins[q]; i < qbegins[q + 1] && n < 64; i++) at[n++] = first[qterms[i]];
    for (size_t w = 0; w * WINDOW < docs; w++) {
      for (int k = 0; k < n; k++) {
        size_t i = at[k], end = first[qterms[qbegins[q] + k] + 1]; uint32_t limit = (w + 1) * WINDOW;
        for (; i < end && posting[i] < limit; i++) sums[posting[i] % WINDOW] += gain[i];
        passed += i - at[k]; at[k] = i;
      }
      sum += sums[w]; memset(sums, 0, sizeof sums);
    }
  });
  say("every posting of every query term added, without looking for the best", "queries", queries, all, passed);

  /* Candidates spread over the documents that hold a query term. */
  uint32_t *candidate = malloc(queries * hits * 4); size_t lists = 0;
  for (size_t q = 0; q < queries; q++) {
    size_t n = qbegins[q + 1] - qbegins[q];
    if (!n) continue;
    for (int k = 0; k < hits; k++) { uint32_t t = qterms[qbegins[q] + k % n]; candidate[lists * hits + k] = posting[first[t] + (first[t + 1] - first[t]) * k / hits]; }
    lists++;
  }
  uint64_t *counts = malloc(lists * hits * 8);
  BEST(reading, size_t l = 0; for (size_t q = 0; q < queries; q++) {
    uint32_t want[TERMS]; memset(want, 255, sizeof want);
    size_t n = qbegins[q + 1] - qbegins[q];
    if (!n) continue;
    for (size_t i = 0; i < n && i < TERMS; i++) want[i] = qterms[qbegins[q] + i];
    for (int k = 0; k < hits; k++) {
      uint32_t d = candidate[l * hits + k], c[TERMS] = {0};
      for (size_t i = begins[d]; i < begins[d + 1]; i++) for (int j = 0; j < TERMS; j++) c[j] += terms[i] == want[j];
      uint64_t packed = 0;
      for (int j = 0; j < TERMS; j++) packed |= (uint64_t)(c[j] & 127) << (8 * j);
      counts[l * hits + k] = packed;
    }
    l++;
  });
  say("query terms counted in every candidate", "candidates", lists * hits, reading, counts[0]);
  uint64_t found = 0;
  BEST(comparing, found = 0; for (size_t l = 0; l < lists; l++) for (int i = 0; i < hits; i++) {
    uint64_t mine = counts[l * hits + i], n = 0;
    for (int j = i + 1; j < hits; j++) {
      uint64_t other = counts[l * hits + j], more = ((mine | TOPS) - other) & TOPS, less = ((other | TOPS) - mine) & TOPS;
      n += (more == TOPS) != (less == TOPS);
    }
    found += n;
  });
  say("pairs compared in packed counts", "pairs", (double)lists * hits * (hits - 1) / 2, comparing, found);
  uint64_t kept = 0;
  BEST(drawing, kept = 0; for (uint64_t i = 0; i < 20000000; i++) {
    uint64_t h = i * 0x9E3779B97F4A7C15ull; h ^= h >> 32; h *= 0xD6E8FEB86659FD93ull; h ^= h >> 32;
    kept += h < UINT64_MAX / 50;
  });
  say("a key hashed and held against a limit", "pairs", 20000000, drawing, kept);
  return 0;
}
