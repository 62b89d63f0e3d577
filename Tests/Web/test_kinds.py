"""Thirty kinds of rows that are more than text, in four kinds of lists: none loses its state while it is in view, and none of it is seen in another row."""

import re
import unittest

from played import test_page
from support import Browsing
from test_content import SILENCE

# By its name each kind's markup, an act of a reader or an app that gives it a state, and an expression of that state: of `it`, its first element, and
# `row`, its row.
KINDS = {
    "input": ("<input aria-label=a>", "type(it, 'typed')", "it.value"),
    "textarea": ("<textarea aria-label=a></textarea>", "type(it, 'typed')", "it.value"),
    "checkbox": ("<input type=checkbox aria-label=a>", "it.click()", "it.checked"),
    "radio": ("<form><input type=radio name=r aria-label=a><input type=radio name=r aria-label=b></form>", "it.elements[1].click()", "it.elements[1].checked"),
    "select": ("<select aria-label=a><option>1<option>2</select>", "it.selectedIndex = 1; told(it, 'change')", "it.selectedIndex"),
    "range": ("<input type=range value=5 aria-label=a>", "it.value = 77; told(it, 'input')", "it.value == 77"),
    "color": ("<input type=color aria-label=a>", "it.value = '#123456'; told(it, 'input')", "it.value == '#123456'"),
    "date": ("<input type=date aria-label=a>", "it.value = '2020-02-02'; told(it, 'input')", "it.value"),
    "editor": ("<p contenteditable>text</p>", "type(it, 'typed')", "it.textContent.includes('typed')"),
    "editor of a field": ("<p contenteditable data-field=name></p>", "type(it, 'typed')", "it.textContent.includes('typed')"),
    "caret": ("<input value='some words' aria-label=a>", "it.focus(); it.setSelectionRange(2, 6)", "document.activeElement == it && it.selectionStart == 2 && it.selectionEnd == 6"),
    "focus": ("<button>b</button>", "it.focus()", "document.activeElement == it"),
    "marked text": ("<p>a text</p>", "getSelection().selectAllChildren(it)", "getSelection().rangeCount > 0 && it.contains(getSelection().anchorNode) && !getSelection().isCollapsed"),
    "details": ("<details><summary>s</summary>more</details>", "it.open = true", "it.open"),
    "details with one name": ("<details name=one><summary>s</summary>more</details>", "it.open = true", "it.open"),
    "dialog": ("<dialog>d</dialog>", "it.show(); told(it, 'toggle')", "it.open"),
    "popover": ("<p popover>p</p>", "it.showPopover()", "it.matches(':popover-open')"),
    "iframe": ("<iframe srcdoc='<p>in' title=f></iframe>", "it.contentWindow.mark = 1", "it.contentWindow?.mark"),
    "scroller": ("<div style='height:20px;overflow:auto'><p style='height:300px'>a</div>", "it.scrollTop = 50", "it.scrollTop == 50"),
    "sideways scroller": ("<div style='width:60px;overflow:auto'><p style='width:900px'>a</div>", "it.scrollLeft = 50", "it.scrollLeft == 50"),
    "scrollers within each other": ("<div style='height:30px;overflow:auto'><div style='height:60px;overflow:auto'><p style='height:300px'>a</div></div>",
        "it.firstChild.scrollTop = 40; it.scrollTop = 20", "it.firstChild.scrollTop == 40 && it.scrollTop == 20"),
    "audio": ("<audio loop muted src='SILENCE'></audio>", "it.play()", "!it.paused"),
    "audio's place": ("<audio muted src='SILENCE'></audio>", "it.loop = true; it.playbackRate = 0.5; it.play()", "it.playbackRate == 0.5"),
    "canvas": ("<canvas width=20 height=20></canvas>", "draw(it); type(row.appendChild(document.createElement('input')), 'x')", "it.getContext('2d').getImageData(5, 5, 1, 1).data[0] == 9"),
    "animation": ("<i class=spin>o</i>", "it.getAnimations()[0].mark = 1", "it.getAnimations()[0]?.mark"),
    "transition": ("<i class=grow>o</i>", "it.getAnimations(); it.style.opacity = 0.5; void getComputedStyle(it).opacity; it.getAnimations()[0].mark = 1", "it.getAnimations()[0]?.mark"),
    "custom element": ("<x-counter></x-counter>", "it.count = 1", "it.count"),
    "shadow": ("<x-shadow></x-shadow>", "type(it.shadowRoot.firstChild, 'typed')", "it.shadowRoot?.firstChild.value"),
    "sticky": ("<div style='height:30px;overflow:auto'><b style='position:sticky;top:0'>s</b><p style='height:300px'>a</div>", "it.scrollTop = 90", "it.scrollTop == 90"),
    "picture that moves": ("<svg width=20 height=20><circle r=5 /></svg>", "it.setCurrentTime(3); it.pauseAnimations()", "it.animationsPaused()"),
    "output of a form": ("<form><input aria-label=a><output>0</output></form>", "type(it.elements[0], '9'); it.elements[1].value = '9'", "it.elements[1].value == '9'"),
    "progress": ("<progress max=9></progress>", "it.value = 4", "it.hasAttribute('value')"),
    "what a listener closes over": ("<button>b</button>", "it.own = 1", "it.own"),
}
# Kinds of which a page has one at a time; of all others some are in each row.
ALONE = ("caret", "focus", "marked text", "popover", "details with one name")
AT_ONCE = 6


def groups():
    others = [name for name in KINDS if name not in ALONE]
    return [[name] for name in ALONE] + [others[first:first + AT_ONCE] for first in range(0, len(others), AT_ONCE)]


SCRIPT = """() => {
  window.told = (node, name) => node.dispatchEvent(new Event(name, { bubbles: true, composed: true }))
  window.type = (node, text) => { node.focus(); document.execCommand("insertText", false, text) }
  window.draw = (canvas) => { const context = canvas.getContext("2d"); context.fillStyle = "rgb(9,9,9)"; context.fillRect(0, 0, 20, 20) }
  customElements.define("x-counter", class extends HTMLElement { disconnectedCallback() { this.count = 0 } })
  customElements.define("x-shadow", class extends HTMLElement {
    connectedCallback() { this.shadowRoot ?? (this.attachShadow({ mode: "open" }).innerHTML = "<input aria-label=a>") }
  })
}"""
STYLE = """<style>.paged-row { overflow: hidden } .paged-row > * { margin: 0; vertical-align: top; display: inline-block }
  iframe { width: 60px; height: 20px } @keyframes spin { to { rotate: 1turn } } .spin { animation: spin 100s linear infinite } .grow { transition: opacity 100s }</style>"""
LISTS = {
    "still": {"behavior": "fixed", "row-height": "60"}, "changing": {"behavior": "changes", "content": "changes", "row-height": "60"},
    "measured": {"behavior": "changes", "content": "changes"}, "grid": {"behavior": "changes", "content": "changes", "row-height": "60", "selectable": "multiple"},
}
# The names of the rows in view whose element of a kind has a state.
READ = """([index, tell]) => [...document.querySelectorAll(".paged-row[data-kind=item]:not([hidden])")].filter((row) => {
  const [box, view] = [row.getBoundingClientRect(), document.querySelector(".paged-view").getBoundingClientRect()]
  return box.bottom > view.top && box.top < view.bottom && new Function("it", "row", `return ${tell}`)(row.querySelector(`[data-index="${index}"]`), row)
}).map((row) => row.querySelector("b").textContent)"""
ACT = """([index, act]) => {
  const row = document.querySelector('.paged-row[data-row="3"]')
  new Function("it", "row", act)(row.querySelector(`[data-index="${index}"]`), row)
}"""


def numbered(markup, index):
    """A kind's markup, whose first element has a number."""
    return re.sub(r"^<([\w-]+)", rf"<\1 data-index={index}", markup)


class Kinds(Browsing):
    def open(self, names, attributes):
        api = self.api()
        api.policy = None
        api.feed = [{"id": row, "name": f"Row {row}"} for row in range(600)]
        markup = "".join(numbered(KINDS[name][0], index) for index, name in enumerate(names)).replace("SILENCE", f"data:audio/wav;base64,{SILENCE}")
        api.files["/kind"] = test_page({"src": "/feed", "dialect": "offset", **attributes}).replace(
            '<span data-field="#"></span> <b data-field="name"></b>', f'<b data-field="name"></b> {markup}').replace("<main>", f"{STYLE}<script>({SCRIPT})()</script><main>")
        self.page.goto(f"{api.url}/kind")
        self.until_quiet()
        self.until_settled()
        self.until("() => [...document.querySelectorAll('iframe')].every((one) => one.contentDocument?.querySelector('p'))")
        return api

    def hold(self, attributes):
        """Touches row 3 in all ways, and looks for the state wherever it may be: after a little scrolling, rows that came above, and another place."""
        broken = []
        for names in groups():
            api = self.open(names, attributes)

            def check(step, *expected):
                for index, name in enumerate(names):
                    found = self.page.evaluate(READ, [index, KINDS[name][2]])
                    if found not in expected:
                        broken.append(f"{name}, {step}: {found}")

            check("untouched", [])
            for index, name in enumerate(names):
                self.page.evaluate(ACT, [index, KINDS[name][1]])
            self.until_drawn()
            check("touched", ["Row 3"])
            self.page.mouse.move(250, 200)
            self.wheel(40, -20)
            check("scrolled a little", ["Row 3"])
            if attributes["behavior"] != "fixed":
                api.feed[0:0] = [{"id": f"new {row}", "name": f"New {row}"} for row in range(3)]
                api.feed[5] = {**api.feed[5], "more": 1}
                self.finish("refresh")
                self.until_settled()
                check("rows came above", ["Row 3"])
            self.list("list.scrollToRow(300)")
            self.until_quiet()
            self.until_drawn()
            check("another place", [])
            self.list("list.scrollToRow(0)")
            self.until_quiet()
            self.until_drawn()
            # The row may have begun anew; no other has its state.
            check("back again", ["Row 3"], [])
        self.assertEqual(broken, [])

    def test_a_list_that_stays(self):
        self.hold(LISTS["still"])

    def test_a_list_that_changes(self):
        self.hold(LISTS["changing"])

    def test_rows_that_are_measured(self):
        self.hold(LISTS["measured"])

    def test_a_grid_whose_rows_are_selected(self):
        self.hold(LISTS["grid"])


if __name__ == "__main__":
    unittest.main()
