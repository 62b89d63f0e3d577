"""The element where others put it: in React, in Vue, in a shadow, twice, and with properties set early or late."""

import json
import site
import unittest
from pathlib import Path

from support import ROOT, Browsing

REACT = [Path("/usr/share/nodejs/react/umd/react.production.min.js"), Path("/usr/share/nodejs/react-dom/umd/react-dom.production.min.js")]
VUE_3 = [Path(one) / "trame_client/module/vue3-www/vue.global.js" for one in site.getsitepackages()[:1]]
VUE = [Path("/usr/share/javascript/vue/vue.runtime.min.js")]

IN_REACT = """
const { createElement: h, useRef, useState, useEffect } = React
const app = () => {
  const list = useRef()
  const [count, setCount] = useState(1000)
  const [mark, setMark] = useState("one")
  useEffect(() => { list.current.fill = (element, item) => { element.dataset.mark = mark + item.id } }, [mark])
  useEffect(() => {
    const loaded = () => { window.loads = (window.loads ?? 0) + 1 }
    const element = list.current
    element.addEventListener("paged-list:load", loaded)
    return () => element.removeEventListener("paged-list:load", loaded)
  }, [])
  return h("main", null,
    h("button", { id: "count", onClick: () => setCount(70) }, "Fewer"),
    h("button", { id: "mark", onClick: () => setMark("two") }, "Mark"),
    h("paged-list", { ref: list, src: `/rows?count=${count}`, "row-height": 40, label: "Rows", class: "of-react" },
      h("template", { "data-for": "item" }, h("span", { "data-field": "#" }), " ", h("b", { "data-field": "name" })),
      h("template", { "data-for": "placeholder" }, h("span", null, "…"))))
}
const root = ReactDOM.createRoot(document.getElementById("app"))
root.render(h(app))
window.unmount = () => root.unmount()
"""

IN_VUE = """
Vue.config.ignoredElements = ["paged-list"]
window.app = new Vue({
  el: "#app",
  data: { count: 1000, mark: "one" },
  render(h) {
    const { mark } = this
    return h("main", [h("paged-list", {
      attrs: { src: `/rows?count=${this.count}`, "row-height": 40, label: "Rows" },
      domProps: { fill: (element, item) => { element.dataset.mark = mark + item.id } },
    }, [
      h("template", { attrs: { "data-for": "item" } }, [h("span", { attrs: { "data-field": "#" } }), " ", h("b", { attrs: { "data-field": "name" } })]),
      h("template", { attrs: { "data-for": "placeholder" } }, ["…"]),
    ])])
  },
})
"""

# Vue 3 says by itself which names are properties of the element, and sets all others as attributes.
IN_VUE_3 = """
const { createApp, h, ref } = Vue
window.count = ref(1000)
window.mark = ref("one")
createApp({
  render: () => h("paged-list", {
    src: `/rows?count=${count.value}`, "row-height": 40, label: "Rows", fill: ((mark) => (element, item) => { element.dataset.mark = mark + item.id })(mark.value),
  }, [
    h("template", { "data-for": "item" }, [h("span", { "data-field": "#" }), " ", h("b", { "data-field": "name" })]),
    h("template", { "data-for": "placeholder" }, ["…"]),
  ]),
}).mount("#app")
"""

# The component: what a slot shows in each row keeps its state for as long as the row shows the same item.
COMPONENT_OF_VUE_3 = """
import { createApp, h, ref, shallowRef } from "vue"
import { PagedList } from "/vue.js"
const Row = {
  props: ["item", "row", "mark"],
  setup(props) {
    const text = ref("")
    return () => [h("b", props.item.name), h("i", props.mark.value), h("input", { "aria-label": "Note", value: text.value, onInput: event => { text.value = event.target.value } }),
      h("u", text.value.toUpperCase())]
  },
}
window.count = ref(1000)
window.mark = ref("one")
window.selected = []
const list = window.component = shallowRef(null)
const app = createApp({
  render: () => h("main", [h("p", mark.value), h(PagedList, {
    ref: list, src: "/feed", rowHeight: 40, label: "Rows", selectable: "multiple", dialect: "offset", behavior: "changes", content: "changes", class: "mine", "data-testid": "list", onClick: () => { window.clicks = (window.clicks ?? 0) + 1 },
    onSelection: ({ detail }) => selected.push(detail.count),
  }, { default: () => h("template", { "data-for": "placeholder" }, ["…"]), item: ({ item, row }) => h(Row, { item, row, mark }) })]),
})
app.mount("#app")
window.unmount = () => app.unmount()
"""


def page(scripts, body=""):
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/test.css">
{body}<div id="app"></div>{"".join(f'<script type="module" src="{one}"></script>' for one in scripts)}</html>"""


class Frameworks(Browsing):
    def open(self, libraries, script):
        api = self.api()
        for one in libraries:
            if not one.exists():
                self.skipTest(f"{one} is not there: Scripts/install-packages node-react node-react-dom libjs-vue")
            # A script that is loaded as a module keeps its names to itself.
            api.files[f"/{one.name}"] = one.read_text() + ("\nwindow.Vue = Vue" if one.name == "vue.global.js" else "")
        api.files["/app.js"] = script
        api.files["/app"] = page([f"/{one.name}" for one in libraries] + ["/web/paged-list.js", "/app.js"])
        self.page.goto(f"{api.url}/app")
        self.until_quiet()
        self.until_settled()
        return api

    def until_marked(self, row, mark):
        """Waits until `fill` has marked a row: frameworks set it when they have time."""
        self.until("([row, mark]) => document.querySelector(`.paged-row[data-row=\"${row}\"]`)?.dataset.mark == mark", [row, mark])

    def test_react(self):
        self.open(REACT, IN_REACT)
        self.assertEqual(self.assertWhole(40)[1]["text"], "2 Row 1")
        self.until_marked(3, "one3")
        self.page.locator("#mark").click()
        self.until_marked(3, "two3")
        self.page.locator("#count").click()
        self.until("() => document.querySelector('paged-list').count == 70")
        self.until_quiet()
        self.assertEqual(self.assertWhole(40)[1]["text"], "2 Row 1")
        self.assertGreaterEqual(self.page.evaluate("window.loads"), 2)
        self.page.evaluate("unmount()")
        self.until("() => !document.querySelector('paged-list')")

    def test_vue_3(self):
        self.open(VUE_3, IN_VUE_3)
        self.assertEqual(self.assertWhole(40)[1]["text"], "2 Row 1")
        self.until_marked(3, "one3")
        self.page.evaluate("() => { mark.value = 'two' }")
        self.until_marked(3, "two3")
        self.page.evaluate("() => { count.value = 70 }")
        self.until("() => document.querySelector('paged-list').count == 70")
        self.until_quiet()
        self.assertEqual(self.assertWhole(40)[1]["text"], "2 Row 1")

    def test_the_component_for_vue_3(self):
        api = self.api()
        for one in VUE_3:
            api.files[f"/{one.name}"] = one.read_text() + "\nwindow.Vue = Vue"
        names = "createApp defineComponent Fragment h onBeforeUnmount onMounted onUpdated ref shallowRef Teleport triggerRef"
        api.files["/vue.module.js"] = f"export const {{ {', '.join(names.split())} }} = window.Vue"
        for name in ("vue.js", "hosts.js"):
            api.files[f"/{name}"] = (ROOT / "Web" / name).read_text().replace('"./paged-list.js"', '"/web/paged-list.js"')
        api.policy = None
        api.feed = [{"id": f"id {row}", "name": f"Row {row}"} for row in range(1000)]
        api.files["/app.js"] = COMPONENT_OF_VUE_3
        imports = json.dumps({"imports": {"vue": "/vue.module.js"}})
        api.files["/app"] = page([*(f"/{one.name}" for one in VUE_3), "/app.js"], f'<script type="importmap">{imports}</script>')
        self.page.goto(f"{api.url}/app")
        self.until_quiet()
        self.until_settled()
        self.assertEqual([one["text"] for one in self.assertWhole(40)][:2], ["Row 0one", "Row 1one"])
        self.assertEqual(self.list("list.className"), "mine")
        self.page.locator('.paged-row[data-row="3"] input').click()
        self.page.keyboard.type("half")
        # Others write above, the page renders, and the row goes on with what it has.
        api.feed.insert(1, {"id": "new", "name": "New"})
        self.finish("refresh")
        self.page.evaluate("() => { mark.value = 'two' }")
        self.page.keyboard.type(" a")
        row = """row => {
          const element = document.querySelector(`.paged-row[data-row="${row}"]`)
          return [element.textContent, document.activeElement == element.querySelector("input")]
        }"""
        self.until("() => document.querySelector('.paged-row[data-row=\"4\"] u')?.textContent == 'HALF A'")
        self.assertEqual(self.page.evaluate(row, 4), ["Row 3twoHALF A", True])
        self.assertEqual([one["text"] for one in self.assertWhole(40)][:3], ["Row 0two", "Newtwo", "Row 1two"])
        self.page.locator('.paged-row[data-row="2"] b').click()
        self.until("() => selected.at(-1) == 1")
        self.assertEqual(self.list("[list.dataset.testid, window.clicks]"), ["list", 2])
        self.assertEqual(self.page.locator('.paged-row[data-row="2"]').get_by_role("gridcell").count(), 4)
        # The component's root is the element.
        self.page.evaluate("component.value.$el.scrollToRow(700)")
        self.until("() => document.querySelector('.paged-row[data-row=\"700\"] b')?.textContent == 'Row 699'")
        self.assertEqual(self.page.evaluate("[...document.querySelectorAll('.paged-row:not([hidden]) input')].filter(one => one.value).length"), 0)
        self.page.evaluate("unmount()")
        self.until("() => document.getElementById('app').childNodes.length == 0")

    def test_vue(self):
        self.open(VUE, IN_VUE)
        self.assertEqual(self.assertWhole(40)[1]["text"], "2 Row 1")
        self.until_marked(3, "one3")
        self.page.evaluate("app.mark = 'two'")
        self.until_marked(3, "two3")
        self.page.evaluate("app.count = 70")
        self.until("() => document.querySelector('paged-list').count == 70")
        self.until_quiet()
        self.assertEqual(self.assertWhole(40)[1]["text"], "2 Row 1")

    def test_in_a_shadow(self):
        api = self.api()
        api.files["/app.js"] = """
          const shadow = document.getElementById("app").attachShadow({ mode: "open" })
          const list = document.createElement("paged-list")
          for (const [name, value] of Object.entries({ src: "/rows?count=1000", "row-height": 40, label: "Rows" })) list.setAttribute(name, value)
          const template = document.createElement("template")
          template.dataset.for = "item"
          template.content.append(Object.assign(document.createElement("b"), { title: "name" }))
          template.content.firstChild.dataset.field = "name"
          list.append(template)
          shadow.append(list)
          window.list = list
          window.rows = () => [...list.querySelectorAll(".paged-row:not([hidden])")].map((one) => [+one.dataset.row, one.textContent])
        """
        api.files["/app"] = page(["/web/paged-list.js", "/app.js"])
        self.page.goto(f"{api.url}/app")
        self.until("() => window.rows?.().some(([row, text]) => row == 0 && text == 'Row 0')")
        self.assertEqual(self.page.evaluate("getComputedStyle(list).height"), "400px")
        self.page.evaluate("list.querySelector('.paged-view').focus()")
        for row in (0, 1, 2, 3):
            self.page.keyboard.press("ArrowDown")
            self.until("row => +list.getRootNode().activeElement.dataset.row == row", row)
        self.page.keyboard.press("End")
        self.until("() => +list.getRootNode().activeElement.dataset.row == 999")
        self.until("() => rows().some(([row, text]) => row == 999 && text == 'Row 999')")

    def test_properties_set_before_and_after_the_element_is_defined(self):
        api = self.api()
        api.files["/before.js"] = """
          const list = document.createElement("paged-list")
          const source = (name) => ({
            capabilities: { positions: true, total: true },
            page: async ({ first, limit }) => ({
              items: Array.from({ length: Math.min(limit, 300 - first) }, (_, index) => ({ id: first + index, name: `${name} ${first + index}` })),
              total: 300,
            }),
          })
          window.source = source
          Object.assign(list, { source: source("Early"), label: "Of a source", fill: (element, item) => { element.textContent = item.name + "!" } })
          list.setAttribute("row-height", "40")
          document.getElementById("app").append(list)
        """
        api.files["/app"] = page(["/before.js", "/web/paged-list.js"])
        self.page.goto(f"{api.url}/app")
        self.until_quiet()
        self.assertEqual(self.seen()[2]["text"], "Early 2!")
        view = self.page.locator(".paged-view")
        self.assertEqual(view.get_attribute("aria-label"), "Of a source")
        self.page.evaluate("Object.assign(document.querySelector('paged-list'), { label: 'Another', source: source('Late') })")
        self.until("() => document.querySelector('.paged-row[data-row=\"2\"]')?.textContent == 'Late 2!'")
        self.assertEqual(self.page.locator(".paged-view").get_attribute("aria-label"), "Another")
        self.page.evaluate("() => { document.querySelector('paged-list').fill = (element, item) => { element.textContent = item.name + '?' } }")
        self.until("() => document.querySelector('.paged-row[data-row=\"2\"]').textContent == 'Late 2?'")
        # A source may have sections of its own.
        self.page.evaluate('''() => {
          const list = document.querySelector("paged-list")
          const inSections = source("Sectioned")
          inSections.capabilities.sections = true
          inSections.sectionList = async () => [{ title: "A", count: 100 }, { title: "B", count: 200 }]
          list.source = inSections
        }''')
        self.until("() => document.querySelector('paged-list').sections.length == 2")
        self.until("() => document.querySelector('.paged-row[data-row=\"2\"]')?.textContent == 'Sectioned 2?'")
        # A property of an attribute's name is set by frameworks that find it.
        self.page.evaluate("document.querySelector('paged-list').sections = '/sections?count=300&size=100'")
        self.assertEqual(self.list("list.getAttribute('sections')"), "/sections?count=300&size=100")

    def test_another_fetch_is_taken_with_the_next_request(self):
        api = self.api()
        self.show(api, "/rows?count=1000")
        self.page.evaluate("""() => {
          const list = document.querySelector("paged-list")
          list.fetch = (url, options) => fetch(url, { ...options, headers: { ...options.headers, "X-Mine": "1" } })
        }""")
        with self.page.expect_request(lambda request: request.headers.get("x-mine") == "1"):
            self.list("list.scrollToRow(800)")
        self.until_quiet()

    def test_templates_that_come_late(self):
        api = self.api()
        self.show(api, "/rows?count=1000")
        self.page.evaluate("""() => {
          const template = document.createElement("template")
          template.dataset.for = "item"
          template.content.append(Object.assign(document.createElement("i"), { className: "late" }))
          template.content.firstChild.dataset.field = "name"
          document.querySelector("paged-list > template[data-for=item]").replaceWith(template)
        }""")
        self.until("() => document.querySelector('.paged-row .late')?.textContent == 'Row 0'")

    def test_two_lists_of_one_address_keep_two_places(self):
        api = self.api()
        one = '<paged-list src="/rows?count=1000" row-height="40"><template data-for="item"><b data-field="name"></b></template></paged-list>'
        api.files["/app"] = page(["/web/paged-list.js"], one + one)
        self.page.goto(f"{api.url}/app")
        first = """index => {
          const list = document.querySelectorAll("paged-list")[index]
          const row = list.querySelector(`.paged-row[data-row="${list.viewport.first}"]`)
          return row?.dataset.kind == "item" && list.viewport.first
        }"""
        for index, row in ((0, 100), (1, 700)):
            self.until(f"() => ({first})({index}) === 0")
            self.page.evaluate("([index, row]) => document.querySelectorAll('paged-list')[index].scrollToRow(row)", [index, row])
            self.until(f"() => ({first})({index}) === {row}")
        self.until("() => Object.values(history.state ?? {}).length == 2")
        self.page.reload()
        for index, row in ((0, 100), (1, 700)):
            self.until(f"() => ({first})({index}) === {row}")


if __name__ == "__main__":
    unittest.main()
