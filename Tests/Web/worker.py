"""Runs files of tests one after the other, which share a browser.

Takes a line of JSON for each file: `{"name", "output", "done"}`, of which the tests in `done` are not run again. Answers with lines of JSON:
`{"file"}` when the file is begun, `{"began"}` and `{"ended", "seconds", "passed"}` with each test, `{"hangs", "place"}` before it ends itself for
one, and `{"over"}`, whether all passed. What tests print goes to `output`.
"""

import faulthandler
import gc
import json
import os
import sys
import threading
import time
import traceback
import unittest
from pathlib import Path

import greenlet

# Seconds after its limit when a test is interrupted where the thread that prints the stacks does not come to it.
GRACE = 10


class Reporter(unittest.TextTestResult):
    """Tells of each test, and ends the process where one takes longer than the limit."""

    limit, tell = 60, staticmethod(lambda **said: None)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.timer = None
        # Classes set up what their tests share before the first of them.
        self.watch(None)

    def watch(self, test):
        self.rest()
        self.timer = threading.Timer(self.limit, end_hanging, [test, self.limit])
        self.timer.daemon = True
        self.timer.start()
        faulthandler.dump_traceback_later(self.limit + GRACE, exit=True)

    def rest(self):
        if self.timer:
            self.timer.cancel()
        faulthandler.cancel_dump_traceback_later()

    def defects(self):
        return len(self.failures) + len(self.errors) + len(self.unexpectedSuccesses)

    def startTest(self, test):
        self.tell(began=test.id())
        self.watch(test)
        self.began, self.before = time.monotonic(), self.defects()
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        self.watch(None)
        self.tell(ended=test.id(), seconds=time.monotonic() - self.began, passed=self.defects() == self.before)


def stacks():
    """Where all threads are, and all greenlets: Playwright has a test wait in one of these."""
    all_stacks = {f"thread {thread}": traceback.extract_stack(frame) for thread, frame in sys._current_frames().items()}
    waiting = (one for one in gc.get_objects() if isinstance(one, greenlet.greenlet) and one.gr_frame)
    return all_stacks | {f"greenlet {index}": traceback.extract_stack(one.gr_frame) for index, one in enumerate(waiting)}


def place_of(test, all_stacks):
    """The innermost line of a test's file where the test is, or where its class is set up."""
    name = getattr(test, "_testMethodName", "handleClassSetUp") if test else "_handleClassSetUp"
    mine = next((stack for stack in all_stacks.values() if any(one.name in (name, "setUp", "tearDown") for one in stack)), [])
    lines = [one for one in mine if Path(one.filename).name.startswith("test_")]
    return f"{Path(lines[-1].filename).name}:{lines[-1].lineno}, {lines[-1].line}" if lines else "outside of its file"


def end_hanging(test, limit):
    all_stacks = stacks()
    place = place_of(test, all_stacks)
    print(f"{test.id() if test else 'what tests share'} did not end in {limit:g} s; it is at {place}")
    try:
        # The test knows the last requests of its page; asking the page itself may hang.
        print(getattr(test, "last_known", lambda: "")())
    except Exception as error:
        print(f"of its page nothing is known: {error!r}")
    for name, stack in all_stacks.items():
        print(f"{name}:", *traceback.format_list(stack), sep="\n")
    sys.stdout.flush()
    Reporter.tell(hangs=test.id() if test else None, place=place)
    os._exit(1)


def tests_in(suite):
    for one in suite:
        yield from tests_in(one) if isinstance(one, unittest.TestSuite) else [one]


def run(name, done):
    """Runs one file but for tests that are done, and returns whether the others passed."""
    loaded = unittest.defaultTestLoader.loadTestsFromName(f"test_{name}")
    rest = unittest.TestSuite(one for one in tests_in(loaded) if one.id() not in done)
    results = []

    def make(*arguments):
        results.append(Reporter(*arguments))
        return results[-1]

    passed = unittest.TextTestRunner(stream=sys.stdout, resultclass=make).run(rest).wasSuccessful()
    results[-1].rest()
    return passed


def main():
    sys.path.insert(0, os.getcwd())
    Reporter.limit = float(sys.argv[1])
    answers = os.fdopen(os.dup(1), "w")
    Reporter.tell = staticmethod(lambda **said: print(json.dumps(said), file=answers, flush=True))
    for line in sys.stdin:
        wanted = json.loads(line)
        file = os.open(wanted["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for one in (1, 2):
            os.dup2(file, one)
        os.close(file)
        faulthandler.enable()
        Reporter.tell(file=wanted["name"])
        passed = run(wanted["name"], set(wanted["done"]))
        sys.stdout.flush()
        Reporter.tell(over=passed)


if __name__ == "__main__":
    main()
