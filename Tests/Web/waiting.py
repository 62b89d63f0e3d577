"""The limits of all waits in these tests, and `eventually`: the only tool that looks again and again, for what other processes do."""

import os
import random
import time

# A stress run has a processor that many times slower.
STRESS = float(os.environ.get("PAGING_STRESS") or 1)
# How many times slower than this machine's the processor is that Chromium has: 4 is a cheap phone's. All limits grow by it.
SLOWER = float(os.environ.get("PAGING_SLOWER") or STRESS)
# Seconds that a wait for one thing takes at most. No test is about time, and a busy machine may stop for a while.
PATIENCE = float(os.environ.get("PAGING_PATIENCE") or 30) * SLOWER
# Seconds that a test takes at most; longer than a wait, so that a wait which ends without success says what it waited for.
LIMIT = float(os.environ.get("PAGING_LIMIT") or 60) * SLOWER
# Seconds, up to which a played server takes longer for each answer, and a test for each look at the page: whatever order they come in, a test holds.
JITTER = float(os.environ.get("PAGING_JITTER") or 0)
# Seconds between two looks, at first and at most.
SHORTEST_PAUSE, LONGEST_PAUSE = 0.005, 0.25


def eventually(look, what, isThere=bool, limit=PATIENCE, failures=(), time=time):
    """Calls `look` until `isThere` is true of its result, which is returned, with growing pauses in between.

    Fails after `limit` seconds, saying what was waited for and what was seen last. An exception of one of the types in `failures` counts as
    a look that saw nothing yet.
    """
    end = time.monotonic() + limit
    pause = SHORTEST_PAUSE
    while True:
        try:
            seen = look()
            if isThere(seen):
                return seen
        except failures as error:
            seen = error
        left = end - time.monotonic()
        if left <= 0:
            raise AssertionError(f"this never came in {limit:g} s: {what}; seen last: {seen!r}")
        time.sleep(min(pause, left))
        pause = min(1.5 * pause, LONGEST_PAUSE)


def jitter(share=1.0):
    """A delay by chance, in runs with PAGING_JITTER."""
    if JITTER:
        time.sleep(share * JITTER * random.random())
