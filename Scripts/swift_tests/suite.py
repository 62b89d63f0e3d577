"""The whole run of some tests, and its result."""
from .rounds import RESTARTS, WIDTH, Process, names, patterns, without_selection


class Suite:
    """The tests that some arguments of `swift test` select."""

    def __init__(self, swift, arguments, process=Process):
        self.arguments = arguments
        self.start = process
        self.command = [swift, "test"]
        # None of the tests is XCTest's; where they are built already, its process is left out.
        if "--skip-build" in arguments:
            self.command.append("--disable-xctest")
        self.labels, self.failures, self.incidents, self.not_run = {}, [], [], []
        self.status = 0

    def run(self):
        """Runs all of them, prints what failed, and returns the exit status."""
        self._side_by_side()
        self._one_by_one()
        failures = self.failures + [line for incident in self.incidents for line in self._told(incident)]
        if self.not_run:
            failures.append(f"✘ Not run, after {RESTARTS} processes were ended: {len(self.not_run)} tests")
        if not self.labels and not self.status and not failures:
            failures.append("✘ No test is selected: check the names of --filter and --skip")
        print(*failures, sep="\n" if failures else "", flush=True)
        return self.status or (1 if failures else 0)

    def _side_by_side(self):
        selection, restarts = self.arguments, 0
        serial = "--no-parallel" in self.arguments
        width = [] if serial else ["--experimental-maximum-parallelization-width", str(WIDTH)]
        while True:
            progress, incident = self._process([*selection, *width], serial)
            if not incident:
                return
            self.incidents.append(incident)
            left = [test for test in progress.left() if test not in incident.suspects]
            restarts += 1
            if restarts > RESTARTS or not incident.suspects:
                self.not_run += left
                return
            if not left:
                return
            print(f"\nThe other {len(left)} tests are run in another process.", flush=True)
            selection = [*without_selection(self.arguments), *exactly(left)]

    def _one_by_one(self):
        """Finds the tests that hang or crash among those that ran at the time."""
        unsolved = [incident for incident in self.incidents if not incident.culprits]
        suspects = list(dict.fromkeys(test for incident in unsolved for test in incident.suspects))
        while suspects:
            print(f"\n{len(suspects)} tests are run again, one at a time.", flush=True)
            arguments = [*without_selection(self.arguments), "--no-parallel", *exactly(suspects)]
            progress, found = self._process(arguments, True)
            if not found:
                return
            if not found.suspects:
                self.not_run += progress.left()
                return
            for incident in unsolved:
                incident.culprits += [test for test in found.suspects if test in incident.suspects]
            suspects = [test for test in progress.left() if test not in found.suspects]

    def _process(self, arguments, serial):
        process = self.start([*self.command, *arguments], serial)
        incident = process.run()
        progress = process.progress
        self.labels.update(zip(progress.names, names(progress, progress.names)))
        self.failures += progress.failures
        if not incident and process.status:
            self.status = process.status
        return progress, incident

    def _told(self, incident):
        if incident.culprits:
            return [f"✘ {incident.word}: {self.labels[test]}" for test in incident.culprits]
        if not incident.suspects:
            return [f"✘ {incident.word}: the process, outside of its tests"]
        return [f"✘ {incident.word}, but not by itself: {self.labels[test]}" for test in incident.suspects]


def exactly(tests):
    """Arguments that select these tests."""
    return [argument for pattern in patterns(tests) for argument in ("--filter", pattern)]
