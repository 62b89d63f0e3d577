"""Pages that React rendered on a server, with the list in them, and takes over in the browser."""

import subprocess
import unittest

from support import Browsing
from test_frameworks import REACT

# The same on the server and in the browser.
APP = """
const { createElement: h, useState, useSyncExternalStore } = React
const item = (kind) => kind == "JSX"
  ? h("template", { "data-for": "item" }, h("b", { "data-field": "name" }), h("i", null, "!"))
  : h("template", { "data-for": "item", dangerouslySetInnerHTML: { __html: '<b data-field="name"></b><i>!</i>' } })
const App = ({ kind }) => {
  const [count, setCount] = useState(1)
  // Until React has taken over the markup.
  const hydrate = useSyncExternalStore(() => () => {}, () => undefined, () => kind == "late" ? "" : undefined)
  return h("main", null,
    h("button", { id: "more", onClick: () => setCount(count + 1) }, "Clicked ", count),
    h(globalThis.TAG ?? "paged-list", { hydrate, src: "/rows?count=1000", "row-height": 40, label: "Rows", selectable: "multiple" }, item(kind),
      h("template", { "data-for": "placeholder" }, kind == "JSX" ? h("span", null, "wait ", count) : `wait ${count}`)),
    h("p", { id: "below" }, "Below"))
}
"""
# Debian's React (18.1) leaves out the children of custom elements when it renders on a server, which 18.2 does not: it renders another.
RENDER = """
globalThis.TAG = "section"
const React = require("react")
%s
process.stdout.write(require("react-dom/server").renderToString(h(App, { kind: process.argv[1] })))
"""
HYDRATE = """
import "/web/paged-list.js"
%s
window.mismatches = []
const { kind } = document.body.dataset
window.hydrate = () => {
  window.root = ReactDOM.hydrateRoot(document.getElementById("app"), h(App, { kind }), { onRecoverableError: error => mismatches.push(error.message) })
}
if (kind != "late") hydrate()
"""


def rendered_by(script, *arguments):
    """What React renders on a server, where a `section` stands for the list."""
    environment = {"NODE_PATH": "/usr/share/nodejs", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["node", "-e", script, *arguments], capture_output=True, text=True, check=True, env=environment)
    return done.stdout.replace("<section", "<paged-list").replace("</section>", "</paged-list>")


def rendered(kind):
    return rendered_by(RENDER % APP, kind)


class Hydration(Browsing):
    def open(self, kind):
        api = self.api()
        for one in REACT:
            if not one.exists():
                self.skipTest(f"{one} is not there: Scripts/install-packages node-react node-react-dom")
            api.files[f"/{one.name}"] = one.read_text()
        api.files["/app.js"] = HYDRATE % APP
        scripts = "".join(f'<script type="module" src="/{name}"></script>' for name in [*(one.name for one in REACT), "app.js"])
        # React keeps the elements that it finds, and makes none anew: its own way to set markup the policy of the tests' server would refuse.
        api.policy = None
        api.files["/app"] = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/test.css">
          <script type="module">window.found = document.querySelector("paged-list")</script>
          {scripts}<body data-kind="{kind}"><div id="app">{rendered(kind)}</div></body></html>"""
        self.page.goto(f"{api.url}/app")
        if kind == "late":
            # Long after the page has loaded, and the rows have come.
            self.page.evaluate("async () => { for (let turn = 0; turn < 3; turn++) await new Promise((done) => requestIdleCallback(done)) }")
            self.assertEqual(self.page.evaluate("document.querySelectorAll('.paged-view').length"), 0)
            self.page.evaluate("hydrate()")
        self.until_quiet()

    def test_react_renders_templates_on_the_server(self):
        self.assertIn('<paged-list src="/rows?count=1000" row-height="40" label="Rows" selectable="multiple"><template data-for="item"><b', rendered("JSX"))
        self.assertIn('<template data-for="item"><b', rendered("markup"))

    def test_react_takes_over_what_it_rendered_on_the_server(self):
        for kind in ("JSX", "markup", "late"):
            with self.subTest(kind=kind):
                self.open(kind)
                self.assertEqual(self.seen()[2]["text"], "Row 2!")
                self.assertEqual(self.page.evaluate("mismatches"), [])
                self.assertTrue(self.page.evaluate("found == document.querySelector('paged-list')"))
                self.page.evaluate("document.getElementById('more').click()")
                self.until("() => document.getElementById('more').textContent == 'Clicked 2'")
                self.assertEqual(self.page.evaluate("document.getElementById('below').textContent"), "Below")
                self.assertEqual(self.page.evaluate("document.querySelectorAll('.paged-view').length"), 1)
                # A change of React's to a template is drawn.
                self.until_drawn()
                self.assertEqual(self.page.evaluate("""() => {
                  document.querySelector("paged-list").scrollToRow(700)
                  return document.querySelector('.paged-row[data-row="700"]').textContent
                }"""), "wait 2")
                self.until_quiet()
                self.page.evaluate("root.unmount()")
                self.until("() => !document.querySelector('paged-list')")

class Rendered(Browsing):
    def test_rows_that_a_server_rendered_are_shown_until_the_lists_own_come(self):
        for scroll in ("", "scroll=page"):
            with self.subTest(scroll=scroll):
                api = self.api()
                rows = "".join(f'<div class="paged-row"><b>Row {row}</b></div>' for row in range(20))
                api.files["/rows.css"] = """body { margin: 0 } header { height: 100px } paged-list { display: block; height: 400px; overflow: hidden }
                  .paged-row { height: 40px; box-sizing: border-box; border-bottom: 1px solid #ccc }"""
                api.files["/list"] = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/rows.css">
                  <script type="module" src="/web/paged-list.js"></script><header>Before</header>
                  <paged-list src="/rows?count=20" {scroll} row-height="40" label="Rows">{rows}<template data-for="item"><b data-field="name"></b></template></paged-list>
                  </html>"""
                self.page.add_init_script("""
                  window.shifted = 0
                  new PerformanceObserver(list => { for (const one of list.getEntries()) window.shifted += one.value }).observe({ type: "layout-shift", buffered: true })
                  // The fifth row's content, frame by frame.
                  window.said = new Set()
                  const look = () => {
                    if (document.querySelector("paged-list > .paged-row, .paged-view")) said.add(document.elementFromPoint(20, 280)?.textContent.trim())
                    requestAnimationFrame(look)
                  }
                  requestAnimationFrame(look)""")
                with self.held("**/rows?*"):
                    self.page.goto(f"{api.url}/list")
                    self.until("() => document.querySelector('.paged-view')")
                    self.until_drawn()
                    self.assertEqual(self.page.evaluate("document.querySelectorAll('paged-list > .paged-row').length"), 20)
                self.until_quiet()
                self.until("() => !document.querySelector('paged-list > .paged-row')")
                self.until_drawn()
                self.assertEqual(self.page.evaluate("[...said]"), ["Row 4"])
                self.assertEqual(self.page.evaluate("shifted"), 0)


if __name__ == "__main__":
    unittest.main()
