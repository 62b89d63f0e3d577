"""The runner of these tests: what fails, hangs or ends its process is named, and costs no other test."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from waiting import LIMIT as PATIENCE

HERE = Path(__file__).resolve().parent
# Seconds that a test may take in these runs.
LIMIT = 1.5

HANGING = """
import os, threading, time, unittest

class Hanging(unittest.TestCase):
    last_known = lambda self: "the page is at /here"

    def test_1_passes(self):
        pass

    def test_2_waits_for_ever(self):
        threading.Event().wait()

    def test_3_passes(self):
        print("the third one ran")

    def test_4_blocks(self):
        time.sleep(1000)

    def test_5_spins(self):
        while True:
            pass

    def test_6_ends_its_process(self):
        os._exit(3)

    def test_7_fails(self):
        self.assertEqual(1, 2)

    def test_8_passes(self):
        print("the last one ran")
"""
PASSING = """
import unittest

class Passing(unittest.TestCase):
    def test_passes(self):
        pass
"""
UNPREPARED = """
import threading, unittest

class Unprepared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        threading.Event().wait()

    def test_is_not_reached(self):
        pass
"""
SPINNING = """
import { test } from "node:test"
test("this one passes", () => {})
test("this one spins", () => { for (;;); })
"""
WITHOUT_IMPORT = "import there_is_no_such_module"


class Runner(unittest.TestCase):
    def run_over(self, *names, **files):
        """Runs over files that are made for it, and returns the code with which that ends, and what it prints."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (Path(folder) / (f"test_{name}.py" if text != SPINNING else f"{name}.test.mjs")).write_text(text)
            done = subprocess.run(
                [sys.executable, str(HERE / "run.py"), "--in", folder, *names], capture_output=True, text=True,
                env={**os.environ, "PAGING_LIMIT": str(LIMIT), "PAGING_SLOWER": "1"}, timeout=PATIENCE)
        return done.returncode, done.stdout + done.stderr

    def test_a_test_that_hangs_is_named_with_its_place_and_the_others_run(self):
        code, said = self.run_over(hanging=HANGING, passing=PASSING)
        self.assertEqual(code, 1)
        summary = [line for line in said.splitlines() if line.startswith("✘ test_")]
        self.assertEqual([line.split(" ", 2)[1:] for line in summary], [
            [f"test_hanging.Hanging.{name}", why] for name, why in (
                ("test_2_waits_for_ever", "did not end in 1.5 s: test_hanging.py:11, threading.Event().wait()"),
                ("test_4_blocks", "did not end in 1.5 s: test_hanging.py:17, time.sleep(1000)"),
                ("test_5_spins", next(line for line in summary if "test_5_spins" in line).split(" ", 2)[2]),
                ("test_6_ends_its_process", "ended its process"),
                ("test_7_fails", "failed"))])
        self.assertRegex(summary[2], r"did not end in 1.5 s: test_hanging.py:2[01], ")
        for text in ("the third one ran", "the last one ran", "the page is at /here", "AssertionError: 1 != 2", "✔ passing"):
            self.assertIn(text, said)

    def test_what_tests_share_has_the_limit_of_a_test(self):
        code, said = self.run_over(unprepared=UNPREPARED, passing=PASSING)
        self.assertEqual(code, 1)
        self.assertIn("✘ unprepared did not end in 1.5 s: test_unprepared.py:7, threading.Event().wait()", said)
        self.assertIn("✔ passing", said)

    def test_a_file_in_node_that_spins_is_named(self):
        code, said = self.run_over(spinning=SPINNING, passing=PASSING)
        self.assertEqual(code, 1)
        self.assertIn("✘ spinning.test.mjs did not end in 1.5 s", said)
        self.assertIn("✔ passing", said)

    def test_a_file_that_cannot_be_loaded_fails(self):
        code, said = self.run_over(broken=WITHOUT_IMPORT)
        self.assertEqual(code, 1)
        self.assertIn("there_is_no_such_module", said)
        self.assertIn("✘ unittest.loader._FailedTest.test_broken failed", said)

    def test_all_that_passes_passes(self):
        code, said = self.run_over(passing=PASSING)
        self.assertEqual((code, said.splitlines()[0][:9]), (0, "✔ passing"))

    def test_a_name_that_there_is_not_is_refused(self):
        code, said = self.run_over("other", passing=PASSING)
        self.assertEqual((code, said), (1, "no such tests: other; there are passing\n"))


if __name__ == "__main__":
    unittest.main()
