"""What is loaded, from which kinds of server, and what happens when that fails."""

import unittest

from support import Browsing


class Dialects(Browsing):
    def end_of(self, count):
        """Goes to the end until there is no more."""
        self.page.locator(".paged-view").focus()
        while not self.list("list.machine.endIsKnown"):
            known = self.list("list.count")
            self.page.keyboard.press("End")
            self.until("""known => {
              const list = document.querySelector('paged-list')
              return list.machine.endIsKnown || list.count > known
            }""", known)
        self.page.keyboard.press("End")
        # Until it is drawn, no row on screen is a placeholder either.
        self.until_still()
        self.until_quiet()
        rows = self.assertWhole(40)
        self.assertEqual(rows[-1]["text"], f"{count} Row {count - 1}")

    def test_pages(self):
        api = self.api()
        self.show(api, "/pages?count=470", dialect="page")
        self.end_of(470)
        self.assertTrue(all("size=50" in one for one in api.targets), api.targets)
        self.assertIn("page=10", api.targets[-1])

    def test_cursors_found_out(self):
        api = self.api()
        self.show(api, "/cursors?count=470")
        self.end_of(470)
        self.assertEqual(self.page.locator(".paged-row:not([hidden])").first.get_attribute("aria-setsize"), "470")

    def test_cursors_declared(self):
        api = self.api()
        self.show(api, "/cursors?count=470", dialect="cursor", next="next_cursor", items="data")
        self.assertEqual(self.page.locator(".paged-row:not([hidden])").first.get_attribute("aria-setsize"), "-1")
        self.end_of(470)

    def test_links(self):
        api = self.api()
        self.show(api, "/links?count=470", dialect="link")
        self.end_of(470)

    def test_a_length_nobody_tells(self):
        api = self.api()
        self.show(api, "/endless?count=470")
        self.end_of(470)

    def test_a_way_on_to_another_site_is_not_followed(self):
        api, other = self.api(), self.api()
        page = api.page
        api.page = lambda path, query: (200, [{"id": 1, "name": "only"}], {"Link": f'<{other.url}/rows>; rel="next"'}) \
            if path == "/away" else page(path, query)
        self.visit(api, "/away", dialect="link")
        self.page.locator("[data-retry]").first.wait_for()
        self.assertIn("on another site", self.page.locator(".paged-row[data-kind=error]").inner_text())
        self.assertEqual(other.targets, [])


class Failing(Browsing):
    def test_a_page_that_fails_says_so_and_is_asked_for_again(self):
        api = self.api()
        self.show(api, "/rows?count=10000")
        api.broken = lambda target: True
        self.list("list.scrollToRow(5000)")
        # Three times, with growing waits; then it is the reader's turn.
        self.page.locator(".paged-row[data-kind=error]").first.wait_for()
        self.assertEqual(len([one for one in api.targets if "offset=0&" not in one]), 3)
        self.until("() => /could not be loaded: the server answered 500/.test(document.querySelector('.paged-live').textContent)")
        self.assertTrue(all(one["kind"] == "error" for one in self.seen()))
        api.broken = lambda target: False
        before = self.places()
        self.page.locator("[data-retry]").nth(8).click()
        self.until("() => !document.querySelector('.paged-row:not([hidden])[data-kind=error]')")
        self.until_quiet()
        self.assertEqual(before, self.places(self.assertWhole(40)))
        self.assertEqual(self.seen()[0]["text"], "5,001 Row 5000")

    def test_a_first_page_that_fails(self):
        api = self.api()
        api.broken = lambda target: True
        self.visit(api, "/rows")
        self.page.locator("[data-retry]").wait_for()
        api.broken = lambda target: False
        self.page.locator("[data-retry]").click()
        self.until_quiet()
        self.assertEqual(self.seen()[0]["text"], "1 Row 0")

    def test_going_offline_and_back(self):
        api = self.api()
        self.show(api, "/rows?count=10000")
        self.context.set_offline(True)
        self.list("list.scrollToRow(3000)")
        self.page.locator(".paged-row[data-kind=error]").first.wait_for()
        self.assertIn("you are offline", self.page.locator(".paged-row[data-kind=error]").first.inner_text())
        # What is loaded is there all the same.
        self.list("list.scrollToRow(0)")
        self.until_quiet()
        self.list("list.scrollToRow(3000)")
        self.context.set_offline(False)
        # Nobody pressed anything.
        self.until_row(3000, "item")

    def test_what_was_passed_is_called_off(self):
        api = self.api()
        self.show(api, "/rows?count=1000000")
        ended = []
        self.page.on("requestfailed", lambda request: ended.append(request.url))
        with self.held("**/rows?*"):
            # An answer that is nearly there is not called off: its time does not pass.
            self.page.evaluate("() => { const now = performance.now(); performance.now = () => now }")
            with self.page.expect_request(lambda request: "offset=4" in request.url or "offset=3999" in request.url):
                self.list("list.scrollToRow(400000)")
            self.list("list.scrollToRow(800000)")
            self.until("() => document.querySelector('paged-list').counters.cancellations > 0")
            self.page.evaluate("() => delete performance.now")
        self.until_quiet()
        self.assertEqual(self.list("list.counters.cancellations"), len(ended))
        self.assertTrue(ended and all("offset=3999" in one or "offset=4" in one for one in ended), ended)

    def test_the_pages_own_style_of_the_element_wins(self):
        api = self.api()
        self.show(api, "/rows?count=100")
        self.page.evaluate("document.styleSheets[0].insertRule('paged-list { height: 300px }', document.styleSheets[0].cssRules.length)")
        self.assertEqual(self.page.evaluate("getComputedStyle(document.querySelector('paged-list')).height"), "300px")

    def test_pages_of_a_servers_own_size_found_out(self):
        api = self.api()
        api.make = lambda row: {"id": row, "name": f"Book {row}"}
        for dialect in ["page", None]:
            self.show(api, "/framework?count=95", dialect=dialect)
            self.list("list.scrollToRow(60)")
            self.until_quiet()
            texts = {one["row"]: one["text"] for one in self.assertWhole(40)}
            self.assertIn(60, texts)
            self.assertTrue(all(text == f"{row + 1} Book {row}" for row, text in texts.items()), texts)

    def test_a_list_without_rows_is_quiet(self):
        api = self.api()
        self.visit(api, "/rows?count=0")
        self.until("() => document.querySelector('paged-list').machine?.endIsKnown")
        self.until("() => !document.querySelector('.paged-row:not([hidden])')")
        self.assertEqual(self.page.locator(".paged-view").get_attribute("aria-busy"), "false")


class Changing(Browsing):
    def test_memory_is_given_back(self):
        api = self.api()
        self.show(api, "/rows?count=100000", item_budget=500)
        for row in range(0, 60_000, 3000):
            self.list(f"list.scrollToRow({row})")
            self.until_quiet()
        loaded = self.list("list.loadedRanges.reduce((sum, [first, end]) => sum + end - first, 0)")
        self.assertLessEqual(loaded, 900)
        self.list("list.scrollToRow(0)")
        self.until_quiet()
        self.assertEqual(self.seen()[0]["text"], "1 Row 0")

    def test_a_refresh_shows_what_is_new_and_keeps_the_place(self):
        api = self.api()
        self.show(api, "/rows?count=10000")
        self.list("list.scrollToRow(40)")
        self.until_quiet()
        api.make = lambda row: {"id": row, "name": f"New {row}"}
        before = self.places()
        self.list("list.refresh()")
        self.until("() => document.querySelector('.paged-row[data-row=\"40\"]').textContent == '41 New 40'")
        self.assertEqual(before, self.places())


if __name__ == "__main__":
    unittest.main()
