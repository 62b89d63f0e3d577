"""Scrolling lists of any length: where the list is, to the pixel, and what it asks for."""

import unittest

from scripts import AFTER_FRAME
from support import Browsing


class Scrolling(Browsing):
    def test_the_length_is_there_at_once_and_both_ends_are_exact(self):
        api = self.api()
        self.show(api, "/rows?count=100000")
        rows = self.assertWhole(40)
        self.assertEqual((rows[0]["row"], rows[0]["top"], rows[0]["text"]), (0, 0, "1 Row 0"))
        self.page.locator(".paged-view").focus()
        self.page.keyboard.press("End")
        self.until_quiet()
        rows = self.assertWhole(40)
        self.assertEqual(rows[-1]["row"], 99_999)
        self.assertAlmostEqual(rows[-1]["bottom"], 400, delta=0.6)
        self.until_settled()
        asked = len(api.targets)
        self.page.keyboard.press("Home")
        self.until_quiet()
        rows = self.assertWhole(40)
        self.assertEqual((rows[0]["row"], rows[0]["top"]), (0, 0))
        # Coming back costs nothing.
        self.until_settled()
        self.assertEqual(len(api.targets), asked)

    def test_a_list_begins_at_a_row_by_one_request(self):
        for attributes in ({}, {"behavior": "changes"}, {"length": "100000"}):
            with self.subTest(**attributes):
                api = self.api()
                self.show(api, "/rows?count=100000", dialect="offset", start_row="40007", **attributes)
                rows = self.assertWhole(40)
                self.assertEqual((rows[0]["row"], rows[0]["top"], rows[0]["text"]), (40_007, 0, "40,008 Row 40007"))
                asked = [int(target.split("offset=")[1].split("&")[0]) for target in api.targets]
                self.assertTrue(all(39_000 < offset < 41_000 for offset in asked), asked)
                # The reader comes back to where he was, by one request as well.
                self.list("list.scrollToRow(70000)")
                self.until_quiet()
                self.until_still()
                self.until_settled()
                api.targets.clear()
                self.page.reload()
                self.until_quiet()
                self.assertEqual(self.seen()[0]["row"], 70_000)
                self.until_settled()
                asked = [int(target.split("offset=")[1].split("&")[0]) for target in api.targets]
                self.assertIn(70_000, asked)
                self.assertTrue(all(69_000 < offset < 71_000 for offset in asked), asked)

    def test_a_list_that_is_shorter_than_where_it_begins_is_shown_from_its_end(self):
        api = self.api()
        self.show(api, "/rows?count=300", dialect="offset", start_row="40007")
        rows = self.assertWhole(40)
        self.assertEqual(rows[-1]["row"], 299)
        self.assertLessEqual(len(api.targets), 3)

    def test_a_billion_rows(self):
        api = self.api()
        self.show(api, "/rows?count=1000000000")
        height = self.page.evaluate("document.querySelector('.paged-view').scrollHeight")
        self.assertLess(height, 4_000_000)
        view = self.page.locator(".paged-view")
        view.focus()
        self.page.keyboard.press("End")
        self.until_quiet()
        rows = self.assertWhole(40)
        self.assertEqual(rows[-1]["text"], "1,000,000,000 Row 999999999")
        self.assertAlmostEqual(rows[-1]["bottom"], 400, delta=0.6)
        self.until_still()
        self.page.keyboard.press("Home")
        self.until_quiet()
        self.assertEqual(self.seen()[0]["top"], 0)
        self.list("list.scrollToRow(730000000)")
        self.until_quiet()
        rows = self.assertWhole(40)
        self.assertEqual((rows[0]["row"], rows[0]["text"]), (730_000_000, "730,000,001 Row 730000000"))
        # The scroll bar tells the truth, to a thousandth.
        self.until_still()
        self.assertAlmostEqual(self.share(), 0.73, delta=0.005)

    def test_small_moves_of_a_billion_rows_are_exact(self):
        api = self.api()
        self.show(api, "/rows?count=1000000000")
        self.list("list.scrollToRow(500000000)")
        self.until_quiet()
        self.until_still()
        self.page.mouse.move(300, 300)
        for step in (7, 120, -53, 400, -400, 3000, -3000):
            before = self.seen()[0]
            self.wheel(step)
            after = self.seen()[0]
            self.assertAlmostEqual(
                (after["row"] - before["row"]) * 40 - (after["top"] - before["top"]), step, delta=1.1, msg=f"moved by {step}")
        self.assertWhole(40)

    def test_near_the_ends_of_a_billion_rows_the_wheel_reaches_the_very_end(self):
        api = self.api()
        self.show(api, "/rows?count=1000000000")
        self.page.mouse.move(300, 300)
        self.list("list.scrollToRow(700)")
        self.until_quiet()
        for _ in range(20):
            self.page.mouse.wheel(0, -2500)
            self.until_drawn()
        self.until_still()
        rows = self.assertWhole(40)
        self.assertEqual((rows[0]["row"], rows[0]["top"]), (0, 0))
        self.list("list.scrollToRow(1000000000 - 700)")
        for _ in range(20):
            self.page.mouse.wheel(0, 2500)
            self.until_drawn()
        self.until_still()
        rows = self.seen()
        self.assertEqual(rows[-1]["row"], 999_999_999)
        self.assertAlmostEqual(rows[-1]["bottom"], 400, delta=0.6)

    def share(self):
        """How much of its way the scroll bar has behind it."""
        return self.page.evaluate("(v => v.scrollTop / (v.scrollHeight - v.clientHeight))(document.querySelector('.paged-view'))")

    def drag(self, share, steps=40, isHeld=False):
        """Drags the thumb of the scroll bar to a share of its way, by hand, which may hold it there."""
        box = self.page.locator(".paged-view").bounding_box()
        x = box["x"] + box["width"] - 7
        # The bar begins and ends with an arrow of 14 pixels; of a long list the thumb is 18 high.
        top, way = box["y"] + 26, box["height"] - 2 * 14 - 18
        self.page.mouse.move(x, top)
        self.page.mouse.down()
        for step in range(1, steps + 1):
            # As a hand does it: slower and slower towards the end.
            self.page.mouse.move(x, top + way * share * (1 - (1 - step / steps) ** 3))
            # However slow the browser, each place has a frame.
            self.until_frame()
        if not isHeld:
            self.page.mouse.up()

    def test_dragging_to_73_percent_asks_for_little_and_moves_nothing_afterwards(self):
        api = self.api()
        self.show(api, "/rows?count=1000000")
        # Rows come when the thumb is at rest.
        with api.held():
            self.drag(0.73)
            self.until_still()
            rows = self.assertWhole(40)
            share = self.share()
            self.assertAlmostEqual(share, 0.73, delta=0.03)
            self.assertAlmostEqual(rows[0]["row"] / 1_000_000, share, delta=0.005)
        self.until_quiet()
        self.until_still()
        self.assertEqual(self.places(rows), self.places())
        # Far fewer than places on the way; how few is for a clock that the test moves, in the traces.
        self.assertLess(len(api.targets), 40)

    def test_a_drag_says_where_it_is(self):
        api = self.api()
        self.show(api, "/rows?count=100000", sections="/sections?count=100000&size=4000")
        self.until("() => document.querySelector('paged-list').sections.length == 25")
        self.page.evaluate("""() => {
          window.frames = []
          const [list, hint] = [document.querySelector("paged-list"), document.querySelector(".paged-hint")]
          const next = AFTER_FRAME
          const look = () => {
            const { first } = list.viewport
            // A row on screen can be read, or says where it is.
            const passed = [...document.querySelectorAll('.paged-row:not([hidden])[data-kind=placeholder]')]
            const places = passed.map(row => [+row.dataset.row, getComputedStyle(row, '::after').content.split('"')[1]])
            window.frames.push([first, !!list.item(first), hint.hidden ? null : hint.textContent, places])
            next(look)
          }
          next(look)
        }""".replace("AFTER_FRAME", AFTER_FRAME))
        with self.held("**/rows?*"):
            self.drag(0.5, isHeld=True)
            frames = self.page.evaluate("window.frames")
            self.page.mouse.up()
        said = [(first, text) for first, isLoaded, text, _ in frames if text]
        self.assertGreater(len({text for _, text in said}), 4)
        for first, text in said:
            self.assertEqual(text, f"{chr(65 + first // 4000)} · {first + 1:,} of 100,000")
        # Each row that is passed says the same of itself.
        places = [place for _, _, text, places in frames if text for place in places]
        self.assertGreater(len(places), 40)
        for row, text in places:
            self.assertEqual(text, f"{chr(65 + row // 4000)} · {row + 1:,}")
        self.until_still()
        self.until_quiet()
        self.assertTrue(self.page.evaluate("document.querySelector('.paged-hint').hidden"))
        self.assertEqual(self.page.locator("[data-place]").count(), 0)

    def test_a_row_that_has_its_number_says_it_once_while_the_thumb_passes(self):
        api = self.api()
        api.files["/list"] = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/test.css">
          <script type="module" src="/web/paged-list.js"></script><paged-list src="/rows?count=100000" row-height="40" label="Rows">
          <template data-for="item"><i data-field="#"></i> <b data-field="name"></b></template>
          <template data-for="placeholder"><i data-field="#"></i> …</template></paged-list></html>"""
        self.page.goto(f"{api.url}/list")
        self.until_quiet()
        self.page.evaluate("""() => {
          window.said = []
          const look = () => {
            const rows = document.querySelector('.paged-hint').hidden ? [] : document.querySelectorAll('.paged-row:not([hidden])[data-kind=placeholder]')
            for (const row of rows) said.push([row.textContent.split(' ')[0] == (+row.dataset.row + 1).toLocaleString(), getComputedStyle(row, '::after').content])
            requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }""")
        with self.held("**/rows?*"):
            self.drag(0.5, steps=20)
            said = self.page.evaluate("said")
        self.assertGreater(len(said), 20)
        self.assertEqual({tuple(one) for one in said}, {(True, "none")})

    def test_flings_leave_no_hole(self):
        api = self.api()
        self.show(api, "/rows?count=100000")
        self.page.mouse.move(300, 300)
        for step in [900] * 10 + [-700] * 8:
            self.page.mouse.wheel(0, step)
            self.until_frame()
        self.until_still()
        self.until_quiet()
        self.assertWhole(40)
        self.assertLessEqual(len(api.targets), 8)

    def test_nothing_moves_when_data_arrives(self):
        api = self.api()
        self.show(api, "/rows?count=50000")
        with self.held("**/rows?*"):
            self.list("list.scrollToRow(20000)")
            self.until_row(20_000, "placeholder")
            before = self.places()
        self.until_quiet()
        self.assertEqual(before, self.places())

    def test_measured_rows_are_whole_everywhere(self):
        api = self.api()
        api.make = lambda row: {"id": row, "name": f"Row {row} " + "word " * (row * 37 % 41)}
        self.show(api, "/rows?count=20000", row_height=None)
        self.assertEqual(self.assertWhole(0)[0]["row"], 0)
        self.assertGreater(len({round(one["bottom"] - one["top"]) for one in self.seen()}), 2)
        self.page.mouse.move(300, 300)
        for step in (300, 500, 700, 900, -350):
            self.wheel(step)
            self.until_quiet()
            self.assertWhole(0)
        self.page.locator(".paged-view").focus()
        self.page.keyboard.press("End")
        self.until_quiet()
        self.until_still()
        rows = self.assertWhole(0)
        self.assertEqual(rows[-1]["row"], 19_999)
        self.assertAlmostEqual(rows[-1]["bottom"], 400, delta=1)
        self.page.keyboard.press("Home")
        self.until_quiet()
        self.assertAlmostEqual(self.assertWhole(0)[0]["top"], 0, delta=0.6)

    def test_resizing_keeps_the_row_at_the_top(self):
        api = self.api()
        self.show(api, "/rows?count=50000")
        self.list("list.scrollToRow(30000)")
        self.until_quiet()
        before = self.seen()[0]
        for width, height in ((300, 250), (700, 600), (500, 400)):
            self.page.evaluate(
                "([w, h]) => Object.assign(document.querySelector('paged-list').style, {width: w + 'px', height: h + 'px'})",
                [width, height])
            self.until_drawn()
            self.until_quiet()
            rows = self.assertWhole(40)
            self.assertEqual((rows[0]["row"], rows[0]["top"]), (before["row"], before["top"]))

    def test_zooming_keeps_the_row_at_the_top(self):
        api = self.api()
        self.show(api, "/rows?count=50000")
        self.list("list.scrollToRow(30000)")
        self.until_quiet()
        session = self.context.new_cdp_session(self.page)
        for zoom in (1.25, 0.8, 2, 1):
            session.send("Emulation.setDeviceMetricsOverride", {
                "width": round(1000 / zoom), "height": round(700 / zoom), "deviceScaleFactor": zoom, "mobile": False})
            self.until("zoom => innerWidth == Math.round(1000 / zoom)", zoom)
            self.until_drawn()
            rows = self.assertWhole(40)
            self.assertEqual(rows[0]["row"], 30_000)
            self.assertAlmostEqual(rows[0]["top"], 0, delta=0.01)


class Touching(Browsing):
    options = {"has_touch": True}

    def test_a_finger_moves_a_billion_rows_by_as_many_pixels(self):
        api = self.api()
        self.show(api, "/rows?count=1000000000")
        self.list("list.scrollToRow(500000000)")
        self.until_quiet()
        self.until_still()
        session = self.context.new_cdp_session(self.page)
        scrolled = "document.querySelector('.paged-view').scrollTop"
        for start, by in ((450, 320), (120, -260)):
            before, at = self.seen()[0], self.page.evaluate(scrolled)
            session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 200, "y": start}]})
            for step in range(1, 21):
                point = {"x": 200, "y": start - by * step / 20}
                session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
            # At rest before it is lifted, so that nothing is flung; there once more, for a busy browser may keep the last step.
            self.until_still()
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
            self.until_still()
            scroll = self.page.evaluate(scrolled) - at
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            self.until_still()
            after = self.seen()[0]
            moved = (after["row"] - before["row"]) * 40 - (after["top"] - before["top"])
            self.assertAlmostEqual(moved, scroll, delta=1.1)
            # How far a finger moves before it counts as scrolling is up to the browser: on a slow one a step or two more.
            self.assertAlmostEqual(moved, by, delta=45)
        self.until_quiet()
        self.assertWhole(40)

    def test_a_jump_in_a_fling_leads_to_its_row(self):
        session = None
        for attributes in ({}, {"row_height": None}, {"scroll": "page"}):
            with self.subTest(attributes=attributes):
                api = self.api()
                self.show(api, "/rows?count=5000", **attributes)
                session = session or self.context.new_cdp_session(self.page)
                # As soon as the list moves by itself; a busy browser may have thrown the fling away.
                self.page.evaluate("""() => addEventListener("touchend", () => {
                  const place = () => scrollY + document.querySelector(".paged-view").scrollTop
                  let [last, frames] = [place(), 0]
                  const look = () => {
                    if (place() == last && ++frames < 30) return requestAnimationFrame(look)
                    document.querySelector("paged-list").scrollToRow(1000)
                    window.hasJumped = true
                  }
                  requestAnimationFrame(look)
                }, { passive: true })""")
                session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 200, "y": 360}], "timestamp": 1})
                for step in range(1, 9):
                    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 200, "y": 360 - 35 * step}], "timestamp": 1 + 0.012 * step})
                session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": 1.1})
                self.until("() => window.hasJumped && isAtRest()")
                self.until_still()
                self.until_quiet()
                self.assertEqual(self.list("list.viewport.first"), 1000)
                top = "list.element(1000).getBoundingClientRect().top - Math.max(0, list.querySelector('.paged-view').getBoundingClientRect().top)"
                self.assertAlmostEqual(self.list(top), 0, delta=0.6)
                self.assertIn(self.page.evaluate("getComputedStyle(document.documentElement).overflowY"), ("visible", "auto"))
                self.page.evaluate("document.documentElement.scrollTop = 0")


if __name__ == "__main__":
    unittest.main()
