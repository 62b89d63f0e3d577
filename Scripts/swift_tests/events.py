"""What has become of each test, by Swift Testing's stream of events (JSON, an event a line)."""
import json


class Progress:
    """The tests of one process.

    Swift Testing reports a test as started before it has a place among the `width` that run at once; places are given in
    order. So the running tests are the oldest open ones, and a test runs since it came to be one of those. Cases of tests
    with arguments are reported when they really begin.
    """

    def __init__(self, width=1):
        self.width = width
        self.names = {}  # by identifier; suites are not in it
        self.open = {}  # identifier: None, in the order of starting
        self.cases = {}  # identifier: how many cases run, for tests with arguments
        self.since = {}  # identifier: when a running test began, or its newest case did
        self.ended = set()
        self.failures = []
        self.started = self.finished = False
        self.last = None  # when a test or a case ended

    def feed(self, line, now):
        """Takes in a line of the stream at a time, in seconds of any clock."""
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self.names[payload["id"]] = payload.get("displayName") or payload["name"]
                if payload["isParameterized"]:
                    self.cases[payload["id"]] = 0
        elif record["kind"] == "event":
            self._event(payload, payload.get("testID"), now)
            self._place(now)

    def _event(self, event, test, now):
        kind = event["kind"]
        if kind == "runStarted":
            self.started, self.last = True, now
        elif kind == "runEnded":
            self.finished = True
        if kind in ("issueRecorded", "testEnded"):
            self._keep_failure(event["messages"])
        if test not in self.names:
            return
        if kind == "testStarted":
            self.open[test] = None
        elif kind in ("testCaseStarted", "testCaseEnded") and test in self.cases:
            self.cases[test] += 1 if kind == "testCaseStarted" else -1
            self.since[test] = self.last = now
        elif kind in ("testEnded", "testSkipped"):
            self.ended.add(test)
            self.open.pop(test, None)
            self.since.pop(test, None)
            self.last = now

    def _keep_failure(self, messages):
        if any(message["symbol"] == "fail" for message in messages):
            for message in messages:
                self.failures.append(("✘ " if message["symbol"] == "fail" else "  ") + message["text"])

    def _place(self, now):
        free = self.width - sum(self.cases.get(test, 0) for test in self.open)
        for test in self.open:
            if test in self.cases:
                continue
            if free <= 0:
                break
            free -= 1
            self.since.setdefault(test, now)

    def running(self):
        """The tests that run, with when they began."""
        return {test: self.since[test] for test in self.open if test in self.since and self.cases.get(test, 1) > 0}

    def left(self):
        """The tests that have not ended."""
        return [test for test in self.names if test not in self.ended]
