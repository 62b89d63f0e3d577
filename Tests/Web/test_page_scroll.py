"""Lists that scroll with their page, between other content."""

import re
import unittest

from scripts import HOLD_TIMERS, REST
from support import Browsing

STYLE = """
body { margin: 0 } header { height: 300px } footer { height: 250px } html { scroll-behavior: smooth }
.paged-row { border-bottom: 1px solid #ccc } .high { height: 64px }
"""
# Rows that are seen, and where their tops are in the window.
SEEN = """() => {
  return [...document.querySelectorAll('.paged-row:not([hidden])')].map(row => {
    const { top, bottom } = row.getBoundingClientRect()
    return { row: +row.dataset.row, top, bottom, kind: row.dataset.kind, text: row.textContent.trim() }
  }).filter(one => one.bottom > 0.5 && one.top < innerHeight - 0.5).sort((one, other) => one.top - other.top)
}"""


class PageScroll(Browsing):
    def open(self, src="/rows?count=1000", template='<b data-field="name"></b>', **attributes):
        api = self.api()
        said = {"src": src, "row-height": "40", "dialect": "offset", **{name.replace("_", "-"): value for name, value in attributes.items()}}
        text = " ".join(f'{name}="{value}"' for name, value in said.items() if value is not None)
        api.files["/page.css"] = STYLE
        api.files["/list"] = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/page.css">
          <script type="module" src="/web/paged-list.js"></script><header>Before</header>
          <paged-list label="Rows" scroll="page" {text}><template data-for="item">{template}</template></paged-list>
          <footer>After</footer></html>"""
        return api

    def show(self, **options):
        api = self.open(**options)
        self.page.goto(f"{api.url}/list")
        self.until_quiet()
        return api

    def until_quiet(self):
        self.until("""() => {
          const list = document.querySelector('paged-list')
          if (!list?.counters || !list.count) return false
          const rows = [...document.querySelectorAll('.paged-row:not([hidden])')].filter(row => {
            const box = row.getBoundingClientRect()
            return box.bottom > 0 && box.top < innerHeight
          })
          return rows.length > 0 && rows.every(row => row.dataset.kind == 'item')
        }""")
        self.until_drawn()

    def seen(self):
        return self.page.evaluate(SEEN)

    def scroll(self, top):
        self.page.evaluate("top => scrollTo({ top, behavior: 'instant' })", top)
        self.until_drawn()

    def top_of(self, selector):
        return self.page.evaluate("one => document.querySelector(one).getBoundingClientRect().top", selector)

    def footer_and_last(self):
        """The footer's top and the last row's bottom, in one look: the page may be on its way between two."""
        return self.page.evaluate(f"() => [document.querySelector('footer').getBoundingClientRect().top, ({SEEN})().at(-1).bottom]")

    def height(self):
        return self.page.evaluate("innerHeight")

    def assertWhole(self):
        """Rows follow each other from where the list begins, or the window, to where one of them ends."""
        rows = self.seen()
        list_top, footer = self.top_of("paged-list"), self.top_of("footer")
        self.assertLessEqual(rows[0]["top"], max(0, list_top) + 0.6)
        self.assertGreaterEqual(rows[-1]["bottom"], min(self.height(), footer) - 0.6)
        for one, other in zip(rows, rows[1:]):
            self.assertEqual(other["row"], one["row"] + 1)
            self.assertAlmostEqual(other["top"], one["bottom"], delta=0.6)
        return rows

    def uncovered(self):
        """How many points of the window that the list is to cover show no row of it."""
        return self.page.evaluate("""() => {
          let count = 0
          for (let y = 5; y < innerHeight; y += 10) if (!document.elementFromPoint(60, y)?.closest(".paged-row")) count++
          return count
        }""")

    def test_a_page_that_is_shown_larger_or_smaller_is_covered_and_gone_to(self):
        self.show()
        for zoom in ("0.9", "1.01", "1.5", "1"):
            with self.subTest(zoom=zoom):
                self.page.evaluate("zoom => { document.body.style.zoom = zoom }", zoom)
                self.until_drawn()
                self.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
                for _ in range(5):
                    self.page.evaluate("scrollBy({ top: 1800, behavior: 'instant' })")
                    self.until_drawn()
                self.until_quiet()
                self.assertEqual(self.uncovered(), 0)
                self.list("list.scrollToRow(400)")
                self.until_quiet()
                self.assertEqual(self.seen()[0]["row"], 400)
                self.assertAlmostEqual(self.seen()[0]["top"], 0, delta=1)
                self.list("list.scrollToRow(999)")
                self.until_quiet()
                self.assertEqual(self.seen()[-1]["row"], 999)
                self.assertAlmostEqual(*self.footer_and_last(), delta=1)

    def test_a_bar_that_the_page_keeps_at_its_top_covers_no_row(self):
        self.show(sections="/sections?count=1000&size=50")
        self.page.evaluate("() => { document.documentElement.style.scrollPaddingTop = '70px'; document.querySelector('paged-list').scrollToRow(400) }")
        self.until_quiet()
        row = next(one for one in self.seen() if one["row"] == 400)
        # Its section's header is above it, at the bar.
        self.assertAlmostEqual(row["top"], 70 + 32, delta=1)
        self.assertAlmostEqual(self.page.evaluate("document.elementFromPoint(60, 75).closest('.paged-header')?.getBoundingClientRect().top"), 70, delta=1)
        self.assertEqual(self.list("list.viewport.first"), 400)
        self.list("list.scrollToRow(999)")
        self.until_quiet()
        self.assertAlmostEqual(*self.footer_and_last(), delta=1)

    def test_an_element_around_the_list_scrolls_it(self):
        api = self.open()
        api.files["/list"] = api.files["/list"].replace("<header>", '<div id="around"><header>').replace("</footer>", "</footer></div>")
        api.files["/page.css"] += "#around { position: absolute; top: 50px; height: 500px; width: 600px; overflow: auto; scroll-padding-top: 30px; border: 3px solid }"
        self.page.goto(f"{api.url}/list")
        self.until_quiet()
        around = "document.querySelector('#around')"
        self.assertEqual(self.page.evaluate(f"{around}.scrollHeight"), 300 + 40 * 1000 + 250)
        self.page.mouse.move(200, 300)
        self.page.mouse.wheel(0, 2000)
        self.until(f"() => {around}.scrollTop == 2000")
        self.until_drawn()
        top = self.page.evaluate("""() => { const row = document.elementFromPoint(60, 300).closest(".paged-row"); return [+row.dataset.row, row.getBoundingClientRect().top] }""")
        self.assertEqual(top[0], (2000 - 300 + 300 - 53) // 40)
        self.list("list.scrollToRow(500)")
        self.until("() => document.querySelector('.paged-row[data-row=\"500\"]')?.dataset.kind == 'item'")
        self.until_drawn()
        self.assertAlmostEqual(self.top_of('.paged-row[data-row="500"]'), 53 + 30, delta=1)
        self.assertEqual(self.list("list.viewport.first"), 500)
        # Content before the list has another height, and the row stays.
        self.page.evaluate("() => { document.querySelector('header').style.height = '700px' }")
        self.until_drawn()
        self.assertAlmostEqual(self.top_of('.paged-row[data-row="500"]'), 53 + 30, delta=1)
        self.assertLess(self.page.evaluate("document.querySelectorAll('.paged-row:not([hidden])').length"), 60)

    def test_the_page_is_as_long_as_the_list_and_what_is_around_it(self):
        self.show()
        self.assertEqual(self.page.evaluate("document.documentElement.scrollHeight"), 300 + 40 * 1000 + 250)
        self.assertEqual(self.page.evaluate("scrollY"), 0)
        rows = self.assertWhole()
        self.assertEqual((rows[0]["row"], rows[0]["top"]), (0, 300))
        self.scroll(120)
        rows = self.assertWhole()
        self.assertEqual((rows[0]["row"], rows[0]["top"]), (0, 180))
        self.scroll(300 + 40 * 500 + 10)
        self.until_quiet()
        rows = self.assertWhole()
        self.assertEqual((rows[0]["row"], rows[0]["top"], rows[0]["text"]), (500, -10, "Row 500"))
        self.scroll(10 ** 6)
        self.until_quiet()
        rows = self.assertWhole()
        self.assertEqual(rows[-1]["row"], 999)
        self.assertAlmostEqual(rows[-1]["bottom"], self.height() - 250, delta=0.6)
        self.assertAlmostEqual(self.top_of("footer"), self.height() - 250, delta=0.6)
        self.scroll(0)
        self.until_quiet()
        self.assertEqual(self.assertWhole()[0]["top"], 300)

    def test_what_was_scrolled_and_is_not_told_yet_is_not_undone(self):
        # Scrolling has come to rest, and begins again just before the list's own timer is due: the event of it comes a frame later.
        self.show()
        self.page.evaluate(HOLD_TIMERS, REST)
        self.scroll(120)
        self.until("() => held.size")
        self.assertEqual(self.page.evaluate("() => (scrollTo({ top: 8_000, behavior: 'instant' }), fire(), scrollY)"), 8_000)
        # The other order: the event, and then the rest.
        self.scroll(9_000)
        self.assertEqual(self.page.evaluate("() => (fire(), scrollY)"), 9_000)
        self.until_quiet()
        self.assertEqual(self.assertWhole()[0]["row"], (9_000 - 300) // 40)

    def test_what_is_seen_in_the_window_is_what_is_loaded(self):
        api = self.show()
        rows = self.seen()
        self.assertEqual(self.list("[list.viewport.first, list.viewport.end]"), [0, rows[-1]["row"] + 1])
        self.assertLess(rows[-1]["row"], self.height() / 40 - 6)
        # An answer that is late is asked for once more.
        with self.time_stopped():
            self.scroll(300 + 40 * 700)
            self.until_quiet()
            self.until_settled()
        rows = self.seen()
        self.assertEqual(self.list("[list.viewport.first, list.viewport.end]"), [700, rows[-1]["row"] + 1])
        self.assertTrue(any("offset=6" in one or "offset=7" in one for one in api.targets), api.targets)
        # Rows between are not asked for, and nothing twice; the slower the answers, the more around the rows on screen.
        asked = [[int(one) for one in re.search(r"offset=(\d+)&limit=(\d+)", target).groups()] for target in api.targets]
        wanted = [row for first, count in asked for row in range(first, first + count)]
        self.assertEqual(len(wanted), len(set(wanted)), api.targets)
        self.assertFalse([row for row in wanted if 300 <= row < 500], api.targets)

    def test_rows_are_gone_to_and_walked_through(self):
        self.show()
        self.list("list.scrollToRow(400)")
        self.until_quiet()
        self.assertEqual([(one["row"], one["top"]) for one in self.seen()][0], (400, 0))
        self.list("list.scrollToRow(400, { align: 'center', focus: true })")
        self.until_drawn()
        at = next(one for one in self.seen() if one["row"] == 400)
        self.assertAlmostEqual((at["top"] + at["bottom"]) / 2, self.height() / 2, delta=1)
        self.page.keyboard.press("End")
        self.until_quiet()
        self.assertAlmostEqual(self.seen()[-1]["bottom"], self.height(), delta=0.6)
        self.assertEqual(self.page.evaluate("document.activeElement.dataset.row"), "999")
        self.page.keyboard.press("Home")
        self.until_quiet()
        self.assertEqual([(one["row"], one["top"]) for one in self.seen()][0], (0, 0))
        self.page.keyboard.press("ArrowDown")
        self.assertEqual(self.page.evaluate("document.activeElement.dataset.row"), "1")
        # As far as the page goes.
        self.list("list.scrollToRow(999)")
        self.until_quiet()
        rows = self.assertWhole()
        self.assertAlmostEqual(rows[-1]["bottom"], self.height() - 250, delta=0.6)

    def test_measured_rows_begin_and_end_where_the_list_does(self):
        self.show(row_height=None, template='<div class="high" data-field="name"></div>')
        self.assertEqual(self.seen()[0]["top"], 300)
        self.scroll(0)
        self.list("list.scrollToRow(999)")
        self.until_quiet()
        self.until("() => Math.abs(scrollY + innerHeight - document.documentElement.scrollHeight) < 2")
        self.until_drawn()
        rows = self.assertWhole()
        self.assertEqual(rows[-1]["row"], 999)
        self.assertAlmostEqual(rows[-1]["bottom"], self.top_of("footer"), delta=0.6)
        self.scroll(0)
        self.until_quiet()
        rows = self.assertWhole()
        self.assertEqual((rows[0]["row"], rows[0]["top"]), (0, 300))

    def test_the_first_row_stays_where_rows_come_and_go_above(self):
        for height, template in (("40", '<b data-field="name"></b>'), (None, '<div class="high" data-field="name"></div>')):
            with self.subTest(height=height):
                api = self.open(src="/feed", behavior="changes", row_height=height, template=template)
                api.feed = [{"id": row, "name": f"Row {row}"} for row in range(600)]
                self.page.goto(f"{api.url}/list")
                self.until_quiet()
                self.list("list.scrollToRow(60)")
                self.until_quiet()
                self.page.evaluate("scrollBy({ top: 17, behavior: 'instant' })")
                self.until_drawn()
                before = self.seen()[0]
                self.assertEqual(before["text"], "Row 60")
                api.feed = [{"id": 1000 + row, "name": f"New {row}"} for row in range(7)] + api.feed
                self.finish("refresh")
                self.until_quiet()
                after = self.seen()[0]
                self.assertEqual(after["text"], "Row 60")
                self.assertAlmostEqual(after["top"], before["top"], delta=0.6)
                self.assertEqual(after["row"], 67)
                api.feed = api.feed[20:]
                self.finish("refresh")
                self.until_quiet()
                after = self.seen()[0]
                self.assertEqual((after["text"], after["row"]), ("Row 60", 47))
                self.assertAlmostEqual(after["top"], before["top"], delta=0.6)

    def test_a_reload_leads_to_the_place_within_a_high_row(self):
        api = self.open(row_height=None)
        api.make = lambda row: {"id": row, "name": f"Row {row} " + "word " * (1000 if row == 500 else 1)}
        self.page.goto(f"{api.url}/list")
        self.until_quiet()
        self.list("list.scrollToRow(500)")
        self.until_quiet()
        self.page.evaluate("scrollBy({ top: 97, behavior: 'instant' })")
        self.page.wait_for_function("() => Object.values(history.state ?? {}).some(({ row, offset }) => row == 500 && Math.abs(offset - 97) < 1)")
        self.page.reload()
        self.until_quiet()
        self.until_settled()
        self.assertAlmostEqual(self.page.evaluate("document.querySelector('.paged-row[data-row=\"500\"]').getBoundingClientRect().top"), -97, delta=1)

    def test_a_height_of_the_elements_own_style_is_not_heeded(self):
        self.show()
        self.list("list.scrollToRow(500)")
        self.until_quiet()
        before = self.seen()[0]
        self.list("list.style.height = '300px'")
        self.until_drawn()
        self.assertEqual(self.seen()[0], before)

    def test_content_before_the_list_may_grow(self):
        self.show()
        # In sight, it pushes the list down.
        self.page.evaluate("document.querySelector('header').style.height = '420px'")
        self.until("() => Math.abs(document.querySelector('.paged-row[data-row=\"0\"]').getBoundingClientRect().top - 420) < 1")
        self.until_drawn()
        self.assertEqual((self.page.evaluate("scrollY"), self.seen()[0]["top"]), (0, 420))
        self.assertWhole()
        # Out of sight, it moves no row.
        self.list("list.scrollToRow(300)")
        self.until_quiet()
        self.page.evaluate("document.querySelector('header').style.height = '333px'")
        self.until_drawn()
        self.assertEqual([(one["row"], one["top"]) for one in self.seen()][0], (300, 0))
        self.assertWhole()

    def test_a_list_below_the_window_has_its_length_and_waits(self):
        api = self.open()
        api.files["/page.css"] = STYLE + "header { height: 1200px }"
        self.page.goto(f"{api.url}/list")
        self.until("() => document.querySelector('paged-list').counters && document.documentElement.scrollHeight == 1200 + 40000 + 250")
        self.assertEqual(self.page.evaluate("scrollY"), 0)
        self.assertEqual(self.list("list.viewport.end"), 0)
        self.scroll(1200)
        self.until_quiet()
        self.assertEqual([(one["row"], one["top"]) for one in self.seen()][0], (0, 0))

    def test_longer_than_browsers_can_show_both_ends_are_exact(self):
        self.show(src="/rows?count=10000000")
        self.assertLess(self.page.evaluate("document.documentElement.scrollHeight"), 4_000_000)
        self.scroll(10 ** 8)
        self.until_quiet()
        rows = self.assertWhole()
        self.assertEqual(rows[-1]["row"], 9_999_999)
        self.assertAlmostEqual(rows[-1]["bottom"], self.height() - 250, delta=0.6)
        self.list("list.scrollToRow(5000000)")
        self.until_quiet()
        self.assertEqual([(one["row"], one["top"]) for one in self.seen()][0], (5_000_000, 0))

    def test_headers_stay_at_the_windows_top(self):
        self.show(sections="/sections?count=1000&size=100", section_height="30")
        self.scroll(300 + 10 * 40)
        self.until_quiet()
        self.assertEqual(self.top_of(".paged-sticky .paged-header"), 0)
        self.scroll(0)
        self.until_drawn()
        self.assertEqual(self.top_of(".paged-sticky .paged-header"), 300)

    def test_what_an_empty_list_says_is_seen(self):
        api = self.open(src="/rows?count=0")
        self.page.goto(f"{api.url}/list")
        self.until("() => document.querySelector('.paged-notice[data-kind=empty]')")
        self.until_drawn()
        box = self.page.evaluate("""() => [document.querySelector('.paged-notice').getBoundingClientRect(),
          document.querySelector('paged-list').getBoundingClientRect()].map(({ top, bottom }) => [top, bottom])""")
        self.assertGreaterEqual(box[0][0], box[1][0])
        self.assertLessEqual(box[0][1], box[1][1])

    def test_the_property_of_that_name_is_the_attribute(self):
        self.show()
        self.list("list.scrollToRow(300)")
        self.until_quiet()
        # As frameworks set it, whose pages change their mind: the row at the top stays.
        self.list("(list.scroll = null)")
        self.until_drawn()
        self.assertEqual(self.list("list.offsetHeight"), 400)
        self.assertEqual(self.list("list.viewport.first"), 300)
        self.list("(list.scroll = 'page')")
        self.until_quiet()
        self.assertEqual(self.list("list.offsetHeight"), 40_000)
        self.assertEqual([(one["row"], one["top"]) for one in self.seen()][0], (300, 0))


if __name__ == "__main__":
    unittest.main()
