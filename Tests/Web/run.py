"""Runs the tests of the page, some files at a time, since they mostly wait. The files of one process share a browser.

Usage: run.py [NAME...]   names of files without `test_`; all where none is named.
"""

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from support import Serving

FOLDER = Path(__file__).resolve().parent
# They mostly wait: three for each core.
AT_ONCE = 3 * (os.cpu_count() or 2)
# The longest first.
LONGEST = ("firefox", "loading", "conversation", "scrolling", "changing", "table", "page", "histories", "attributes", "access", "hostile")
# Seconds, more than any test takes on a slow machine: what hangs is to be seen.
PATIENCE = 300 * float(os.environ.get("PAGING_SLOWER", 1))
# Tests that are named with their times.
SLOWEST = 10


class Worker:
    """A process that runs files of tests in a browser of its own; another one where that ended."""

    process = None

    def run(self, name, output):
        if not self.process or self.process.poll() is not None:
            self.process = subprocess.Popen(
                [sys.executable, "worker.py", str(PATIENCE)], cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        print(name, output, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            self.process.wait()
        return json.loads(answer) if answer else (False, [])

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait(60)


def work(names, folder, results):
    worker = Worker()
    while True:
        try:
            name = names.get_nowait()
        except queue.Empty:
            break
        began = time.monotonic()
        output = folder / name
        passed, times = worker.run(name, output)
        results.put((name, passed, times, output, time.monotonic() - began))
    worker.close()


def main():
    chosen = sys.argv[1:] or sorted(
        (one.stem.removeprefix("test_") for one in FOLDER.glob("test_*.py")),
        key=lambda name: LONGEST.index(name) if name in LONGEST else len(LONGEST))
    names, results = queue.Queue(), queue.Queue()
    for name in chosen:
        names.put(name)
    # The sample is built where it is missing; by one, before several want it.
    Serving().stop()
    failed, slowest = 0, []
    with tempfile.TemporaryDirectory() as folder:
        threads = [threading.Thread(target=work, args=(names, Path(folder), results), daemon=True) for _ in range(min(AT_ONCE, len(chosen)))]
        for one in threads:
            one.start()
        for _ in chosen:
            name, passed, times, output, seconds = results.get()
            print(f"{'✔' if passed else '✘'} {name}, {seconds:.0f} s", flush=True)
            slowest += times
            if not passed:
                failed += 1
                print(output.read_text(errors="replace"))
        for one in threads:
            one.join()
    for seconds, test in sorted(slowest, reverse=True)[:SLOWEST]:
        print(f"{seconds:6.1f} s  {test}")
    sys.exit(1 if failed else 0)


main()
