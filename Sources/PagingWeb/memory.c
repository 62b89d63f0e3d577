// Memory for one list, in a few hundred bytes of code, and what compilers expect of a C library besides.
//
// Blocks come in sizes that are powers of two. Those given back are kept in a list a size, so that a block is found and given
// back in constant time, and memory is at most twice the sum of the most that was in use of each size. Each block begins with
// its size, in 8 bytes that keep what follows aligned.

typedef __SIZE_TYPE__ size_t;

enum { header = 8, page = 65536 };

extern char __heap_base;

typedef union block {
  size_t size_class;
  struct {
    size_t unused[2];
    union block *next;
  } free;
} block;

static block *free_blocks[32];
static size_t next_block, end_of_memory, bytes_in_use;

int posix_memalign(void **result, size_t alignment, size_t bytes) {
  size_t size_class = 32 - __builtin_clz((bytes + header - 1) | 15);
  size_t size = (size_t)1 << size_class;
  block *found = free_blocks[size_class];
  if (found) {
    free_blocks[size_class] = found->free.next;
  } else {
    if (!next_block) {
      next_block = ((size_t)&__heap_base + 15) & -16;
      end_of_memory = __builtin_wasm_memory_size(0) * page;
    }
    if (next_block + size > end_of_memory) {
      size_t pages = (size + page - 1) / page;
      // Without memory nothing more can be done: the list ends with an error that its page can catch.
      if ((int)__builtin_wasm_memory_grow(0, pages) < 0) __builtin_trap();
      end_of_memory += pages * page;
    }
    found = (block *)next_block;
    next_block += size;
    found->size_class = size_class;
  }
  bytes_in_use += size;
  *result = (char *)found + header;
  return 0;
}

void free(void *address) {
  if (!address) return;
  block *freed = (block *)((char *)address - header);
  bytes_in_use -= (size_t)1 << freed->size_class;
  freed->free.next = free_blocks[freed->size_class];
  free_blocks[freed->size_class] = freed;
}

// How many bytes the list uses: what a test of scrolling compares.
__attribute__((export_name("bytesInUse"))) size_t bytes_used(void) { return bytes_in_use; }

void *memcpy(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }

void *memmove(void *to, const void *from, size_t bytes) { return __builtin_memmove(to, from, bytes); }

void *memset(void *to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }

double round(double number) {
  return __builtin_copysign(__builtin_floor(__builtin_fabs(number) + 0.5), number);
}

// The seed of hashes. What is hashed are numbers that the page gives itself, so nobody can choose them to collide.
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 0x5A, count); }
