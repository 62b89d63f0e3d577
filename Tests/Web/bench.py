"""Figures of the page in Chromium: what a frame of scrolling costs, and whether memory grows with scrolling.

Also how even frames are on a processor four times slower, beside the same element over rows that are there already. Prints them, and writes the trace of the frames to .build/web-trace.json, which the browser's own tools open.
"""

import json
import os
import statistics

import first_row
from scripts import AFTER_FRAME
from support import ROOT, Browsing, Serving, run_alone

FRAMES = 1800
# A minute's worth of scrolling at 60 Hz.
MINUTE = 3600

SCROLL = """(frames) => new Promise((done) => {
  const view = document.querySelector('.paged-view')
  let frame = 0
  const step = () => {
    if (frame++ >= frames) return done()
    // Reading, flings both ways, and a thumb that is dragged on, in turn.
    const phase = Math.floor(frame / 120) % 4
    if (phase == 3) view.scrollTop = (frame * 7919 % 1000) / 1000 * view.scrollHeight
    else view.scrollTop += [3, 90, -250][phase]
    next()
  }
  // After a frame is drawn, when asking where the view is scrolled to costs no layout.
  const afterFrame = AFTER_FRAME
  const next = () => afterFrame(step)
  next()
})""".replace("AFTER_FRAME", AFTER_FRAME)

SLOWER = 4
TIMES = 5
ROWS = 1_000_000
# Intervals between frames, in milliseconds, while one of three movements goes on.
MOVEMENTS = {
    "fling": "(frame) => 140 * Math.exp(-frame / 40)",
    "drag": "(frame, view) => view.scrollHeight * 0.9 / 120",
    "wheel": "(frame) => frame < 40 ? 100 : 0",
}
INTERVALS = """(move) => new Promise((done) => {
  const view = document.querySelector('.paged-view')
  const times = []
  const step = (time) => {
    times.push(time)
    if (times.length > 120) return done(times.slice(1).map((one, index) => one - times[index]))
    view.scrollTop += move(times.length, view)
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})"""
# The same element, whose rows are all there when it asks.
AT_HAND = """(count) => {
  const list = document.querySelector('paged-list')
  const items = Array.from({ length: count }, (_, row) => ({ ...list.item(row % 20), id: row }))
  list.source = {
    capabilities: { positions: true, total: true },
    page: async ({ first, limit }) => ({ items: items.slice(first, first + limit), total: count }),
  }
}"""

# Many steps a frame, so that ten minutes' worth take less than one.
HURRY = """async (steps) => {
  const view = document.querySelector('.paged-view')
  for (let step = 0; step < steps; step++) {
    view.scrollTop += step % 900 == 0 ? 400000 : step % 300 < 200 ? 60 : -80
    if (view.scrollTop > view.scrollHeight * 0.9) view.scrollTop = 0
    view.dispatchEvent(new Event('scroll'))
    if (step % 60 == 0) await new Promise(requestAnimationFrame)
  }
}"""


def record(section, name, value, unit):
    """Appends a figure where PAGING_FIGURES says, for Scripts/bench."""
    if "PAGING_FIGURES" in os.environ:
        with open(os.environ["PAGING_FIGURES"], "a") as file:
            file.write(f"{section}\t{name}\t{value:.3g}\t{unit}\t\t\n" if value < 1000 else f"{section}\t{name}\t{value:.0f}\t{unit}\t\t\n")


class Bench(Browsing):
    def runTest(self):
        server = Serving("--quiet")
        self.addCleanup(server.stop)
        self.page.goto(server.url + "/?list=events")
        self.until_quiet()
        session = self.context.new_cdp_session(self.page)
        self.first_rows()
        self.frames()
        self.memory(session)
        self.slow(server, session)

    def first_rows(self):
        figures = first_row.measured(1, self.addCleanup)
        for name, shown in (("naive", "without a library"), ("paged-list", "paged-list"), ("preloaded", "paged-list, preloaded"), ("first-rows", "first-rows.js before paged-list")):
            record(f"the first row after navigation, {first_row.LINE}", shown, figures[name], "ms")

    def frames(self):
        self.page.evaluate(SCROLL, 240)
        Browsing.browser.start_tracing(page=self.page, categories=["devtools.timeline", "toplevel", "v8"])
        self.page.evaluate(SCROLL, FRAMES)
        events = json.loads(Browsing.browser.stop_tracing())["traceEvents"]
        (ROOT / ".build" / "web-trace.json").write_text(json.dumps({"traceEvents": events}))
        figures = script_of_frames(events)
        print(f"  {FRAMES} frames of scrolling a million rows; script in a frame, ms of processor: "
              f"median {figures['median']:.2f}, 99th percentile {figures['p99']:.2f}, most {figures['most']:.2f}")
        print(f"  tasks over 50 ms: {figures['long']}")
        for name, figure in (("median", "median"), ("99th percentile", "p99"), ("most", "most")):
            record(f"script in a frame, of {FRAMES} frames of scrolling a million rows", name, figures[figure], "ms")
        print("  the trace: .build/web-trace.json")

    def slow(self, server, session):
        print(f"  95th percentile of frame intervals at a processor {SLOWER} times slower, ms, median of {TIMES}:")
        for name, move in MOVEMENTS.items():
            figures = []
            for isAtHand in (False, True):
                times = []
                for _ in range(TIMES):
                    self.page.goto(server.url + "/?list=events")
                    self.until_quiet()
                    if isAtHand:
                        self.page.evaluate(AT_HAND, ROWS)
                        self.until("() => !document.querySelector('.paged-view[data-old]')")
                        self.until_quiet()
                    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                    intervals = self.page.evaluate(INTERVALS.replace("(move)", "()").replace("move(times", f"({move})(times"))
                    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
                    times.append(sorted(intervals)[int(len(intervals) * 0.95)])
                figures.append(statistics.median(times))
            print(f"    {name:<6} {figures[0]:6.1f}; over rows at hand {figures[1]:6.1f} ({figures[0] / figures[1]:.2f} times)")
            section = f"95th percentile of frame intervals at a processor {SLOWER} times slower"
            record(section, name, figures[0], "ms")
            record(section, f"{name}, rows at hand", figures[1], "ms")

    def used(self, session):
        for _ in range(2):
            session.send("HeapProfiler.collectGarbage")
            self.until_drawn()
        usage = session.send("Runtime.getHeapUsage")
        # Objects, and the buffers they hold.
        return usage["usedSize"] + usage.get("backingStorageSize", 0)

    def memory(self, session):
        self.page.evaluate(HURRY, MINUTE)
        after_one = self.used(session)
        self.page.evaluate(HURRY, 9 * MINUTE)
        after_ten = self.used(session)
        growth = 100 * (after_ten / after_one - 1)
        print(f"  memory: {after_one / 1e6:.2f} MB after a minute's worth of scrolling, "
              f"{after_ten / 1e6:.2f} MB after ten ({growth:+.1f}%)")
        record("memory of the page", "after a minute's worth of scrolling", after_one / 1e6, "MB")
        record("memory of the page", "after ten", after_ten / 1e6, "MB")


def script_of_frames(events):
    """How long script ran in each frame, and the tasks that were long, on the main thread of the page."""
    mains = {(one["pid"], one["tid"]) for one in events if one["name"] == "FireAnimationFrame"}
    mine = [one for one in events if (one["pid"], one["tid"]) in mains]
    starts = sorted(one["ts"] for one in mine if one["name"] == "FireAnimationFrame" and one["ph"] == "X")
    # The thread's own time: what other programs take from it is not the page's.
    script = sorted(
        (one["ts"], one["ts"] + one["dur"], one.get("tdur", one["dur"]) / max(1, one["dur"])) for one in mine
        if one["ph"] == "X" and one["name"] in ("FunctionCall", "FireAnimationFrame", "EventDispatch", "RunMicrotasks", "TimerFire"))
    spent = [0.0] * len(starts)
    index, until = 0, 0
    for begin, end, share in script:
        # Script inside script counts once.
        begin = max(begin, until)
        if end <= begin:
            continue
        until = end
        # A task that ran since a frame's own callback belongs to the next frame.
        while index < len(starts) - 1 and starts[index] + 1 < begin:
            index += 1
        spent[index] += (end - begin) * share / 1000
    spent.sort()
    long = sum(one["ph"] == "X" and one["name"].endswith("RunTask") and one.get("tdur", one["dur"]) > 50_000 for one in mine)
    return {"median": spent[len(spent) // 2], "p99": spent[int(len(spent) * 0.99)], "most": spent[-1], "long": long}


if __name__ == "__main__":
    print("The page in Chromium:")
    run_alone(Bench())
