"""The page that `paging serve` shows, with the lists of its sample."""

import re
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import Browsing, Serving, paging


class Page(Browsing):
    server = None

    @classmethod
    def setUpClass(cls):
        cls.server = Serving()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def open(self, path="/"):
        self.page.goto(self.server.url + path)
        self.until_quiet()

    def test_the_characters_of_unicode(self):
        self.open()
        self.assertGreater(self.list("list.count"), 150_000)
        self.until("() => document.querySelector('paged-list').sections.length == 26")
        row = self.page.locator('.paged-row[data-row="0"]')
        self.assertIn("AMPERSAND", row.inner_text())
        self.assertEqual([row.get_attribute("role"), row.get_attribute("aria-rowindex")], ["row", "2"])
        view = self.page.locator(".paged-view")
        self.assertEqual(view.get_attribute("role"), "grid")
        self.assertEqual(int(view.get_attribute("aria-rowcount")), self.list("list.count") + 1)
        # The jump bar leads to a section, for one request for the screen and some for what is around it: the more the slower the server answers.
        self.until_settled()
        self.asked_for.clear()
        # An answer that is late is asked for once more.
        with self.time_stopped():
            self.page.locator(".paged-jump button", has_text="Q").click()
            self.until_quiet()
            self.until_settled()
        self.assertIn("QUADRANT", self.page.locator(".paged-row:not([hidden])", has_text="QUADRANT").first.inner_text())
        self.assertEqual(self.page.locator(".paged-sticky").inner_text(), "Q")
        self.assertEqual(self.page.locator(".paged-jump [aria-current]").inner_text(), "Q")
        asked = [[int(one) for one in re.search(r"offset=(\d+)&limit=(\d+)", url).groups()] for url in self.asked_for]
        # The screen comes first.
        first, end = self.list("[list.viewport.first, list.viewport.end]")
        self.assertTrue(asked[0][0] <= first and end <= sum(asked[0]), (asked, first, end))
        rows = [row for first, count in asked for row in range(first, first + count)]
        # No row is asked for twice.
        self.assertEqual(len(rows), len(set(rows)), asked)
        self.assertLess(len(rows), 500, asked)

    def test_names_are_written_as_people_do(self):
        self.open()
        # In the order of their language, whatever the page's direction.
        self.until("() => / of /.test(document.querySelector('#shown').textContent)")
        places = self.page.evaluate("""() => {
          document.documentElement.dir = "rtl"
          const text = document.querySelector("#shown").firstChild
          return [0, text.length - 1].map(at => {
            const range = document.createRange()
            range.setStart(text, at)
            range.setEnd(text, at + 1)
            const left = range.getBoundingClientRect().left
            return left
          })
        }""")
        self.assertLess(places[0], places[1])
        self.assertIn("Code point", self.page.evaluate("[...document.querySelectorAll('.paged-column')].map(one => one.textContent)"))
        self.assertEqual(self.page.locator("#sort option").all_inner_texts()[:3], ["List order", "Code point ↑", "Code point ↓"])

    def test_the_million_events_in_any_order(self):
        self.open("/?list=events")
        self.assertEqual(self.list("list.count"), 1_000_000)
        self.page.locator(".paged-view").focus()
        self.page.keyboard.press("End")
        self.until_quiet()
        self.assertEqual(self.assertWhole(44)[-1]["row"], 999_999)
        self.page.get_by_role("columnheader", name="time").get_by_role("button").click()
        self.until("() => document.querySelector('[aria-sort=ascending]')")
        self.page.get_by_role("columnheader", name="time").get_by_role("button").click()
        self.until("() => document.querySelector('[aria-sort=descending]') && location.search.includes('sort=-time')")
        self.page.select_option("#sort", "-id")
        self.until("() => document.querySelector('paged-list').item(0)?.id == 1000000")
        self.assertEqual(self.seen()[0]["row"], 0)
        self.page.select_option("#group", "kind")
        self.until("() => document.querySelector('paged-list').sections.length > 2")
        self.server.until(lambda requests: any("groupBy=kind" in one for one in requests))

    def test_going_back_and_forward_keeps_the_place(self):
        self.open("/?list=events")
        self.list("list.scrollToRow(654321)")
        self.until_quiet()
        self.until_still()
        place = self.seen()[0]
        self.page.select_option("#lists", "unicode")
        self.until("() => document.querySelector('paged-list').src.startsWith('/lists/unicode')")
        self.until_quiet()
        self.assertEqual(self.seen()[0]["row"], 0)
        self.page.go_back()
        self.until("() => document.querySelector('paged-list').src.startsWith('/lists/events')")
        self.until_quiet()
        self.assertEqual([self.seen()[0][name] for name in ("row", "top", "text")], [place[name] for name in ("row", "top", "text")])
        self.page.go_forward()
        self.until("() => document.querySelector('paged-list').src.startsWith('/lists/unicode')")
        self.page.go_back()
        # To another page altogether, and back.
        self.until_quiet()
        self.until_still()
        self.page.goto(self.server.url + "/lists")
        self.page.go_back()
        self.until_quiet()
        self.assertEqual(self.seen()[0]["row"], place["row"])

    def test_a_slow_network_shows_what_the_planner_does(self):
        self.open()
        self.page.locator("#developer").click()
        self.page.select_option("#network", "300 0")
        with self.held("**/lists/unicode?*"):
            self.list("list.scrollToRow(90000)")
            self.until("() => [...document.querySelectorAll('#requests li')].some(one => one.innerText.includes('under way'))")
        self.until_quiet()
        self.until("() => document.querySelector('#requests li').innerText.includes(' ms')")
        self.assertGreaterEqual(int(self.page.locator("#counters dd").first.inner_text()), 2)
        # The map has the color of what is loaded where it is.
        self.assertTrue(self.page.evaluate("""() => {
          const map = document.getElementById('map')
          const data = map.getContext('2d').getImageData(0, map.height - 2, map.width, 1).data
          return new Set(Array.from({length: map.width}, (_, x) => data.slice(4 * x, 4 * x + 3).join())).size >= 3
        }"""))

    def test_a_network_that_loses_everything_and_comes_back(self):
        self.take_clock()
        self.open()
        self.page.locator("#developer").click()
        self.page.select_option("#network", "0 100")
        self.list("list.scrollToRow(50000)")
        self.until_given_up()
        self.page.locator("[data-retry]").first.wait_for()
        self.page.select_option("#network", "0 0")
        self.until_quiet()
        self.until("() => !document.querySelector('.paged-row:not([hidden])[data-kind=failed]')")

    def test_the_names_of_columns_stand_above_their_cells(self):
        self.page.add_init_script("addEventListener('paged-list:error', ({ detail }) => { (window.said ??= []).push(detail.error.message) })")
        self.open()
        lefts = '''selector => [...document.querySelectorAll(selector)].filter(one => one.offsetWidth)
          .map(one => Math.round(one.getBoundingClientRect().left))'''
        # Widths follow the first rows that come.
        self.until(f'() => JSON.stringify(({lefts})(\'.paged-row[data-row="2"] > *\')) == JSON.stringify(({lefts})(".paged-columns > *"))')
        self.assertGreaterEqual(len(self.page.evaluate(lefts, ".paged-columns > *")), 4)
        # The list's rows have identifiers, and the page says which.
        self.assertEqual(self.page.evaluate("window.said ?? []"), [])

    def test_a_notice_on_a_phone_is_not_under_the_jump_bar(self):
        self.page.set_viewport_size({"width": 320, "height": 600})
        self.take_clock()
        self.open()
        self.page.locator("#more").click()
        self.page.locator("#developer").click()
        self.page.select_option("#network", "0 100")
        self.page.locator("#developer").click()
        self.page.locator("#more").click()
        self.list("list.scrollToRow(70000)")
        self.until_given_up()
        retry, bar = self.page.locator("[data-retry]").bounding_box(), self.page.locator(".paged-jump").bounding_box()
        self.assertLessEqual(retry["x"] + retry["width"], bar["x"])

    def test_keyboard_to_a_row(self):
        self.open()
        self.page.locator("#row").fill("123456")
        self.page.keyboard.press("Enter")
        self.until("() => document.activeElement.dataset.row == 123455")

    def test_axe_finds_nothing_in_either_scheme_nor_on_a_phone(self):
        for scheme, width in (("light", 1000), ("dark", 1000), ("light", 390)):
            self.page.emulate_media(color_scheme=scheme)
            self.page.set_viewport_size({"width": width, "height": 700})
            self.open()
            self.until("() => document.querySelector('paged-list').sections.length == 26")
            if width < 700:
                self.page.locator("#more").click()
            self.page.locator("#developer").click()
            self.assertAxe(f"{scheme} {width}")

    def test_a_phones_width_has_no_sideways_scrolling(self):
        self.page.set_viewport_size({"width": 360, "height": 640})
        self.open()
        self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), 360)
        self.assertLessEqual(self.page.evaluate("(v => v.scrollWidth - v.clientWidth)(document.querySelector('.paged-view'))"), 0)
        self.assertGreaterEqual(len(self.assertWhole(44)), 8)

    def test_nothing_is_seen_above_the_sections_header_of_a_phone(self):
        self.page.set_viewport_size({"width": 390, "height": 640})
        self.open()
        self.until("() => document.querySelector('paged-list').sections.length == 26")
        self.until_drawn()
        tops = self.page.evaluate("['.paged-view', '.paged-sticky .paged-header'].map((one) => document.querySelector(one).getBoundingClientRect().top)")
        self.assertAlmostEqual(tops[0], tops[1], delta=0.1)

    def test_a_phones_rows_have_two_lines_and_its_header_one(self):
        for scale in ("100%", "200%"):
            self.page.set_viewport_size({"width": 320, "height": 640})
            self.page.add_init_script(f"document.addEventListener('DOMContentLoaded', () => {{ document.documentElement.style.fontSize = `calc(${{parseFloat('{scale}')}}% * .9375)` }})")
            self.open()
            self.assertLess(self.page.locator("header").bounding_box()["height"], 60 if scale == "100%" else 110)
            cells = self.page.evaluate('''() => [...document.querySelector('.paged-row[data-row="1"]').children].filter(one => one.offsetWidth).map(one => {
              const { top, bottom, left, right } = one.getBoundingClientRect()
              return { top, bottom, left, right, name: one.className }
            })''')
            row = self.page.locator('.paged-row[data-row="1"]').bounding_box()
            main, below = (next(one for one in cells if name in one["name"]) for name in ("main", "below"))
            self.assertGreaterEqual(below["top"], main["bottom"] - 2)
            self.assertLessEqual(max(one["bottom"] for one in cells), row["y"] + row["height"] + 1)
            self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), 320)
            self.page.locator("#more").click()
            self.assertTrue(self.page.locator("#sort").is_visible())

    def test_a_phones_rows_say_kind_and_actor_and_the_time_once(self):
        self.page.set_viewport_size({"width": 390, "height": 640})
        self.open("/?list=events&group=none")
        said = self.page.evaluate("""() => [...document.querySelector('.paged-row[data-row="0"]').children].filter(one => one.offsetWidth)
          .map(one => [one.dataset.field, one.scrollWidth > one.clientWidth])""")
        self.assertEqual(sorted(said), [["actor", False], ["kind", False], ["time", False], ["title", False]])

    def test_times_are_said_as_the_reader_does(self):
        self.open("/?list=events")
        row = self.page.locator('.paged-row[data-row="0"]')
        self.assertIn("Jan 1, 2020", row.inner_text())
        self.assertNotIn("T00:00", row.inner_text())

    def test_why_there_are_no_lists_stands_in_the_middle(self):
        self.page.route("**/lists", lambda route: route.fulfill(status=500, body="{}"))
        self.page.goto(self.server.url)
        message = self.page.locator(".nothing")
        message.wait_for()
        box, place = message.bounding_box(), self.page.locator("#place").bounding_box()
        self.assertAlmostEqual(box["x"] + box["width"] / 2, place["x"] + place["width"] / 2, delta=2)
        self.assertAlmostEqual(box["y"] + box["height"] / 2, place["y"] + place["height"] / 2, delta=2)
        self.assertAxe()
        self.page.unroute("**/lists")
        message.get_by_role("button").click()
        self.until_quiet()

    def test_everything_comes_from_here_compressed_and_to_be_kept(self):
        answers = []
        self.page.on("response", lambda answer: answers.append(answer))
        self.open()
        self.assertEqual({one.url.split("/")[2] for one in answers}, {self.server.url.split("/")[2]})
        for one in answers:
            if "/web/" in one.url:
                self.assertEqual(one.headers["content-encoding"], "br", one.url)
                self.assertIn("immutable", one.headers["cache-control"])
        self.assertTrue(any(one.headers["content-type"] == "application/wasm" for one in answers))


class Searching(Browsing):
    def test_a_list_with_a_full_text_index_is_searched_as_one_types(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = str(Path(folder.name) / "books.sqlite")
        file = sqlite3.connect(path)
        file.execute("create table books(id integer primary key, title text)")
        file.executemany("insert into books(title) values(?)", [(f"{'Great' if row % 7 == 0 else 'Small'} book {row}",) for row in range(700)])
        file.commit()
        file.close()
        subprocess.run([str(paging()), "index", path, "books", "--search", "title"], check=True, capture_output=True)
        server = Serving(path)
        self.addCleanup(server.stop)
        self.page.goto(server.url)
        self.until_quiet()
        self.page.locator("#search").press_sequentially("gre")
        self.until("() => document.querySelector('paged-list').count == 100")
        self.until_quiet()
        self.assertTrue(all("Great book" in one["text"] for one in self.assertWhole(44)))
        self.assertIn("search=gre", self.page.url)
        self.assertAxe()
        self.page.locator("#search").fill("nothing")
        self.page.locator(".paged-notice[data-kind=empty]").wait_for()
        view, box = self.page.locator(".paged-view").bounding_box(), self.page.locator(".paged-notice").bounding_box()
        self.assertAlmostEqual(box["y"] + box["height"] / 2, view["y"] + view["height"] / 2, delta=25)
        self.page.locator("#search").fill("")
        self.until("() => document.querySelector('paged-list').count == 700")


class Books(Browsing):
    def serve(self, *index):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = str(Path(folder.name) / "books.sqlite")
        file = sqlite3.connect(path)
        file.execute("create table books(id integer primary key, pub_year integer, title text, price numeric(9,2))")
        rows = [(1900 + row % 7, f"Book {row:03}", [527.1, 3, 0.125, None][row % 4]) for row in range(700)]
        file.executemany("insert into books(pub_year, title, price) values(?, ?, ?)", rows)
        file.commit()
        file.close()
        if index: subprocess.run([str(paging()), "index", path, "books", *index], check=True, capture_output=True)
        server = Serving(path)
        self.addCleanup(server.stop)
        self.page.goto(server.url)
        self.until_quiet()

    def test_numbers_have_the_places_of_their_column_and_lose_none(self):
        self.serve()
        prices = [self.page.locator(f'.paged-row[data-row="{row}"] [data-field=price]').text_content() for row in range(4)]
        self.assertEqual(prices, ["527.10", "3.00", "0.125", ""])

    def test_the_orders_of_a_rank_index_are_offered_both_ways(self):
        self.serve("--order", "pub_year desc, title")
        self.assertEqual(self.page.locator("#sort option").all_inner_texts()[-2:], ["Pub year ↓, Title ↑", "Pub year ↑, Title ↓"])
        for order, title in (("-pub_year,title", "Book 006"), ("pub_year,-title", "Book 693")):
            self.page.select_option("#sort", order)
            self.until(f"() => document.querySelector('paged-list').item(0)?.title == '{title}'")
        # The address has it, so that going back shows the order before.
        self.page.go_back()
        self.until("() => document.querySelector('#sort').value == '-pub_year,title'")


class Slow(Browsing):
    def test_a_server_that_takes_300_milliseconds(self):
        server = Serving("--delay", "300")
        self.addCleanup(server.stop)
        # An answer that is late on a busy machine would be asked for once more: by the page's clock none is.
        self.page.add_init_script("performance.now = () => 1000")
        with self.held("**/lists/events?*"):
            self.page.goto(server.url + "/?list=events")
            # The length is there before the first row is.
            self.until("() => document.querySelector('paged-list')?.count == 1000000")
            self.assertTrue(all(one["kind"] == "placeholder" for one in self.assertWhole(44)))
        self.until_quiet()
        self.list("list.scrollToRow(700000)")
        self.until_quiet()
        self.assertEqual(self.assertWhole(44)[0]["row"], 700_000)
        self.assertLessEqual(len([one for one in self.asked_for if "/lists/events?" in one]), 3)


if __name__ == "__main__":
    unittest.main()
