"""Lists in every state: axe finds nothing, and the theme is legible."""

import itertools
import unittest

import test_table
from played import test_page
from support import Browsing


class States(Browsing):
    open = test_table.Table.open
    row = test_table.Table.row

    def test_the_theme_is_legible_everywhere_and_the_page_wins(self):
        for scheme, forced in (("light", "none"), ("dark", "none"), ("dark", "active")):
            with self.subTest(scheme=scheme, forced=forced):
                self.page.emulate_media(color_scheme=scheme, forced_colors=forced)
                self.open()
                self.page.evaluate("""() => new Promise(done => {
                  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/web/theme.css", onload: () => done() })
                  document.head.append(link)
                })""")
                self.row(2).click()
                self.until_drawn()
                self.assertAxe("selected")
                style = "one => { const { paddingLeft, borderBottomWidth } = getComputedStyle(document.querySelector(one)); return [paddingLeft, borderBottomWidth] }"
                self.assertEqual(self.page.evaluate(style, ".paged-row"), ["14px", "1px"])
                self.assertEqual(self.page.evaluate(style, ".paged-columns"), ["14px", "1px"])
                # The page's own sheet says otherwise.
                self.assertEqual(self.page.evaluate("getComputedStyle(document.querySelector('paged-list')).width"), "500px")
                self.assertWhole(40)

    def test_the_theme_wins_over_the_elements_own_sheet(self):
        api = self.api()
        api.make = lambda row: {"id": row, "name": "A name that is so long that it takes more than a line of a phone", "text": "More about that " * 9}
        self.page.set_viewport_size({"width": 390, "height": 700})
        for attributes in ({"row-height": "40", "selectable": "multiple", "sections": "/sections?count=2600&size=100"}, {}):
            api.files["/themed"] = test_page({"src": "/rows?count=2600", "dialect": "offset", **attributes}).replace("/test.css", "/web/theme.css").replace(
                '<span data-field="#"></span>', '<i data-field="text"></i>')
            for forced in ("none", "active") if attributes else ("none",):
                with self.subTest(forced=forced, **attributes):
                    self.page.emulate_media(forced_colors=forced)
                    self.page.goto(f"{api.url}/themed")
                    self.until_quiet()
                    self.until_settled()
                    self.assertAlmostEqual(self.page.locator("paged-list").bounding_box()["height"], 422, delta=1)
                    self.assertWhole(0)
                    # Whatever its length, text stays within its row, and has room around it.
                    room = self.page.evaluate("""() => [...document.querySelectorAll('.paged-row:not([hidden])')].map(row => {
                      const [box, all] = [row.getBoundingClientRect(), [...row.children].map(one => one.getBoundingClientRect())]
                      return Math.min(...all.map(one => Math.min(one.top - box.top, box.bottom - one.bottom)))
                    })""")
                    self.assertGreaterEqual(min(room), 6)
                    if not attributes:
                        continue
                    style = """([one, ...names]) => { const style = getComputedStyle(document.querySelector(one)); return names.map(name => style[name]) }"""
                    self.list("(list.selection = [[1, 4]])")
                    self.page.locator(".paged-view").focus()
                    self.page.keyboard.press("ArrowDown")
                    self.page.keyboard.press("ArrowDown")
                    self.until_drawn()
                    ring = [self.page.evaluate(style, [f'.paged-row[data-row="{row}"]', "outlineStyle", "outlineWidth"]) for row in (1, 2)]
                    self.assertEqual(ring, [["solid", "3px"], ["none", ring[1][1]]])
                    background, color = self.page.evaluate(style, [".paged-jump [aria-current]", "backgroundColor", "color"])
                    self.assertNotEqual(background, color)
                    if forced == "none":
                        self.assertEqual(background, "rgb(21, 88, 214)")
                        self.assertIn("color(srgb 0.87", self.page.evaluate(style, ['.paged-row[data-row="2"]', "backgroundColor"])[0])

    def test_on_a_phone_a_short_name_and_a_link_are_whole_and_columns_take_their_width(self):
        api = self.api()
        api.make = lambda row: {"id": 1000 + row, "name": ["Short", "A name that is so long that it takes more than a line of any phone"][row % 2], "text": "Bartholomew Featherstonehaugh"}
        cells = '<b data-field="name"></b><i data-field="text"></i><a href="#">More</a>'
        cut = "() => [...document.querySelectorAll('.paged-row > *, .paged-column > button')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
        columns = '<template data-for="columns"><span data-width="2fr">Name</span><span>Text</span><span data-width="6em" data-sort="id">Number</span></template>'
        for width in (390, 320):
            self.page.set_viewport_size({"width": width, "height": 700})
            for before, row, others in (("", cells, ["More", "Short"]), (columns, '<b data-field="name"></b><i data-field="text"></i><u data-field="id"></u>', ["1000", "1001", "Number", "Short"])):
                with self.subTest(width=width, row=row):
                    api.files["/phone"] = test_page({"src": "/rows?count=100", "dialect": "offset", "row-height": "40"}).replace("/test.css", "/web/theme.css").replace(
                        '<span data-field="#"></span> <b data-field="name"></b>', row).replace('<template data-for="item">', before + '<template data-for="item">')
                    self.page.goto(f"{api.url}/phone")
                    self.until_quiet()
                    self.until_settled()
                    self.assertEqual([one for one in self.page.evaluate(cut) if one in others], [])

    def test_on_a_phone_what_one_chooses_from_and_types_in_leaves_room_for_a_button(self):
        api = self.api()
        controls = '<label><input type="checkbox"><span data-field="name"></span></label>{}<button type="button">Reset</button>'
        for width, kind in itertools.product((390, 320), ('<select aria-label="When"><option>Daily<option>Weekly, on Mondays in the morning</select>', '<textarea aria-label="Text"></textarea>', '<input aria-label="Text">')):
            with self.subTest(width=width, kind=kind):
                self.page.set_viewport_size({"width": width, "height": 700})
                api.files["/phone"] = test_page({"src": "/rows?count=100", "dialect": "offset", "row-height": "52"}).replace("/test.css", "/web/theme.css").replace(
                    '<span data-field="#"></span> <b data-field="name"></b>', controls.format(kind))
                self.page.goto(f"{api.url}/phone")
                self.until_quiet()
                self.assertTrue(self.page.evaluate("""() => {
                  const row = document.querySelector(".paged-row")
                  return row.querySelector("button").getBoundingClientRect().right <= row.getBoundingClientRect().right && row.querySelector("span").clientWidth > 20
                }"""))

    def test_on_a_phone_nothing_of_a_row_is_off_the_screen(self):
        api = self.api()
        select = '<select><option>Weekly, on Mondays in the morning</select>'
        picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='120' height='50'/%3E"
        rows = (
            ({"row-height": "52"}, f'<label><input type="checkbox"><span data-field="name"></span></label>{select}<input value="some text"><button>Reset</button>'),
            ({"row-height": "52"}, f'<label><input type="radio"><span data-field="name"></span></label>{select}{select}<button>Reset</button><button>Remove</button>'),
            ({"row-height": "60"}, f'<img alt="" src="{picture}"><div><b data-field="name"></b><br><small>A text that is long</small></div><button>Download the file</button>'),
            ({}, f'<div style="display: flex"><b data-field="name"></b>{select}<input value="x"></div><pre>code that is long and has no place to break</pre><textarea cols="80"></textarea><iframe width="600"></iframe>'),
        )
        # Controls that reach beyond their row.
        beyond = """() => [...document.querySelectorAll('.paged-row:not([hidden])')].flatMap((row) => {
          const { left, right } = row.getBoundingClientRect()
          return [...row.querySelectorAll('select, input, button, img, pre, textarea, iframe')].filter((one) => {
            const box = one.getBoundingClientRect()
            return box.left < left || box.right > right || box.width < 10
          }).map((one) => one.localName)
        })"""
        for width, direction, (attributes, item) in itertools.product((390, 320), ("ltr", "rtl"), rows):
            with self.subTest(width=width, direction=direction, item=item):
                self.page.set_viewport_size({"width": width, "height": 700})
                api.policy = None
                api.files["/phone"] = test_page({"src": "/rows?count=100", "dialect": "offset", "dir": direction, **attributes}).replace("/test.css", "/web/theme.css").replace(
                    '<span data-field="#"></span> <b data-field="name"></b>', item)
                self.page.goto(f"{api.url}/phone")
                self.until_quiet()
                self.until_settled()
                self.assertEqual(self.page.evaluate(beyond), [])
                self.assertLess(self.page.evaluate("document.querySelector('.paged-row [data-field]').clientHeight"), 50)

    def test_axe_finds_nothing_in_any_state(self):
        for direction, scheme in (("ltr", "light"), ("rtl", "dark")):
            with self.subTest(direction=direction, scheme=scheme):
                self.page.emulate_media(color_scheme=scheme)
                self.take_clock()
                api = self.open(count=20_000, direction=direction)
                self.page.evaluate("document.documentElement.style.colorScheme = 'light dark'")
                self.row(1).click()
                self.row(4).click(modifiers=["Shift"])
                self.until_drawn()
                self.assertAxe("selected")
                self.page.keyboard.press("ArrowRight")
                self.assertAxe("in a cell")
                with self.held("**/rows?*"):
                    self.list("(list.sort = 'id')")
                    self.until("() => document.querySelector('.paged-view[data-old]')")
                    self.assertAxe("old rows")
                self.until("() => !document.querySelector('.paged-view[data-old]')")
                self.until_settled()
                self.list("(list.selection = [[0, 5000]])")
                with self.held("**/rows?*"):
                    self.page.evaluate("() => void document.querySelector('paged-list').copyText().catch(() => {})")
                    self.page.locator(".paged-notice[data-kind=progress]").wait_for()
                    self.assertAxe("copying")
                self.until("() => !document.querySelector('.paged-notice')")
                with self.held("**/rows?*"):
                    self.list("list.scrollToRow(9000)")
                    self.until_row(9000, "placeholder")
                    self.assertAxe("placeholders")
                self.until_quiet()
                api.broken = lambda target: True
                self.list("list.scrollToRow(15000)")
                self.until_given_up()
                self.page.locator(".paged-notice[data-kind=failed]").wait_for()
                self.assertAxe("failed")

    def test_axe_finds_nothing_where_rows_failed_and_where_there_are_none(self):
        self.take_clock()
        for layout in ("list", "grid"):
            for src, broken in (("/rows?count=100", True), ("/rows?count=0", False)):
                with self.subTest(layout=layout, broken=broken):
                    api = self.api()
                    api.broken = lambda target: broken
                    self.visit(api, src, layout=layout)
                    self.until_given_up()
                    # Cells are the templates' own; here they have none.
                    self.assertAxe(options={"rules": {"aria-required-children": {"enabled": layout == "list"}}})


if __name__ == "__main__":
    unittest.main()
