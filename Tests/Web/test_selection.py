"""Selections that stay what they were, while others write where nobody looks."""

import unittest

from support import Browsing
from test_live import Served

LOOK = "() => { const { selection } = document.querySelector('paged-list'); return { ranges: [...selection], isExact: selection.isExact, version: selection.version } }"


class Selecting:
    def look(self):
        return self.page.evaluate(LOOK)

    def until_exact(self, ranges):
        self.until("""ranges => {
          const { selection } = document.querySelector("paged-list")
          return selection.isExact && JSON.stringify(selection) == JSON.stringify(ranges)
        }""", ranges)

    def ids(self):
        return self.page.evaluate("document.querySelector('paged-list').selectedIDs()")

    def click(self, row, **options):
        self.list(f"list.scrollToRow({row}, {{ align: 'center' }})")
        self.until_row(row, "item")
        self.page.locator(f'.paged-row[data-row="{row}"]').click(**options)


class Live(Selecting, Served):
    """Over `paging serve`, with a log: the list hears of each write, not of where rows went that it has never seen."""

    def open(self):
        super().open(src="/lists/books?sort=name")

    def start(self, count=10_000):
        self.serve(count)
        self.page.add_init_script("addEventListener('DOMContentLoaded', () => document.querySelector('paged-list').setAttribute('selectable', 'multiple'))")
        self.open()
        self.until_settled()

    def keys(self, first, end):
        return [key for key, in self.file.execute("select id from books order by name, id limit ? offset ?", (end - first, first))]

    def test_rows_deleted_where_nobody_looked_are_no_other_selection(self):
        self.start()
        self.click(1002)
        self.click(8999, modifiers=["Shift"])
        self.assertEqual(self.look()["ranges"], [[1002, 9000]])
        before = self.keys(1002, 9000)
        self.write("delete from books where id in (select id from books order by name, id limit 50 offset 300)")
        self.until("() => document.querySelector('paged-list').count == 9950")
        self.assertEqual(self.ids(), before)
        self.until_exact([[952, 8950]])
        self.assertIsNotNone(self.look()["version"])
        text = self.page.evaluate("document.querySelector('paged-list').copyText()")
        self.assertEqual([line.split("\t")[1] for line in text.split("\n")],
                         [name for name, in self.file.execute("select name from books order by name, id limit 7998 offset 952")])

    def test_a_range_never_loaded_is_known_by_its_ends(self):
        self.start()
        self.list("(list.selection = [[6000, 6100]])")
        self.until_asked(2)
        before = self.keys(6000, 6100)
        self.write("delete from books where id in (select id from books order by name, id limit 50 offset 300)")
        self.until("() => document.querySelector('paged-list').count == 9950")
        self.assertEqual(self.ids(), before)
        self.until_exact([[5950, 6050]])
        # Its first rows go, of which the first is known; and another comes between, which nobody selected.
        self.write("delete from books where id in (select id from books order by name, id limit 3 offset 5950)")
        self.until("() => document.querySelector('paged-list').count == 9947")
        self.write("insert into books(name) values('Book 6050 new')")
        self.until("() => document.querySelector('paged-list').count == 9948")
        self.assertEqual(self.ids(), before[3:])

    def test_a_range_never_loaded_is_followed_while_many_come_and_go_above(self):
        self.start()
        self.list("(list.selection = [[6000, 6100]])")
        self.until_asked(2)
        before = self.keys(6000, 6100)
        self.write("delete from books where id in (select id from books order by name, id limit 50 offset 300)",
                   *(f"insert into books(name) values('Book 0200 new {index}')" for index in range(20)))
        self.until("() => document.querySelector('paged-list').count == 9970")
        self.until_exact([[5970, 6070]])
        self.assertEqual(self.ids(), before)
        # Selected rows on screen are marked.
        self.list("list.scrollToRow(5965)")
        self.until_row(5972, "item")
        self.until("""() => {
          const marked = row => document.querySelector(`.paged-row[data-row="${row}"]`).getAttribute("aria-selected") == "true"
          return marked(5970) && marked(5972) && !marked(5969)
        }""")

    def test_rows_that_are_all_loaded_are_known_exactly(self):
        self.start(100)
        self.click(60)
        self.click(70, modifiers=["Shift"])
        before = self.ids()
        self.list("list.scrollToRow(0)")
        self.until("() => JSON.stringify(document.querySelector('paged-list').loadedRanges) == '[[0,100]]'")
        self.write("delete from books where id in (select id from books order by name, id limit 10 offset 30)",
                   *(f"insert into books(name) values('Book 0020 new {index}')" for index in range(20)))
        self.until("() => document.querySelector('paged-list').count == 110")
        self.until_exact([[70, 81]])
        self.assertEqual(self.ids(), before)

    def until_asked(self, count):
        """Waits until the ends have been asked for."""
        self.until("""count => performance.getEntriesByType("resource").filter(({ name, responseEnd }) => /limit=5(&|$)/.test(name) && responseEnd).length >= count""", count)
        self.until_drawn()

    def test_all_but_those_taken_out(self):
        self.start(3000)
        self.page.locator(".paged-view").focus()
        self.page.keyboard.press("Control+a")
        self.page.locator('.paged-row[data-row="3"]').click(modifiers=["Control"])
        out = self.keys(3, 4)[0]
        self.assertEqual(self.look()["ranges"], [[0, 3], [4, 3000]])
        self.assertTrue(self.list("list.selection.isAllBut"))
        # A row that comes is selected too.
        self.write("insert into books(name) values('Book 0000 new')", "delete from books where name = 'Book 2000'")
        self.until("() => document.querySelector('paged-list').item(1)?.name == 'Book 0000 new'")
        self.assertEqual(self.ids(), [key for key in self.keys(0, 3000) if key != out])


class Refreshed(Selecting, Browsing):
    """Over plain pages, which say neither what happened nor where rows are."""

    def start(self):
        api = self.api()
        api.feed = [{"id": f"id {row}", "name": f"Row {row}"} for row in range(10_000)]
        self.show(api, "/feed", behavior="changes", dialect="offset", selectable="multiple")
        return api

    def test_after_a_refresh(self):
        api = self.start()
        self.list("(list.selection = [[6000, 6100]])")
        self.until("() => performance.getEntriesByType('resource').filter(({ name, responseEnd }) => name.includes('limit=5') && responseEnd).length >= 2")
        self.until_drawn()
        del api.feed[300:350]
        self.finish("refresh")
        self.assertEqual(self.ids(), [f"id {row}" for row in range(6000, 6100)])
        self.until_exact([[5950, 6050]])

    def test_what_cannot_be_known_is_said(self):
        api = self.start()
        self.list("(list.selection = [[6000, 6100]])")
        self.until("() => performance.getEntriesByType('resource').filter(({ name, responseEnd }) => name.includes('limit=5') && responseEnd).length >= 2")
        self.until_drawn()
        # Both ends are gone, with all rows that are known of them.
        del api.feed[5990:6110]
        self.finish("refresh")
        self.until_settled()
        asked = len(api.targets)
        said = self.page.evaluate("document.querySelector('paged-list').selectedIDs().catch(error => error.message)")
        self.assertIn("cannot be known any more", said)
        self.assertFalse(self.look()["isExact"])
        # It is not searched for without an end.
        self.assertLessEqual(len(api.targets) - asked, 20)


if __name__ == "__main__":
    unittest.main()
