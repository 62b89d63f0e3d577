"""Lists that change while they are read: the reader's row stays where it is, and no seam is left."""

import random
import unittest

from support import Browsing


def items(names):
    return [{"id": f"id {name}", "name": name} for name in names]


class Reading(Browsing):
    def feed(self, count, **attributes):
        """Shows a list of so many rows that may change."""
        api = self.api()
        api.feed = items(f"Book {row}" for row in range(count))
        self.show(api, "/feed?of=books", **{"behavior": "changes", **attributes})
        return api

    def go(self, row):
        """Goes to a row, half of which is above the view."""
        self.list(f"list.scrollToRow({row})")
        self.until_quiet()
        self.page.evaluate("document.querySelector('.paged-view').scrollTop += 17")
        self.until_still()
        self.until_quiet()
        # Rows that were asked for on the way here show the list as it is before it changes.
        self.until_settled()

    def tops(self):
        """The top of each row that is known, by its name."""
        return {one["text"].split(" ", 1)[1]: one["top"] for one in self.seen() if one["kind"] == "item"}

    def refresh(self):
        """Refreshes, and waits until that is over and drawn, and whatever the list asks for besides."""
        self.finish("refresh")
        self.until_drawn()
        self.until_quiet()
        self.until_settled()

    def assertHeld(self, before, after):
        """Rows that were on screen and are there still are where they were."""
        both = before.keys() & after.keys()
        self.assertTrue(both, (before, after))
        for name in both:
            self.assertAlmostEqual(before[name], after[name], delta=0.6, msg=name)

    def assertShows(self, api):
        """What is on screen is what the server has there, in its order, without a seam."""
        names = [one["name"] for one in api.feed]
        shown = [one["text"].split(" ", 1)[1] for one in self.assertWhole()]
        self.assertIn(shown[0], names)
        first = names.index(shown[0])
        self.assertEqual(shown, names[first:first + len(shown)])
        self.assertEqual([one["row"] for one in self.seen()], list(range(first, first + len(shown))))


class Changing(Reading):
    def test_rows_on_top_move_nothing(self):
        for behavior in ("grows-on-top", "changes"):
            for attributes in ({}, {"row_height": None}):
                with self.subTest(behavior=behavior, **attributes):
                    api = self.feed(2000, behavior=behavior, **attributes)
                    self.go(40)
                    before = self.tops()
                    api.feed = items(["New 1", "New 2", "New 3"]) + api.feed
                    self.refresh()
                    self.assertHeld(before, self.tops())
                    self.assertShows(api)
                    self.assertEqual(self.list("list.count"), 2003)

    def test_rows_deleted_above_leave_no_seam(self):
        api = self.feed(2000)
        self.go(100)
        del api.feed[10:15]
        for _ in range(60):
            self.page.mouse.move(200, 200)
            self.page.mouse.wheel(0, 160)
            self.until_drawn()
        self.until_still()
        self.until_quiet()
        self.until_settled()
        self.assertShows(api)

    def test_the_first_row_on_screen_goes_and_the_others_stay(self):
        for attributes in ({}, {"row_height": None}):
            with self.subTest(**attributes):
                api = self.feed(2000, **attributes)
                self.go(40)
                before = self.tops()
                del api.feed[38:42]
                self.refresh()
                after = self.tops()
                self.assertHeld(before, after)
                self.assertNotIn("Book 40", after)
                self.assertShows(api)

    def test_most_rows_deleted_cost_few_requests(self):
        api = self.feed(2000)
        self.go(1900)
        api.targets.clear()
        api.feed = api.feed[:500]
        self.refresh()
        self.until("() => document.querySelector('paged-list').count == 500")
        self.until_still()
        self.until_quiet()
        self.assertLessEqual(len(api.targets), 6, api.targets)
        self.assertShows(api)

    def test_contents_and_orders_change(self):
        api = self.feed(500, ranking="rebuilt", content="changes")
        self.go(40)
        api.feed[42]["name"] = "Another"
        self.refresh()
        self.assertIn("Another", self.tops())
        # Another list at once, and not one that an answer shows half shuffled.
        api.feed = random.Random(5).sample(api.feed, len(api.feed))
        self.list("list.scrollToRow(0)")
        self.until_still()
        self.refresh()
        self.until_still()
        self.assertShows(api)

    def test_the_focus_goes_with_its_row(self):
        api = self.feed(2000)
        self.list("list.focusRow(3)")
        api.feed = items(["New 1", "New 2"]) + api.feed
        self.refresh()
        self.assertIn("Book 3", self.page.evaluate("document.activeElement.textContent"))
        self.assertEqual(self.page.evaluate("document.activeElement.dataset.row"), "5")
        self.page.keyboard.press("ArrowDown")
        self.assertIn("Book 4", self.page.evaluate("document.activeElement.textContent"))

    def test_as_many_rows_on_top_as_a_page_has_are_no_first_page_again(self):
        api = self.feed(2000)
        api.feed = items(f"New {row}" for row in range(200)) + api.feed
        # The rows that were first are now at 200, where the reader goes.
        self.list("list.scrollToRow(200)")
        self.until_quiet()
        self.assertEqual([one["kind"] for one in self.seen() if one["kind"] != "item"], [])

    def test_the_whole_machine_is_loaded_where_it_is_asked_for(self):
        for behavior, wanted in ((None, "paging.wasm"), ("fixed", "paging.wasm"), ("changes", "paging-changing.wasm")):
            api = self.api()
            self.network.clear()
            self.show(api, "/rows?count=100", behavior=behavior)
            asked = {line.rsplit("/", 1)[1] for line in self.network if ".wasm" in line}
            self.assertEqual(asked, {wanted})

    def test_a_behavior_that_there_is_not_is_told(self):
        api = self.api()
        self.page.add_init_script("addEventListener('paged-list:error', ({ detail }) => { window.said = detail.error.message })")
        self.visit(api, "/rows?count=100", behavior="grows")
        self.until("() => window.said")
        self.assertIn('behavior="grows"', self.page.evaluate("window.said"))


if __name__ == "__main__":
    unittest.main()
