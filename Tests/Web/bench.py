"""Figures of the page in Chromium: what a frame of scrolling costs, and whether memory grows with scrolling.

Also how even frames are on a processor four times slower, beside the same element over rows that are there already. Prints them, and writes the trace of the frames to .build/web-trace.json, which the browser's own tools open.
"""

import json
import os
import shutil
import statistics
import tempfile
from pathlib import Path

from played import WEB
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

# The first row after navigation, on a line like a phone's: milliseconds, and bytes a second.
LATENCY, BANDWIDTH = 150, 1_600_000 / 8
STYLE = "<style>paged-list, #naive { display: block; height: 400px } .paged-row { height: 40px }</style>"
PRELOADED = '<link rel="modulepreload" href="/web/paged-list.js"><link rel="preload" as="fetch" crossorigin href="/lists/events?offset=0&limit=10">'
ELEMENT = """<script type="module" src="/web/paged-list.js"></script><paged-list src="/lists/events" dialect="offset" row-height="40" label="Rows">
  <template data-for="item"><b data-field="title"></b></template></paged-list>"""
# The same behind a small script that draws the first page.
DRAWN = ELEMENT.replace("/web/paged-list.js", "/web/first-rows.js")
# As one writes it without a library: the first page alone, and nothing of what else a list is.
NAIVE = '<div id="naive"></div><script type="module" src="/web/naive.js"></script>'
NAIVE_SCRIPT = """
  const { objects } = await (await fetch("/lists/events?offset=0&limit=10")).json()
  for (const one of objects) {
    const row = document.createElement("div")
    row.className = "paged-row"
    row.dataset.kind = "item"
    row.textContent = one.title
    document.getElementById("naive").append(row)
  }
"""
# Noted in the page, in the frame that shows it.
FIRST = """() => {
  const look = () => {
    if (document.querySelector('.paged-row[data-kind=item]')) window.firstRow ??= performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
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
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        web = shutil.copytree(WEB, Path(folder.name) / "web")
        (web / "naive.js").write_text(NAIVE_SCRIPT)
        server = Serving("--quiet", "--web", str(web))
        self.addCleanup(server.stop)
        print(f"  the first row after navigation, ms, at {LATENCY} ms and {8 * BANDWIDTH / 1e6:g} Mbit/s, median of {TIMES}:")
        figures = {}
        for name, head, body in (("naive", "", NAIVE), ("paged-list", "", ELEMENT), ("preloaded", PRELOADED, ELEMENT), ("first-rows", "", DRAWN)):
            html = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Rows</title>{head}{STYLE}{body}</html>"
            times = []
            for _ in range(TIMES):
                context = Browsing.browser.new_context(viewport={"width": 1000, "height": 700})
                page = context.new_page()
                page.add_init_script(f"({FIRST})()")
                page.route("**/first", lambda route, _: route.fulfill(content_type="text/html", body=html))
                session = context.new_cdp_session(page)
                session.send("Network.enable")
                session.send("Network.emulateNetworkConditions", {
                    "offline": False, "latency": LATENCY, "downloadThroughput": BANDWIDTH, "uploadThroughput": BANDWIDTH})
                page.goto(server.url + "/first")
                page.wait_for_function("() => window.firstRow")
                times.append(page.evaluate("firstRow"))
                context.close()
            figures[name] = statistics.median(times)
            print(f"    {name:<14} {figures[name]:6.0f} ({figures[name] / figures['naive']:.2f} times)")
            shown = {"naive": "without a library", "preloaded": "paged-list, preloaded", "first-rows": "first-rows.js before paged-list"}.get(name, name)
            record(f"the first row after navigation, at {LATENCY} ms and {8 * BANDWIDTH / 1e6:g} Mbit/s", shown, figures[name], "ms")

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
