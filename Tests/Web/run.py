"""Runs the tests of the page, some files at a time, since they mostly wait. The files of one process share a browser.

Usage: run.py [--in FOLDER] [NAME...]

A NAME is that of a file without `test_`, or `.test.mjs` for those in Node; `check` stands for the long ones, which `make check` has. All others
run where none is named. A test that does not end within PAGING_LIMIT seconds is named with the place where it waits; the rest of its file runs in
another process.
"""

import atexit
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from waiting import LIMIT, SLOWER

HERE = Path(__file__).resolve().parent
# They mostly wait: three for each core. A browser that is slowed down keeps its core busy.
AT_ONCE = max(1, round(3 * (os.cpu_count() or 2) / SLOWER))
# The longest first.
LONGEST = ("loading", "scrolling", "conversation", "changing", "page", "table", "histories", "access", "attributes", "hostile", "page_scroll")
# Long, and part of `make check`: another browser, frameworks around an element that is tested without them, lists that are read at length, servers
# and pages of all kinds, accessibility in every state, the README's examples, and this program itself.
CHECK = ("firefox", "react", "hydration", "frameworks", "histories", "traces", "channel", "writes", "hostile", "surroundings", "states", "kinds", "readme", "runner")
# Seconds after its limit within which a test's process has told of it, or has been interrupted.
GRACE = 20
# Tests that are named with their times.
SLOWEST = 10


class Worker:
    """A process that runs files of tests in a browser of its own; another one where that ended."""

    all = set()

    def __init__(self, folder):
        self.folder, self.process = folder, None

    def start(self):
        # Servers that a test started are in its group, and end with it.
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "worker.py"), str(LIMIT)], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            process_group=0)
        Worker.all.add(self)

    def read(self):
        """The next answer; `None` where the process ended, or does not answer."""
        timer = threading.Timer(LIMIT + GRACE, self.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        return json.loads(line) if line.endswith("\n") else None

    def run(self, name, output):
        """Runs a file, and returns why tests of it failed, by their names, and the times of all."""
        failed, times = {}, []
        while True:
            if not self.process:
                self.start()
            done = [test for _, test in times] + list(failed)
            print(json.dumps({"name": name, "output": str(output), "done": done}), file=self.process.stdin, flush=True)
            current, place, isOver = None, "", False
            while said := self.read():
                if "began" in said:
                    current, began = said["began"], time.monotonic()
                elif "ended" in said:
                    times.append((said["seconds"], said["ended"]))
                    current = None
                    if not said["passed"]:
                        failed[said["ended"]] = "failed"
                elif "hangs" in said:
                    current, place = said["hangs"], f"did not end in {LIMIT:g} s: {said['place']}"
                elif "over" in said:
                    if not said["over"] and not failed:
                        failed[name] = "failed outside of its tests"
                    isOver = True
                    break
            if isOver:
                return failed, times
            self.kill()
            # Between tests it would end in the same way again.
            isLate = current and time.monotonic() - began > LIMIT
            failed[current or name] = place or (f"did not end in {LIMIT:g} s" if isLate else "ended its process")
            if not current:
                return failed, times

    def kill(self):
        process, self.process = self.process, None
        if process:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait(GRACE)
        Worker.all.discard(self)

    def close(self):
        if self.process:
            self.process.stdin.close()
            try:
                self.process.wait(GRACE)
            except subprocess.TimeoutExpired:
                pass
            self.kill()


def run_in_node(file, output):
    """Runs a file of tests in Node, of which nothing holds another's up."""
    began = time.monotonic()
    with output.open("w") as log:
        try:
            why = "failed" if subprocess.run(["node", "--test-reporter=spec", str(file)], stdout=log, stderr=log, timeout=LIMIT).returncode else None
        except subprocess.TimeoutExpired:
            why = f"did not end in {LIMIT:g} s"
    return ({file.name: why} if why else {}), [(time.monotonic() - began, file.name)]


def work(files, folder, results):
    worker = Worker(None)
    while True:
        try:
            name, file = files.get_nowait()
        except queue.Empty:
            break
        began = time.monotonic()
        output = folder / file.name
        worker.folder = file.parent
        failed, times = run_in_node(file, output) if file.suffix == ".mjs" else worker.run(name, output)
        results.put((name, failed, times, output, time.monotonic() - began))
    worker.close()


def chosen_files(arguments):
    """The files to run by their names, the longest first."""
    folders = [HERE, HERE.parents[1] / "Web" / "Tests"]
    if arguments[:1] == ["--in"]:
        folders = [Path(arguments[1]).resolve()]
        arguments = arguments[2:]
    there = {one.stem.removeprefix("test_"): one for folder in folders for one in sorted(folder.glob("test_*.py"))}
    there |= {one.name: one for folder in folders for one in sorted(folder.glob("*.test.mjs"))}
    names = [name for one in arguments for name in (CHECK if one == "check" else [one])] or [name for name in there if name not in CHECK]
    missing = [name for name in names if name not in there]
    if missing:
        sys.exit(f"no such tests: {', '.join(missing)}; there are {', '.join(there)}")
    names.sort(key=lambda name: LONGEST.index(name) if name in LONGEST else len(LONGEST))
    return [(name, there[name]) for name in names]


def main():
    chosen = chosen_files(sys.argv[1:])
    files, results = queue.Queue(), queue.Queue()
    for one in chosen:
        files.put(one)
    atexit.register(lambda: [one.kill() for one in list(Worker.all)])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if any(file.parent == HERE for _, file in chosen):
        # The sample is built where it is missing; by one, before several want it.
        from support import Serving

        Serving().stop()
    failed, slowest = {}, []
    with tempfile.TemporaryDirectory() as folder:
        threads = [threading.Thread(target=work, args=(files, Path(folder), results), daemon=True) for _ in range(min(AT_ONCE, len(chosen)))]
        for one in threads:
            one.start()
        for _ in chosen:
            name, why, times, output, seconds = results.get()
            print(f"{'✘' if why else '✔'} {name}, {seconds:.0f} s", flush=True)
            slowest += times
            failed |= why
            if why:
                print(output.read_text(errors="replace"))
        for one in threads:
            one.join(3 * GRACE)
    for seconds, test in sorted(slowest, reverse=True)[:SLOWEST]:
        print(f"{seconds:6.1f} s  {test}")
    for test, why in failed.items():
        print(f"✘ {test} {why}")
    sys.exit(1 if failed else 0)


main()
