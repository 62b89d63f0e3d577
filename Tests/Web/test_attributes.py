"""Attributes, heights and templates as pages write them, those that make no sense too."""

import re
import unittest

from played import test_page
from support import ROOT, Browsing


class Numbers(Browsing):
    def said(self):
        self.page.add_init_script("""
          window.said = []
          addEventListener("paged-list:error", ({ detail }) => detail.what == "attribute" && window.said.push(detail.error.message))""")

    def height(self):
        return self.list("list.querySelector('.paged-row').offsetHeight")

    def test_a_row_height_in_pixels_or_none_at_all(self):
        hasScripts = hasattr(self.page, "add_init_script")
        if hasScripts:
            self.said()
        for said, height in (("40px", 40), (" 32 ", 32), ("27.5", 28)):
            with self.subTest(said=said):
                self.show(self.api(), "/rows?count=1000", row_height=said)
                self.assertEqual(self.height(), height)
                self.assertEqual(self.page.evaluate("window.said ?? []"), [])
        for said in ("abc", "0", "2.5em", "-3", "1e9"):
            with self.subTest(said=said):
                self.show(self.api(), "/rows?count=1000", row_height=said)
                # Rows are measured, as without the attribute.
                self.assertGreater(self.height(), 12)
                self.assertLess(len(self.seen()), 60)
                if hasScripts:
                    self.assertEqual([one.split(" ")[0] for one in self.page.evaluate("said")], [f'row-height="{said}"'])

    def test_other_numbers_that_make_no_sense(self):
        self.said()
        for name, said in (("page-size", "many"), ("page-size", "0"), ("length", "-1"), ("item-budget", "1.5"), ("section-height", "2em"), ("first-page", "one")):
            with self.subTest(name=name, said=said):
                attributes = {name.replace("-", "_"): said}
                if name == "section-height":
                    attributes["sections"] = "/sections?count=1000&size=100"
                path = "/pages" if name == "first-page" else "/rows"
                api = self.api()
                self.show(api, f"{path}?count=1000", dialect="page" if name == "first-page" else None, **attributes)
                self.assertEqual(self.seen()[0]["text"], "1 Row 0")
                self.assertEqual(len(self.page.evaluate("said")), 1, self.page.evaluate("said"))
                self.assertIn(f'{name}="{said}"', self.page.evaluate("said[0]"))
                self.assertFalse([one for one in api.targets if "NaN" in one])

    def test_another_row_height_keeps_the_row_at_the_top_and_asks_for_nothing(self):
        api = self.api()
        self.show(api, "/rows?count=5000")
        self.list("list.scrollToRow(60)")
        self.until_quiet()
        self.until_settled()
        api.targets.clear()
        self.list("list.setAttribute('row-height', 50)")
        self.until_drawn()
        rows = self.assertWhole(50)
        self.assertEqual((rows[0]["row"], rows[0]["text"]), (60, "61 Row 60"))
        self.assertEqual(api.targets, [])


class Members(Browsing):
    def test_what_can_be_seen_of_the_element_is_what_its_types_say(self):
        types = (ROOT / "Web" / "paged-list.d.ts").read_text()
        body = re.search(r"export class PagedList<.*?\{\n(.*?)\n\}", types, re.DOTALL)[1]
        typed = set(re.findall(r"^  (?:readonly |get |set )?(\w+)", body, re.MULTILINE)) - {"addEventListener"}
        self.show(self.api(), "/rows?count=100")
        seen = self.page.evaluate("""() => {
          const list = document.querySelector("paged-list")
          const all = [...Object.getOwnPropertyNames(list), ...Object.getOwnPropertyNames(Object.getPrototypeOf(list))]
          return all.filter(name => !/Callback$|^constructor$/.test(name))
        }""")
        # Every element has a method `scroll`, which frameworks set as they do a property.
        self.assertEqual(set(seen) ^ typed, {"scroll"})


class Heights(Browsing):
    def open(self, style, **attributes):
        api = self.api()
        html = test_page({"src": "/rows?count=1000", "row-height": "40", "dialect": "offset", **attributes})
        api.files["/style.css"] = f"paged-list {{ {style} }}"
        api.files["/list"] = html.replace('<script', '<link rel="stylesheet" href="/style.css"><script', 1)
        self.page.goto(f"{api.url}/list")
        self.until_quiet()
        self.until_settled()
        return api

    def boxes(self):
        self.until_drawn()
        return self.page.evaluate("['paged-list', '.paged-view'].map(one => document.querySelector(one).clientHeight)")

    def test_a_height_that_the_page_leaves_open(self):
        self.open("height: auto; max-height: 300px")
        self.assertEqual(self.boxes(), [300, 300])
        # A list that is short is as high as what is in it.
        self.list("(list.src = '/rows?count=3')")
        self.until("() => document.querySelector('paged-list').count == 3")
        self.until("() => document.querySelector('paged-list').clientHeight == 120")
        self.assertEqual(self.boxes(), [120, 120])
        self.list("(list.src = '/rows?count=900')")
        self.until("() => document.querySelector('paged-list').clientHeight == 300")
        self.until_quiet()
        self.assertWhole(40)

    def test_a_height_without_an_end_is_the_windows(self):
        api = self.open("height: auto")
        self.assertEqual(self.boxes()[0], self.page.evaluate("innerHeight"))
        self.until_settled()
        self.assertLess(len(api.targets), 6)

    def test_the_readmes_example_shifts_nothing(self):
        readme = (ROOT / "Web" / "README.md").read_text()
        written = next(one for one in re.findall(r"```html\n(.*?)```", readme, re.DOTALL) if "80vh" in one)
        api = self.api()
        api.page = lambda path, query: (200, {"items": [{"id": row, "title": f"Book {row}", "author": {"name": "A"}} for row in range(50)], "total": 50}, {})
        # The script comes late, as on a slow network, and what is below the list is there.
        self.page.route("**/web/written", lambda route: route.fulfill(
            content_type="text/html", body=f"<!doctype html><html lang='en'><title>Books</title><body>{written}<p>Below the list</p></html>"))
        self.page.add_init_script("""
          window.shifts = 0
          new PerformanceObserver(list => { for (const one of list.getEntries()) window.shifts += one.value }).observe({ type: "layout-shift", buffered: true })""")
        with self.held("**/paged-list.js"):
            self.page.goto(f"{api.url}/web/written", wait_until="commit")
            self.until("() => document.querySelector('p')?.getBoundingClientRect().top > 0")
            self.until_drawn()
        self.until_quiet()
        self.until_drawn()
        self.assertLess(self.page.evaluate("shifts"), 0.01)


class Templates(Browsing):
    def test_contents_that_change_are_drawn(self):
        api = self.api()
        self.show(api, "/rows?count=1000", sections="/sections?count=1000&size=100")
        self.list("list.scrollToRow(210)")
        self.until_quiet()
        self.until_settled()
        before, asked = self.places(), len(api.targets)
        self.page.evaluate("""() => {
          const { content } = document.querySelector("template[data-for=item]")
          content.append(" in English")
        }""")
        self.until("""() => [...document.querySelectorAll(".paged-row:not([hidden])")].every(one => one.textContent.endsWith("in English"))""")
        self.page.evaluate("() => { document.querySelector('template[data-for=item]').content.lastChild.data = ' auf Deutsch' }")
        self.until("""() => [...document.querySelectorAll(".paged-row:not([hidden])")].every(one => one.textContent.endsWith("auf Deutsch"))""")
        self.page.evaluate("() => { document.querySelector('template[data-for=section]').content.firstElementChild.title = 'Abschnitt' }")
        self.until("() => document.querySelector('.paged-sticky [title=Abschnitt]')?.textContent == 'C'")
        self.until_drawn()
        self.assertEqual(self.places(), before)
        self.assertEqual(len(api.targets), asked)

    def test_without_a_template_rows_have_their_fields_by_name(self):
        api = self.api()
        api.files["/bare"] = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/test.css">
          <script type="module" src="/web/paged-list.js"></script><paged-list src="/rows?count=100" label="Rows"></paged-list></html>"""
        self.page.goto(f"{api.url}/bare")
        self.until("() => document.querySelector('.paged-row[data-kind=item]')")
        self.assertEqual(self.page.evaluate("document.querySelector('.paged-row[data-row=\"2\"]').textContent.trim()"), "id: 2 name: Row 2")


    def test_without_a_template_a_sections_header_has_its_title(self):
        api = self.api()
        api.files["/plain"] = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/test.css">
          <script type="module" src="/web/paged-list.js"></script>
          <paged-list src="/rows?count=100" sections="/sections?count=100&size=50" row-height="40" label="Rows"></paged-list></html>"""
        self.page.goto(f"{api.url}/plain")
        self.until_quiet()
        self.until("() => [...document.querySelectorAll('.paged-header:not([hidden])')].some((one) => one.innerText == 'A')")


class Places(Browsing):
    def test_what_is_searched_for_again_begins_at_its_top(self):
        api = self.api()
        self.show(api, "/rows?count=5000&search=a")
        self.list("list.scrollToRow(300)")
        self.until_quiet()
        self.until_still()
        for search in ("ab", "a"):
            with api.held():
                self.list(f"(list.src = '/rows?count=5000&search={search}')")
                self.until("() => document.querySelector('.paged-view').hasAttribute('data-old')")
            self.until("() => !document.querySelector('.paged-view').hasAttribute('data-old')")
            self.until_quiet()
            self.assertEqual(self.seen()[0]["row"], 0)

    def test_an_element_that_is_moved_keeps_its_rows(self):
        api = self.api()
        self.show(api, "/rows?count=5000")
        self.list("list.scrollToRow(300)")
        self.until_quiet()
        self.until_settled()
        before, asked = self.places(), len(api.targets)
        self.page.evaluate("""() => {
          const [list, place] = [document.querySelector("paged-list"), document.createElement("section")]
          document.querySelector("main").append(place)
          place.append(list)
        }""")
        self.until_drawn()
        self.assertEqual(self.places(), before)
        self.assertEqual(len(api.targets), asked)
        self.page.evaluate("document.querySelector('paged-list').remove()")
        self.until_drawn()
        self.assertTrue(self.page.evaluate("document.querySelectorAll('.paged-view').length == 0"))

    def test_scrolling_just_before_leaving_is_remembered(self):
        api = self.api()
        self.show(api, "/rows?count=5000")
        self.until_still()
        # In one go, so that scrolling has not come to rest.
        self.page.evaluate("""() => {
          document.querySelector("paged-list").scrollToRow(420)
          location.assign("/rows?offset=0")
        }""")
        self.page.wait_for_url("**/rows?offset=0")
        self.page.go_back()
        self.until_quiet()
        self.assertEqual(self.seen()[0]["row"], 420)


class Colors(Browsing):
    def contrast(self):
        """How far the strongest color of a selected row is from its neighbor's, at the same place, as WCAG reckons it."""
        session = self.context.new_cdp_session(self.page)
        boxes = [self.page.locator(f'.paged-row[data-row="{row}"]').bounding_box() for row in (3, 4)]
        shots = [session.send("Page.captureScreenshot", {"clip": {**box, "scale": 1}})["data"] for box in boxes]
        return self.page.evaluate("""async shots => {
          const pixels = await Promise.all(shots.map(async one => {
            const image = await createImageBitmap(new Blob([Uint8Array.from(atob(one), c => c.charCodeAt(0))]))
            const context = new OffscreenCanvas(image.width, image.height).getContext("2d")
            context.drawImage(image, 0, 0)
            // The edge that reading begins at, without text.
            return context.getImageData(0, 0, 6, image.height).data
          }))
          const light = data => { const all = []; for (let i = 0; i < data.length; i += 4) all.push([0.2126, 0.7152, 0.0722].reduce((sum, part, k) => {
            const one = data[i + k] / 255
            return sum + part * (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
          }, 0)); return all }
          const [selected, other] = pixels.map(light)
          return Math.max(...selected.map((one, i) => (Math.max(one, other[i]) + 0.05) / (Math.min(one, other[i]) + 0.05)))
        }""", shots)

    def test_selected_rows_are_seen_in_every_scheme(self):
        for scheme, forced in (("light", "none"), ("dark", "none"), ("light", "active"), ("dark", "active")):
            with self.subTest(scheme=scheme, forced=forced):
                self.page.emulate_media(color_scheme=scheme, forced_colors=forced)
                self.show(self.api(), "/rows?count=100", selectable="multiple")
                self.page.evaluate("""() => {
                  document.documentElement.style.colorScheme = "light dark"
                  document.styleSheets[0].insertRule(".paged-row { padding-inline-start: 12px }")
                }""")
                self.list("(list.selection = [[3, 4]])")
                self.until("() => document.querySelector('.paged-row[data-row=\"3\"]').getAttribute('aria-selected') == 'true'")
                self.until_drawn()
                self.until_rest()
                self.assertGreaterEqual(self.contrast(), 3)


if __name__ == "__main__":
    unittest.main()
