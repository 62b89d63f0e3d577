"""Runs tests in one process after another until each has ended or was found to hang or to crash."""
import os
import re
import subprocess
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from .events import Progress
from .processes import Tree

# Seconds in which no test ends though some run, and in which no thread does anything besides.
LIMIT = float(os.environ.get("TEST_LIMIT", 45))
IDLE = float(os.environ.get("TEST_IDLE", 20))
# How many tests run at once; more would wait for each other's turn and be open for longer without cause.
WIDTH = 8
# Seconds that a test may run while others end: those beside it have their share of the processor's, and the two threads of Swift's tasks are
# taken by turns, which no figure of the system shows. One that hangs for itself costs no other meanwhile.
ALONE = 3 * LIMIT
# How many processes are ended before the rest is given up.
RESTARTS = 5


class Incident:
    """The end of a process before its tests'."""

    def __init__(self, word, suspects):
        self.word = word  # "Hung" or "Crashed"
        self.suspects = suspects
        self.culprits = [] if len(suspects) != 1 else list(suspects)


class Process:
    """`swift test` with some arguments, followed to its end."""

    def __init__(self, command, serial):
        self.command = command
        self.progress = Progress(1 if serial else WIDTH)
        self.status = None

    def run(self):
        """Returns an incident where the tests did not all end."""
        with tempfile.TemporaryDirectory() as folder:
            stream = Path(folder) / "events"
            stream.touch()
            command = [*self.command, "--event-stream-output-path", str(stream), "--event-stream-version", "0"]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
            self.tree = Tree(process.pid)
            try:
                with stream.open() as events:
                    return self._follow(process, events)
            finally:
                self.tree.end()
                process.wait()

    def _follow(self, process, events):
        rest = ""
        while True:
            ended = process.poll() is not None
            self.tree.tick()
            *lines, rest = (rest + events.read()).split("\n")
            for line in lines:
                self.progress.feed(line, self.tree.served)
            if ended:
                self.status = process.returncode
                crashed = self.progress.started and not self.progress.finished
                return Incident("Crashed", list(self.progress.running())) if crashed else None
            if incident := verdict(self.progress, self.tree.served, self.tree.slept(IDLE)):
                threads = self.tree.end_tests()
                try:
                    process.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    pass
                print("\n✘ No end of:", *names(self.progress, incident.suspects), sep="\n    ")
                print(*threads, sep="\n", flush=True)
                return incident
            time.sleep(0.25)


def verdict(progress, served, slept):
    """The incident of a process that hangs."""
    if not progress.started:
        return None
    running = progress.running()
    slept = slept and served - progress.last >= IDLE
    late = any(served - since >= ALONE for since in running.values()) or served - progress.last >= LIMIT
    if progress.finished:
        return Incident("Hung", []) if slept else None
    if slept or late:
        # One that blocks others is found among all that run: they are tried one at a time.
        return Incident("Hung", list(running))
    return None


def names(progress, tests):
    """How tests are shown: the name, and the file with the line."""
    return [f"{progress.names[test]} ({test.rsplit('/', 1)[-1]})" for test in tests]


def patterns(tests):
    """Regular expressions that match exactly these identifiers; one for each suite, as there may be hundreds of tests."""
    suites = defaultdict(list)
    for test in tests:
        suite, slash, rest = test.partition("/")
        suites[suite + slash].append(re.escape(rest))
    return [f"^{re.escape(suite)}(?:{'|'.join(rests)})$" for suite, rests in suites.items()]


def without_selection(arguments):
    """The arguments but for --filter and --skip."""
    kept, previous = [], ""
    for argument in arguments:
        if previous not in ("--filter", "--skip") and not re.match("--(filter|skip)(=|$)", argument):
            kept.append(argument)
        previous = argument
    return kept
