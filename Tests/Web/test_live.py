"""Lists that are told what happens to them as it happens, over a real server whose file is written to."""

import json
import random
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from played import TEST_STYLE, test_page
from scripts import HOLD_TIMERS, PARTS
from support import Browsing, Serving, paging


class Served(Browsing):
    """Over a server whose file is written to."""

    def serve(self, count=2000, *, log=True):
        """Serves a file of so many books, with a log, and returns what writes to it."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = str(Path(folder.name) / "books.sqlite")
        self.file = sqlite3.connect(path)
        self.addCleanup(self.file.close)
        self.file.execute("create table books(id integer primary key, name text)")
        self.file.execute("create index by_name on books(name)")
        self.file.executemany("insert into books(name) values(?)", [(f"Book {row:04}",) for row in range(count)])
        self.file.commit()
        if log:
            subprocess.run([str(paging()), "log", path, "books"], check=True, capture_output=True)
        self.server = Serving(path)
        self.addCleanup(self.server.stop)

    def write(self, *statements):
        for statement in statements:
            self.file.execute(*statement) if isinstance(statement, tuple) else self.file.execute(statement)
        self.file.commit()

    def open(self, live="", src="/lists/books?sort=name"):
        html = test_page({"src": src, "row-height": "40", "live": live, "dialect": "offset"})
        self.page.route("**/written", lambda route: route.fulfill(
            content_type="text/html", body=html.replace('<link rel="stylesheet" href="/test.css">', f"<style>{TEST_STYLE}</style>")))
        self.page.add_init_script("window.said = []; addEventListener('paged-list:error', ({ detail }) => said.push([detail.what, detail.error.message]))")
        with self.page.expect_request("**/changes?*"):
            self.page.goto(self.server.url + "/written")
        self.until_quiet()
        self.until_settled()

    def names(self):
        return [name for name, in self.file.execute("select name from books order by name, id")]

    def until_name(self, row, name):
        self.until("([row, name]) => document.querySelector('paged-list').item(row)?.name == name", [row, name])

    def tops(self):
        return {one["text"].split(" ", 1)[1]: one["top"] for one in self.seen() if one["kind"] == "item"}

    def assertShows(self):
        names = self.names()
        self.until("count => document.querySelector('paged-list').count == count", len(names))
        self.until_drawn()
        self.until_quiet()
        shown = [one["text"].split(" ", 1)[1] for one in self.assertWhole(40)]
        first = self.seen()[0]["row"]
        self.assertEqual(shown, names[first:first + len(shown)])


class Live(Served):
    def test_a_reader_reads_while_others_write(self):
        self.serve()
        self.open()
        self.list("list.scrollToRow(900)")
        self.until_quiet()
        self.page.evaluate("document.querySelector('.paged-view').scrollTop += 17")
        self.until_still()
        # Rows around the screen are here too: from now on the stream alone tells.
        self.until_settled()
        chance = random.Random(5)
        for step in range(12):
            before = self.tops()
            held = next(iter(before))
            for turn in range(3):
                self.write(("insert into books(name) values(?)", (f"Book {chance.randrange(800):04} {step}.{turn}",)))
            first = chance.randrange(600)
            self.write(("delete from books where name between ? and ?", (f"Book {first:04}", f"Book {first + 4:04}")))
            self.until("count => document.querySelector('paged-list').count == count", len(self.names()))
            self.until_drawn()
            self.assertAlmostEqual(self.tops()[held], before[held], delta=0.6, msg=(step, held))
        self.assertShows()
        # An edited row, and one that is new, are shown as they are without a request for either.
        self.until_settled()
        self.asked_for.clear()
        first, names = self.list("list.viewport.first"), self.names()
        self.write(("update books set name = ? where name = ?", (names[first + 2] + " edited", names[first + 2])))
        self.write(("insert into books(name) values(?)", (names[first + 3] + " new",)))
        self.until_name(first + 2, names[first + 2] + " edited")
        self.until_name(first + 4, names[first + 3] + " new")
        self.assertShows()
        self.assertEqual([one for one in self.asked_for if "/changes" not in one], [])
        self.assertEqual(self.page.evaluate("said"), [])

    def test_nobody_listens_in_the_background_and_what_was_missed_comes_when_somebody_looks(self):
        self.serve()
        self.open()
        look = "state => { Object.defineProperty(document, 'visibilityState', { value: state, configurable: true }); document.dispatchEvent(new Event('visibilitychange')) }"
        with self.page.expect_event("requestfailed", lambda request: "/changes" in request.url):
            self.page.evaluate(look, "hidden")
        self.write("insert into books(name) values('Book 0000 missed')", "delete from books where name = 'Book 0003'")
        self.until_drawn()
        self.assertNotEqual(self.list("list.item(1).name"), "Book 0000 missed")
        with self.page.expect_request("**/changes?*") as again:
            self.page.evaluate(look, "visible")
        self.assertIn("since=", again.value.url)
        self.until_name(1, "Book 0000 missed")
        self.assertShows()
        self.write("insert into books(name) values('Book 0001 heard')")
        self.until_name(3, "Book 0001 heard")

    def test_a_list_without_a_log_is_told_that_it_changed(self):
        self.serve(log=False)
        self.open(live="/lists/books/changes")
        self.write("insert into books(name) values('Book 0002 new')")
        self.until_name(3, "Book 0002 new")
        self.assertShows()

    def test_another_order_is_listened_to_in_that_order(self):
        self.serve()
        self.open()
        with self.page.expect_request(lambda request: "/changes" in request.url and "sort=-name" in request.url):
            self.list("(list.sort = '-name')")
        self.until_name(0, "Book 1999")
        self.write("insert into books(name) values('Book 1999 new')")
        self.until_name(0, "Book 1999 new")


class Broken(Browsing):
    def stream(self, *answers):
        """A list whose stream gives one answer after the other: a status, or the text of its events."""
        api = self.api()
        api.feed = [{"id": row, "name": f"Row {row}"} for row in range(300)]
        rest = list(answers)
        answer = api.answer

        def answered(handler):
            if not handler.path.startswith("/stream"):
                return answer(handler)
            api.targets.append(handler.path)
            said = rest.pop(0) if len(rest) > 1 else rest[0]
            if isinstance(said, int):
                return api.send(handler, said, b"{}", "application/json", {"Retry-After": "0"} if said == 503 else {})
            return api.send(handler, 200, said.encode(), "text/event-stream")

        api.answer = answered
        self.page.add_init_script("window.said = []; addEventListener('paged-list:error', ({ detail }) => said.push([detail.what, detail.error.message]))")
        self.show(api, "/feed", live="/stream", dialect="offset")
        return api

    def test_a_stream_that_breaks_off_is_opened_again_with_growing_waits(self):
        api = self.stream(503, "retry: 1\n\n", 'event: version\ndata: {"version": null}\n\n')
        api.feed.insert(0, {"id": "new", "name": "New"})
        self.until("() => document.querySelector('paged-list').item(0)?.id == 'new'")
        streams = [one for one in api.targets if one.startswith("/stream")]
        self.assertGreaterEqual(len(streams), 3)
        # Not as fast as it breaks.
        self.assertLess(len(streams), 40)
        self.assertEqual(self.page.evaluate("said"), [])

    def test_a_stream_that_there_is_not_is_told_once(self):
        api = self.stream(404)
        self.until("() => said.length")
        self.assertEqual(self.page.evaluate("said"), [["live", "the server answered 404"]])
        self.assertEqual([one for one in api.targets if one.startswith("/stream")], ["/stream"])
        self.assertWhole(40)

    def test_pages_that_do_not_say_where_to_listen_are_told(self):
        api = self.api()
        self.page.add_init_script("window.said = []; addEventListener('paged-list:error', ({ detail }) => said.push([detail.what, detail.error.message]))")
        api.files["/listening"] = test_page({"src": "/rows?count=100", "live": ""})
        self.page.goto(f"{api.url}/listening")
        self.until("() => said.length")
        self.assertIn("paging.changes", self.page.evaluate("said[0][1]"))


class Told(Browsing):
    """Lists over a source in the page, whose stream tells what the test says."""

    def show_told(self, members, **attributes):
        """Shows a thousand rows of such a source, which has some members besides."""
        api = self.api()
        api.files["/source.js"] = """
          const rows = Array.from({ length: 1000 }, (_, row) => ({ id: row, name: `Row ${row}` }))
          const source = window.source = {
            version: 0, questions: 0, rows,
            capabilities: { positions: true, total: true, changes: true, live: true },
            page: async ({ first, limit }) => ({ items: rows.slice(first, first + limit), total: rows.length, version: `v${source.version}` }),
            changes: async () => { source.questions++; return null },
            listen: (since, tell) => new Promise(() => { source.tell = tell }),
            // Tells the changes between two versions.
            say(from, to, total, happened) {
              const said = { from: `v${from}`, version: `v${to}`, total, removed: [], edited: [], objects: [], ...happened }
              source.tell({ name: "changes", id: said.version, data: JSON.stringify(said) })
            },
            MEMBERS
          }
          const list = document.querySelector("paged-list")
          for (const [name, value] of Object.entries(ATTRIBUTES)) list.setAttribute(name, value)
          list.source = source
        """.replace("MEMBERS", members).replace("ATTRIBUTES", json.dumps({"behavior": "changes", **attributes}))
        api.files["/told"] = test_page({"row-height": "40"}).replace("</main>", '</main><script type="module" src="/source.js"></script>')
        self.page.goto(f"{api.url}/told")
        self.until_quiet()
        self.until("() => source.tell")


class Early(Told):
    """The orders in which a page, the event of the stream about the same version, and the end of the page's wait come."""

    def show_orders(self):
        self.show_told("""
            write() { rows.unshift({ id: `new ${++source.version}`, name: "New" }) },
            // One event for all versions from one to another, each a row on top.
            sayOnTop(from, to) {
              const added = Array.from({ length: to - from }, (_, index) => ({ id: `new ${to - index}`, index }))
              source.say(from, to, rows.length - (source.version - to), { added })
            },
            // While the source is held, its pages wait for the test.
            waiting: [],
            page: ({ first, limit }) => new Promise(answer => {
              const respond = () => answer({ items: rows.slice(first, first + limit), total: rows.length, version: `v${source.version}` })
              source.isHeld ? source.waiting.push(respond) : respond()
            }),""")
        self.until_settled()
        # How long a page waits for the stream.
        self.page.evaluate(HOLD_TIMERS, 200)

    def play(self, row, *steps):
        """Asks for a row, and takes steps one after the other; returns how many pages wait after each, and the row's name."""
        self.page.evaluate("row => { source.isHeld = true; source.write(); document.querySelector('paged-list').scrollToRow(row) }", row)
        self.until("() => source.waiting.length > 0")
        return self.page.evaluate("""async ([row, steps]) => {
          const list = document.querySelector("paged-list")
          const act = {
            page: () => { source.isHeld = false; source.waiting.splice(0).forEach(respond => respond()) },
            write: () => source.write(),
            event: () => source.sayOnTop(source.version - 1, source.version),
            eventOfBoth: () => source.sayOnTop(source.version - 2, source.version),
            patience: () => fire(),
          }
          const seen = []
          for (const step of steps) {
            act[step]()
            // A turn of the page's, within which all comes that an answer leads to at once.
            await new Promise(done => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0) })
            seen.push([step, PARTS(list).driver.early.size > 0, list.item(row + 1)?.name ?? null])
          }
          return [seen, source.questions]
        }""".replace("PARTS", PARTS), [row, steps])

    def test_a_page_ahead_of_its_stream_waits_for_it_and_nothing_else_is_asked_for(self):
        self.show_orders()
        # With the event, and not later.
        self.assertEqual(self.play(500, "page", "event", "patience"),
                         [[["page", True, None], ["event", False, "Row 500"], ["patience", False, "Row 500"]], 0])

    def test_a_page_that_comes_after_its_event_does_not_wait(self):
        self.show_orders()
        self.assertEqual(self.play(500, "event", "page", "patience"),
                         [[["event", False, None], ["page", False, "Row 500"], ["patience", False, "Row 500"]], 0])

    def test_a_page_whose_event_is_too_late_waits_no_longer(self):
        self.show_orders()
        seen, _ = self.play(500, "page", "patience", "event")
        self.assertEqual([isWaiting for _, isWaiting, _ in seen], [True, False, False])
        self.until("() => document.querySelector('paged-list').item(501)?.name == 'Row 500'")

    def test_a_page_that_its_stream_goes_past_is_taken_all_the_same(self):
        for steps in (("page", "write", "eventOfBoth"), ("write", "page", "eventOfBoth"), ("write", "eventOfBoth", "page")):
            with self.subTest(steps=steps):
                self.show_orders()
                self.play(800, *steps)
                self.until("() => document.querySelector('paged-list').item(802)?.name == 'Row 800'")


class Bounds(Told):
    def test_what_is_kept_of_rows_that_came_and_went_does_not_grow(self):
        self.show_told("""
            // One row goes and another comes: at the top, or below what is on screen.
            write() {
              const [index, from] = [source.version % 3 ? 0 : 600, source.version++]
              const item = { id: `new ${source.version}`, name: `New ${source.version}` }
              const { id } = rows.pop()
              rows.splice(index, 0, item)
              source.say(from, source.version, rows.length, { removed: [id], added: [{ id: item.id, index }], objects: [item] })
            },""", **{"item-budget": "100", "content": "changes"})
        kept = """async count => {
          const list = document.querySelector("paged-list")
          const frame = () => new Promise(requestAnimationFrame)
          while (source.version < count) {
            for (let turn = 0; turn < 100; turn++) source.write()
            await frame()
          }
          const { items, names, machine, errors, early } = PARTS(list).driver
          return { items: items.size, names: names.size, errors: errors.size, early: early.size, memory: machine.memory.used, rows: list.querySelectorAll(".paged-row").length }
        }""".replace("PARTS", PARTS)
        late = self.page.evaluate(kept, 12_000)
        # Twice the budget and what came since; and 200 versions.
        self.assertLessEqual(late["items"], 300)
        self.assertLessEqual(late["names"], 200)
        # As many as requests may be under way.
        self.assertLessEqual(late["early"], 4)
        # Three screens of them, where 4,000 rows came and went at the top: how many there are at a moment depends on the frame.
        self.assertLessEqual(late["rows"], 60)
        # Less than half of what the versions would take, if each were kept in 50 bytes.
        self.assertLessEqual(late["memory"], 250_000)


if __name__ == "__main__":
    unittest.main()
