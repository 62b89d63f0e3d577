"""For everyone: keyboard alone, what is told to screen readers, colors, motion."""

import unittest

from support import Browsing

# The rows in the order of their elements.
ROWS = "[...document.querySelectorAll('.paged-row:not([hidden])')].map(one => +one.dataset.row)"


class Keyboard(Browsing):
    def focused(self):
        return self.page.evaluate("+(document.activeElement.closest('.paged-row')?.dataset.row ?? -1)")

    def test_keys_alone(self):
        api = self.api()
        self.show(api, "/rows?count=26000", sections="/sections?count=26000&size=1000")
        self.until("() => document.querySelector('paged-list').sections.length == 26")
        self.page.keyboard.press("Tab")
        self.assertTrue(self.page.evaluate("document.activeElement.className == 'paged-view'"))
        for key, row in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", 0), ("End", 25_999), ("Home", 0)):
            self.page.keyboard.press(key)
            self.until("row => +document.activeElement.dataset.row == row", row)
        self.page.keyboard.press("PageDown")
        page = self.focused()
        self.assertGreater(page, 5)
        self.page.keyboard.press("PageUp")
        self.assertEqual(self.focused(), 0)
        # A letter leads to its section.
        self.page.keyboard.press("q")
        self.until_quiet()
        self.assertEqual(self.focused(), 16_000)
        row = next(one for one in self.seen() if one["row"] == 16_000)
        self.assertAlmostEqual(row["top"], 32, delta=0.6)
        self.assertEqual(self.page.locator(".paged-sticky").inner_text(), "Q")

    def test_the_focus_outlives_its_element(self):
        api = self.api()
        self.show(api, "/rows?count=100000")
        self.page.locator(".paged-view").focus()
        for _ in range(4):
            self.page.keyboard.press("ArrowDown")
        self.assertEqual(self.focused(), 3)
        self.list("list.scrollToRow(50000)")
        self.until_quiet()
        self.assertEqual(self.focused(), 3)
        self.assertNotIn(3, [one["row"] for one in self.seen()])
        self.page.keyboard.press("ArrowDown")
        self.until_quiet()
        self.assertEqual(self.focused(), 4)
        self.assertIn(4, [one["row"] for one in self.seen()])

    def test_every_row_is_reached_with_the_arrow(self):
        api = self.api()
        self.show(api, "/rows?count=300")
        self.page.locator(".paged-view").focus()
        for row in range(60):
            self.page.keyboard.press("ArrowDown")
            self.assertEqual(self.focused(), row)
        self.assertIn(59, [one["row"] for one in self.seen()])

    def test_the_focus_of_a_row_that_is_deleted_goes_to_the_next_one(self):
        for at, focused, gone, after in ((500, 503, [503], 504), (500, 505, range(504, 509), 509), (980, 999, [999], 998)):
            with self.subTest(focused=focused):
                api = self.api()
                api.feed = [{"id": row, "name": f"Row {row}"} for row in range(1000)]
                self.show(api, "/feed", behavior="changes", dialect="offset")
                self.list(f"list.scrollToRow({at})")
                self.until_quiet()
                self.list(f"list.focusRow({focused})")
                self.until_settled()
                api.feed = [one for one in api.feed if one["id"] not in gone]
                self.finish("refresh")
                self.until_settled()
                self.assertEqual(self.page.evaluate("document.activeElement.querySelector('[data-field=name]')?.textContent"), f"Row {after}")
                first = self.seen()[0]["row"]
                self.page.keyboard.press("ArrowUp")
                self.until_drawn()
                self.assertEqual(self.seen()[0]["row"], first)

    def test_the_focus_stays_where_the_list_is_shown_in_another_way(self):
        for name, value in (("row-height", "60"), ("row-height", None), ("selectable", "single"), ("layout", "grid"), ("section-height", "20")):
            with self.subTest(name=name, value=value):
                api = self.api()
                self.show(api, "/rows?count=2000")
                self.list("list.scrollToRow(300)")
                self.until_quiet()
                self.list("list.focusRow(303)")
                self.until_drawn()
                self.page.evaluate("""([name, value]) => {
                  const list = document.querySelector("paged-list")
                  value === null ? list.removeAttribute(name) : list.setAttribute(name, value)
                }""", [name, value])
                self.until_drawn()
                self.assertEqual([self.focused(), self.seen()[0]["row"]], [303, 300])
                self.page.keyboard.press("ArrowDown")
                self.assertEqual(self.focused(), 304)

    def test_a_control_that_is_a_cell_is_pressed_with_the_keyboard(self):
        api = self.api()
        self.show(api, "/rows?count=2000", selectable="multiple")
        self.page.evaluate("""() => {
          const list = document.querySelector("paged-list")
          window.pressed = []
          list.addEventListener("paged-list:activate", () => window.pressed.push("row"))
          list.addEventListener("click", ({ target }) => target.closest("button, a") && window.pressed.push(target.localName))
          const link = Object.assign(document.createElement("a"), { href: "#there", textContent: "Link" })
          const button = Object.assign(document.createElement("button"), { textContent: "Open" })
          list.querySelector("[data-for=item]").content.append(button, link)
        }""")
        self.until("() => document.querySelector('.paged-row[data-row=\"3\"] a')")
        for control, keys in (("button", ["Space", "Enter"]), ("a", ["Enter"])):
            self.page.evaluate("name => document.querySelector(`.paged-row[data-row='3'] ${name}`).focus()", control)
            for key in keys:
                self.page.keyboard.press(key)
        self.assertEqual(self.page.evaluate("window.pressed"), ["button", "button", "a"])
        self.assertEqual(self.list("list.selection.length"), 0)


class Told(Browsing):
    def test_lists_tell_their_size_and_place(self):
        api = self.api()
        self.show(api, "/rows?count=100000")
        self.list("list.scrollToRow(500)")
        self.until_quiet()
        row = self.page.locator('.paged-row[data-row="500"]')
        self.assertEqual(
            [row.get_attribute(name) for name in ("role", "aria-posinset", "aria-setsize")], ["listitem", "501", "100000"])
        view = self.page.locator(".paged-view")
        self.assertEqual([view.get_attribute("role"), view.get_attribute("aria-label")], ["list", "Rows"])

    def test_loading_is_told_and_what_came_of_it(self):
        api = self.api()
        self.show(api, "/rows?count=100000")
        view = self.page.locator(".paged-view")
        with self.held("**/rows?*"):
            self.list("list.scrollToRow(7000)")
            self.until("() => document.querySelector('.paged-view').getAttribute('aria-busy') == 'true'")
        self.until("() => document.querySelector('.paged-view').getAttribute('aria-busy') == 'false'")
        self.until("() => document.querySelector('.paged-live').textContent == 'Rows 7001 to 7010 of 100000 loaded.'")
        live = self.page.locator(".paged-live")
        self.assertEqual(live.get_attribute("role"), "status")
        self.assertEqual(view.get_attribute("aria-busy"), "false")

    def test_elements_are_in_the_order_of_rows(self):
        api = self.api()
        self.show(api, "/rows?count=100000")
        self.page.mouse.move(300, 300)
        self.wheel(500, 900, -700, 300)
        self.until_quiet()
        # They are put in order when scrolling rests.
        self.until(f"() => {ROWS}.every((row, index, rows) => index == 0 || rows[index - 1] < row)")

    def test_elements_are_in_the_order_of_rows_that_come_without_scrolling(self):
        api = self.api()
        api.broken = lambda target: True
        self.take_clock()
        self.visit(api, "/rows?count=2000")
        self.until_given_up()
        api.broken = lambda target: False
        self.list("list.retry()")
        self.until_quiet()
        self.until(f"() => {ROWS}.length > 9 && {ROWS}.every((row, index, rows) => index == 0 || rows[index - 1] < row)")

    def test_rows_fade_in_where_motion_is_welcome(self):
        for motion, animations in (("no-preference", True), ("reduce", False)):
            self.page.emulate_media(reduced_motion=motion)
            api = self.api()
            self.show(api, "/rows?count=1000")
            self.page.evaluate("""() => {
              window.faded = 0
              document.addEventListener('animationstart', event => event.animationName == 'paged-fresh' && window.faded++)
            }""")
            with self.held("**/rows?*"):
                self.list("list.scrollToRow(700)")
                self.until_row(700, "placeholder")
                # Rows are put in order when scrolling rests, and do not fade in then.
                self.until(f"() => {ROWS}.every((row, index, rows) => index == 0 || rows[index - 1] < row)")
            self.until_row(700, "item")
            if animations:
                self.until("() => window.faded > 0")
            self.until_drawn()
            self.assertEqual(self.page.evaluate("window.faded") > 0, animations, motion)

    def test_axe_finds_nothing(self):
        api = self.api()
        self.show(api, "/rows?count=26000", sections="/sections?count=26000&size=1000")
        self.until("() => document.querySelector('paged-list').sections.length == 26")
        self.page.locator(".paged-view").focus()
        self.page.keyboard.press("ArrowDown")
        self.assertAxe()


if __name__ == "__main__":
    unittest.main()
