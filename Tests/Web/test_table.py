"""Columns with a header, rows that are selected and activated, and rows that are copied."""

import csv
import io
import unittest

from played import test_page
from support import Browsing

TABLE = """<!doctype html><html lang="en" dir="DIRECTION"><meta charset="utf-8"><title>A table</title><link rel="stylesheet" href="/test.css">
<script type="module" src="/web/paged-list.js"></script><main><h1>A table</h1>
<paged-list label="Rows" row-height="40" src="SOURCE" dialect="offset" layout="grid" selectable="multiple">
<template data-for="columns"><span data-width="70px">No.</span><span data-sort="name" data-width="2fr">Name</span><span data-sort="id">Number</span></template>
<template data-for="item"><span data-field="#"></span><span data-field="name"></span><span data-field="id"></span></template>
<template data-for="placeholder"><span>…</span></template>
</paged-list></main></html>"""


class Table(Browsing):
    def open(self, count=1000, direction="ltr"):
        api = self.api()
        page = api.page

        def sorted_page(path, query):
            status, body, headers = page(path, query)
            if query.get("sort", "").startswith("-"):
                first = int(query["offset"])
                body["items"] = [api.make(count - 1 - row) for row in range(first, first + len(body["items"]))]
            return status, body, headers

        api.page = sorted_page
        api.files["/table"] = TABLE.replace("SOURCE", f"/rows?count={count}").replace("DIRECTION", direction)
        self.page.add_init_script("""
          window.said = []
          for (const name of ["selection", "activate", "sort", "columns", "copied", "error"]) addEventListener(`paged-list:${name}`, ({ detail }) =>
            window.said.push([name, detail.error ? { ...detail, error: detail.error.message } : detail]))""")
        self.page.goto(f"{api.url}/table")
        self.until_quiet()
        self.until_settled()
        return api

    def said(self, name):
        """What events of a name have told, and forgets that."""
        return self.page.evaluate("name => { const all = said.filter(([one]) => one == name); said = said.filter(([one]) => one != name); return all.map(([, it]) => it) }", name)

    def ranges(self):
        return self.list("list.selection")

    def selected(self):
        return self.page.evaluate("""() => [...document.querySelectorAll('.paged-row[aria-selected="true"]:not([hidden])')].map(one => +one.dataset.row).sort((a, b) => a - b)""")

    def row(self, row):
        return self.page.locator(f'.paged-row[data-row="{row}"]')


class Columns(Table):
    def aligned(self):
        """Each cell is below its column's header, and as wide."""
        boxes = self.page.evaluate("""() => [".paged-column", '.paged-row[data-row="3"] > *'].map(selector =>
          [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect()).map(({ left, width }) => [Math.round(left), Math.round(width)]))""")
        self.assertEqual(len(boxes[0]), 3)
        self.assertEqual(boxes[0], boxes[1])
        return boxes[0]

    def test_the_header_is_one_and_stands_above_its_cells(self):
        for direction in ("ltr", "rtl"):
            self.open(direction=direction)
            lefts = [left for left, _ in self.aligned()]
            self.assertEqual(lefts, sorted(lefts, reverse=direction == "rtl"))
            view = self.page.get_by_role("grid")
            self.assertEqual(view.get_by_role("columnheader").all_inner_texts(), ["No.", "Name", "Number"])
            self.assertEqual(self.row(3).get_by_role("gridcell").all_inner_texts(), ["4", "Row 3", "3"])
            self.assertEqual([view.get_attribute("aria-rowcount"), self.row(0).get_attribute("aria-rowindex")], ["1001", "2"])
            # No row is under the header, at either end.
            header = self.page.locator(".paged-columns").bounding_box()
            self.assertAlmostEqual(self.row(0).bounding_box()["y"], header["y"] + header["height"], delta=0.6)
            view.focus()
            self.page.keyboard.press("End")
            self.until_quiet()
            box = view.bounding_box()
            last = self.row(999).bounding_box()
            self.assertAlmostEqual(last["y"] + last["height"], box["y"] + box["height"], delta=0.6)
            self.assertAlmostEqual(self.page.locator(".paged-columns").bounding_box()["y"], header["y"], delta=0.1)
            self.assertAxe(direction)

    def test_a_click_on_a_header_sorts_and_keeps_the_old_rows_until_the_new_ones_come(self):
        api = self.open()
        name = self.page.get_by_role("button", name="Number")
        header = self.page.locator(".paged-column", has_text="Number")
        for sort, said, first in (("id", "ascending", "Row 0"), ("-id", "descending", "Row 999"), ("", None, "Row 0")):
            api.targets.clear()
            with self.held("**/rows?*"):
                name.click()
                self.until("sort => (document.querySelector('paged-list').getAttribute('sort') ?? '') == sort", sort)
                self.until("() => document.querySelector('.paged-view').getAttribute('aria-busy') == 'true'")
                self.until_drawn()
                # No frame without rows.
                self.assertEqual([one for one in self.assertWhole() if one["kind"] != "item"], [])
            # "Row 0" is the first before and after the first click: the old rows are gone when nothing is busy with others any more.
            self.until("() => !document.querySelector('.paged-view').hasAttribute('data-old')")
            self.until_settled()
            self.assertIn(first, self.row(0).inner_text())
            self.assertEqual(header.get_attribute("aria-sort"), said)
            self.assertTrue(api.targets and all(("sort=" + sort in one) if sort else ("sort=" not in one) for one in api.targets), api.targets)
            self.assertIn("Number", self.page.evaluate("document.activeElement.textContent"))
        self.assertEqual([one["sort"] for one in self.said("sort")], ["id", "-id", None])
        # An app may sort by itself.
        self.page.evaluate("addEventListener('paged-list:sort', event => event.preventDefault())")
        name.click()
        self.assertIsNone(self.list("list.sort"))

    def test_columns_are_made_wider_by_mouse_and_keys(self):
        for direction, sign in (("ltr", 1), ("rtl", -1)):
            self.open(direction=direction)
            before = self.aligned()
            box = self.page.locator(".paged-grip").first.bounding_box()
            self.page.mouse.move(box["x"] + 4, box["y"] + 5)
            self.page.mouse.down()
            self.page.mouse.move(box["x"] + 4 + sign * 60, box["y"] + 5, steps=3)
            self.page.mouse.up()
            self.assertEqual(self.aligned()[0][1], 130)
            self.assertEqual(self.said("columns")[-1]["widths"], ["130px", "2fr", "minmax(0, 1fr)"])
            self.page.get_by_role("button", name="Name").focus()
            self.page.keyboard.press("Alt+ArrowRight" if sign > 0 else "Alt+ArrowLeft")
            self.assertGreater(self.aligned()[1][1], before[1][1] - 60)
            self.list("(list.columnWidths = ['70px', '100px', '90px'])")
            self.assertEqual([width for _, width in self.aligned()], [70, 100, 90])
            self.page.keyboard.press("ArrowRight" if sign > 0 else "ArrowLeft")
            self.assertEqual(self.page.evaluate("document.activeElement.textContent"), "Number")


class Selecting(Table):
    def test_by_mouse(self):
        self.open()
        self.row(2).click()
        self.assertEqual(self.ranges(), [[2, 3]])
        self.row(5).click(modifiers=["Shift"])
        self.assertEqual(self.ranges(), [[2, 6]])
        self.row(3).click(modifiers=["Control"])
        self.assertEqual(self.ranges(), [[2, 3], [4, 6]])
        self.row(7).click(modifiers=["Control"])
        self.until_drawn()
        self.assertEqual(self.selected(), [2, 4, 5, 7])
        self.assertEqual(self.said("selection")[-1], {"ranges": [[2, 3], [4, 6], [7, 8]], "count": 4, "isExact": True})
        self.row(6).dblclick()
        self.assertEqual([one["row"] for one in self.said("activate")], [6])

    def test_by_keys(self):
        self.open()
        self.page.get_by_role("grid").focus()
        press = self.page.keyboard.press
        press("ArrowDown")
        press("ArrowDown")
        press("Space")
        self.assertEqual(self.ranges(), [[1, 2]])
        for _ in range(3):
            press("Shift+ArrowDown")
        press("Shift+ArrowUp")
        self.assertEqual(self.ranges(), [[1, 4]])
        press("Enter")
        self.assertEqual([one["row"] for one in self.said("activate")], [3])
        # Into the cells and back, and down a column.
        cell = "document.activeElement.getAttribute('role') + document.activeElement.textContent"
        press("ArrowRight")
        press("ArrowRight")
        self.assertEqual(self.page.evaluate(cell), "gridcellRow 3")
        press("ArrowDown")
        self.assertEqual(self.page.evaluate(cell), "gridcellRow 4")
        press("ArrowLeft")
        press("ArrowLeft")
        self.assertEqual(self.page.evaluate("[document.activeElement.className.split(' ')[0], document.activeElement.dataset.row].join()"), "paged-row,4")
        press("Shift+End")
        self.until_quiet()
        self.assertEqual(self.ranges(), [[1, 1000]])
        press("Control+a")
        self.assertEqual(self.ranges(), [[0, 1000]])
        press("Escape")
        self.assertEqual(self.ranges(), [])

    def test_rows_are_activated_by_one_click_where_that_is_said(self):
        self.open()
        self.page.evaluate("""() => {
          const list = document.querySelector("paged-list")
          list.removeAttribute("selectable")
          list.fill = (element, item, { isNew }) => { if (isNew && item.id == 5) element.append(Object.assign(document.createElement("button"), { textContent: "Like" })) }
        }""")
        self.until_settled()
        self.row(2).click()
        self.assertEqual(self.said("activate"), [])
        self.list("list.setAttribute('activate-on', 'click')")
        self.row(2).click()
        self.assertEqual(self.said("activate"), [{"row": 2, "item": {"id": 2, "name": "Row 2"}, "id": 2}])
        # Twice is once, and Enter is the same.
        self.row(3).dblclick()
        self.page.evaluate("getSelection().empty()")
        self.row(3).press("Enter")
        self.assertEqual([one["row"] for one in self.said("activate")], [3, 3])
        # A control, a key, text that was selected, a drag.
        self.page.get_by_role("button", name="Like").click()
        self.row(4).click(modifiers=["Control"])
        box = self.row(6).bounding_box()
        for select in ("text", "none"):
            self.page.evaluate("select => { document.querySelector('paged-list').style.userSelect = select }", select)
            self.page.mouse.move(box["x"] + 80, box["y"] + 20)
            self.page.mouse.down()
            self.page.mouse.move(box["x"] + 180, box["y"] + 20, steps=3)
            self.page.mouse.up()
            self.page.evaluate("getSelection().empty()")
        self.assertEqual(self.said("activate"), [])
        self.assertEqual(self.list("getComputedStyle(list.element(2)).cursor"), "pointer")

    def test_what_is_selected_goes_along_with_rows_that_come_and_go(self):
        api = self.api()
        api.feed = [{"id": row, "name": f"Row {row}"} for row in range(300)]
        self.show(api, "/feed", behavior="changes", selectable="multiple", layout="grid")
        self.list("(list.selection = [[2, 5], [7, 8]])")
        api.feed[0:0] = [{"id": "new", "name": "New"}]
        del api.feed[4]
        self.finish("refresh")
        self.until_settled()
        self.assertEqual(self.list("[list.count, list.item(0).id, list.item(4).id]"), [300, "new", 4])
        self.assertEqual([self.list(f"list.item({row}).id") for first, end in self.ranges() for row in range(first, end)], [2, 4, 7])


class Covered(Browsing):
    def test_focus_that_goes_back_is_not_covered_by_headers(self):
        columns = '<template data-for="columns"><span>Name</span></template>'
        for attributes in ({}, {"scroll": "page"}):
            with self.subTest(**attributes):
                api = self.api()
                api.files["/links"] = test_page({"src": "/rows?count=1000", "row-height": "40", "dialect": "offset", "sections": "/sections?count=1000&size=50", **attributes}).replace(
                    '<span data-field="#"></span> <b data-field="name"></b>', '<span><a href="#x" data-field="name"></a></span>').replace("<template", columns + "<template", 1)
                self.page.goto(f"{api.url}/links")
                self.until("() => document.querySelector('paged-list').sections.length == 20 && document.querySelector('paged-list').item(110)")
                self.list("list.scrollToRow(110)")
                self.until_settled()
                self.page.evaluate("() => document.querySelector('.paged-row[data-row=\"111\"] a').focus({ preventScroll: true })")
                for row in (110, 109, 108):
                    self.page.keyboard.press("Shift+Tab")
                    self.until("row => document.activeElement.closest('.paged-row')?.dataset.row == row", row)
                    self.until_drawn()
                    isSeen = """() => {
                      const { left, top, bottom, width } = document.activeElement.getBoundingClientRect()
                      return [top + 1, bottom - 1].every(y => document.elementFromPoint(left + width / 2, y) == document.activeElement)
                    }"""
                    self.assertTrue(self.page.evaluate(isSeen), row)


class Copying(Table):
    options = {"permissions": ["clipboard-read", "clipboard-write"]}

    def open(self, **options):
        api = super().open(**options)
        # All tests of a browser share one clipboard: what is read is to be of this test.
        self.page.evaluate("navigator.clipboard.writeText('')")
        return api

    def clipboard(self):
        return self.page.evaluate("navigator.clipboard.readText()")

    def test_rows_on_screen_and_past_it(self):
        api = self.open(count=20_000)
        api.make = lambda row: {"id": row, "name": f"Row\t{row}"}
        self.list("list.reload()")
        self.until("() => document.querySelector('paged-list').item(0)?.name.includes('\\t')")
        self.until_quiet()
        self.until_settled()
        self.row(1).click()
        self.row(3).click(modifiers=["Shift"])
        self.page.keyboard.press("Control+c")
        self.assertEqual(self.clipboard(), "2\tRow 1\t1\n3\tRow 2\t2\n4\tRow 3\t3")
        self.list("(list.selection = [[0, 5000]])")
        api.targets.clear()
        with self.held("**/rows?*"):
            self.page.keyboard.press("Control+c")
            self.page.locator(".paged-notice", has_text="Copying rows: 0 of 5000.").wait_for()
        self.until("() => said.filter(([name]) => name == 'copied').length == 2")
        lines = self.clipboard().split("\n")
        self.assertEqual(lines, [f"{row + 1}\tRow {row}\t{row}" for row in range(5000)])
        self.assertEqual(len(api.targets), 10)
        self.until("() => document.querySelector('.paged-live').textContent == '5000 rows copied.'")
        self.assertEqual(self.page.locator(".paged-notice").count(), 0)

    def test_text_that_is_marked_over_rows_has_a_line_for_each(self):
        self.open()
        self.until_settled()
        self.page.evaluate("""() => {
          const [first, last] = [2, 4].map(row => document.querySelector(`.paged-row[data-row="${row}"]`))
          const name = row => document.createTreeWalker(row, NodeFilter.SHOW_TEXT, node => node.data.includes("Row") ? 1 : 3).nextNode()
          getSelection().setBaseAndExtent(name(first), 1, name(last), 4)
        }""")
        self.page.keyboard.press("Control+c")
        self.until("() => navigator.clipboard.readText().then(text => text.includes('Row'))")
        self.assertEqual([line.split("\t")[:2] for line in self.clipboard().split("\n")], [["ow 2", "2"], ["4", "Row 3"], ["5", "Row"]])

    def test_rows_as_csv(self):
        api = self.open()
        api.make = lambda row: {"id": row, "name": ['said "so"', "one, two", "a line\r\nand another", "=plain"][row % 4]}
        self.finish("reload")
        self.list("(list.selection = [[1, 4]])")
        text = self.page.evaluate("document.querySelector('paged-list').copyText(null, { format: 'csv' })")
        lines = [["No.", "Name", "Number"], ["2", "one, two", "1"], ["3", "a line\r\nand another", "2"], ["4", "=plain", "3"]]
        self.assertEqual(list(csv.reader(io.StringIO(text, newline=""))), lines)
        self.assertTrue(text.endswith("=plain,3\r\n"))
        # Rows that are not loaded are asked for; without a template the fields are named.
        self.page.evaluate("document.querySelectorAll('template').forEach(one => one.remove())")
        self.until("() => !document.querySelector('.paged-columns')")
        text = self.page.evaluate("document.querySelector('paged-list').copyText([[900, 902]], { format: 'csv' })")
        self.assertEqual(text, 'id,name\r\n900,"said ""so"""\r\n901,"one, two"\r\n')
        said = self.page.evaluate("document.querySelector('paged-list').copyText([[0, 1]], { format: 'pdf' }).catch(error => error.message)")
        self.assertIn('"pdf"', said)

    def test_more_than_can_be_copied_says_so(self):
        api = self.open(count=20_000)
        self.page.get_by_role("grid").focus()
        self.page.keyboard.press("Control+a")
        api.targets.clear()
        self.page.keyboard.press("Control+c")
        self.until("() => said.some(([name]) => name == 'error')")
        error = self.said("error")[0]
        self.assertEqual((error["what"], error["error"]), ("copy", "20000 rows are selected, and at most 10000 can be copied"))
        self.assertEqual(api.targets, [])

    def test_copying_ends_by_escape_and_by_an_answer_that_fails(self):
        api = self.open(count=20_000)
        self.list("(list.selection = [[0, 3000]])")
        with self.held("**/rows?*"):
            self.row(0).press("Control+c")
            self.page.locator(".paged-notice").wait_for()
            self.page.keyboard.press("Escape")
            self.until("() => !document.querySelector('.paged-notice')")
        api.broken = lambda target: "offset=1000" in target
        self.list("(list.selection = [[0, 3000]])")
        self.row(0).press("Control+c")
        self.until("() => said.some(([name]) => name == 'error')")
        self.assertIn("500", self.said("error")[-1]["error"])
        self.assertEqual(self.said("copied"), [])


class Texts(Browsing):
    """Texts that are longer than their place, in narrow lists and in pages from right to left."""

    # How wide columns are, and of each text in the first row whether its first character is seen in its cell, and on which side of it.
    LOOK = """() => [...document.querySelectorAll("paged-list")].map((list) => {
      const view = list.querySelector(".paged-view")
      const row = list.querySelector('.paged-row[data-row="0"]')
      const columns = list.querySelector(".paged-columns")
      const texts = [...row.children, ...columns?.children ?? []].map((cell) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        range.setStart(walker.nextNode(), 0)
        range.setEnd(walker.currentNode, 1)
        const [first, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()]
        return first.left >= box.left - 1 && first.right <= box.right + 1
      })
      const widths = columns ? [...columns.children].map((one) => one.offsetWidth) : []
      const lefts = [row, columns].map((one) => [...one?.children ?? []].map((cell) => Math.round(cell.getBoundingClientRect().left)))
      return { texts, widths, lefts, row: row.offsetWidth, columns: columns?.offsetWidth, scrolls: view.scrollWidth > view.clientWidth }
    })"""

    def look(self, style, direction):
        api = self.api()
        api.feed = [{"id": row, "name": "A long name of many words that is wider than any cell", "year": 1900 + row} for row in range(60)]
        table = """<template data-for="columns"><span data-sort="name">A long name of a column</span><span data-width="2fr">Author of the book</span><span data-width="6em">Year</span></template>
          <template data-for="item"><span data-field="name"></span><span data-field="name"></span><span data-field="year"></span></template>"""
        item = '<template data-for="item"><b data-field="name"></b><span data-field="name"></span></template>'
        lists = "".join(f'<paged-list src="/feed?of={index}" dialect="offset" row-height="40" label="Rows">{one}</paged-list>' for index, one in enumerate((table, item)))
        api.policy = None
        api.files["/texts"] = f"""<!doctype html><html lang="en" dir="{direction}"><meta charset="utf-8"><title>Texts</title><link rel="stylesheet" href="/web/theme.css">
          <style>paged-list {{ height: 200px; {style} }}</style><script type="module" src="/web/paged-list.js"></script><body>{lists}</body></html>"""
        self.page.goto(f"{api.url}/texts")
        self.until("() => [...document.querySelectorAll('paged-list')].every((list) => list.item(0) && list.querySelector('.paged-row[data-kind=item]'))")
        self.until_drawn()
        self.until_drawn()
        return self.page.evaluate(self.LOOK)

    def test_a_text_that_is_too_long_is_cut_at_its_end(self):
        for direction in ("ltr", "rtl"):
            for style in ("width: 280px", "width: 600px"):
                with self.subTest(direction=direction, style=style):
                    for one in self.look(style, direction):
                        self.assertTrue(all(one["texts"]), one)

    def test_a_table_on_a_narrow_screen_is_scrolled_sideways_before_its_columns_are_no_more(self):
        for width, scrolls in ((280, True), (700, False)):
            with self.subTest(width=width):
                self.page.set_viewport_size({"width": width + 20, "height": 700})
                table = self.look(f"width: {width}px", "ltr")[0]
                self.assertGreaterEqual(min(table["widths"]), 70)
                self.assertEqual(table["row"], table["columns"])
                self.assertEqual(*table["lefts"])
                self.assertEqual(table["scrolls"], scrolls)


if __name__ == "__main__":
    unittest.main()
