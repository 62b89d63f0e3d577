"""Lists that others write to at random while a reader goes from place to place: what stays is held, and what is shown is right."""

import random
import sqlite3
import tempfile
import unittest
from pathlib import Path

from played import test_page
from support import Serving
from test_changing import Reading, items


class Writes(Reading):
    def test_a_history_of_changes(self):
        """Whatever comes and goes: after each refresh the list is right, and what was on screen has not moved."""
        seed = 7
        chance = random.Random(seed)
        api = self.feed(800)
        for step in range(10):
            self.go(chance.randrange(20, len(api.feed) - 40))
            self.refresh()
            before = self.tops()
            if chance.random() < 0.6:
                at = chance.randrange(len(api.feed))
                api.feed[at:at] = items(f"New {step}-{index}" for index in range(chance.randrange(1, 12)))
            if chance.random() < 0.6:
                at = chance.randrange(len(api.feed) - 20)
                del api.feed[at:at + chance.randrange(1, 15)]
            with self.subTest(seed=seed, step=step):
                self.refresh()
                # Where rows came between two others, those on the one side have to move; the first that is left has not.
                after = self.tops()
                held = next((name for name in before if name in after), None)
                if held:
                    self.assertAlmostEqual(before[held], after[held], delta=0.6)
                self.assertShows(api)

    def test_a_served_file_that_is_written_to(self):
        """The same over `paging serve`, whose answers name the version of the file."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = str(Path(folder.name) / "books.sqlite")
        file = sqlite3.connect(path)
        self.addCleanup(file.close)
        file.execute("create table books(id integer primary key, name text)")
        file.execute("create index by_name on books(name)")
        file.executemany("insert into books(name) values(?)", [(f"Book {row:04}",) for row in range(2000)])
        file.commit()
        server = Serving(path)
        self.addCleanup(server.stop)
        html = test_page({"src": "/lists/books?sort=name", "row-height": "40", "behavior": "changes"})
        style = "paged-list { width: 500px; height: 400px }"
        self.page.route("**/written", lambda route: route.fulfill(
            content_type="text/html", body=html.replace('<link rel="stylesheet" href="/test.css">', f"<style>{style}</style>")))
        self.page.goto(server.url + "/written")
        self.until_quiet()
        chance = random.Random(3)
        for step in range(6):
            self.go(chance.randrange(20, 1800))
            self.refresh()
            before = self.tops()
            for turn in range(4):
                file.execute("insert into books(name) values(?)", (f"Book {chance.randrange(1800):04} {step}.{turn}",))
            first = chance.randrange(1800)
            file.execute("delete from books where name between ? and ?", (f"Book {first:04}", f"Book {first + 9:04}"))
            file.commit()
            self.asked_for.clear()
            with self.subTest(step=step):
                self.refresh()
                after = self.tops()
                held = next(name for name in before if name in after)
                self.assertAlmostEqual(before[held], after[held], delta=0.6)
                self.assertLessEqual(len(self.asked_for), 4, self.asked_for)
                names = [name for name, in file.execute("select name from books order by name, id")]
                shown = [one["text"].split(" ", 1)[1] for one in self.assertWhole()]
                first = self.seen()[0]["row"]
                self.assertEqual(shown, names[first:first + len(shown)])


if __name__ == "__main__":
    unittest.main()
