"""The component for React: rendered on a server, taken over, worked in while others write, and what is selected sent to a server."""

import json
import unittest

from support import ROOT, Browsing
from test_frameworks import REACT
from test_hydration import rendered_by

APP = """
const App = ({ tick }) => {
  const [said, say] = useState("")
  const list = useRef(null)
  const send = async () => {
    const ids = await list.current.selectedIDs()
    await fetch("/selected", { method: "POST", body: JSON.stringify(ids) })
    say(`${ids.length} sent`)
  }
  return h("main", null,
    h("button", { id: "send", onClick: send }, "Send"), h("output", null, said),
    h(PagedList, {
      ref: list, src: "/feed", rowHeight: 40, label: "Rows", selectable: "multiple", dialect: "offset", behavior: "changes", content: "changes", className: "mine",
      onSelection: ({ detail }) => { window.selected = detail.count },
      // A function of its own with each rendering, as one writes it.
      renderItem: (item, row) => h(Row, { item, row }),
    }, h("template", { "data-for": "placeholder" }, h("i", null, "…"))))
}
const Row = ({ item, row }) => {
  const [text, type] = useState("")
  return h(Fragment, null, h("b", null, item.name), h("input", { "aria-label": "Note", value: text, onChange: event => type(event.target.value) }), h("u", null, text.toUpperCase()))
}
"""
SERVER = """
const React = require("react")
const { createElement: h, useState, useRef, Fragment } = React
%s
// The component's markup on a server, where no effect is run.
const PagedList = React.forwardRef((props, ref) => h("section", { src: props.src, "row-height": props.rowHeight, label: props.label,
  selectable: props.selectable, dialect: props.dialect, behavior: props.behavior, content: props.content, "class": props.className }, props.children, []))
process.stdout.write(require("react-dom/server").renderToString(h(App)))
"""
BROWSER = """
import { createElement as h, useState, useRef, Fragment } from "react"
import { hydrateRoot, createRoot } from "react-dom"
import { PagedList } from "/react.js"
%s
window.mismatches = []
window.root = hydrateRoot(document.getElementById("app"), h(App), { onRecoverableError: error => mismatches.push(error.message) })
window.react = { h, createRoot, Fragment, PagedList }
window.render = () => root.render(h(App, { tick: Math.random() }))
"""
NAMES = {"react": "createElement forwardRef useEffect useImperativeHandle useLayoutEffect useMemo useReducer useRef useState useSyncExternalStore Fragment",
         "react-dom": "createPortal flushSync hydrateRoot createRoot"}
STATE = """row => {
  const element = document.querySelector(`.paged-row[data-row="${row}"]`)
  const input = element.querySelector("input")
  return [element.querySelector("b").textContent, input.value, element.querySelector("u").textContent, document.activeElement == input]
}"""


class React(Browsing):
    def open(self):
        api = self.api()
        for one in REACT:
            if not one.exists():
                self.skipTest(f"{one} is not there: Scripts/install-packages node-react node-react-dom")
            api.files[f"/{one.name}"] = one.read_text()
        api.policy = None
        api.feed = [{"id": f"id {row}", "name": f"Row {row}"} for row in range(10_000)]
        for name in ("react.js", "hosts.js"):
            api.files[f"/{name}"] = (ROOT / "Web" / name).read_text().replace('"./paged-list.js"', '"/web/paged-list.js"')
        for module, names in NAMES.items():
            of = {"react": "React", "react-dom": "ReactDOM"}[module]
            api.files[f"/{module}.mjs.js"] = f"export const {{ {', '.join(names.split())} }} = window.{of}"
        api.files["/app.js"] = BROWSER % APP
        scripts = "".join(f'<script src="/{one.name}"></script>' for one in REACT)
        api.files["/app"] = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/test.css">
          <script type="importmap">{json.dumps({"imports": {name: f"/{name}.mjs.js" for name in NAMES}})}</script>
          <script type="module">window.found = document.querySelector("paged-list")</script>{scripts}
          <script type="module" src="/app.js"></script><body><div id="app">{rendered_by(SERVER % APP)}</div></body></html>"""
        self.page.goto(f"{api.url}/app")
        self.until_quiet()
        self.until_settled()
        return api

    def test_a_field_is_edited_and_thousands_are_selected_while_others_write(self):
        api = self.open()
        received = []
        self.page.route("**/selected", lambda route: (received.append(json.loads(route.request.post_data)), route.fulfill(status=204)))
        self.assertEqual(self.page.evaluate("mismatches"), [])
        self.assertTrue(self.page.evaluate("found == document.querySelector('paged-list') && found.className == 'mine'"))
        self.list("list.scrollToRow(36)")
        self.until_quiet()
        field = self.page.locator('.paged-row[data-row="40"] input')
        field.click()
        self.page.keyboard.type("half a")
        for step in range(3):
            api.feed.insert(5, {"id": f"new {step}", "name": f"New {step}"})
            del api.feed[7000 + step]
            api.feed[38 + step] = {**api.feed[38 + step], "name": f"Changed {step}"}
            api.feed[42 + step] = {**api.feed[42 + step], "name": f"Row 40, {step}" if api.feed[42 + step]["id"] == "id 40" else api.feed[42 + step]["name"]}
            self.finish("refresh")
            self.page.evaluate("render()")
            self.page.keyboard.type(f" {step}")
        self.until_settled()
        row = next(index for index, one in enumerate(api.feed) if one["id"] == "id 40")
        self.assertEqual(row, 43)
        self.assertEqual(self.page.evaluate(STATE, row), [api.feed[row]["name"], "half a 0 1 2", "HALF A 0 1 2", True])
        self.assertEqual([one["text"] for one in self.seen()], [
            one["name"] + ("HALF A 0 1 2" if one["id"] == "id 40" else "") for one in api.feed[self.seen()[0]["row"]:self.seen()[-1]["row"] + 1]])
        # It is found as it was left.
        self.page.evaluate("document.activeElement.blur()")
        self.list("list.scrollToRow(5000)")
        self.until_quiet()
        self.assertEqual(self.page.evaluate("[...document.querySelectorAll('.paged-row:not([hidden]) input')].filter(one => one.value).length"), 0)
        self.list(f"list.scrollToRow({row})")
        self.until_quiet()
        self.assertEqual(self.page.evaluate(STATE, row), [api.feed[row]["name"], "half a 0 1 2", "HALF A 0 1 2", False])
        # 7,000 rows, most of which nobody has seen, and others write once more.
        self.page.locator('.paged-row[data-row="50"] b').click()
        self.list("list.scrollToRow(7049, { align: 'center' })")
        self.until_row(7049, "item")
        self.page.locator('.paged-row[data-row="7049"] b').click(modifiers=["Shift"])
        self.assertEqual(self.page.evaluate("selected"), 7000)
        wanted = [one["id"] for one in api.feed[50:7050]]
        del api.feed[300:330]
        api.feed[8000:8000] = [{"id": f"late {index}", "name": f"Late {index}"} for index in range(10)]
        self.finish("refresh")
        self.page.locator("#send").click()
        self.until("() => document.querySelector('output').textContent.endsWith('sent')")
        self.assertEqual(received, [[one for one in wanted if one not in {f"id {row}" for row in range(297, 327)}]])

    def test_what_a_row_renders_are_cells_and_the_elements_own_attributes_are_kept(self):
        self.open()
        self.page.evaluate("""() => {
          root.unmount()
          const { h, createRoot, Fragment, PagedList } = react
          window.clicks = window.activated = 0
          createRoot(document.getElementById("app")).render(h("main", null, h("h1", null, "Books"), h(PagedList, {
            src: "/feed", rowHeight: 40, label: "Rows", selectable: "multiple", dialect: "offset", activateOn: "click",
            id: "books", className: "mine", style: { height: "300px" }, "data-testid": "list", "aria-describedby": "app", "aria-hidden": false, hidden: false,
            onClick: () => { clicks++ }, onActivate: ({ detail }) => { activated = detail.id },
            renderItem: (item, row) => h(Fragment, null, h("span", null, row), h("b", null, item.name), h("span", { role: "presentation" }, "·")),
          }, h("template", { "data-for": "columns" }, h("span", null, "No."), h("span", { "data-field": "name" }, "Name"), h("span", null)))))
        }""")
        self.until("() => document.querySelector('.paged-row[data-row=\"2\"] b')")
        self.until_settled()
        self.assertEqual(self.list("['id', 'class', 'data-testid', 'aria-describedby', 'aria-hidden', 'hidden', 'onclick'].map(name => list.getAttribute(name))"),
                         ["books", "mine", "list", "app", "false", None, None])
        self.assertEqual(self.page.locator("paged-list").bounding_box()["height"], 300)
        self.page.locator('.paged-row[data-row="2"] b').click()
        self.assertEqual(self.page.evaluate("[clicks, activated]"), [1, "id 2"])
        # Each child is a cell, below its column's header.
        row = self.page.locator('.paged-row[data-row="2"]')
        self.assertEqual(row.get_by_role("gridcell").all_inner_texts(), ["2", "Row 2"])
        lefts = "() => ['.paged-column', '.paged-row[data-row=\"2\"] > * > *'].map(one => [...document.querySelectorAll(one)].map(it => it.getBoundingClientRect().left))"
        header, cells = self.page.evaluate(lefts)
        self.assertEqual(header, cells)
        row.focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
            self.page.keyboard.press(key)
        self.assertEqual(self.page.evaluate("document.activeElement.textContent"), "Row 3")
        text = lambda more: self.page.evaluate(f"document.querySelector('paged-list').copyText([[1, 3]]{more})")
        self.assertEqual(text(""), "Row 1\nRow 2")
        self.assertEqual(text(", { format: 'csv' }"), "Name\r\nRow 1\r\nRow 2\r\n")
        self.page.evaluate("document.querySelector('template').remove()")
        self.until("() => !document.querySelector('.paged-columns')")
        self.assertEqual(text(""), "id 1\tRow 1\nid 2\tRow 2")
        self.assertAxe("cells of React")

    def test_unmounting_leaves_nothing(self):
        self.open()
        self.page.evaluate("root.unmount()")
        self.until("() => document.getElementById('app').childNodes.length == 0")


if __name__ == "__main__":
    unittest.main()
