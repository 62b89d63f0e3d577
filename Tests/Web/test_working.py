"""Rows in which one works: what a reader has typed, opened or selected in a row stays in that row, and is no other's."""

import unittest

from played import test_page
from support import Browsing

FILL = """() => {
  const list = document.querySelector("paged-list")
  window.filled = []
  list.fill = (element, item, { previous, isNew }) => {
    window.filled.push([item.id, previous?.name ?? null, isNew])
    if (isNew) {
      const input = document.createElement("input")
      input.ariaLabel = "Note"
      const details = document.createElement("details")
      details.append(Object.assign(document.createElement("summary"), { textContent: "More" }), "text")
      element.append(input, details)
    }
    element.dataset.name = item.name
  }
}"""
# With the key's own events, as a reader types.
TYPE = """([row, text]) => {
  const input = document.querySelector(`.paged-row[data-row="${row}"] input`)
  input.focus()
  input.setSelectionRange(input.value.length, input.value.length)
  document.execCommand("insertText", false, text)
}"""
STATE = """row => {
  const element = document.querySelector(`.paged-row[data-row="${row}"]`)
  return { text: element.querySelector("input").value, isFocused: element.contains(document.activeElement),
    isOpen: element.querySelector("details")?.open ?? null, name: element.querySelector("[data-field=name]").textContent }
}"""


class Filling(Browsing):
    def open(self, count=300, **attributes):
        api = self.api()
        api.feed = [{"id": row, "name": f"Row {row}"} for row in range(count)]
        self.show(api, "/feed", **{"behavior": "changes", "content": "changes", "dialect": "offset", **attributes})
        self.page.evaluate(FILL)
        return api

    def test_a_refresh_without_changes_touches_no_row(self):
        self.open()
        self.page.evaluate(TYPE, [3, "half a wor"])
        self.page.evaluate("() => { document.querySelector('.paged-row[data-row=\"3\"] details').open = true; window.filled = [] }")
        for _ in range(2):
            self.finish("refresh")
            self.until_settled()
        self.assertEqual(self.page.evaluate("window.filled"), [])
        self.assertEqual(self.page.evaluate(STATE, 3), {"text": "half a wor", "isFocused": True, "isOpen": True, "name": "Row 3"})

    def test_an_item_that_differs_is_brought_up_to_date_and_keeps_its_row(self):
        api = self.open()
        self.page.evaluate(TYPE, [3, "half a wor"])
        self.page.evaluate("() => { window.filled = [] }")
        api.feed[3] = {"id": 3, "name": "Another"}
        self.finish("refresh")
        self.until("""() => document.querySelector('.paged-row[data-row="3"]').dataset.name == "Another" """)
        self.assertEqual(self.page.evaluate("window.filled"), [[3, "Row 3", False]])
        self.assertEqual(self.page.evaluate(STATE, 3), {"text": "half a wor", "isFocused": True, "isOpen": False, "name": "Another"})
        # Its content goes with it when rows come above it.
        api.feed[0:0] = [{"id": f"new {index}", "name": f"New {index}"} for index in range(2)]
        self.finish("refresh")
        self.until_settled()
        self.assertEqual(self.page.evaluate(STATE, 5), {"text": "half a wor", "isFocused": True, "isOpen": False, "name": "Another"})
        self.assertEqual(self.page.evaluate("document.querySelector('.paged-row[data-row=\"3\"] input').value"), "")
        # And when a page brings it from elsewhere.
        api.feed.insert(8, api.feed.pop(5))
        self.finish("refresh")
        self.until_settled()
        self.assertEqual(self.page.evaluate(STATE, 8)["text"], "half a wor")

    def test_an_app_says_when_items_read_the_same(self):
        api = self.open()
        self.page.evaluate("() => { document.querySelector('paged-list').isEqual = (one, other) => one.name == other.name; window.filled = [] }")
        api.feed[:] = [{**one, "seen": 1} for one in api.feed]
        api.feed[4] = {"id": 4, "name": "Another"}
        self.finish("refresh")
        self.until("""() => document.querySelector('.paged-row[data-row="4"]').dataset.name == "Another" """)
        self.assertEqual(self.page.evaluate("window.filled"), [[4, "Row 4", False]])

    def test_another_function_for_fill_costs_no_row_its_state(self):
        self.open()
        self.page.evaluate(TYPE, [3, "half a wor"])
        # As React sets it with each rendering: another function, and then the same again.
        self.page.evaluate("""() => {
          const list = document.querySelector("paged-list")
          window.filled = []
          window.again = []
          const fill = (element, item, { isNew }) => window.again.push([item.id, isNew])
          list.fill = fill
          const once = window.again.length
          list.fill = fill
          if (window.again.length != once) throw new Error("filled again by the same function")
        }""")
        self.assertEqual(self.page.evaluate("window.again.filter(([, isNew]) => isNew)"), [])
        self.assertGreater(self.page.evaluate("window.again.length"), 5)
        self.assertEqual(self.page.evaluate(STATE, 3), {"text": "half a wor", "isFocused": True, "isOpen": False, "name": "Row 3"})


class Editing(Browsing):
    """Without `fill`: what templates hold."""

    def open(self):
        api = self.api()
        api.feed = [{"id": row, "name": f"Row {row}"} for row in range(1000)]
        api.files["/editing"] = test_page({"src": "/feed", "row-height": "40", "behavior": "changes", "dialect": "offset"}).replace(
            '<b data-field="name"></b>', '<b data-field="name"></b><input aria-label="Note">')
        self.page.goto(f"{api.url}/editing")
        self.until_quiet()
        self.until_settled()
        return api

    def test_what_was_typed_goes_with_its_row(self):
        self.open()
        self.page.evaluate(TYPE, [3, "mine"])
        self.page.evaluate(TYPE, [5, "other"])
        # Into no row, so that none is kept for its focus.
        self.page.evaluate("document.activeElement.blur()")
        typed = """() => [...document.querySelectorAll(".paged-row:not([hidden])")].filter(one => one.querySelector("input")?.value)
          .map(one => [+one.dataset.row, one.querySelector("input").value]).sort(([a], [b]) => a - b)"""
        self.assertEqual(self.page.evaluate(typed), [[3, "mine"], [5, "other"]])
        for row in (40, 80, 86, 300, 990):
            self.list(f"list.scrollToRow({row})")
            self.until_quiet()
            self.assertEqual(self.page.evaluate(typed), [], row)
        self.list("list.scrollToRow(0)")
        self.until_quiet()
        self.assertEqual(self.page.evaluate(typed), [[3, "mine"], [5, "other"]])

    def test_a_field_that_is_typed_over_is_left_to_the_reader(self):
        api = self.api()
        api.feed = [{"id": row, "name": f"Row {row}", "note": f"Note {row}"} for row in range(1000)]
        api.files["/editing"] = test_page({"src": "/feed", "row-height": "40", "behavior": "changes", "content": "changes", "dialect": "offset"}).replace(
            '<b data-field="name"></b>', '<b data-field="name"></b> <i contenteditable data-field="note"></i>')
        self.page.goto(f"{api.url}/editing")
        self.until_quiet()
        self.until_settled()
        write = """(text) => {
          const field = document.querySelector('.paged-row[data-row="3"] i')
          field.focus()
          getSelection().selectAllChildren(field)
          getSelection().collapseToEnd()
          document.execCommand("insertText", false, text)
        }"""
        self.page.evaluate(write, " and mine")
        for row in (3, 4):
            api.feed[row] = {"id": row, "name": f"Another {row}", "note": "Theirs"}
        self.finish("refresh")
        self.until("""() => document.querySelector('.paged-row[data-row="4"] i').textContent == "Theirs" """)
        notes = "() => [3, 4].map((row) => [...document.querySelector(`.paged-row[data-row='${row}']`).querySelectorAll('b, i')].map((one) => one.textContent))"
        self.assertEqual(self.page.evaluate(notes), [["Another 3", "Note 3 and mine"], ["Another 4", "Theirs"]])
        self.page.evaluate(write, "!")
        self.assertEqual(self.page.evaluate(notes)[0][1], "Note 3 and mine!")

    def test_a_row_in_which_a_pointer_is_held_has_it_until_it_is_released(self):
        api = self.open()
        self.page.evaluate("""() => {
          window.told = []
          const field = document.querySelector('.paged-row[data-row="3"] b')
          // As a map does it, so that its row does not get the focus.
          field.addEventListener("mousedown", (event) => event.preventDefault())
          field.addEventListener("pointerdown", (event) => field.setPointerCapture(event.pointerId))
          for (const name of ["pointermove", "pointerup", "lostpointercapture"]) field.addEventListener(name, () => told.push(name))
        }""")
        box = self.page.locator('.paged-row[data-row="3"] b').bounding_box()
        self.page.mouse.move(box["x"] + 4, box["y"] + 4)
        self.page.mouse.down()
        self.list("list.scrollToRow(500)")
        self.until_quiet()
        self.page.evaluate("told.length = 0")
        self.page.mouse.move(box["x"] + 90, box["y"] + 90)
        self.page.mouse.up()
        self.until("() => told.includes('pointerup')")
        self.assertEqual(self.page.evaluate("told.slice(0, 2)"), ["pointermove", "pointerup"])
        # A row that was only pressed is kept no longer than that.
        self.list("list.scrollToRow(900)")
        self.until_quiet()
        self.assertEqual(self.page.evaluate("[...document.querySelectorAll('.paged-row[hidden]')].filter((row) => row.dataset.row == 3).length"), 0)

    def test_it_is_of_one_list_however_that_is_searched_and_of_no_other(self):
        self.open()
        for src, text in (("/feed?search=1", "mine"), ("/rows?count=1000", "")):
            self.page.evaluate(TYPE, [3, "mine"])
            self.page.evaluate("document.activeElement.blur()")
            self.list(f"list.src = '{src}'")
            self.until_settled()
            self.until("() => !document.querySelector('.paged-view[data-old]')")
            self.until_quiet()
            self.assertEqual(self.page.evaluate(STATE, 3)["text"], text, src)

    def test_it_survives_that_all_is_loaded_anew(self):
        self.open()
        self.page.evaluate(TYPE, [3, "mine"])
        self.finish("reload")
        self.until_settled()
        self.assertEqual(self.page.evaluate(STATE, 3)["text"], "mine")


if __name__ == "__main__":
    unittest.main()
