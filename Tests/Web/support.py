"""What the tests of the page in a browser share: servers, the browser, and eyes for what is on screen."""

import atexit
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import sync_playwright

from waiting import JITTER, PATIENCE, SLOWER, jitter

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / ".build" / "web"
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css", ".html": "text/html"}


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


POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'"


class API:
    """A made-up server in this process: lists in several dialects, whose answers fail or are held as a test wishes."""

    def __init__(self):
        self.targets = []
        self.broken = lambda target: False
        # Set to let answers go that are held.
        self.gate = None
        self.make = lambda row: {"id": row, "name": f"Row {row}"}
        # The list at /feed, as it is when it is asked for.
        self.feed = []
        # Pages and scripts of a test's own, by their paths; and what pages may do, `None` where they may do anything.
        self.files = {}
        self.policy = POLICY
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                try:
                    api.answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @contextmanager
    def held(self):
        """What is asked for meanwhile is answered at the end, in any browser."""
        gate = self.gate = threading.Event()
        try:
            yield
        finally:
            self.gate = None
            gate.set()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler):
        parts = urlsplit(handler.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path.startswith("/web/"):
            file = WEB / Path(parts.path).name
            return self.send(handler, 200, file.read_bytes(), TYPES[file.suffix])
        if parts.path == "/page" or parts.path in self.files:
            body = self.files.get(parts.path) or test_page(query)
            kind = TYPES.get(Path(parts.path).suffix, "text/html; charset=utf-8")
            return self.send(handler, 200, body.encode(), kind, {"Content-Security-Policy": self.policy} if self.policy else {})
        if parts.path == "/test.css":
            return self.send(handler, 200, TEST_STYLE.encode(), "text/css")
        # On the way there and on the way back.
        jitter()
        self.targets.append(handler.path)
        jitter()
        if gate := self.gate:
            gate.wait(PATIENCE)
        if self.broken(handler.path):
            return self.send(handler, 500, b"{}", "application/json")
        status, body, headers = self.page(parts.path, query)
        self.send(handler, status, json.dumps(body).encode(), "application/json", headers)

    def page(self, path, query):
        count = int(query.get("count", 1000))
        limit = int(query.get("limit", query.get("size", 50)))
        if path == "/rows":
            first = int(query["offset"])
            return 200, {"items": self.rows(first, limit, count), "total": count}, {}
        if path == "/feed":
            first = int(query["offset"])
            return 200, {"items": self.feed[first:first + limit], "total": len(self.feed)}, {}
        if path == "/talk":
            # The same, and it is told where a row is.
            first = int(query["offset"])
            told = {"position": "/talk/position"}
            return 200, {"items": self.feed[first:first + limit], "total": len(self.feed), "paging": told}, {}
        if path == "/talk/position":
            places = [place for place, one in enumerate(self.feed) if str(one["id"]) == query["id"]]
            return (200, {"offset": places[0]}, {}) if places else (404, {}, {})
        if path == "/pages":
            first = (int(query["page"]) - 1) * limit
            return 200, {"results": self.rows(first, limit, count), "count": count}, {}
        if path == "/framework":
            # As Django REST framework pages by default: 20 rows, whatever was asked for.
            page = int(query.get("page", 1))
            if (page - 1) * 20 >= count:
                return 404, {"detail": "Invalid page."}, {}
            following = f"/framework?count={count}&page={page + 1}" if page * 20 < count else None
            return 200, {"count": count, "next": following, "results": self.rows((page - 1) * 20, 20, count)}, {}
        if path == "/endless":
            # Of unknown length: neither a total nor a way on.
            return 200, self.rows(int(query["offset"]), limit, count), {}
        if path == "/cursors":
            first = int(query.get("cursor", "at 0").split()[1])
            following = f"at {first + limit}" if first + limit < count else ""
            return 200, {"data": self.rows(first, limit, count), "next_cursor": following}, {}
        if path == "/links":
            first = int(query.get("from", 0))
            link = f'</links?count={count}&limit={limit}&from={first + limit}>; rel="next"'
            return 200, self.rows(first, limit, count), {"Link": link} if first + limit < count else {}
        if path == "/sections":
            size = int(query["size"])
            return 200, [{"title": chr(65 + index), "count": size} for index in range(count // size)], {}
        return 404, {}, {}

    def rows(self, first, limit, count):
        return [self.make(row) for row in range(first, min(first + limit, count))]

    def send(self, handler, status, body, kind, headers={}):
        handler.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)


TEST_STYLE = """
paged-list { width: 500px; height: 400px } .paged-row { border-bottom: 1px solid #ccc }
.paged-header { background: #eee; color: #111 } 
"""


def test_page(query):
    """A page with one list, whose attributes are the query's."""
    attributes = " ".join(f'{name}="{value.replace("&", "&amp;").replace(chr(34), "&quot;")}"' for name, value in query.items())
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/test.css">
<script type="module" src="/web/paged-list.js"></script><main><h1>A list</h1><paged-list label="Rows" {attributes}>
<template data-for="item"><span data-field="#"></span> <b data-field="name"></b></template>
<template data-for="placeholder"><span>…</span></template>
<template data-for="section"><span data-field="title"></span></template>
<template data-for="failed"><span data-field="message"></span> <button type="button" data-retry>Retry</button></template>
</paged-list></main></html>"""


# The parts of an element that use each other, which no app sees.
PARTS = "(one => one?.[Object.getOwnPropertySymbols(one).find(({ description }) => description == 'paged-list')])"

# Calls a function when the next frame has been drawn.
AFTER_FRAME = "(act => requestAnimationFrame(() => setTimeout(act)))"

# Keeps the timers of one delay in place of starting them: a test says with `fire` when they are due.
HOLD_TIMERS = """delay => {
  const [set, clear, held] = [setTimeout, clearTimeout, new Map()]
  let last = 0
  window.setTimeout = (act, time, ...all) => time == delay ? (held.set(`held ${++last}`, act), `held ${last}`) : set(act, time, ...all)
  window.clearTimeout = id => held.delete(id) || clear(id)
  window.held = held
  window.fire = () => { const due = [...held.values()]; held.clear(); for (const act of due) act() }
}"""

SEEN = """() => {
  const box = document.querySelector('.paged-view').getBoundingClientRect()
  // Below the names of columns, where there are any.
  const above = document.querySelector('.paged-columns')?.offsetHeight ?? 0
  const view = { top: box.top + above, height: box.height - above }
  return [...document.querySelectorAll('.paged-row:not([hidden])')].map(row => {
    const box = row.getBoundingClientRect()
    return {row: +row.dataset.row, top: box.top - view.top, bottom: box.bottom - view.top, kind: row.dataset.kind, text: row.textContent}
  }).filter(one => one.bottom > 0.5 && one.top < view.height - 0.5).sort((one, other) => one.top - other.top)
}"""


class Browsing(unittest.TestCase):
    """A test in the browser. One browser serves all tests; each has a context of its own, and fails on any error in the page."""

    playwright = browser = None
    options = {}

    def setUp(self):
        if Browsing.browser is None:
            Browsing.playwright = sync_playwright().start()
            root = os.geteuid() == 0
            Browsing.browser = Browsing.playwright.chromium.launch(
                executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=["--no-sandbox"] if root else [],
                ignore_default_args=["--hide-scrollbars"])
            atexit.register(Browsing.close)
        self.context = Browsing.browser.new_context(**{"viewport": {"width": 1000, "height": 700}, **self.options})
        self.addCleanup(self.context.close)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
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
          const rows = [...document.querySelectorAll('.paged-row:not([hidden])')].filter(row => {
            const box = row.getBoundingClientRect()
            return box.bottom > view.top && box.top < view.bottom
          })
          return rows.length > 0 && rows.every(row => row.dataset.kind != 'placeholder')
        }""")

    def in_frames(self, what, look, argument=None):
        """Calls a function of the page that `look` returns in each frame, until that returns true, and waits until that frame is drawn."""
        self.page.evaluate(f"""argument => new Promise((done, fail) => {{
          const [end, look] = [performance.now() + {1000 * PATIENCE}, ({look.replace("PARTS", PARTS)})(argument)]
          const turn = () => {{
            if (look()) setTimeout(done)
            else if (performance.now() > end) fail(new Error("this never came: {what}"))
            else requestAnimationFrame(turn)
          }}
          turn()
        }})""", argument)

    def until_still(self):
        """Waits until scrolling has come to rest and the scroll bar has settled: for as many frames too as fit into that time."""
        self.in_frames("a list that is still", """() => {
          const view = document.querySelector('.paged-view')
          let [last, since, frames] = [view.scrollTop, performance.now(), 0]
          return () => {
            if (view.scrollTop != last) [last, since, frames] = [view.scrollTop, performance.now(), 0]
            return ++frames > 15 && performance.now() - since > 250
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
        """Waits until nothing fades in: what is measured by its colours has them."""
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
