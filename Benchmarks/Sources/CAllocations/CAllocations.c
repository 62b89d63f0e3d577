#include "CAllocations.h"

#if defined(__linux__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// The program's own symbols come before the C library's, so these stand in for its allocator and pass on.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;

void *malloc(size_t size) { count++; return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { count++; return __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { count++; return __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
    count++;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : ENOMEM;
}

long allocations(void) { return count; }

long allocatedBytes(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}
#else
long allocations(void) { return -1; }
long allocatedBytes(void) { return -1; }
#endif
