"""What Web/README.md, and README.md, tell to write, written word for word."""

import json
import re
import subprocess
import unittest

from played import WEB
from support import ROOT, Browsing
from test_frameworks import REACT, VUE, VUE_3
from test_react import NAMES

README = (ROOT / "Web" / "README.md").read_text()


def block(language, having, page=README):
    """The code in a language that has some text in it."""
    found = [one for one in re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL) if having in one]
    assert len(found) == 1, f"{len(found)} blocks of {language} have {having!r}"
    return found[0]


class Readme(Browsing):
    def open(self, html, libraries=()):
        """Opens a page that lies beside the element's files, on a server with books."""
        api = self.api()

        def page(path, query):
            first, limit = int(query.get("offset", 0)), int(query.get("limit", 50))
            self.asked.append(query)
            rows = range(first, min(first + limit, 3000))
            items = [{"id": row, "title": f"Book {row}", "author": {"name": f"Author {row % 9}"}, "year": 1900 + row % 99, "state": "lent"} for row in rows]
            return (200, {"items": items, "total": 3000}, {}) if path in ("/api/books", "/api/posts", "/lists/books", "/lists/messages") else (404, {}, {})

        self.asked = []
        api.page = page
        scripts = "".join(f"<script>{one.read_text()}</script>" for one in libraries)
        self.page.route("**/web/written", lambda route: route.fulfill(
            content_type="text/html", body=f"<!doctype html><html lang='en'><title>Books</title>{scripts}<body style='margin: 0'>{html}</html>"))
        self.page.goto(f"{api.url}/web/written")
        self.until_quiet()
        self.until_settled()

    def serve(self, name, script):
        """Has a script beside the element's files."""
        self.page.route(f"**/web/{name}", lambda route: route.fulfill(content_type="text/javascript", body=script))

    def test_plain_html(self):
        self.open(block("html", "height: 80vh"))
        self.assertEqual(self.assertWhole(40)[3]["text"].strip(), "Book 3 Author 3")
        self.assertAlmostEqual(self.page.locator("paged-list").bounding_box()["height"], 0.8 * 700, delta=0.6)
        self.assertEqual(self.list("getComputedStyle(list.querySelector('.paged-row')).display"), "flex")

    def test_the_smallest_page(self):
        self.open(block("html", "first-rows.js", (ROOT / "README.md").read_text()))
        self.assertEqual(self.assertWhole(40)[3]["text"].strip(), "Book 3")
        self.assertAlmostEqual(self.page.locator("paged-list").bounding_box()["height"], 0.8 * 700, delta=0.6)

    def test_a_conversation(self):
        html = block("html", 'start="end"')
        # Nothing is listened to here.
        self.open('<script type="module" src="paged-list.js"></script>' + re.sub(r' (live|start-at="\d+")', "", html))
        self.assertEqual(self.seen()[-1]["row"], 2999)
        self.list("list.scrollToRow(100)")
        self.until_quiet()
        self.list("list.dispatchEvent(new CustomEvent('paged-list:unseen', { detail: { count: 3 } }))")
        button = self.page.get_by_role("button", name="3 new messages")
        # It is over the list, and shifts nothing.
        list_box, box = self.page.locator("paged-list").bounding_box(), button.bounding_box()
        self.assertLess(box["y"] + box["height"], list_box["y"] + list_box["height"])
        button.press("Enter")
        self.until_quiet()
        self.assertEqual(self.seen()[-1]["row"], 2999)
        self.until("() => document.activeElement.dataset.row == 2999")

    def test_react(self):
        written = block("jsx", "useRef()").split("\n\n", 1)[1]
        source = f"const {{ useRef, useEffect }} = React\n{written}\nconst open = (id) => {{ window.opened = id }}\nReactDOM.createRoot(document.getElementById('app')).render(<Books open={{open}} />)"
        script = subprocess.run(
            ["esbuild", "--loader=jsx", "--jsx=transform"], input=source, capture_output=True, text=True, check=True).stdout
        self.open(f"<div id='app'></div><script src='paged-list.js' type='module'></script><script type='module'>{script}</script>", REACT)
        self.assertEqual(self.assertWhole(40)[3]["text"].strip(), "Book 3")
        self.until("() => document.querySelector('.paged-row').dataset.state == 'lent'")
        self.page.locator('.paged-row[data-row="2"]').click()
        self.assertEqual(self.page.evaluate("window.opened"), 2)

    def open_component_for_react(self, more=""):
        imports, written = block("jsx", 'from "paged-list/react"').split("\n\n", 1)
        written = written.replace("<PagedList ", f"<PagedList {more} ")
        source = f"""{imports}
          const {{ useState }} = React
          const App = () => {{ const [count, setCount] = useState(0); return <main><output>{{count}}</output>{written}</main> }}
          ReactDOM.createRoot(document.getElementById('app')).render(<App />)"""
        script = subprocess.run(
            ["esbuild", "--loader=jsx", "--jsx=transform"], input=source, capture_output=True, text=True, check=True).stdout
        modules = {"paged-list/react": "./react.js"}
        for name, names in NAMES.items():
            self.serve(f"{name}.module.js", f"export const {{ {', '.join(names.split())} }} = window.{'React' if name == 'react' else 'ReactDOM'}")
            modules[name] = f"./{name}.module.js"
        self.open(f"<div id='app'></div><script type='importmap'>{json.dumps({'imports': modules})}</script><script type='module'>{script}</script>", REACT)

    def test_the_component_for_react(self):
        self.open_component_for_react()
        self.assertEqual(self.assertWhole(40)[3]["text"].strip(), "Book 3 Author 3")
        self.page.locator('.paged-row[data-row="2"] b').click()
        self.until("() => document.querySelector('output').textContent == '1'")

    def assertConversation(self):
        self.assertEqual(self.seen()[-1]["row"], 2999)
        self.list("list.dispatchEvent(new CustomEvent('paged-list:unseen', { detail: { count: 7 } }))")
        self.until("() => document.querySelector('output').textContent == '7'")
        self.assertEqual(self.list("list.getAttribute('end-threshold')"), "80")

    def test_a_conversation_in_react_and_vue(self):
        self.open_component_for_react('start="end" endThreshold={80} onUnseen={({ detail }) => setCount(detail.count)}')
        self.assertConversation()
        self.page.unroute("**/web/written")
        self.open_component_for_vue('start="end" :end-threshold="80" @unseen="({ detail }) => (count = detail.count)"')
        self.assertConversation()

    def open_component_for_vue(self, more=""):
        written = block("html", 'from "paged-list/vue"')
        imports = re.search(r"<script setup>(.*?)</script>", written, re.DOTALL)[1]
        template = re.search(r"<template>(.*)</template>", written, re.DOTALL)[1].replace("<PagedList ", f"<PagedList {more} ")
        names = "createApp defineComponent Fragment h onBeforeUnmount onMounted onUpdated ref shallowRef Teleport triggerRef"
        self.serve("vue.module.js", f"export const {{ {', '.join(names.split())} }} = window.Vue")
        script = f"""{imports}
          const count = Vue.ref(0)
          Vue.createApp({{ components: {{ PagedList }}, setup: () => ({{ count }}), template: {json.dumps("<output>{{ count }}</output>" + template)} }}).mount("#app")"""
        modules = json.dumps({"imports": {"paged-list/vue": "./vue.js", "vue": "./vue.module.js"}})
        self.open(f"<div id='app'></div><script type='importmap'>{modules}</script><script type='module'>{script}</script>", VUE_3)

    def test_the_component_for_vue(self):
        self.open_component_for_vue()
        self.assertEqual(self.assertWhole(40)[3]["text"].strip(), "Book 3 Author 3")
        self.page.locator('.paged-row[data-row="2"] b').click()
        self.until("() => document.querySelector('output').textContent == '1'")

    def test_vue(self):
        written = block("js", "domProps")
        script = f"""Vue.config.ignoredElements = ["paged-list"]
          const fill = (element, item) => {{ element.dataset.state = item.state }}
          new Vue({{ el: "#app", render: (h) => {written.split("themselves.", 1)[1]} }})"""
        self.open(f"<div id='app'></div><script src='paged-list.js' type='module'></script><script type='module'>{script}</script>", VUE)
        self.assertEqual(self.assertWhole(40)[3]["text"].strip(), "Book 3")
        self.until("() => document.querySelector('.paged-row').dataset.state == 'lent'")

    def test_a_table(self):
        self.open("<script src='paged-list.js' type='module'></script>" + block("html", "data-width="))
        self.assertEqual(self.page.get_by_role("columnheader").all_inner_texts(), ["Title", "Year"])
        self.page.get_by_role("button", name="Year").click()
        self.until("() => document.querySelector('[aria-sort=ascending]') && !document.querySelector('.paged-view[data-old]')")
        self.assertEqual([one["sort"] for one in self.asked if "sort" in one][:1], ["year"])
        self.page.locator('.paged-row[data-row="2"]').click()
        self.assertEqual(self.list("list.selection"), [[2, 3]])

    def test_a_click_on_a_row(self):
        self.open("<script src='paged-list.js' type='module'></script>" + block("html", 'activate-on="click"'))
        self.page.route("**/books/2", lambda route: route.fulfill(content_type="text/html", body="<title>Book 2</title>"))
        self.page.locator('.paged-row[data-row="2"]').click()
        self.page.wait_for_url("**/books/2")

    def test_new_rows_at_the_top_are_counted(self):
        api = self.api()
        api.feed = [{"id": row, "name": f"Row {row}"} for row in range(300)]
        self.show(api, "/feed", behavior="changes")
        self.page.evaluate("""script => {
          const [list, button] = [document.querySelector("paged-list"), document.createElement("button")]
          document.body.append(button)
          new Function("list", "button", script)(list, button)
        }""", block("js", "let seen"))
        self.list("list.reload()")
        self.until("() => document.querySelector('paged-list').item(0)")
        self.until_settled()
        for step in range(3):
            api.feed.insert(0, {"id": f"new {step}", "name": "New"})
        self.finish("refresh")
        self.until_settled()
        self.assertEqual(self.seen()[0]["text"][-5:], "Row 0")
        self.page.get_by_role("button", name="3 new").wait_for()
        # One of them goes, and the row that was first before.
        del api.feed[1], api.feed[2]
        self.finish("refresh")
        self.until_settled()
        button = self.page.get_by_role("button", name="2 new")
        self.list("list.scrollToRow(20)")
        self.until_settled()
        button.click()
        self.until("() => document.querySelector('body > button').hidden")
        self.assertEqual(self.seen()[0]["row"], 0)

    def test_a_list_that_changes(self):
        self.open("<script src='paged-list.js' type='module'></script>" + block("html", 'behavior="grows-on-top"') + "</paged-list>")
        self.assertIn("paging-changing.wasm", " ".join(self.network))

    def test_the_sizes_that_it_names_are_true(self):
        for name in ("paging.wasm", "paging-changing.wasm"):
            size = (WEB / f"{name}.gz").stat().st_size / 1000
            said = [int(one) for one in re.findall(r"\((\d+) kB in place of (\d+)\)", README)[0]][name == "paging.wasm"]
            # They change with the core, a little with each change.
            self.assertAlmostEqual(said, size, delta=0.1 * size, msg=f"{name}: make web-sizes writes the sizes anew")


if __name__ == "__main__":
    unittest.main()
