"""Row data is hostile until proven otherwise."""

import unittest

from support import Browsing

NAMES = [
    "<script>window.hit = 1</script>", "<img src=x onerror='window.hit = 1'>", "{{name}} ${name}", "javascript:window.hit=1",
    "\u202egnirts desrever\u202d\u2066", "\u0000\ud83d\udca9", "x" * 1_000_000, "\u0651" * 5000, "</template></paged-list>", "🏴" * 400,
    "a\nb\tc", "'\"&<>",
]


class Hostile(Browsing):
    def test_markup_is_text_and_megabytes_are_cut(self):
        api = self.api()
        api.make = lambda row: {"id": row, "name": NAMES[row % len(NAMES)]}
        self.show(api, "/rows?count=1000&limit=48")
        self.assertFalse(self.page.evaluate("'hit' in window"))
        texts = {one["row"]: one["text"] for one in self.assertWhole(40)}
        self.assertEqual(texts[0], "1 <script>window.hit = 1</script>")
        self.assertLess(max(len(one) for one in texts.values()), 1100)
        self.assertEqual(self.page.locator("paged-list script, paged-list img").count(), 0)

    def test_a_bidi_override_does_not_leak(self):
        api = self.api()
        api.make = lambda row: {"id": row, "name": "\u202eabc"}
        self.show(api, "/rows?count=100")
        # The number before the name is left of it, as it would with any name.
        left = self.page.evaluate("""() => {
          const row = document.querySelector('.paged-row[data-row="3"]')
          return [...row.querySelectorAll('[data-field]')].map(one => one.getBoundingClientRect().left)
        }""")
        self.assertLess(left[0], left[1])

    def test_odd_identifiers_and_shapes(self):
        api = self.api()
        odd = [None, True, 1, "1", 1.5, {"a": 1}, [1], "__proto__", "constructor", ""]
        api.make = lambda row: {"id": odd[row] if row < len(odd) else row, "name": odd[row % len(odd)], "__proto__": {"x": 1}}
        self.show(api, "/rows?count=60")
        texts = [one["text"] for one in self.assertWhole(40)]
        self.assertEqual(texts[5], '6 {"a":1}')
        self.assertEqual(texts[7], "8 __proto__")

    def test_rows_that_are_no_objects(self):
        api = self.api()
        api.make = lambda row: [None, 7, "text", [], True][row % 5]
        self.show(api, "/rows?count=60")
        self.assertWhole(40)

    def test_the_same_identifier_on_every_row_shows_all_and_says_so(self):
        api = self.api()
        api.make = lambda row: {"id": 1, "name": f"Row {row}"}
        self.page.add_init_script("addEventListener('paged-list:error', ({ detail }) => { window.said = detail.error.message })")
        self.show(api, "/rows?count=1000")
        texts = {one["row"]: one["text"] for one in self.assertWhole(40)}
        self.assertEqual((texts[0], texts[1]), ("1 Row 0", "2 Row 1"))
        self.assertIn("item-id", self.page.evaluate("window.said"))

    def test_a_fill_that_throws_blanks_its_own_row(self):
        api = self.api()
        self.show(api, "/rows?count=1000")
        self.page.evaluate("""() => {
          window.thrown = 0
          addEventListener("error", () => window.thrown++)
          document.querySelector("paged-list").fill = (element, item) => {
            if (item.id % 10 == 3) throw new Error("no such field")
            element.dataset.filled = item.id
          }
        }""")
        for command in (None, "reload"):
            with self.subTest(command=command):
                if command:
                    # Rows filled before are told from those filled by now.
                    self.page.evaluate("() => { for (const row of document.querySelectorAll('[data-filled]')) delete row.dataset.filled; window.thrown = 0 }")
                    self.finish(command)
                self.until("""() => document.querySelector('.paged-row[data-row="4"]')?.dataset.filled == 4""")
                self.until("() => window.thrown > 0")
                texts = {one["row"]: one["text"] for one in self.seen()}
                self.assertEqual(texts[3].strip(), "")
                self.assertEqual(texts[4], "5 Row 4")
        self.assertTrue(self.errors and all("no such field" in error for error in self.errors), self.errors)
        self.errors.clear()

    def test_the_same_identifier_again_and_again_ends(self):
        api = self.api()
        api.make = lambda row: {"id": 1, "name": f"Row {row}"}
        self.take_clock()
        self.show(api, "/rows?count=1000")
        for _ in range(4):
            self.page.clock.run_for(15_000)
            self.until_settled()
        self.assertLess(len(api.targets), 30)

    def said(self):
        """Notes every error that the list tells."""
        self.page.add_init_script("""
          window.said = []
          addEventListener("paged-list:error", ({ detail }) => window.said.push(detail.what + ": " + detail.error.message))""")
        return lambda: self.page.evaluate("window.said")

    def test_totals_that_make_no_sense(self):
        said = self.said()
        # 2^40 rows may be true; the others are told to be what they are, and everything that came is shown.
        for total, words, last in ((-5, "is none", 499), ("many", '"many"', 499), (10, "sent row 200", 499), (1e300, "can be shown", None),
                                   (2**40, "1099511627776", None)):
            with self.subTest(total=total):
                api = self.api()
                page = api.page
                api.page = lambda path, query: (200, {"items": page(path, query)[1]["items"], "total": total}, {})
                self.show(api, "/rows?count=500")
                self.assertEqual(self.assertWhole(40)[0]["text"], "1 Row 0")
                self.assertTrue(any("answer" in one and words in one for one in said()), said())
                self.list("list.scrollToRow(150)")
                self.until_quiet()
                self.assertEqual(self.seen()[0]["text"], "151 Row 150")
                # However many answers say it, it is told once.
                self.assertEqual(len([one for one in said() if one.startswith("answer")]), 1, said())
                if last:
                    self.until("""last => {
                      const list = document.querySelector("paged-list")
                      list.scrollToRow(list.count)
                      return PARTS(list).machine.endIsKnown && list.count == last + 1
                    }""", last)
                self.assertLess(len(api.targets), 20)

    def test_a_total_that_is_too_large_ends_in_words(self):
        said = self.said()
        api = self.api()
        page = api.page
        api.page = lambda path, query: (200, {"items": page(path, query)[1]["items"], "total": 900}, {})
        self.take_clock()
        self.show(api, "/rows?count=500")
        self.list("list.scrollToRow(700)")
        self.until_given_up()
        self.assertIn("no rows at row", self.page.locator(".paged-notice").inner_text())
        self.assertTrue(any("rows: the server answered with no rows" in one for one in said()), said())

    def test_identifiers_that_are_missing_are_told_once(self):
        said = self.said()
        api = self.api()
        api.make = lambda row: {"id": row, "name": f"Row {row}"} if row % 7 else {"name": f"Row {row}"}
        self.show(api, "/rows?count=1000")
        self.assertEqual([one["text"] for one in self.assertWhole(40)][:8], [f"{row + 1} Row {row}" for row in range(8)])
        self.list("list.scrollToRow(700)")
        self.until_quiet()
        self.assertEqual(said(), ['answer: row 1 has no "id": name the field that tells rows apart with item-id'])

    def test_identifiers_inside_of_objects(self):
        said = self.said()
        api = self.api()
        # As MongoDB writes them.
        api.make = lambda row: {"_id": {"$oid": f"{row:024x}"}, "name": f"Row {row}"}
        self.show(api, "/rows?count=1000", behavior="changes", item_id="_id")
        self.assertEqual(said(), ['answer: row 1 has no text or number as its "_id": name the field that tells rows apart with item-id'])
        self.show(api, "/rows?count=1000", behavior="changes", item_id="_id.$oid")
        self.list("list.scrollToRow(300)")
        self.until_quiet()
        self.finish("refresh")
        self.until_quiet()
        self.assertEqual(self.seen()[0]["text"], "301 Row 300")
        self.assertEqual(said(), [])

    def test_identifiers_that_begin_anew_with_each_page_show_all_rows(self):
        said = self.said()
        api = self.api()
        api.make = lambda row: {"id": row % 200, "name": f"Row {row}"}
        self.show(api, "/rows?count=1000")
        self.list("list.scrollToRow(300)")
        self.until_quiet()
        self.assertEqual(self.seen()[0]["text"], "301 Row 300")
        self.list("list.scrollToRow(0)")
        self.until_quiet()
        self.assertEqual(self.seen()[0]["text"], "1 Row 0")
        self.assertTrue(any("item-id, or say with behavior" in one for one in said()), said())

    def test_cursors_that_circle_show_what_came_and_say_so(self):
        said = self.said()
        api = self.api()
        api.page = lambda path, query: (200, {
            "data": [{"id": f"{query.get('cursor')} {row}", "name": "x"} for row in range(50)],
            "next_cursor": {None: "a", "a": "b", "b": "a"}[query.get("cursor")]}, {})
        self.show(api, "/cursors")
        self.until("""() => {
          const list = document.querySelector("paged-list")
          list.scrollToRow(list.count)
          return list.phase == "failed"
        }""")
        self.page.locator(".paged-notice").wait_for()
        self.assertIn("leads in a circle", self.page.locator(".paged-notice").inner_text())
        self.assertTrue(any("leads in a circle" in one for one in said()), said())
        self.assertGreaterEqual(self.list("list.count"), 100)
        self.assertLess(len(api.targets), 12)

    def test_answers_that_are_no_lists(self):
        api = self.api()
        api.page = lambda path, query: (200, {"message": "hello"}, {})
        self.visit(api, "/rows")
        self.page.locator("[data-retry]").wait_for()
        self.assertIn("no list of items", self.page.locator(".paged-notice").inner_text())


if __name__ == "__main__":
    unittest.main()
