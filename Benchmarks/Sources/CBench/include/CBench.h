#pragma once

/// Bytes that the program has allocated and not freed; -1 where the C library does not count them.
long allocated_bytes(void);

/// Does nothing, in a way that no optimizer of Swift can see.
void look_at(const void *value);

/// Nanoseconds that this thread has run, not counting the time it waited for a processor.
double thread_nanoseconds(void);

/// Appends lines to the file that the environment's `PAGING_FIGURES` names; does nothing where it names none.
void append_figures(const char *lines);
