"""What is loaded, from which kinds of server, and what happens when that fails."""

import threading
import unittest

from played import test_page
from support import Browsing
from waiting import PATIENCE


class Dialects(Browsing):
    def end_of(self, count):
        """Goes to the end until there is no more."""
        self.page.locator(".paged-view").focus()
        while not self.list("PARTS(list).machine.endIsKnown"):
            known = self.list("list.count")
            self.page.keyboard.press("End")
            self.until("""known => {
              const list = document.querySelector('paged-list')
              return PARTS(list).machine.endIsKnown || list.count > known
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
        # Requests that go out together come in any order.
        self.assertTrue(any("page=10" in one for one in api.targets), api.targets)

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
        self.assertIn("on another site", self.page.locator(".paged-notice").inner_text())
        self.assertEqual(other.targets, [])


class Beginning(Browsing):
    def test_the_screen_is_asked_for_first_and_then_what_is_around_it(self):
        for attributes in ({}, {"length": 1000}):
            with self.subTest(**attributes):
                api = self.api()
                self.show(api, "/rows?count=1000", dialect="offset", **attributes)
                # Requests that go out together come in any order.
                asked = [one.split("?count=1000&")[1] for one in api.targets]
                self.assertIn("offset=0&limit=10", asked)
                self.until("() => document.querySelector('paged-list').loadedRanges[0][1] > 30")
                self.assertTrue(any("offset=10&" in one for one in api.targets), api.targets)

    def test_the_first_rows_are_shown_before_the_machine_is_there_and_stay(self):
        for dialect, limit in (("offset", 10), (None, 200)):
            with self.subTest(dialect=dialect):
                api = self.api()
                with self.held("**/*.wasm"):
                    self.visit(api, "/rows?count=1000", dialect=dialect)
                    self.until_row(0, "item")
                    self.assertEqual([one["text"] for one in self.assertWhole(40)], [f"{row + 1} Row {row}" for row in range(10)])
                    # The scroll bar tells the truth, and the reader need not wait.
                    self.list("list.scrollToRow(500)")
                    self.until_row(500, "placeholder")
                    self.page.evaluate("window.kept = document.querySelector('.paged-view')")
                self.until_row(500, "item")
                self.until_settled()
                self.assertEqual(self.assertWhole(40)[0]["text"], "501 Row 500")
                self.assertTrue(self.page.evaluate("kept == document.querySelector('.paged-view')"))
                # They are asked for once.
                self.assertEqual([one.split("&", 1)[1] for one in api.targets if "offset=0&" in one], [f"offset=0&limit={limit}"])

    def test_first_rows_that_fail_are_asked_for_again(self):
        api = self.api()
        failed = []
        api.broken = lambda target: not failed and (failed.append(target) or True)
        self.show(api, "/rows?count=1000", dialect="offset")
        self.assertEqual(self.assertWhole(40)[0]["text"], "1 Row 0")
        self.assertEqual(len(failed), 1)

    def test_a_list_that_is_not_shown_yet_loads_when_it_is(self):
        api = self.api()
        api.files["/hidden"] = test_page({"src": "/rows?count=1000", "dialect": "offset"}).replace("<main>", "<main hidden>")
        self.page.goto(f"{api.url}/hidden")
        self.until("() => document.querySelector('paged-list').counters")
        self.until_drawn()
        self.assertEqual(api.targets, [])
        self.page.evaluate("document.querySelector('main').hidden = false")
        self.until_quiet()
        # Requests that go out together come in any order.
        self.assertTrue(any("offset=0&limit=" in one for one in api.targets), api.targets)


class Failing(Browsing):
    def setUp(self):
        super().setUp()
        self.take_clock()

    def test_a_page_that_fails_says_so_and_is_asked_for_again(self):
        api = self.api()
        self.show(api, "/rows?count=10000")
        api.targets.clear()
        api.broken = lambda target: True
        self.list("list.scrollToRow(5000)")
        # Three times, with growing waits; then it is the reader's turn.
        self.until_given_up()
        self.assertEqual(len(api.targets), 3)
        self.until("() => /could not be loaded: the server answered 500/.test(document.querySelector('.paged-live').textContent)")
        self.assertTrue(all(one["kind"] == "failed" for one in self.seen()))
        # One notice for all of them, in the middle of the view.
        notice = self.page.locator(".paged-notice")
        self.assertEqual(notice.count(), 1)
        view, box = self.page.locator(".paged-view").bounding_box(), notice.bounding_box()
        self.assertAlmostEqual(box["y"] + box["height"] / 2, view["y"] + view["height"] / 2, delta=25)
        api.broken = lambda target: False
        before = self.places()
        notice.locator("[data-retry]").focus()
        self.page.keyboard.press("Enter")
        self.until("() => !document.querySelector('.paged-row:not([hidden])[data-kind=failed]')")
        self.until_quiet()
        self.assertEqual(before, self.places(self.assertWhole(40)))
        self.assertEqual(self.seen()[0]["text"], "5,001 Row 5000")
        self.assertEqual(notice.count(), 0)
        self.assertEqual(self.page.evaluate("document.activeElement.className"), "paged-view")
        self.until("() => /^Rows 5001 to .* loaded/.test(document.querySelector('.paged-live').textContent)")

    def test_each_failed_range_has_a_notice_where_it_is(self):
        api = self.api()
        # Only the first request brings rows, of four pages.
        api.broken = lambda target: "offset=0&" not in target
        self.show(api, "/rows?count=100", page_size=10)
        self.list("list.scrollToRow(36)")
        self.until_given_up()
        self.until_quiet()
        kinds = {one["row"]: one["kind"] for one in self.seen()}
        self.assertEqual(set(kinds.values()), {"item", "failed"})
        edge = min(row for row, kind in kinds.items() if kind == "failed")
        top = next(one["top"] for one in self.seen() if one["row"] == edge)
        self.assertEqual(self.page.locator(".paged-notice").count(), 1)
        view, box = self.page.locator(".paged-view").bounding_box(), self.page.locator(".paged-notice").bounding_box()
        self.assertGreaterEqual(box["y"] - view["y"], top - 0.5)

    def test_what_was_said_of_rows_that_failed_is_not_said_of_others(self):
        api = self.api()
        self.show(api, "/rows?count=10000")
        api.broken = lambda target: True
        self.list("list.scrollToRow(5000)")
        self.until_given_up()
        self.until("() => /could not be loaded/.test(document.querySelector('.paged-live').textContent)")
        self.list("list.scrollToRow(0)")
        self.until("() => !/could not be loaded/.test(document.querySelector('.paged-live').textContent)")

    def said(self):
        self.page.add_init_script("""
          window.said = []
          addEventListener("paged-list:error", ({ detail }) => window.said.push(detail.what + ": " + detail.error.message))""")

    def test_sections_that_fail(self):
        self.said()
        api = self.api()
        api.broken = lambda target: target.startswith("/sections")
        self.show(api, "/rows?count=26000", sections="/sections?count=26000&size=1000")
        self.page.locator(".paged-notice").wait_for()
        self.assertIn("the server answered 500", self.page.locator(".paged-notice").inner_text())
        self.assertTrue(any(one.startswith("sections: ") for one in self.page.evaluate("window.said")))
        self.assertEqual(self.seen()[0]["text"], "1 Row 0")
        api.broken = lambda target: False
        self.page.locator("[data-retry]").click()
        self.until("() => document.querySelector('paged-list').sections.length == 26")
        self.until("() => !document.querySelector('.paged-notice')")

    def test_sections_that_are_none(self):
        self.said()
        api = self.api()
        page = api.page
        api.page = lambda path, query: (200, [1, 2], {}) if path == "/odd" else page(path, query)
        self.show(api, "/rows?count=100", sections="/odd")
        self.page.locator(".paged-notice").wait_for()
        self.assertIn("no list of sections", self.page.locator(".paged-notice").inner_text())

    def test_a_source_of_an_apps_own_that_answers_nonsense(self):
        api = self.api()
        self.show(api, "/rows?count=100")
        for source, words in (("{}", "page is not a function"), ("{ page: async () => ({}) }", "the source's page has no items"),
                              ("{ capabilities: { sections: true }, page: async () => ({ items: [], total: 9 }), sectionList: async () => 7 }",
                               "the source's sections are no array")):
            self.page.evaluate(f"() => {{ document.querySelector('paged-list').source = {source} }}")
            self.until("words => document.querySelector('.paged-notice')?.textContent.includes(words)", words)

    def test_what_nobody_handles_is_in_the_console_once(self):
        logged = []
        self.page.on("console", lambda line: logged.append(line.text) if "<paged-list" in line.text else None)
        api = self.api()
        api.broken = lambda target: True
        self.show(api, "/rows?count=100")
        self.until_given_up()
        self.assertEqual(len(logged), 1, logged)
        self.assertRegex(logged[0], r'^<paged-list src="/rows\?count=100">, rows: .*the server answered 500')
        for handled in ("event => event.detail", "event => event.preventDefault()"):
            self.page.evaluate(f"document.querySelector('paged-list').addEventListener('paged-list:error', {handled})")
            self.list("(list.src += '1')")
            self.until("() => !document.querySelector('.paged-view[data-old]') && document.querySelector('paged-list').phase == 'failed'")
            self.assertEqual(len(logged), 1, logged)

    def test_a_machine_that_is_missing(self):
        self.said()
        api = self.api()
        self.page.route("**/*.wasm", lambda route: route.fulfill(status=404))
        self.visit(api, "/rows?count=100")
        self.page.locator(".paged-notice").wait_for()
        self.assertIn("paging.wasm cannot be loaded", self.page.locator(".paged-notice").inner_text())
        self.assertEqual(self.page.evaluate("window.said"), [
            f"machine: paging.wasm cannot be loaded from {api.url}/web/paging.wasm: answered with 404. "
            "It belongs beside the script that <paged-list> is in: paged-list.js, or your bundle"])
        self.assertEqual(self.list("list.phase"), "failed")
        self.page.unroute("**/*.wasm")
        self.page.locator("[data-retry]").click()
        self.until_quiet()
        self.assertEqual(self.seen()[0]["text"], "1 Row 0")

    def test_a_part_that_is_missing_is_asked_for_again(self):
        api = self.api()
        self.page.route("**/web/paged-later.js", lambda route: route.fulfill(status=404))
        self.visit(api, "/rows")
        self.page.locator(".paged-notice").wait_for()
        self.assertIn("paged-later.js", self.page.locator(".paged-notice").inner_text())
        self.page.unroute("**/web/paged-later.js")
        self.page.locator("[data-retry]").click()
        self.until_quiet()
        self.until_settled()
        self.assertEqual(self.list("list.count"), 1000)

    def test_an_address_that_is_none(self):
        self.said()
        self.visit(self.api(), "http://[")
        self.page.locator(".paged-notice").wait_for()
        self.assertTrue(self.page.evaluate("window.said.length"))

    def test_a_refresh_that_fails_keeps_the_rows_and_says_so(self):
        api = self.api()
        self.show(api, "/rows?count=1000")
        self.page.evaluate("""() => {
          window.over = []
          document.querySelector("paged-list").addEventListener("paged-list:finished", ({ detail }) => over.push(detail))
        }""")
        api.broken = lambda target: True
        self.list("list.refresh()")
        self.until_given_up()
        self.assertEqual(self.assertWhole(40)[0]["text"], "1 Row 0")
        self.assertEqual(self.page.evaluate("over[0].error.message"), "the server answered 500")
        self.until("() => /could not be refreshed/.test(document.querySelector('.paged-live').textContent)")
        api.broken = lambda target: False
        self.page.locator("[data-retry]").click()
        self.until("() => !document.querySelector('.paged-notice')")

    def test_without_templates_failures_are_told_all_the_same(self):
        api = self.api()
        api.broken = lambda target: True
        self.page.route("**/page?*", lambda route: route.fulfill(
            content_type="text/html", body=route.fetch().text().replace('data-for="failed"', 'data-for="other"')))
        self.visit(api, "/rows?count=100")
        self.until_given_up()
        self.assertEqual(self.page.locator(".paged-notice span").inner_text(), "Rows could not be loaded: the server answered 500.")
        api.broken = lambda target: False
        self.page.get_by_role("button", name="Retry").click()
        self.until_quiet()

    def test_a_first_page_that_fails(self):
        api = self.api()
        api.broken = lambda target: True
        self.visit(api, "/rows")
        self.until_given_up()
        self.page.locator("[data-retry]").wait_for()
        api.broken = lambda target: False
        self.page.locator("[data-retry]").click()
        self.until_quiet()
        self.assertEqual(self.seen()[0]["text"], "1 Row 0")

    def test_an_address_that_is_not_there_is_no_list_that_has_ended(self):
        api = self.api()
        self.visit(api, "/nothing", dialect="offset")
        self.page.locator(".paged-notice").wait_for()
        self.until_settled()
        # Once for its first rows, once for those behind.
        self.assertLessEqual(len(api.targets), 2, api.targets)
        self.assertIn("404", self.page.locator(".paged-notice").inner_text())

    def test_a_server_that_asks_to_wait_is_waited_for_and_the_reader_knows_it(self):
        for status in (503, 429):
            with self.subTest(status=status):
                api = self.api()
                page, isBusy = api.page, []
                # Longer than a test takes on any machine.
                api.page = lambda path, query: (status, {}, {"Retry-After": "4000"}) if isBusy else page(path, query)
                self.show(api, "/rows?count=10000", dialect="offset")
                isBusy.append(True)
                self.list("list.scrollToRow(5000)")
                notice = self.page.locator(".paged-notice")
                notice.wait_for()
                self.assertRegex(notice.inner_text(), f"the server answered {status}")
                # Whatever went out with the first request is refused, too.
                self.until_settled()
                said = self.list("PARTS(list).trouble.text")
                self.assertRegex(said, r"^Rows are asked for again at (\S+, )?\d+:\d\d:\d\d")
                self.until("text => document.querySelector('.paged-live').textContent == text", said)
                # Loaded rows are there all the same, and say it too.
                self.list("list.scrollToRow(0)")
                self.until_quiet()
                self.assertEqual(notice.count(), 1)
                asked = len(api.targets)
                self.list("list.scrollToRow(5000)")
                self.until_drawn()
                self.assertEqual(len(api.targets), asked)
                # The reader need not wait.
                isBusy.clear()
                notice.locator("[data-retry]").click()
                self.until_row(5000, "item")
                self.until("() => !document.querySelector('.paged-notice')")

    def test_while_a_server_is_left_alone_what_is_on_its_way_comes(self):
        api = self.api()
        page, answers, refused = api.page, threading.Event(), []
        self.addCleanup(answers.set)

        def answer(path, query):
            first = int(query["offset"])
            if first < 5000:
                return page(path, query)
            if first == 5000 and not refused:
                refused.append(first)
                return 503, {}, {"Retry-After": "4000"}
            answers.wait(PATIENCE)
            return page(path, query)

        api.page = answer
        # A screen of 80 rows takes four requests, which go out together.
        self.show(api, "/rows?count=10000", dialect="offset", row_height=5, page_size=5)
        self.list("list.scrollToRow(5000)")
        notice = self.page.locator(".paged-notice")
        notice.wait_for()
        answers.set()
        self.until_row(5070, "item")
        self.until_settled()
        self.assertEqual([one["row"] for one in self.seen() if one["kind"] != "item"], list(range(5000, 5020)))
        self.assertEqual(notice.count(), 1)
        # The reader need not wait, and however often he says so, what is missing is asked for once.
        asked = len(api.targets)
        self.page.evaluate("() => { const button = document.querySelector('[data-retry]'); for (let turn = 0; turn < 5; turn++) button.click() }")
        self.until_quiet()
        self.until_settled()
        missing = "/rows?count=10000&offset=5000&limit=20"
        self.assertEqual(api.targets[asked:].count(missing), 1)
        self.assertEqual(len(api.targets[asked:]), len(set(api.targets[asked:])))
        self.assertEqual(notice.count(), 0)

    def test_going_offline_and_back(self):
        api = self.api()
        self.show(api, "/rows?count=10000")
        self.context.set_offline(True)
        self.list("list.scrollToRow(3000)")
        self.page.locator(".paged-notice").wait_for()
        self.assertIn("you are offline", self.page.locator(".paged-notice").inner_text())
        # Loaded rows are there all the same.
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
            # An answer that is nearly there is not cancelled: its time does not pass.
            with self.time_stopped():
                with self.page.expect_request(lambda request: "offset=4" in request.url or "offset=3999" in request.url):
                    self.list("list.scrollToRow(400000)")
                self.list("list.scrollToRow(800000)")
                self.until("() => document.querySelector('paged-list').counters.cancellations > 0")
        self.until_quiet()
        self.until_settled()
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
        self.until("() => PARTS(document.querySelector('paged-list')).machine?.endIsKnown")
        self.until("() => document.querySelector('.paged-view').getAttribute('aria-busy') == 'false'")
        self.until("() => !document.querySelector('.paged-row:not([hidden])')")
        self.assertEqual(self.page.locator(".paged-notice").inner_text(), "There are no rows.")
        self.until("() => document.querySelector('.paged-live').textContent == 'There are no rows.'")


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
