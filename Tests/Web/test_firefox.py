"""The tests of loading, scrolling, and rows that one works in, in Firefox, but for those that need another browser's instruments."""

import shutil
import unittest

import test_attributes
import test_before_all
import test_channel
import test_content
import test_conversation
import test_hydration
import test_kinds
import test_loading
import test_page_scroll
import test_rows
import test_scrolling
import test_selection
import test_table
import test_working
from firefox import Firefox, Page


class InFirefox:
    firefox = None

    @classmethod
    def setUpClass(cls):
        if not shutil.which("firefox-esr"):
            raise unittest.SkipTest("firefox-esr is not there: Scripts/install-packages firefox-esr")
        # No test's own time, as it may take minutes where browsers start beside it.
        InFirefox.firefox = InFirefox.firefox or Firefox()

    def setUp(self):
        self.page = Page(InFirefox.firefox)
        self.network = []

    def tearDown(self):
        self.assertEqual(self.page.evaluate("window.errors ?? []"), [], "errors in the page")


class Dialects(InFirefox, test_loading.Dialects):
    test_a_way_on_to_another_site_is_not_followed = None


class Beginning(InFirefox, test_loading.Beginning):
    # This holds a request back.
    test_the_first_rows_are_shown_before_the_machine_is_there_and_stay = None


class Scrolling(InFirefox, test_scrolling.Scrolling):
    # These hold requests back, or drag a scroll bar as Chromium draws it, or zoom as it does.
    test_dragging_to_73_percent_asks_for_little_and_moves_nothing_afterwards = None
    test_a_drag_says_where_it_is = None
    test_a_row_that_has_its_number_says_it_once_while_the_thumb_passes = None
    test_nothing_moves_when_data_arrives = None
    test_zooming_keeps_the_row_at_the_top = None


class Heights(InFirefox, test_rows.Heights):
    # This holds a request back.
    test_a_row_that_comes_above_is_as_high_as_it_is_and_moves_no_text = None


class Recycling(InFirefox, test_rows.Recycling):
    pass


class Staying(InFirefox, test_content.Staying):
    pass


class Another(InFirefox, test_content.Another):
    pass


class Filling(InFirefox, test_working.Filling):
    pass


class Editing(InFirefox, test_working.Editing):
    # This holds a button of the mouse.
    test_a_row_in_which_a_pointer_is_held_has_it_until_it_is_released = None


class Refreshed(InFirefox, test_selection.Refreshed):
    pass


class Hydration(InFirefox, test_hydration.Hydration):
    pass


class Numbers(InFirefox, test_attributes.Numbers):
    # This needs a script that runs before the page's.
    test_other_numbers_that_make_no_sense = None


class OpenHeights(InFirefox, test_attributes.Heights):
    # Firefox does not measure shifts.
    test_the_readmes_example_shifts_nothing = None


class Covered(InFirefox, test_table.Covered):
    pass


class Texts(InFirefox, test_table.Texts):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.page.set_viewport_size, {"width": 1000, "height": 700})


class BeforeAll(InFirefox, test_before_all.BeforeAll):
    pass


class Kinds(InFirefox, test_kinds.Kinds):
    # These are as long as the one that is left, and hold rows in the same way.
    test_a_list_that_stays = None
    test_rows_that_are_measured = None
    test_a_grid_whose_rows_are_selected = None


class PageScroll(InFirefox, test_page_scroll.PageScroll):
    # These try the same arithmetic, in every browser.
    test_a_list_below_the_window_has_its_length_and_waits = None
    test_headers_stay_at_the_windows_top = None
    test_longer_than_browsers_can_show_both_ends_are_exact = None
    test_measured_rows_begin_and_end_where_the_list_does = None
    test_rows_are_gone_to_and_walked_through = None
    test_the_property_of_that_name_is_the_attribute = None
    test_what_an_empty_list_says_is_seen = None
    test_what_is_seen_in_the_window_is_what_is_loaded = None


class Conversation(InFirefox, test_conversation.Conversation):
    # These need a script that runs before the page's, or its colors forced.
    test_rows_that_come_push_the_others_up_where_motion_is_wanted = None
    test_it_is_for_everybody = None
    # These try what is the same in every browser.
    test_an_empty_one_says_so_and_takes_its_first_message = None
    test_how_near_the_end_counts_as_there_is_said = None
    test_it_is_shown_from_its_end_by_two_requests = None
    test_one_that_is_not_shown_yet_is_shown_from_its_end_when_it_is = None


class BeginningElsewhere(InFirefox, test_conversation.Beginning):
    test_a_list_that_cannot_begin_there_says_why = None
    test_what_fails_on_the_way_there_is_asked_for_again_and_not_for_ever = None
    test_where_rows_are_told_is_said = None
    test_another_list_begins_at_its_end_too = None
    test_a_row_near_the_end_is_shown_with_the_end = None


class Channel(InFirefox, test_channel.Channel):
    pass


class Templates(InFirefox, test_attributes.Templates):
    pass


class Places(InFirefox, test_attributes.Places):
    pass


if __name__ == "__main__":
    unittest.main()
