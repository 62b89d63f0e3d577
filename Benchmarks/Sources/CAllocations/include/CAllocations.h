#pragma once

/// How often this process has allocated memory so far, on all threads; -1 where that cannot be counted.
long allocations(void);

/// How many bytes are allocated now; -1 where that cannot be told.
long allocatedBytes(void);
