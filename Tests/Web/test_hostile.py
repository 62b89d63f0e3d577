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
        # The number before the name stands left of it, as it would with any name.
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
          const list = document.querySelector("paged-list")
          window.filled = new Set()
          list.fill = (element, item) => {
            window.filled.add(item.id)
            if (item.id % 10 == 3) throw new Error("no such field")
          }
          return list.reload()
        }""")
        # The rows are placeholders again until the frame after the answer.
        self.until("() => window.filled.has(3) && window.filled.has(4)")
        texts = {one["row"]: one["text"] for one in self.seen()}
        self.assertTrue(all("no such field" in error for error in self.errors), self.errors)
        self.errors.clear()
        self.assertEqual(texts[3].strip(), "")
        self.assertNotEqual(texts[4].strip(), "")

    def test_the_same_identifier_again_and_again_ends(self):
        api = self.api()
        api.make = lambda row: {"id": 1, "name": f"Row {row}"}
        self.show(api, "/rows?count=1000")
        asked = -1
        while asked < len(api.targets) < 30:
            asked = len(api.targets)
            self.page.wait_for_timeout(1500)
        self.assertLess(len(api.targets), 30)

    def test_totals_that_make_no_sense(self):
        for total in (-5, "many", 1e300, 2**40):
            api = self.api()
            page = api.page
            api.page = lambda path, query: (200, {"items": page(path, query)[1]["items"], "total": total}, {})
            self.visit(api, "/rows?count=500")
            self.until("() => [...document.querySelectorAll('.paged-row:not([hidden])')].some(one => one.dataset.kind != 'placeholder')")
            self.assertLess(len(api.targets), 20)

    def test_answers_that_are_no_lists(self):
        api = self.api()
        api.page = lambda path, query: (200, {"message": "hello"}, {})
        self.visit(api, "/rows")
        self.page.locator("[data-retry]").wait_for()
        self.assertIn("no list of items", self.page.locator(".paged-row[data-kind=error]").inner_text())


if __name__ == "__main__":
    unittest.main()
