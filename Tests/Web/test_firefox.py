"""The tests of loading and scrolling in Firefox, but for those that need another browser's instruments."""

import shutil
import unittest

import test_loading
import test_rows
import test_scrolling
from firefox import Firefox, Page
from support import PATIENCE


class InFirefox:
    firefox = None

    def setUp(self):
        if not shutil.which("firefox-esr"):
            self.skipTest("firefox-esr is not there: Scripts/install-packages firefox-esr")
        InFirefox.firefox = InFirefox.firefox or Firefox(PATIENCE)
        self.page = Page(InFirefox.firefox)
        self.network = []

    def tearDown(self):
        self.assertEqual(self.page.evaluate("window.errors ?? []"), [], "errors in the page")


class Dialects(InFirefox, test_loading.Dialects):
    test_a_way_on_to_another_site_is_not_followed = None


class Beginning(InFirefox, test_loading.Beginning):
    pass


class Scrolling(InFirefox, test_scrolling.Scrolling):
    # These hold requests back, or drag a scroll bar as Chromium draws it, or zoom as it does.
    test_dragging_to_73_percent_asks_for_little_and_moves_nothing_afterwards = None
    test_nothing_moves_when_data_arrives = None
    test_zooming_keeps_the_row_at_the_top = None


class Heights(InFirefox, test_rows.Heights):
    pass


class Recycling(InFirefox, test_rows.Recycling):
    pass


if __name__ == "__main__":
    unittest.main()
