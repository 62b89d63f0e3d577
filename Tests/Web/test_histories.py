"""Histories of lists that change while a reader scrolls them, from seeds; after each step the laws of Documentation/Inside.md that a page can break.

PAGING_SEED=7 replays one of them, and PAGING_HISTORIES=50 runs as many of each kind.
"""

import os
import random
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from played import TEST_STYLE, test_page
from support import Browsing, Serving, paging

SEED = os.environ.get("PAGING_SEED")
SEEDS = [int(SEED)] if SEED else range(1, 1 + int(os.environ.get("PAGING_HISTORIES", 1)))
STEPS = 10
# Requests within which a list is right again once nobody writes any more.
MOST_REQUESTS = 12

LOADED = """() => {
  const list = document.querySelector("paged-list")
  return list.loadedRanges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, index) => list.item(first + index).id))
}"""


class Histories(Browsing):
    """The list is `self.rows`, of `(id, name)`; `write` changes it, and `asked` counts requests."""

    def play(self, seed, isLive=False):
        chance = random.Random(seed)
        for step in range(STEPS):
            with self.subTest(seed=seed, step=step):
                self.read(chance)
                # Rows that were asked for on the way here show the list as it is before it changes.
                self.until_settled()
                before = {one["text"].split(" ", 1)[1]: one["top"] for one in self.seen() if one["kind"] == "item"}
                self.change(chance, step)
                if isLive:
                    self.until("count => document.querySelector('paged-list').count == count", len(self.rows()))
                    self.until_drawn()
                else:
                    self.finish("refresh")
                self.until_quiet()
                # 1. No row is twice in what is shown, or loaded.
                loaded = self.page.evaluate(LOADED)
                self.assertEqual(len(loaded), len(set(loaded)))
                # 4. The first row on screen that is left stays where it was.
                after = {one["text"].split(" ", 1)[1]: one["top"] for one in self.seen() if one["kind"] == "item"}
                held = next((name for name in before if name in after), None)
                if held and min(before.values()) == before[held]:
                    self.assertAlmostEqual(before[held], after[held], delta=0.6)
        with self.subTest(seed=seed, step="end"):
            if isLive:
                # Changes are told in their order: with the last of them all have been.
                self.write("insert", ["Book 0000 last"])
                self.until("count => document.querySelector('paged-list').count == count", len(self.rows()))
            self.until_settled()
            before = self.asked()
            if not isLive:
                self.finish("refresh")
            self.until_quiet()
            self.until_still()
            self.until_settled()
            # 2 and 3. What is on screen is what the server has there, without a hole.
            names = [name for _, name in self.rows()]
            self.until("count => document.querySelector('paged-list').count == count || !PARTS(document.querySelector('paged-list')).machine.endIsKnown", len(names))
            shown = [one["text"].split(" ", 1)[1] for one in self.assertWhole(40)]
            first = names.index(shown[0])
            self.assertEqual(shown, names[first:first + len(shown)])
            # 5. It falls silent.
            self.assertLessEqual(self.asked() - before, MOST_REQUESTS)
            quiet = self.asked()
            self.until_still()
            self.until_still()
            self.assertEqual(self.asked(), quiet)

    def read(self, chance):
        count = self.list("list.count")
        kind = chance.randrange(3)
        if kind == 0:
            self.list(f"list.scrollToRow({chance.randrange(max(1, count - 30))})")
        else:
            self.page.evaluate("by => { document.querySelector('.paged-view').scrollTop += by }", chance.randrange(-900, 1500))
        self.until_still()
        self.until_quiet()

    def change(self, chance, step):
        names = [name for _, name in self.rows()]
        for turn in range(chance.randrange(1, 4)):
            kind, at = chance.randrange(3), chance.randrange(len(names) - 20)
            if kind == 0:
                self.write("insert", [f"{names[at]} {step}.{turn}.{index}" for index in range(chance.randrange(1, 9))])
            elif kind == 1:
                self.write("delete", names[at:at + chance.randrange(1, 9)])
            else:
                self.write("move", names[at:at + 1])
            names = [name for _, name in self.rows()]


class OverPages(Histories):
    """Over a server that knows offsets, or cursors, and says nothing of versions."""

    def rows(self):
        return [(one["id"], one["name"]) for one in self.feed]

    def write(self, kind, names):
        rows = list(self.feed)
        if kind == "insert":
            rows.extend({"id": f"id {name}", "name": name} for name in names)
        elif kind == "delete":
            rows = [one for one in rows if one["name"] not in names]
        else:
            index = next(index for index, one in enumerate(rows) if one["name"] == names[0])
            rows[index] = {**rows[index], "name": f"Book {(int(names[0].split()[1]) * 7) % 1000:04} {names[0]}"}
        # At once: a list that is being sorted is empty to a request that is answered meanwhile.
        self.feed[:] = sorted(rows, key=lambda one: one["name"])

    def start(self, path, **attributes):
        api = self.api()
        self.feed = api.feed
        self.feed.extend({"id": row, "name": f"Book {row:04}"} for row in range(1000))
        page = api.page

        def answered(path, query):
            if path != "/cursor-feed":
                return page(path, query)
            after, limit = query.get("cursor", ""), int(query["limit"])
            rest = [one for one in self.feed if one["name"] > after]
            return 200, {"data": rest[:limit], "next_cursor": rest[limit - 1]["name"] if len(rest) > limit else None}, {}

        api.page = answered
        self.asked = lambda: len(api.targets)
        self.show(api, path, behavior="changes", content="changes", **attributes)

    def test_offsets(self):
        for seed in SEEDS:
            self.start("/feed", dialect="offset", ranking="rebuilt")
            self.play(seed)

    def test_cursors(self):
        for seed in SEEDS:
            self.start("/cursor-feed", dialect="cursor", ranking="rebuilt")
            self.play(seed)


class OverAServedFile(Histories):
    """Over `paging serve`, with a log: asked what happened, and told as it happens."""

    def rows(self):
        return list(self.file.execute("select id, name from books order by name, id"))

    def write(self, kind, names):
        if kind == "insert":
            self.file.executemany("insert into books(name) values(?)", [(name,) for name in names])
        elif kind == "delete":
            self.file.executemany("delete from books where name = ?", [(name,) for name in names])
        else:
            self.file.execute("update books set name = ? where name = ?", (f"Book {(int(names[0].split()[1]) * 7) % 1000:04} {names[0]}", names[0]))
        self.file.commit()

    def start(self, **attributes):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = str(Path(folder.name) / "books.sqlite")
        self.file = sqlite3.connect(path)
        self.addCleanup(self.file.close)
        self.file.execute("create table books(id integer primary key, name text)")
        self.file.execute("create index by_name on books(name)")
        self.file.executemany("insert into books(name) values(?)", [(f"Book {row:04}",) for row in range(1000)])
        self.file.commit()
        subprocess.run([str(paging()), "log", path, "books"], check=True, capture_output=True)
        server = Serving(path)
        self.addCleanup(server.stop)
        # The server writes its log when an answer has gone, which may be later than the page has it.
        self.asked = lambda: len([one for one in self.asked_for if "/lists/" in one])
        html = test_page({"src": "/lists/books?sort=name", "row-height": "40", "dialect": "offset", **attributes})
        self.page.unroute("**/written")
        self.page.route("**/written", lambda route: route.fulfill(
            content_type="text/html", body=html.replace('<link rel="stylesheet" href="/test.css">', f"<style>{TEST_STYLE}</style>")))
        self.page.goto(server.url + "/written")
        self.until_quiet()

    def test_asked_what_happened(self):
        for seed in SEEDS:
            self.start(behavior="changes", content="changes", ranking="rebuilt")
            self.play(seed)

    def test_told_as_it_happens(self):
        for seed in SEEDS:
            self.start(live="", ranking="rebuilt")
            self.play(seed, isLive=True)


if __name__ == "__main__":
    unittest.main()
