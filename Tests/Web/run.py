"""Runs the tests of the page: each file in a process and a browser of its own, four at a time, since they mostly wait.

Usage: run.py [NAME...]   names of files without `test_`; all where none is named.
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from support import Serving

FOLDER = Path(__file__).resolve().parent
AT_ONCE = 4
LONGEST = ("page", "loading", "scrolling", "changing", "firefox", "histories")
# Longer than any file takes on a slow machine: what hangs is to be seen.
PATIENCE = 600


def run(name):
    began = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "unittest", f"test_{name}"], cwd=FOLDER, capture_output=True, text=True, timeout=PATIENCE)
        return name, done.returncode, done.stdout + done.stderr, time.monotonic() - began
    except subprocess.TimeoutExpired as error:
        return name, 1, f"no end after {PATIENCE} s: {error.stdout} {error.stderr}", PATIENCE


def main():
    # The longest first.
    names = sys.argv[1:] or sorted(
        (one.stem.removeprefix("test_") for one in FOLDER.glob("test_*.py")), key=lambda name: name not in LONGEST)
    failed = 0
    # The sample is built where it is missing; by one, before several want it.
    Serving().stop()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for name, code, output, seconds in pool.map(run, names):
            print(f"{'✘' if code else '✔'} {name}, {seconds:.0f} s")
            if code:
                failed += 1
                print(output)
    sys.exit(1 if failed else 0)


main()
