"""What rows look like by themselves: their heights, and elements that are used again."""

import re
import unittest

from played import test_page
from scripts import AFTER_FRAME
from support import Browsing


class Heights(Browsing):
    def tops(self):
        return {one["row"]: one["top"] for one in self.seen()}

    def until_height(self, row, height):
        self.until("""([row, height]) => document.querySelector(`.paged-row[data-row="${row}"]`).offsetHeight == height""", [row, height])

    def test_a_late_image_moves_what_is_below_and_not_the_reader(self):
        api = self.api()
        self.show(api, "/rows?count=2000", row_height=None)
        self.page.evaluate("""() => {
          const list = document.querySelector("paged-list")
          list.fill = (element, item) => {
            const image = document.createElement("img")
            image.alt = ""
            image.style.display = "block"
            image.height = window.late?.has(item.id) ? 114 : 20
            element.append(image)
          }
        }""")
        self.list("list.scrollToRow(500)")
        self.until_quiet()
        self.page.evaluate("document.querySelector('.paged-view').scrollTop += 9")
        self.until_still()
        before = self.tops()
        first = min(before)
        # One that is drawn above the view, one that is cut by its edge, and one in its middle.
        for row in (first - 2, first, first + 2):
            self.page.evaluate("""row => {
              (window.late ??= new Set()).add(row)
              document.querySelector(`.paged-row[data-row="${row}"] img`).height = 114
            }""", row)
            # In the very frame in which the image has come, no row lies over another.
            overlap = self.page.evaluate("""() => new Promise(done => AFTER_FRAME(() => {
              const boxes = [...document.querySelectorAll(".paged-row:not([hidden])")].map(one => one.getBoundingClientRect()).sort((a, b) => a.top - b.top)
              done(Math.max(...boxes.slice(1).map((box, index) => boxes[index].bottom - box.top)))
            }))""".replace("AFTER_FRAME", AFTER_FRAME))
            self.assertLess(overlap, 0.6)
            self.until_drawn()
            self.assertWhole(0)
            self.assertAlmostEqual(self.tops()[first], before[first], delta=0.6, msg=row)
        self.assertGreater(self.tops()[first + 3], before[first + 3] + 150)

    def text_top(self, row):
        """How far below the view's top a row's text is."""
        return self.page.evaluate("""row => document.querySelector(`.paged-row[data-row="${row}"] b`).getBoundingClientRect().top
          - document.querySelector(".paged-view").getBoundingClientRect().top""", row)

    def test_an_image_above_the_edge_of_the_first_row_moves_no_text(self):
        api = self.api()
        self.show(api, "/rows?count=2000", row_height=None)
        self.page.evaluate("""() => {
          const list = document.querySelector("paged-list")
          list.fill = (element) => {
            const text = element.querySelector("b")
            text.style.cssText = "display: block; height: 60px"
            const [image, box] = [document.createElement("img"), document.createElement("div")]
            image.alt = ""
            image.style.display = "block"
            // As components draw rows: in an element without a box.
            box.style.display = "contents"
            box.append(image, text)
            element.prepend(box)
          }
        }""")
        self.list("list.scrollToRow(500)")
        self.until_quiet()
        self.page.mouse.move(200, 200)
        self.page.evaluate("document.querySelector('.paged-view').scrollTop += 30")
        self.until_still()
        before = self.text_top(500)
        self.assertLess(before, 0)
        for height in (150, 20, 300):
            self.page.evaluate("height => { document.querySelector('.paged-row[data-row=\"500\"] img').height = height }", height)
            # In the very frame in which the image has come, and after it.
            top = self.page.evaluate("""() => new Promise(done => AFTER_FRAME(() => done(document.querySelector('.paged-row[data-row="500"] b').getBoundingClientRect().top)))"""
                                     .replace("AFTER_FRAME", AFTER_FRAME))
            self.until_drawn()
            self.until_still()
            self.assertAlmostEqual(self.text_top(500), before, delta=0.6, msg=height)
            self.assertAlmostEqual(top, before + self.page.locator(".paged-view").bounding_box()["y"], delta=0.6, msg=height)
            self.assertWhole(0)

    def test_a_row_that_comes_above_is_as_high_as_it_is_and_moves_no_text(self):
        api = self.api()
        api.make = lambda row: {"id": row, "name": f"Row {row}" + "\nline" * (12 if row < 1000 else 0)}
        api.files["/above"] = test_page({"src": "/rows?count=5000", "dialect": "offset", "start-row": "1000"}).replace("<b ", '<b style="white-space: pre" ')
        api.policy = None
        # The rows before the first one on screen.
        with self.held(re.compile(r"offset=\d{3}&")):
            self.page.goto(f"{api.url}/above")
            self.until_row(1000, "item")
            self.page.mouse.move(200, 200)
            self.wheel(-60)
            self.until_row(998, "placeholder")
            before = self.text_top(1000)
            self.assertAlmostEqual(before, 60, delta=25)
        self.until_row(998, "item")
        self.until_settled()
        self.until_still()
        self.assertAlmostEqual(self.text_top(1000), before, delta=0.6)
        self.assertWhole(0)

    def test_larger_text_keeps_the_row_at_the_top(self):
        api = self.api()
        api.make = lambda row: {"id": row, "name": f"Row {row} " + "word " * (row * 37 % 41)}
        self.show(api, "/rows?count=2000", row_height=None)
        self.list("list.scrollToRow(700)")
        self.until_quiet()
        self.until_still()
        for size in (32, 12):
            self.page.evaluate("size => { document.querySelector('paged-list').style.fontSize = `${size}px` }", size)
            self.until_drawn()
            self.until_drawn()
            rows = self.assertWhole(0)
            self.assertEqual(rows[0]["row"], 700)
            self.assertAlmostEqual(rows[0]["top"], 0, delta=0.6)

    def test_rows_lower_than_was_thought_are_told_as_seen(self):
        api = self.api()
        self.show(api, "/rows?count=2000", row_height=None)
        self.page.mouse.move(300, 300)
        # Places that are the lower part of a row of 40 pixels, before it is known that rows have half of that.
        for place in range(35, 36 + 40 * 10, 50):
            self.page.evaluate("place => { document.querySelector('.paged-view').scrollTop = 20000 + 300 * place }", place)
            self.until_quiet()
            self.until_still()
            rows = self.seen()
            self.assertEqual(self.list("[list.viewport.first, list.viewport.end]"), [rows[0]["row"], rows[-1]["row"] + 1])


class Recycling(Browsing):
    def test_what_fill_did_to_a_row_does_not_stay_for_another(self):
        api = self.api()
        self.show(api, "/rows?count=5000")
        self.page.evaluate("""() => {
          const list = document.querySelector("paged-list")
          list.fill = (element, item) => {
            if (item.id % 7) return
            element.classList.add("seventh")
            element.title = item.name
            element.style.color = "red"
            element.dataset.state = "odd"
            element.querySelector("b").classList.add("seventh")
            element.append(" !")
          }
        }""")
        self.page.mouse.move(200, 200)
        for step in (1500, 900, -700, 2000, 1100):
            self.wheel(step)
            self.until_quiet()
            marks = self.page.evaluate("""() => [...document.querySelectorAll(".paged-row:not([hidden])")].map(one => [
              +one.dataset.row, one.matches(".seventh"), one.hasAttribute("title"), one.style.color, one.dataset.state ?? "",
              one.querySelector("b").matches(".seventh"), one.textContent.endsWith("!"), one.matches(".odd")])""")
            for row, *marked, odd in marks:
                self.assertEqual(marked, [True, True, "red", "odd", True, True] if row % 7 == 0 else [False, False, "", "", False, False], row)
                self.assertEqual(odd, row % 2 == 1, row)
        self.assertWhole(40)

    def test_redraw_shows_what_the_app_knows_by_now(self):
        api = self.api()
        self.show(api, "/rows?count=5000")
        self.page.evaluate("""() => {
          window.marked = new Set([2, 3])
          document.querySelector("paged-list").fill = (element, item) => element.classList.toggle("marked", window.marked.has(item.id))
        }""")
        marked = "() => [...document.querySelectorAll('.paged-row.marked')].map(one => +one.dataset.row).sort().join()"
        self.until(f"() => ({marked})() == '2,3'")
        self.page.evaluate("() => { window.marked = new Set([1]); document.querySelector('paged-list').redraw() }")
        self.assertEqual(self.page.evaluate(marked), "1")


class Another(Browsing):
    def test_old_rows_stay_while_the_address_changes_as_one_types(self):
        api = self.api()
        self.show(api, "/rows?count=5000")
        self.list("list.scrollToRow(300)")
        self.until_quiet()
        before = self.places()
        # Whatever becomes of the element meanwhile, each frame shows rows.
        self.page.evaluate("""() => {
          window.emptyFrames = 0
          const look = () => {
            if (![...document.querySelectorAll(".paged-row:not([hidden])")].some(row => row.dataset.kind == "item")) window.emptyFrames++
            requestAnimationFrame(look)
          }
          look()
        }""")
        with self.held("**/rows?*"):
            for count in (400, 300, 70):
                self.list(f"(list.src = '/rows?count={count}')")
                self.until_drawn()
            self.assertEqual(self.places(), before)
            self.assertEqual(self.page.locator(".paged-view").get_attribute("aria-busy"), "true")
        self.until("() => document.querySelector('paged-list').count == 70")
        self.until_drawn()
        rows = self.assertWhole(40)
        self.assertEqual((rows[0]["text"], rows[0]["top"]), ("1 Row 0", 0))
        self.assertEqual(self.page.evaluate("window.emptyFrames"), 0)
        self.assertEqual(self.page.locator(".paged-view").get_attribute("aria-busy"), "false")

    def test_an_address_that_fails_ends_what_was_there(self):
        for src, text in (("/rows?count=70&broken", "the server answered 500"), ("http://:bad:", "Invalid URL")):
            api = self.api()
            api.broken = lambda target: "broken" in target
            self.show(api, "/rows?count=5000")
            self.list(f"(list.src = '{src}')")
            self.page.locator(".paged-notice", has_text=text).wait_for()
            self.assertEqual([one for one in self.seen() if one["kind"] == "item"], [])
            self.list("(list.src = '/rows?count=60')")
            self.until("() => document.querySelector('paged-list').count == 60")
            self.until_quiet()
            self.assertWhole(40)


class Sections(Browsing):
    def test_the_jump_bar_has_a_gutter_readable_labels_and_targets_for_a_finger(self):
        for direction in ("ltr", "rtl"):
            api = self.api()
            api.files["/bar"] = test_page({"src": "/rows?count=26000", "sections": "/sections?count=26000&size=1000", "row-height": "40"}) \
                .replace('<html lang="en">', f'<html lang="en" dir="{direction}">')
            self.page.goto(f"{api.url}/bar")
            self.until("() => document.querySelector('paged-list').sections.length == 26")
            self.until_quiet()
            for size in ("100%", "200%"):
                self.page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
                self.until_drawn()
                self.until_drawn()
                bar, view, whole = (self.page.locator(one).bounding_box() for one in (".paged-jump", ".paged-view", "paged-list"))
                if direction == "ltr":
                    self.assertLessEqual(view["x"] + view["width"], bar["x"] + 0.5)
                    self.assertAlmostEqual(bar["x"] + bar["width"], whole["x"] + whole["width"], delta=0.6)
                else:
                    self.assertGreaterEqual(view["x"] + 0.5, bar["x"] + bar["width"])
                    self.assertAlmostEqual(bar["x"], whole["x"], delta=0.6)
                buttons = self.page.evaluate("""() => [...document.querySelectorAll(".paged-jump button")].map(one => {
                  const { width, height, top, bottom } = one.getBoundingClientRect()
                  return { width, height, top, bottom, text: parseFloat(getComputedStyle(one).fontSize), isCut: one.scrollWidth > one.clientWidth }
                })""")
                self.assertGreaterEqual(len(buttons), 5)
                for one in buttons:
                    self.assertGreaterEqual(min(one["width"], one["height"]), 24)
                    self.assertGreaterEqual(one["text"], 12)
                    self.assertFalse(one["isCut"])
                    self.assertGreaterEqual(one["top"], whole["y"] - 0.5)
                    self.assertLessEqual(one["bottom"], whole["y"] + whole["height"] + 0.5)
                self.assertWhole(40)

    def test_print_says_what_it_leaves_out(self):
        api = self.api()
        self.show(api, "/rows?count=26000", sections="/sections?count=26000&size=1000")
        self.until("() => document.querySelector('paged-list').sections.length == 26")
        note = self.page.locator(".paged-print")
        self.assertFalse(note.is_visible())
        self.list("list.scrollToRow(5000)")
        self.until_quiet()
        self.until_settled()
        self.page.emulate_media(media="print")
        self.assertTrue(note.is_visible())
        self.assertRegex(note.inner_text(), r"^Rows 5001 to 50\d\d of 26000; all others are left out")
        self.assertFalse(self.page.locator(".paged-jump").is_visible())
        view, box = self.page.locator(".paged-view").bounding_box(), note.bounding_box()
        self.assertLessEqual(view["y"] + view["height"], box["y"] + 0.5)

    def test_print_has_the_rows_that_it_names_whatever_the_paper(self):
        api = self.api()
        # While a page is laid out for paper none of its scripts runs.
        self.page.add_init_script("""window.ResizeObserver = class extends ResizeObserver {
          constructor(act) { super((...all) => window.isPrinting || act(...all)) }
        }""")
        for height in (900, 150):
            with self.subTest(height=height):
                self.show(api, "/rows?count=26000")
                self.list("list.scrollToRow(5000)")
                self.until_quiet()
                self.until_settled()
                self.until_still()
                self.page.evaluate("""(height) => {
                  const sheet = new CSSStyleSheet()
                  sheet.replaceSync(`@media print { paged-list { height: ${height}px !important } }`)
                  document.adoptedStyleSheets.push(sheet)
                  dispatchEvent(new Event("beforeprint"))
                  window.isPrinting = true
                }""", height)
                self.page.emulate_media(media="print")
                printed = self.page.evaluate("""() => {
                  const { top, bottom } = document.querySelector(".paged-view").getBoundingClientRect()
                  const isIn = (row) => row.checkVisibility({ visibilityProperty: true }) && row.getBoundingClientRect().bottom > top + 1 && row.getBoundingClientRect().top < bottom - 1
                  return [...document.querySelectorAll(".paged-row")].filter(isIn).map((row) => +row.dataset.row + 1).sort((one, other) => one - other)
                }""")
                said = self.page.locator(".paged-print").inner_text()
                self.assertTrue(said.startswith(f"Rows {printed[0]} to {printed[-1]} of"), (said, printed))
                self.page.emulate_media(media="screen")


class Fading(Browsing):
    def test_rows_come_up_without_an_empty_frame_and_by_one_animation_each(self):
        api = self.api()
        self.show(api, "/rows?count=5000")
        self.page.evaluate("""() => {
          window.faintest = 1
          window.most = 0
          document.addEventListener("animationstart", ({ target }) => {
            for (const one of document.getAnimations()) one.pause(), one.currentTime = 0
            for (let node = target; node.matches?.(".paged-row, .paged-row *"); node = node.parentNode) window.faintest = Math.min(window.faintest, getComputedStyle(node).opacity)
            window.most = Math.max(window.most, document.getAnimations().length / new Set(document.getAnimations().map(one => one.effect.target.closest(".paged-row"))).size)
          })
        }""")
        with self.held("**/rows?*"):
            self.list("list.scrollToRow(700)")
            self.until_row(700, "placeholder")
            # Rows are put in order when scrolling rests, and do not fade in then.
            self.until_still()
            self.until("() => [...document.querySelectorAll('.paged-row:not([hidden])')].map(one => +one.dataset.row).every((row, index, rows) => !index || rows[index - 1] < row)")
        self.until("() => window.most > 0")
        self.assertEqual(self.page.evaluate("window.most"), 1)
        self.assertGreaterEqual(self.page.evaluate("window.faintest"), 0.3)


if __name__ == "__main__":
    unittest.main()
