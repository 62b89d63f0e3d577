"""Rows that are more than text: what is in view keeps all that the browser has of it, and no other row gets any of that."""

import base64
import unittest

from played import test_page
from support import Browsing

SILENCE = base64.b64encode(
    b"RIFF" + (36 + 8000).to_bytes(4, "little") + b"WAVEfmt " + bytes.fromhex("10000000 0100 0100 401f0000 401f0000 0100 0800") + b"data" + (8000).to_bytes(4, "little")
    + b"\x80" * 8000).decode()
ITEM = f"""<b data-field="name"></b><x-probe></x-probe><iframe srcdoc="<p>inside" title="inside"></iframe>
<div class="inner" tabindex="0"><p>A long text</p></div><audio loop muted src="data:audio/wav;base64,{SILENCE}"></audio><i class="spinning"></i>"""
STYLE = """<style>
  paged-list { width: 500px; height: 400px } .paged-row { display: flex }
  iframe { width: 60px; height: 20px } .inner { height: 20px; overflow: auto } .inner p { height: 300px; margin: 0 }
  @keyframes spin { to { rotate: 1turn } } .spinning { animation: spin 100s }
</style>"""
# Tells how often it was taken out of the page.
PROBE = """() => {
  customElements.define("x-probe", class extends HTMLElement {
    disconnectedCallback() { this.lost = (this.lost ?? 0) + 1 }
  })
}"""
# One that may be moved.
MOVED = PROBE.replace("x-probe", "x-moved").replace("}\n  })", "}\n    connectedMoveCallback() {}\n  })")
# The state that the browser has of each row in view, by its number.
STATES = """() => {
  const view = document.querySelector(".paged-view").getBoundingClientRect()
  const rows = [...document.querySelectorAll(".paged-row[data-kind=item]:not([hidden])")].filter(row => {
    const box = row.getBoundingClientRect()
    return box.top < view.bottom && box.bottom > view.top
  })
  return Object.fromEntries(rows.map(row => [row.dataset.row, {
    lost: row.querySelector("x-probe").lost ?? 0,
    marks: row.querySelector("iframe").contentWindow?.mark ?? null,
    scrolled: row.querySelector(".inner").scrollTop,
    plays: !row.querySelector("audio").paused,
    animation: row.querySelector(".spinning").getAnimations()[0]?.mark ?? null,
    own: row.getAnimations().length + (row.matches(":target") ? 1 : 0),
  }]))
}"""
# Gives each row in view something to lose.
MARK = """() => {
  for (const row of document.querySelectorAll(".paged-row[data-kind=item]:not([hidden])")) {
    const frame = row.querySelector("iframe").contentWindow
    if (frame) frame.mark = row.dataset.row
    const spinning = row.querySelector(".spinning").getAnimations()[0]
    if (spinning) spinning.mark = row.dataset.row
  }
}"""
ORDER = "() => [...document.querySelectorAll('.paged-row:not([hidden])')].map(one => +one.dataset.row)"


class Showing(Browsing):
    def open(self, path="/rows?count=5000", rows=0, item=ITEM, frames=True, **attributes):
        api = self.api()
        api.feed = [{"id": row, "name": f"Row {row}"} for row in range(rows)]
        api.policy = None
        api.files["/content"] = test_page({"src": path, "row-height": "40", "dialect": "offset", **attributes}).replace(
            '<span data-field="#"></span> <b data-field="name"></b>', item).replace("<main>", STYLE + "<main>")
        self.page.goto(f"{api.url}/content")
        self.until_quiet()
        self.until_settled()
        self.page.evaluate(PROBE)
        if frames:
            self.until_framed()
        self.page.mouse.move(20, 200)
        return api

    def until_framed(self):
        """Waits until the frames in the rows in view have loaded."""
        self.until("() => [...document.querySelectorAll('.paged-row:not([hidden]) iframe')].every(one => one.contentDocument?.querySelector('p'))")


class Staying(Showing):
    def test_a_row_that_stays_in_view_is_left_alone(self):
        self.open()
        self.page.evaluate(MARK)
        self.page.evaluate("""() => {
          const row = document.querySelector('.paged-row[data-row="7"]')
          row.querySelector(".inner").scrollTop = 77
          const marked = document.createRange()
          marked.selectNodeContents(row.querySelector(".inner p"))
          getSelection().addRange(marked)
        }""")
        for step in (60, 170, -90, 120, -230, 150):
            before = self.page.evaluate(STATES)
            self.wheel(step)
            self.until_quiet()
            # In the order of their rows, as they are read aloud, whatever came in between.
            rows = self.page.evaluate(ORDER)
            self.assertEqual(rows, sorted(rows))
            after = self.page.evaluate(STATES)
            stayed = before.keys() & after.keys()
            self.assertGreater(len(stayed), 4)
            for row in stayed:
                self.assertEqual(after[row], before[row], (step, row))
            self.until_framed()
            self.page.evaluate(MARK)
        self.assertEqual(self.page.evaluate(STATES)["7"]["scrolled"], 77)
        self.assertEqual(self.page.evaluate("getSelection().toString()"), "A long text")

    def test_rows_that_change_places_in_view_keep_their_state_and_so_do_those_that_do_not(self):
        api = self.open("/feed", rows=300, behavior="changes", ranking="rebuilt")
        self.page.evaluate(MARK)
        self.list("list.element(4).querySelector('.inner').scrollTop = 77")
        # A browser tells of it in the next frame.
        self.until_drawn()
        before = self.page.evaluate(STATES)
        api.feed.insert(1, api.feed.pop(4))
        api.feed.insert(7, {"id": "new", "name": "New"})
        self.finish("refresh")
        self.until_settled()
        rows = self.page.evaluate(ORDER)
        self.assertEqual(rows, sorted(rows))
        after = self.page.evaluate(STATES)
        for old, new in ((0, 0), (1, 2), (2, 3), (3, 4), (5, 5), (6, 6), (7, 8), (8, 9)):
            self.assertEqual(after[str(new)], before[str(old)], old)
        # A browser tells an element of this kind that it is taken out, and keeps the rest.
        self.assertEqual({**after["1"], "lost": 0}, {**before["4"], "lost": 0})

    def test_the_others_move_around_a_row_that_would_lose_something(self):
        """A custom element is told that it is taken out, but where it says that it may be moved; a frame loads anew where a browser cannot move it."""
        item = '<b data-field="name"></b><span class="rest"></span>'
        for moves, kind in ((True, "x-probe"), (True, "x-moved"), (False, "x-probe"), (False, "iframe"), (False, "x-moved")):
            with self.subTest(moves=moves, kind=kind):
                api = self.open("/feed", rows=300, behavior="changes", ranking="rebuilt", item=item, frames=False)
                if not moves:
                    self.page.evaluate("delete Element.prototype.moveBefore")
                self.page.evaluate(MOVED)
                self.page.evaluate("""async (kind) => {
                  const list = document.querySelector("paged-list")
                  const one = document.createElement(kind)
                  const loaded = new Promise((done) => { one.onload = done })
                  list.element(1).querySelector(".rest").append(one)
                  window.one = one
                  if (kind == "iframe") await loaded, one.contentWindow.mark = true
                }""", kind)
                # The row goes to the end of the view, and back again.
                for old, new in ((1, 8), (8, 2)):
                    api.feed.insert(new, api.feed.pop(old))
                    self.finish("refresh")
                    self.until_settled()
                    rows = self.page.evaluate(ORDER)
                    self.assertEqual(rows, sorted(rows))
                    self.assertEqual(self.page.evaluate("one.closest('.paged-row').dataset.row"), str(new))
                    self.assertEqual(self.page.evaluate("[one.lost ?? 0, !one.contentWindow || !!one.contentWindow.mark]"), [0, True])

    def test_rows_that_a_search_leaves_in_view_are_left_alone_and_keep_the_focus(self):
        api = self.open("/feed", rows=300)
        self.page.evaluate(MARK)
        self.list("list.element(4).querySelector('.inner').focus()")
        before = self.page.evaluate(STATES)
        del api.feed[3], api.feed[0]
        self.list("(list.src = '/feed?search=1')")
        self.until_settled()
        self.until_framed()
        after = self.page.evaluate(STATES)
        for old, new in ((1, 0), (2, 1), (4, 2), (5, 3), (8, 6)):
            self.assertEqual(after[str(new)], before[str(old)], old)
        self.assertEqual(self.page.evaluate("document.activeElement.closest('.paged-row')?.dataset.row"), "2")
        self.page.keyboard.press("ArrowDown")
        self.assertEqual(self.page.evaluate("document.activeElement.closest('.paged-row')?.textContent.split('\\n')[0]"), "Row 5")
        # A row that is not in the list any more gives the focus to the list.
        api.feed = api.feed[40:]
        self.list("(list.src = '/feed?search=2')")
        self.until_settled()
        self.assertTrue(self.page.evaluate("document.activeElement.matches('.paged-view')"))


class Another(Showing):
    def test_a_row_that_comes_has_nothing_of_one_that_went(self):
        self.open()
        fresh = self.page.evaluate(STATES)["3"]
        self.page.evaluate("""() => {
          for (const row of document.querySelectorAll(".paged-row:not([hidden])")) {
            row.querySelector(".inner").scrollTop = 50
            row.animate({ opacity: [0.9, 1] }, { duration: 1e6 })
            row.id = `row-${row.dataset.row}`
          }
          location.hash = "row-3"
          return document.querySelector('.paged-row[data-row="5"] audio').play()
        }""")
        self.until_drawn()
        self.assertNotEqual(self.page.evaluate(STATES)["3"], fresh)
        for row in (60, 400, 4000, 431):
            self.list(f"list.scrollToRow({row})")
            self.until_quiet()
            self.until_still()
            self.until_framed()
            for number, state in self.page.evaluate(STATES).items():
                self.assertEqual(state, fresh, number)
        # A reader who comes back to a row finds it scrolled as he left it.
        self.list("list.scrollToRow(0)")
        self.until_quiet()
        self.until_still()
        states = self.page.evaluate(STATES)
        self.assertEqual({state["scrolled"] for state in states.values()}, {50})
        self.assertFalse(any(state["plays"] for state in states.values()))


if __name__ == "__main__":
    unittest.main()
