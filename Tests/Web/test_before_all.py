"""Rows with something that is shown before all else, a dialog or what fills the screen; and what rows do by themselves, which no reader has done."""

import unittest

from played import test_page
from support import Browsing
from test_content import SILENCE

ITEM = f"""<b data-field="name"></b><button data-open>Open</button><dialog><input aria-label="a"></dialog><button data-fill>Fill</button><p data-full contenteditable>some words</p>
<details open><summary>s</summary>more</details><audio autoplay loop muted src="data:audio/wav;base64,{SILENCE}"></audio><x-probe></x-probe>"""
STYLE = """<style>.paged-row { display: flex; animation: enter .1s } .paged-row > * { margin: 0 } @keyframes enter { from { opacity: 0 } }</style>"""
SCRIPT = """<script>
  customElements.define("x-probe", class extends HTMLElement { disconnectedCallback() { (window.lost ??= []).push(this.parentNode?.querySelector("b").textContent) } })
  document.addEventListener("animationstart", ({ animationName, target }) => animationName == "enter" && (window.entered ??= []).push(target.querySelector("b")?.textContent))
  document.addEventListener("click", ({ target }) => {
    const row = target.closest(".paged-row")
    if (target.matches("[data-open]")) row.querySelector("dialog").showModal()
    if (target.matches("[data-fill]")) row.querySelector("[data-full]").requestFullscreen()
  })
</script>"""
# Of what is shown before all else: whether it is seen, and of which row.
SHOWN = """() => {
  const one = document.querySelector("dialog:modal, :fullscreen")
  return one ? [one.checkVisibility(), one.closest(".paged-row").querySelector("b").textContent] : null
}"""


class BeforeAll(Browsing):
    def open(self, count=300, **attributes):
        api = self.api()
        api.policy = None
        api.feed = [{"id": row, "name": f"Row {row}"} for row in range(count)]
        attributes = {"src": "/feed", "dialect": "offset", "row-height": "60", "behavior": "changes", "content": "changes", "ranking": "rebuilt", **attributes}
        api.files["/list"] = test_page(attributes).replace('<span data-field="#"></span> <b data-field="name"></b>', ITEM).replace("<main>", STYLE + SCRIPT + "<main>").replace(
            "</main>", "<button id=after onclick='window.isClicked = true'>After</button></main>")
        self.page.goto(f"{api.url}/list")
        self.until_quiet()
        self.until_settled()
        self.page.mouse.move(20, 200)
        return api

    def write(self, api, act):
        act(api.feed)
        self.finish("refresh")
        self.until_settled()

    def test_a_dialog_whose_row_is_gone_holds_up_the_page_no_longer(self):
        api = self.open()
        for typed in ("", "typed"):
            self.page.locator('.paged-row[data-row="3"]:not([hidden]) [data-open]').click()
            self.page.keyboard.type(typed)
            self.write(api, lambda feed: feed.pop(3))
            self.assertIsNone(self.page.evaluate(SHOWN))
            self.page.evaluate("window.isClicked = false")
            self.page.locator("#after").click()
            self.assertTrue(self.page.evaluate("isClicked"))

    def test_what_is_shown_before_all_stays_when_its_row_goes_out_of_view(self):
        for kind in ("[data-open]", "[data-fill]"):
            with self.subTest(kind=kind):
                api = self.open()
                self.page.locator(f'.paged-row[data-row="3"] {kind}').click()
                self.until("() => document.querySelector('dialog:modal, :fullscreen')")
                self.page.evaluate("document.activeElement.blur()")
                self.until_drawn()
                self.write(api, lambda feed: feed.insert(40, feed.pop(3)))
                self.assertEqual(self.page.evaluate(SHOWN), [True, "Row 3"])
                self.list("list.scrollToRow(200)")
                self.until_quiet()
                self.until_drawn()
                self.assertEqual(self.page.evaluate(SHOWN), [True, "Row 3"])

    def test_rows_in_view_are_left_alone_when_the_one_with_the_focus_goes_from_among_them(self):
        api = self.open()
        self.page.locator('.paged-row[data-row="1"] [data-open]').focus()
        self.until_drawn()
        self.page.evaluate("window.lost = []")
        self.write(api, lambda feed: feed.insert(40, feed.pop(1)))
        seen = [one["text"].split("Open")[0] for one in self.seen()]
        self.assertEqual(seen[:3], ["Row 0", "Row 2", "Row 3"])
        self.assertEqual([name for name in self.page.evaluate("lost") if name in seen], [])
        self.assertEqual(self.page.evaluate("document.activeElement.closest('.paged-row').querySelector('b').textContent"), "Row 1")

    def test_a_caret_and_what_is_marked_go_along_with_a_row_that_moves(self):
        api = self.open()
        self.page.locator('.paged-row[data-row="1"] [data-full]').click()
        for key in ("Home", "ArrowRight", "ArrowRight", "Shift+ArrowRight"):
            self.page.keyboard.press(key)
        self.write(api, lambda feed: feed.insert(4, feed.pop(1)))
        self.assertEqual(self.page.evaluate("getSelection().toString()"), "m")
        self.page.keyboard.type("X")
        self.assertEqual(self.page.locator('.paged-row[data-row="4"] [data-full]').inner_text(), "soXe words")

    def test_what_opens_or_plays_by_itself_is_no_readers_doing(self):
        self.open()
        for row in (20, 40, 60, 80, 100):
            self.list(f"list.scrollToRow({row})")
            self.until_quiet()
            self.until_drawn()
            # Not every browser plays by itself.
            self.page.evaluate("document.querySelectorAll('.paged-row:not([hidden]) audio').forEach((one) => one.dispatchEvent(new Event('play')))")
        self.assertLess(self.page.evaluate("document.querySelectorAll('.paged-row').length"), 40)

    def test_a_pages_own_animation_of_rows_is_played_once(self):
        api = self.open()
        self.list("list.scrollToRow(250)")
        self.until_quiet()
        self.until_settled()
        self.until_rest()
        self.page.evaluate("window.entered = []")
        self.write(api, lambda feed: feed.__setitem__(252, {**feed[252], "name": "Another"}))
        self.until_drawn()
        self.until_rest()
        self.assertEqual(self.page.evaluate("entered"), [])


if __name__ == "__main__":
    unittest.main()
