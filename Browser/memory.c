// The allocator of the browser's module: what the Swift runtime asks of a C library, and no more.
//
// Sizes are rounded to eight classes a power of two; freed blocks wait in the list of their class. Blocks above 64 KiB take whole
// pages and are given out again first-fit, neighbours joined: bitmaps come and go with each change of size, and would leave the heap
// in shreds otherwise.

typedef unsigned long size_t;
typedef unsigned char byte;

extern byte __heap_base;

#define PAGE 65536ul
#define LARGE 65536ul
#define CLASSES 160

// Before each block: its size without this head. 16 bytes, for alignment.
typedef struct head { size_t size; struct head *next; size_t pad[2]; } head;

static head *small[CLASSES];
static head *large;          // free large blocks by address
static size_t top;           // the end of what was handed out

static size_t limit(void) { return (size_t)__builtin_wasm_memory_size(0) * PAGE; }

static head *extend(size_t size) {
  if (!top) top = ((size_t)&__heap_base + 15) & ~15ul;
  if (size > ~0ul - top - sizeof(head) - PAGE) return 0;
  size_t end = top + sizeof(head) + size;
  if (end > limit()) {
    size_t pages = (end - limit() + PAGE - 1) / PAGE;
    // Growing by an eighth at least keeps the number of growths small.
    size_t wish = limit() / PAGE / 8;
    if (wish < pages || __builtin_wasm_memory_grow(0, wish) == (size_t)-1)
      if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
  }
  head *block = (head *)top;
  block->size = size;
  block->next = 0;
  top = end;
  return block;
}

static int class_of(size_t size, size_t *rounded) {
  if (size < 16) size = 16;
  int power = 63 - __builtin_clzll((unsigned long long)size);
  size_t step = 1ul << (power > 3 ? power - 3 : 0);
  if (step < 16) step = 16;
  *rounded = (size + step - 1) & ~(step - 1);
  power = 63 - __builtin_clzll((unsigned long long)*rounded);
  size_t eighth = (*rounded >> (power > 3 ? power - 3 : 0)) & 7;
  return (power - 4) * 8 + (int)eighth;
}

void *malloc(size_t size) {
  if (size > LARGE) {
    if (size > ~0ul - PAGE) return 0;
    size = (size + 15) & ~15ul;
    for (head **place = &large; *place; place = &(*place)->next) {
      head *block = *place;
      if (block->size < size) continue;
      if (block->size - size > PAGE) {
        head *rest = (head *)((byte *)(block + 1) + size);
        rest->size = block->size - size - sizeof(head);
        rest->next = block->next;
        *place = rest;
        block->size = size;
      } else {
        *place = block->next;
      }
      return block + 1;
    }
    head *block = extend(size);
    return block ? block + 1 : 0;
  }
  size_t rounded;
  int class = class_of(size, &rounded);
  head *block = small[class];
  if (block) small[class] = block->next;
  else block = extend(rounded);
  return block ? block + 1 : 0;
}

void free(void *pointer) {
  if (!pointer) return;
  head *block = (head *)pointer - 1;
  // Not above: those are looked for in the list of the large ones alone.
  if (block->size <= LARGE) {
    size_t rounded;
    int class = class_of(block->size, &rounded);
    // A large block can have been cut to a size that no class has.
    if (rounded == block->size && class < CLASSES) {
      block->next = small[class];
      small[class] = block;
      return;
    }
  }
  head **place = &large;
  head *before = 0;
  while (*place && *place < block) { before = *place; place = &(*place)->next; }
  block->next = *place;
  *place = block;
  if (block->next && (byte *)(block + 1) + block->size == (byte *)block->next) {
    block->size += sizeof(head) + block->next->size;
    block->next = block->next->next;
  }
  if (before && (byte *)(before + 1) + before->size == (byte *)block) {
    before->size += sizeof(head) + block->size;
    before->next = block->next;
  }
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  // All blocks lie at multiples of 16; nothing of ours asks for more.
  if (alignment > 16) return 22;
  *result = malloc(size);
  return *result ? 0 : 12;
}

void *memmove(void *to, const void *from, size_t count) {
  __builtin_memmove(to, from, count);
  return to;
}

void *memcpy(void *to, const void *from, size_t count) {
  __builtin_memcpy(to, from, count);
  return to;
}

void *memset(void *to, int value, size_t count) {
  __builtin_memset(to, value, count);
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const byte *x = a, *y = b;
  for (size_t i = 0; i < count; i++) if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

// The product of two 128-bit numbers, which the overflow checks of 64-bit products call.
__int128 __multi3(__int128 a, __int128 b) {
  unsigned long long al = (unsigned long long)a, bl = (unsigned long long)b;
  unsigned long long a0 = al & 0xffffffffull, a1 = al >> 32, b0 = bl & 0xffffffffull, b1 = bl >> 32;
  unsigned long long low = a0 * b0, middle = a1 * b0 + (low >> 32), cross = a0 * b1 + (middle & 0xffffffffull);
  unsigned long long high = a1 * b1 + (middle >> 32) + (cross >> 32);
  high += (unsigned long long)(a >> 64) * bl + al * (unsigned long long)(b >> 64);
  return (__int128)(((unsigned __int128)high << 64) | (cross << 32) | (low & 0xffffffffull));
}

// Halves go away from zero, which WebAssembly's own instruction does not do.
double round(double value) {
  double whole = __builtin_trunc(value);
  return __builtin_fabs(value - whole) < 0.5 ? whole : whole + __builtin_copysign(1, value);
}

// Quick builds print why they stop; the page tells that they did.
int putchar(int letter) { return letter; }
