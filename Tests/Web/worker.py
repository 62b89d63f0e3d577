"""Runs files of tests, one after the other in one browser: takes a line `NAME OUTPUT` each, answers with how that ended, and how long each test took."""

import gc
import json
import os
import sys
import threading
import time
import traceback
import unittest

import greenlet


class Timed(unittest.TextTestResult):
    """Notes the seconds of each test, and says where one is that takes longer than any does."""

    patience, times = 0, []

    def startTest(self, test):
        self.began = time.monotonic()
        self.hangs = threading.Timer(self.patience, say_where_it_hangs, [test.id()])
        self.hangs.daemon = True
        self.hangs.start()
        super().startTest(test)

    def stopTest(self, test):
        self.hangs.cancel()
        super().stopTest(test)
        self.times.append((time.monotonic() - self.began, test.id()))


def say_where_it_hangs(test):
    """Prints where every thread is, and every greenlet: Playwright has a test wait in one of these."""
    print(f"{test} does not end")
    for thread, frame in sys._current_frames().items():
        print(f"thread {thread}:", *traceback.format_stack(frame), sep="\n")
    for one in gc.get_objects():
        if isinstance(one, greenlet.greenlet) and one.gr_frame:
            print("greenlet:", *traceback.format_stack(one.gr_frame), sep="\n")
    sys.stdout.flush()
    os._exit(1)


def run(name):
    """Runs one file, and returns whether its tests passed, and their times."""
    Timed.times = []
    tests = unittest.defaultTestLoader.loadTestsFromName(f"test_{name}")
    return unittest.TextTestRunner(resultclass=Timed).run(tests).wasSuccessful(), Timed.times


def main():
    Timed.patience = float(sys.argv[1])
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        name, path = line.rstrip("\n").split(" ", 1)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for one in (1, 2):
            os.dup2(file, one)
        os.close(file)
        passed, times = run(name)
        sys.stdout.flush()
        print(json.dumps([passed, times]), file=answers, flush=True)


if __name__ == "__main__":
    main()
