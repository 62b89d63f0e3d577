"""What the tests of the page in a browser share: servers, the browser, and eyes for what is on screen."""

import atexit
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import unittest
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import sync_playwright

from played import API
from scripts import IN_FRAMES, PARTS, RESTING, SEEN
from waiting import JITTER, PATIENCE, SLOWER, jitter

ROOT = Path(__file__).resolve().parents[2]
# Chromium starts a process for a page that may come next, which costs a sixth of what a test does.
ARGUMENTS = ["--disable-features=SpareRendererForSitePerProcess"]


def paging():
    """The tool, as it was built last."""
    built = [ROOT / ".build" / kind / "paging" for kind in ("release", "debug")]
    there = [one for one in built if one.exists()]
    if not there:
        raise unittest.SkipTest("paging is not built: swift build --product paging")
    return max(there, key=lambda one: one.stat().st_mtime)


class Serving:
    """`paging serve` of the sample, on a port the system chooses; knows what it was asked for."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [str(paging()), "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # A full pipe must not stop the server: what it prints is read as it comes.
        self.said, self.lines, self.heard = [], [], threading.Condition()
        for pipe, lines in ((self.process.stdout, self.said), (self.process.stderr, self.lines)):
            threading.Thread(target=self._read, args=(pipe, lines), daemon=True).start()
        atexit.register(self.stop)
        self._await(lambda: self.said, "the server's address")
        self.url = re.search(r"http://\S+", self.said[0]).group(0)

    def _read(self, pipe, lines):
        for line in pipe:
            with self.heard:
                lines.append(line)
                self.heard.notify_all()

    def _await(self, condition, what):
        with self.heard:
            assert self.heard.wait_for(condition, PATIENCE), f"{what} never came; the server printed {self.said + self.lines}"

    def requests(self):
        """The targets of all requests for lists."""
        found = (re.search(r"GET (/lists/\S+)", line) for line in list(self.lines))
        return [one.group(1) for one in found if one]

    def until(self, condition):
        """Waits for the log, which is written when an answer has gone."""
        self._await(lambda: condition(self.requests()), "a request")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)


class Browsing(unittest.TestCase):
    """A test in the browser. One browser serves all tests; each has a context of its own, and fails on any error in the page."""

    playwright = browser = None
    options = {}

    def setUp(self):
        if Browsing.browser is None:
            Browsing.playwright = sync_playwright().start()
            root = os.geteuid() == 0
            Browsing.browser = Browsing.playwright.chromium.launch(
                executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=ARGUMENTS + (["--no-sandbox"] if root else []),
                ignore_default_args=["--hide-scrollbars"])
            atexit.register(Browsing.close)
        self.context = Browsing.browser.new_context(**{"viewport": {"width": 1000, "height": 700}, **self.options})
        self.addCleanup(self.context.close)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.add_init_script(f"({RESTING})()")
        if SLOWER > 1:
            self.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        if JITTER:
            evaluate = self.page.evaluate
            self.page.evaluate = lambda *all: (jitter(1 / 3), evaluate(*all))[1]
        self.watch_network()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if "Content Security" in line.text else None)

    def tearDown(self):
        self.assertEqual(self.errors, [], "errors in the page")

    def last_known(self):
        """What is known of the page without asking it, which may hang."""
        lines = [f"the page: {self.page.url}", f"errors in it: {self.errors}", "the last of what it asked for:", *self.network[-20:]]
        return "\n".join(lines)

    def take_clock(self):
        """From the next page on time also goes on by leaps, so that the page's own waits cost a test nothing."""
        self.page.clock.install()
        self.page.add_init_script(f"({RESTING})()")

    @contextmanager
    def time_stopped(self):
        """No answer is late meanwhile, however slow the machine, for the page's clock is stopped."""
        self.page.evaluate("() => { const now = performance.now(); window.running = performance.now; performance.now = () => now }")
        yield
        self.page.evaluate("() => { performance.now = running }")

    def until_given_up(self):
        """Leaps over the waits after which what fails is asked for again: three times, and then it is the reader's turn."""
        for _ in range(3):
            self.until_settled()
            self.page.clock.run_for(10_000)
        self.until_settled()
        self.page.locator(".paged-notice").wait_for()

    def watch_network(self):
        """Notes what the page asks for and is answered, to be told where it does not do what it should."""
        self.network = []
        began = time.monotonic()

        def note(what, url):
            self.network.append(f"{time.monotonic() - began:7.2f} s  {what}  {url}")

        self.asked_for = []
        self.page.on("request", lambda request: (note("asked", request.url), self.asked_for.append(request.url)))
        self.page.on("response", lambda answer: note(answer.status, answer.url))
        self.page.on("requestfailed", lambda request: note(request.failure, request.url))

    @staticmethod
    def close():
        Browsing.browser.close()
        Browsing.playwright.stop()

    def api(self):
        api = API()
        self.addCleanup(api.stop)
        return api

    def visit(self, api, src, row_height=40, **attributes):
        """Opens a page with one list of the made-up server; an attribute that is None is left out."""
        said = {"src": src, "row_height": row_height, **attributes}
        self.page.goto(f"{api.url}/page?" + urlencode(
            {name.replace("_", "-"): value for name, value in said.items() if value is not None}))

    def show(self, api, src, **attributes):
        """Opens such a page, and waits for its rows, and for what it loads besides: what is asked for from then on is a test's own doing."""
        self.visit(api, src, **attributes)
        self.until_quiet()
        self.until_settled()

    @contextmanager
    def held(self, pattern):
        """What the page asks for meanwhile goes out at the end: however slow the machine, the page is seen while it waits."""
        waiting = []
        self.page.route(pattern, lambda route: route.continue_() if waiting is None else waiting.append(route))
        yield
        routes, waiting = waiting, None
        for route in routes:
            route.continue_()

    def seen(self):
        """The rows on screen, from top to bottom, as the browser has laid them out."""
        return self.page.evaluate(SEEN)

    def places(self, rows=None):
        """Which rows these are, those on screen where none are given, and the tops of their boxes."""
        return [(one["row"], one["top"]) for one in (self.seen() if rows is None else rows)]

    def until(self, condition, argument=None):
        condition = condition.replace("PARTS", PARTS)
        try:
            self.page.wait_for_function(condition, arg=argument)
        except PlaywrightTimeout:
            draws = "draws" if self.comes("raf") else "draws nothing" if self.comes(50) else "does nothing"
            raise AssertionError("\n".join(
                [f"this never came: {condition}", f"the page {draws}; the last of what it asked for:", *self.network[-20:]])) from None

    def comes(self, polling):
        """Whether the page has a turn within a second: with `raf` one to draw, with a number of milliseconds any."""
        try:
            self.page.wait_for_function("() => true", polling=polling, timeout=1000)
            return True
        except PlaywrightTimeout:
            return False

    def until_row(self, row, kind):
        """Waits until a row is drawn as an item, a placeholder or one that failed."""
        self.until("([row, kind]) => document.querySelector(`.paged-row[data-row=\"${row}\"]`)?.dataset.kind == kind", [row, kind])

    def until_quiet(self):
        """Waits until no row on screen is a placeholder, and at least one is there, of the list that was asked for last; and the list's
        machine, before which the first rows are shown."""
        self.until("""() => {
          const list = document.querySelector('paged-list')
          if (PARTS(list)?.driver && !list.counters || list?.querySelector('.paged-view[data-old]')) return false
          const view = document.querySelector('.paged-view')?.getBoundingClientRect()
          if (!view) return false
          const rows = [...document.querySelectorAll('.paged-row:not([hidden])')].filter(row => {
            const box = row.getBoundingClientRect()
            return box.bottom > view.top && box.top < view.bottom
          })
          return rows.length > 0 && rows.every(row => row.dataset.kind != 'placeholder')
        }""")

    def in_frames(self, what, look, argument=None):
        """Calls a function of the page that `look` returns in each frame, until that returns true, and waits until that frame is drawn."""
        self.page.evaluate(IN_FRAMES.replace("LOOK", look).replace("WHAT", what).replace("LIMIT", str(1000 * PATIENCE)).replace("PARTS", PARTS), argument)

    def until_still(self):
        """Waits until scrolling has come to rest and the scroll bar has settled: in some frames in a row nothing moves and no rest is awaited."""
        self.in_frames("a list that is still", """() => {
          const view = document.querySelector('.paged-view')
          let [last, frames] = [view.scrollTop, 0]
          return () => {
            frames = view.scrollTop == last && isAtRest() ? frames + 1 : 0
            last = view.scrollTop
            return frames > 5
          }
        }""")

    def wheel(self, *steps):
        """Turns the wheel, and waits until that has begun to move the list, and until it rests."""
        for step in steps:
            self.page.evaluate("""() => {
              const view = document.querySelector('.paged-view')
              window.hasScrolled = false
              view.addEventListener('scroll', () => { window.hasScrolled = true }, { once: true })
            }""")
            self.page.mouse.wheel(0, step)
            self.until("() => window.hasScrolled")
            self.until_still()

    def until_rest(self):
        """Waits until nothing fades in: what is measured by its colors has them."""
        self.until("() => document.getAnimations().every(({ playState, effect }) => playState != 'running' || effect.getComputedTiming().endTime == Infinity)")

    def assertAxe(self, state="", **options):
        """Axe finds nothing on the page as it is at rest."""
        self.until_drawn()
        self.until_rest()
        results = Axe().run(self.page, **options)
        self.assertEqual(results.violations_count, 0, f"{state}\n{results.generate_report()}")

    def until_drawn(self):
        """Waits until what was done before has had a frame to be laid out in, and one to be drawn in."""
        self.in_frames("two frames", "() => { let frames = 0; return () => ++frames > 2 }")

    def until_frame(self):
        """Waits for one frame, however slow the browser."""
        self.in_frames("a frame", "() => { let frames = 0; return () => ++frames > 1 }")

    def until_settled(self):
        """Waits until all that the list wanted has come and is drawn: for some frames in a row nothing is under way but a stream."""
        self.in_frames("a list that asks for nothing", """() => {
          let frames = 0
          return () => {
            const list = document.querySelector('paged-list')
            const driver = PARTS(list)?.driver
            const isOver = driver && !driver.isAsking && !list.querySelector('.paged-view[data-old]')
            frames = isOver ? frames + 1 : 0
            return frames > 3
          }
        }""")

    def finish(self, command):
        """Has the list do what returns a job (`refresh`, `reload`), and waits until that is over and drawn."""
        self.in_frames(f"the end of a {command}", """command => {
          const list = document.querySelector('paged-list')
          const over = new Set()
          list.addEventListener('paged-list:finished', ({ detail }) => over.add(detail.job))
          const job = list[command]()
          let frames = 0
          return () => over.has(job) && ++frames > 1
        }""", command)

    def list(self, expression):
        """Evaluates an expression of `list`, the element."""
        expression = expression.replace("PARTS", PARTS)
        return self.page.evaluate(f"() => {{ const list = document.querySelector('paged-list'); return {expression} }}")

    def assertWhole(self, height=None):
        """The view is covered from top to bottom, by rows that follow each other without gap or overlap."""
        rows = self.seen()
        self.assertTrue(rows)
        box = self.page.locator(".paged-view").bounding_box()
        self.assertLessEqual(rows[0]["top"], 0.5 if rows[0]["row"] else 60)
        count = self.list("list.count")
        if rows[-1]["row"] < count - 1:
            above = self.page.evaluate("document.querySelector('.paged-columns')?.offsetHeight ?? 0")
            self.assertGreaterEqual(rows[-1]["bottom"], box["height"] - above - 0.5)
        for one, other in zip(rows, rows[1:]):
            self.assertEqual(other["row"], one["row"] + 1)
            if height is not None:
                self.assertAlmostEqual(other["top"], one["bottom"], delta=0.6)
        return rows


def run_alone(test):
    """Runs a test that is a program of its own, and ends it."""
    result = test.run()
    for _, text in result.failures + result.errors:
        print(text, file=sys.stderr)
    sys.exit(0 if result.wasSuccessful() else 1)
