"""The tool that waits for other processes."""

import unittest

from waiting import LONGEST_PAUSE, SHORTEST_PAUSE, eventually


class Time:
    """A clock that is moved by sleeping."""

    def __init__(self):
        self.now, self.pauses = 1000.0, []

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.pauses.append(seconds)
        self.now += seconds


class Eventually(unittest.TestCase):
    def test_what_is_there_is_returned_without_a_pause(self):
        time = Time()
        self.assertEqual(eventually(lambda: "line", "a line", time=time), "line")
        self.assertEqual(time.pauses, [])

    def test_what_comes_later_is_waited_for_with_growing_pauses(self):
        time, looks = Time(), []
        count = eventually(lambda: looks.append(0) or len(looks), "thirty looks", lambda seen: seen == 30, time=time)
        self.assertEqual(count, 30)
        self.assertEqual(len(time.pauses), 29)
        self.assertEqual(time.pauses, sorted(time.pauses))
        self.assertEqual((time.pauses[0], time.pauses[-1]), (SHORTEST_PAUSE, LONGEST_PAUSE))

    def test_what_never_comes_fails_and_says_what_it_was_and_what_was_seen_last(self):
        time, looks = Time(), []
        with self.assertRaises(AssertionError) as failed:
            eventually(lambda: looks.append(0) or f"{len(looks)} of them", "the server's address", lambda seen: False, limit=10, time=time)
        self.assertEqual(str(failed.exception), f"this never came in 10 s: the server's address; seen last: '{len(looks)} of them'")
        # It looks once more at the very end, and never sleeps past it.
        self.assertAlmostEqual(time.now, 1010, places=6)
        self.assertEqual(len(looks), len(time.pauses) + 1)

    def test_an_expected_error_is_a_look_that_saw_nothing_and_another_one_ends_the_wait(self):
        time, turns = Time(), [ConnectionRefusedError("refused"), FileNotFoundError("no port yet"), 4711]

        def look():
            turn = turns.pop(0)
            if isinstance(turn, Exception):
                raise turn
            return turn

        self.assertEqual(eventually(look, "a port", failures=OSError, time=time), 4711)
        turns[:] = [KeyError("name")]
        with self.assertRaises(KeyError):
            eventually(look, "a port", failures=OSError, time=time)

    def test_the_error_that_was_seen_last_is_said(self):
        def look():
            raise ConnectionRefusedError("refused")

        with self.assertRaisesRegex(AssertionError, r"a port; seen last: ConnectionRefusedError\('refused'\)"):
            eventually(look, "a port", failures=OSError, limit=1, time=Time())

    def test_a_limit_of_the_real_clock_is_kept(self):
        with self.assertRaisesRegex(AssertionError, "never came in 0.05 s: a miracle; seen last: None"):
            eventually(lambda: None, "a miracle", limit=0.05)


if __name__ == "__main__":
    unittest.main()
