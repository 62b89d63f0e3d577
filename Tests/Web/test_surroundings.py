"""Pages around a list: their styles, their scale, their scripts, and what they do to its element."""

import unittest

from played import test_page
from support import Browsing

STYLE = """text => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets.push(sheet)
}"""
# Rows of a list that lie over one another or leave a gap, in pixels of the screen.
SEAM = """() => {
  const boxes = [...document.querySelectorAll(".paged-row:not([hidden])")].map(one => one.getBoundingClientRect()).sort((a, b) => a.top - b.top)
  return Math.max(...boxes.slice(1).map((box, index) => Math.abs(boxes[index].bottom - box.top)))
}"""


class Scale(Browsing):
    def test_measured_rows_are_whole_at_any_scale_and_when_it_ends(self):
        for name, value in (("transform", "scale(.25)"), ("transform", "scale(1.5)"), ("zoom", "2")):
            with self.subTest(name=name, value=value):
                api = self.api()
                api.make = lambda row: {"id": row, "name": f"Row {row} " + "word " * (row * 37 % 41)}
                self.show(api, "/rows?count=2000", row_height=None)
                self.page.evaluate("([name, value]) => { document.body.style[name] = value }", [name, value])
                self.list("list.scrollToRow(500)")
                self.until_quiet()
                self.until_settled()
                self.until_drawn()
                self.assertLess(self.page.evaluate(SEAM), 0.6)
                # As a dialog that grows when it opens.
                self.page.evaluate("name => { document.body.style[name] = '' }", name)
                self.until_drawn()
                self.assertLess(self.page.evaluate(SEAM), 0.6)
                self.assertEqual(self.assertWhole(0)[0]["row"], 500)


class Styles(Browsing):
    def test_a_page_that_scrolls_smoothly_delays_no_row(self):
        for height, count in ((None, 2000), (40, 2_000_000)):
            with self.subTest(height=height):
                api = self.api()
                self.show(api, f"/rows?count={count}", row_height=height)
                self.page.evaluate(STYLE, "* { scroll-behavior: smooth }")
                for row in (1000, 50):
                    self.list(f"list.scrollToRow({row})")
                    self.until_quiet()
                    self.until_still()
                    self.assertEqual(self.places()[0], (row, 0))

    def test_a_style_that_is_set_as_a_whole_takes_nothing_from_rows(self):
        api = self.api()
        api.policy = None
        self.show(api, "/rows?count=2000", selectable="multiple")
        self.page.evaluate("""() => {
          const template = document.createElement("template")
          template.dataset.for = "columns"
          for (const name of ["Row", "Name"]) template.content.append(Object.assign(document.createElement("span"), { textContent: name }))
          document.querySelector("paged-list").append(template)
        }""")
        self.until("() => document.querySelector('.paged-columns')")
        self.until_quiet()
        self.list("list.setAttribute('style', 'color: red')")
        self.until_drawn()
        self.assertWhole(0)
        self.assertEqual(self.page.evaluate("getComputedStyle(document.querySelector('.paged-row')).gridTemplateColumns.split(' ').length"), 2)

    def test_a_list_is_seen_in_a_box_that_is_as_wide_as_what_is_in_it(self):
        for box in ("dialog", "float"):
            with self.subTest(box=box):
                api = self.api()
                self.show(api, "/rows?count=2000")
                self.page.evaluate("""box => {
                  const list = document.querySelector("paged-list")
                  const around = document.createElement(box == "dialog" ? "dialog" : "div")
                  if (box == "float") around.style.float = "left"
                  list.before(around)
                  around.append(list)
                  list.style.width = "auto"
                  around.showModal?.()
                }""", box)
                self.until_drawn()
                self.assertGreater(self.list("list.offsetWidth"), 200)
                # A list has the width that it is given, and nothing to scroll sideways.
                self.list("list.style.width = '100px'")
                self.until_drawn()
                self.assertEqual(self.list("[list.offsetWidth, list.scrollWidth]"), [100, 100])


class Copies(Browsing):
    def test_a_copy_of_a_list_that_was_drawn_is_one_list(self):
        # As libraries do that keep a page's markup for going back.
        for way in ("list.cloneNode(true)", "document.createRange().createContextualFragment(list.outerHTML)"):
            with self.subTest(way=way):
                api = self.api()
                api.policy = None
                self.show(api, "/rows?count=2000")
                self.list("list.scrollToRow(300)")
                self.until_quiet()
                self.list(f"list.replaceWith({way})")
                self.until_quiet()
                self.assertEqual(self.list("[...list.children].map(one => one.className || one.localName).filter(name => name != 'template')"),
                                 ["paged-view", "paged-jump", "paged-print", "paged-live"])

    def test_a_script_that_brings_the_element_a_second_time_goes_on(self):
        api = self.api()
        api.files["/second.js"] = "import '/web/paged-list.js?second'\nwindow.wentOn = true"
        api.files["/twice"] = test_page({"src": "/rows?count=2000", "row-height": "40"}).replace(
            "<main>", '<script type="module" src="/second.js"></script><main>')
        self.page.goto(f"{api.url}/twice")
        self.until("() => window.wentOn")
        self.until_quiet()

    def test_a_list_that_is_moved_to_another_document_has_its_style_there(self):
        api = self.api()
        self.show(api, "/rows?count=2000")
        self.page.evaluate("""() => {
          const frame = document.createElement("iframe")
          Object.assign(frame, { width: 600, height: 500 })
          document.body.append(frame)
          frame.contentDocument.body.append(document.querySelector("paged-list"))
        }""")
        self.page.wait_for_function("""() => {
          const list = document.querySelector("iframe").contentDocument.querySelector("paged-list")
          return list.viewport.end && list.viewport.end < 30 && getComputedStyle(list.querySelector(".paged-row")).position == "absolute"
        }""")


class History(Browsing):
    def test_a_browser_that_refuses_changes_of_the_history_keeps_no_place_and_says_nothing(self):
        api = self.api()
        self.show(api, "/rows?count=2000")
        # As Safari does after a hundred in half a minute.
        self.page.evaluate("() => { history.replaceState = () => { window.refused = true; throw new DOMException('too many', 'SecurityError') } }")
        self.page.mouse.move(300, 300)
        self.wheel(900)
        self.until("() => window.refused")
        self.until_quiet()


if __name__ == "__main__":
    unittest.main()
