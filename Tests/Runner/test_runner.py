"""The runner of the tests in Swift, fed with events: `python3 -m unittest discover Tests/Runner`."""
import json
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Scripts"))

from swift_tests import processes, rounds, suite  # noqa: E402
from swift_tests.events import Progress  # noqa: E402

ODD = 'M.S/`Says "é" (a|b) [c]* \\ for ever`()/S.swift:7:6'


def listed(test, parameters=False):
    return json.dumps({"kind": "test", "payload": {
        "kind": "function", "id": test, "name": test, "isParameterized": parameters}})


def event(kind, test=None, *messages):
    payload = {"kind": kind, "messages": [{"symbol": symbol, "text": text} for symbol, text in messages]}
    return json.dumps({"kind": "event", "payload": payload | ({"testID": test} if test else {})})


def fed(width, *lines):
    """Progress after lines, each a second after the other."""
    progress = Progress(width)
    for second, line in enumerate(lines):
        progress.feed(line, second)
    return progress


class Events(unittest.TestCase):
    def test_as_many_as_have_a_place_run_the_oldest_first(self):
        progress = fed(2, *map(listed, "abcd"), event("runStarted"), *(event("testStarted", test) for test in "abcd"))
        self.assertEqual(progress.running(), {"a": 5, "b": 6})
        progress.feed(event("testEnded", "a"), 20)
        self.assertEqual(progress.running(), {"b": 6, "c": 20})
        self.assertEqual(progress.left(), ["b", "c", "d"])

    def test_a_case_takes_a_place_and_renews_its_test(self):
        progress = fed(2, listed("p", True), listed("a"), listed("b"), event("testStarted", "p"), event("testStarted", "a"),
                       event("testStarted", "b"))
        self.assertEqual(progress.running(), {"a": 4, "b": 5})
        progress = fed(1, listed("p", True), event("testStarted", "p"), event("testCaseStarted", "p"))
        self.assertEqual(progress.running(), {"p": 2})
        progress.feed(event("testCaseEnded", "p"), 8)
        self.assertEqual(progress.running(), {})
        progress.feed(event("testCaseStarted", "p"), 9)
        self.assertEqual(progress.running(), {"p": 9})

    def test_failures_are_kept_and_known_issues_are_not(self):
        progress = fed(1, listed("a"), event("issueRecorded", "a", ("fail", "recorded an issue"), ("details", "1 == 2")),
                       event("issueRecorded", "a", ("passWithKnownIssue", "known")), event("testSkipped", "a"))
        self.assertEqual(progress.failures, ["✘ recorded an issue", "  1 == 2"])
        self.assertEqual(progress.left(), [])


class Verdicts(unittest.TestCase):
    def setUp(self):
        self.progress = fed(2, listed("a"), listed("b"), event("runStarted"), event("testStarted", "a"), event("testStarted", "b"))

    def test_some_test_has_to_end_within_the_limit(self):
        self.assertIsNone(rounds.verdict(self.progress, 2 + rounds.LIMIT - 1, False))
        incident = rounds.verdict(self.progress, 2 + rounds.LIMIT, False)
        self.assertEqual((incident.suspects, incident.culprits), (["a", "b"], []))

    def test_beside_others_that_end_a_test_may_run_for_longer(self):
        self.progress.feed(event("testEnded", "b"), rounds.ALONE)
        self.assertIsNone(rounds.verdict(self.progress, 3 + rounds.ALONE - 1, False))
        self.assertEqual(rounds.verdict(self.progress, 3 + rounds.ALONE, False).culprits, ["a"])

    def test_where_every_thread_sleeps_the_rest_is_tried_sooner(self):
        self.assertIsNone(rounds.verdict(self.progress, 2 + rounds.IDLE - 1, True))
        self.progress.feed(event("testEnded", "a"), 5)
        incident = rounds.verdict(self.progress, 5 + rounds.IDLE, True)
        self.assertEqual(incident.culprits, ["b"])

    def test_a_build_has_no_limit(self):
        self.assertIsNone(rounds.verdict(fed(2, listed("a")), 10_000, True))


class Clock(unittest.TestCase):
    def test_seconds_in_which_others_have_the_processor_do_not_count(self):
        self.assertEqual(processes.served(10, 0, 0), 10)
        self.assertEqual(processes.served(10, 10, 0), 10)
        self.assertAlmostEqual(processes.served(10, 2, 8), 2)
        self.assertAlmostEqual(processes.served(10, 1, 4), 6)

    def test_all_sleep_where_timers_alone_wake(self):
        self.assertTrue(processes.Ticks([(1, 0.005, 0.1)] * 20).slept(20))
        self.assertFalse(processes.Ticks([(1, 0.005, 0.1)] * 19).slept(20))
        self.assertFalse(processes.Ticks([(1, 0, 0)] * 19 + [(1, 0.5, 0)]).slept(20))
        self.assertFalse(processes.Ticks([(1, 0, 1)] * 20).slept(20))
        self.assertTrue(processes.Ticks([(1, 1, 0)] * 5 + [(1, 0, 0)] * 20).slept(20))


class Selection(unittest.TestCase):
    def test_names_with_any_characters_are_matched_exactly(self):
        others = [ODD.replace("7:6", "17:6"), ODD.replace("a|b", "a"), "M.S/other()/S.swift:1:1", "M.plain()/S.swift:1:1"]
        matching = rounds.patterns([ODD, "M.plain()/S.swift:1:1"])
        self.assertEqual([test for test in [ODD, *others] if any(re.search(each, test) for each in matching)], [ODD, others[-1]])

    def test_filters_of_the_arguments_are_left_out(self):
        self.assertEqual(
            rounds.without_selection(["--skip-build", "--filter", "A", "-c", "release", "--skip=B"]),
            ["--skip-build", "-c", "release"])


class FakeProcess:
    """`swift test` over tests of which `hanging` never end, and hold up those of `held` in a process with one."""

    tests, hanging, held, commands = [], set(), set(), []

    def __init__(self, command, serial):
        self.commands.append(command)
        self.progress, self.status, self.serial = Progress(1 if serial else 8), 0, serial
        filters = [command[index + 1] for index, argument in enumerate(command) if argument == "--filter"]
        self.selected = [test for test in self.tests if not filters or any(re.search(each, test) for each in filters)]

    def run(self):
        stuck = self.hanging & set(self.selected)
        for line in [*map(listed, self.selected), event("runStarted")]:
            self.progress.feed(line, 0)
        for test in self.selected:
            self.progress.feed(event("testStarted", test), 0)
            if test in stuck or (stuck and test in self.held and not self.serial):
                if self.serial:
                    break
            else:
                self.progress.feed(event("testEnded", test, ("pass", "")), 0)
        return rounds.Incident("Hung", list(self.progress.running())) if stuck else None


class Runs(unittest.TestCase):
    def run_suite(self, tests, hanging=(), held=(), arguments=()):
        fake = type("Fake", (FakeProcess,), {"tests": tests, "hanging": set(hanging), "held": set(held), "commands": []})
        run = suite.Suite("swift", ["--skip-build", *arguments], fake)
        with open("/dev/null", "w") as sys.stdout:
            status = run.run()
        sys.stdout = sys.__stdout__
        told = [line for incident in run.incidents for line in run._told(incident)]
        return status, told, len(fake.commands)

    def test_all_pass_in_one_process(self):
        self.assertEqual(self.run_suite(["a", "b"]), (0, [], 1))

    def test_a_filter_that_selects_no_test_fails(self):
        self.assertEqual(self.run_suite(["a"], arguments=["--filter", "a"])[0], 0)
        self.assertEqual(self.run_suite(["a"], arguments=["--filter", "b"]), (1, [], 1))

    def test_one_that_hangs_is_named(self):
        self.assertEqual(self.run_suite(["a", ODD, "c"], {ODD}), (1, [f"✘ Hung: {ODD} (S.swift:7:6)"], 1))

    def test_those_that_waited_for_it_are_not(self):
        self.assertEqual(self.run_suite(["a", "b", "c"], {"b"}, {"a", "c"}), (1, ["✘ Hung: b (b)"], 3))

    def test_each_of_two_is_named(self):
        self.assertEqual(self.run_suite(["a", "b", "c"], {"a", "c"}), (1, ["✘ Hung: a (a)", "✘ Hung: c (c)"], 3))


if __name__ == "__main__":
    unittest.main()
