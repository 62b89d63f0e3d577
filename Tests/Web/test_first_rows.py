"""The first rows that `first-rows.js` draws before the element's script has come: how they look, that they stay, and that nothing is asked for twice."""

import unittest

from support import Browsing

# Where rows are and what they say, and where their last part ends.
ROWS = """() => [...document.querySelectorAll('.paged-row[data-kind=item]')].filter((row) => row.checkVisibility({ visibilityProperty: true })).map((row) => {
  const box = (node) => { const { left, top, right, bottom } = node.getBoundingClientRect(); return [left, top, right, bottom] }
  return [row.innerText, box(row), box(row.lastElementChild)]
}).filter(([, [, top]]) => top < list.getBoundingClientRect().bottom).sort((one, other) => one[1][1] - other[1][1])"""


ALL = f"() => [...document.querySelectorAll('paged-list')].map((list) => ({ROWS.replace('document', 'list')})())"


def page(attributes, item='<span data-field="#"></span> <b data-field="name"></b> <i data-field="id" data-format="number"></i>', theme="", before=""):
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title>{theme}{before}
      <script type="module" src="/web/first-rows.js"></script>
      <paged-list id="list" {attributes} label="Rows"><template data-for="item">{item}</template></paged-list></html>"""


class FirstRows(Browsing):
    def show(self, attributes, **more):
        api = self.api()
        api.files["/list"] = page(attributes, **more)
        with self.held("**/web/paged-list.js"):
            self.page.goto(f"{api.url}/list")
            self.until("() => document.querySelector('.paged-row')")
            self.until_drawn()
            self.first = self.page.evaluate(ROWS)
        self.until_shown()
        self.until("() => !document.querySelector('paged-list > .paged-row')")
        self.until_drawn()
        return api

    def until_shown(self):
        self.until("() => document.querySelector('.paged-view')")
        self.until_quiet()

    def test_they_are_where_the_elements_own_rows_will_be(self):
        theme = '<link rel="stylesheet" href="/web/theme.css">'
        kinds = (('row-height="40"', "", 1000), ('row-height="37px"', theme, 1000), ('row-height="44"', theme, 360))
        for attributes, theme, width in kinds:
            with self.subTest(attributes=attributes, width=width):
                self.page.set_viewport_size({"width": width, "height": 700})
                attributes = f'src="/rows?count=900" dialect="offset" {attributes}'
                api = self.show(attributes, theme=theme)
                self.assertGreater(len(self.first), 9)
                self.assertEqual(self.first[4][0].split(), ["5", "Row", "4", "4"])
                self.assertEqual(self.page.evaluate(ROWS), self.first)
                self.assertEqual(len(api.targets), len(set(api.targets)), api.targets)

    def test_a_list_that_changes_asks_once_for_its_first_pages(self):
        api = self.show('src="/rows?count=900" dialect="offset" row-height="40" behavior="changes"')
        self.assertEqual(len([one for one in api.targets if "offset=0" in one]), 1, api.targets)

    def serve(self, lists):
        """A server with a page of several lists, whose requests can be told apart."""
        api = self.api()
        template = '<template data-for="item"><span data-field="#"></span> <b data-field="name"></b> <i data-field="id"></i></template>'
        elements = "".join(f'<paged-list label="Rows" {one.replace("/rows?", f"/rows?of={index}&amp;")}>{template}</paged-list>' for index, one in enumerate(lists))
        api.policy = None
        api.files["/lists"] = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Lists</title><style>paged-list {{ height: 200px }}</style>
          <script type="module" src="/web/first-rows.js"></script><body>{elements}</body></html>"""
        return api

    def until_all_shown(self):
        self.until("() => [...document.querySelectorAll('paged-list')].every((list) => list.counters && !list.querySelector(':scope > .paged-row') && !PARTS(list).driver.isAsking)")
        self.until_drawn()

    def show_all(self, lists, drawn):
        """Shows a page with several lists, so many of which are drawn early: the rows of each before the element's script is there, and at the end."""
        api = self.serve(lists)
        with self.held("**/web/paged-list.js"):
            with self.page.expect_request("**/web/paged-list.js"):
                self.page.goto(f"{api.url}/lists")
            self.until("drawn => [...document.querySelectorAll('paged-list')].filter((list) => list.querySelector('.paged-row')).length == drawn", drawn)
            self.until_drawn()
            early = self.page.evaluate(ALL)
        self.until_all_shown()
        return api, early, self.page.evaluate(ALL)

    def assertAskedOnce(self, api):
        self.assertEqual(len(api.targets), len(set(api.targets)), api.targets)
        self.assertEqual(len([one for one in api.targets if "offset=0" in one]), len({one.split("&")[0] for one in api.targets}), api.targets)

    def test_lists_of_any_length_look_the_same_before_and_after(self):
        counts = (0, 1, 4, 5, 6, 49, 50, 51)
        lists = [f'src="/rows?count={count}" dialect="offset" row-height="40" {more}' for more in ("", 'behavior="changes"') for count in counts]
        api, early, late = self.show_all(lists, drawn=14)
        self.assertEqual(early, late)
        self.assertEqual([len(rows) for rows in early], 2 * [min(5, count) for count in counts])
        self.assertAskedOnce(api)

    def test_lists_of_any_kind_look_the_same_before_and_after(self):
        kinds = ('dir="rtl"', 'style="padding: 7px; border: 3px solid"', 'selectable="multiple"', 'ranking="rebuilt"', 'content="changes"', 'page-size="20" behavior="changes"',
            'items="items" total="total"', 'names="offset limit"', 'sort="name"', 'sort="-name" sort-name="order"', 'behavior="loud"', 'page-size="none" behavior="changes"', 'style="zoom: 1.25"')
        api, early, late = self.show_all([f'src="/rows?count=900" dialect="offset" row-height="40" {kind}' for kind in kinds], len(kinds))
        for kind, one, other in zip(kinds, early, late):
            with self.subTest(kind=kind):
                self.assertEqual(one, other)
                self.assertGreater(len(one), 3)
        self.assertAskedOnce(api)

    def test_heights_that_make_no_sense_are_left_to_the_element(self):
        heights = ("0", "-5", "none", "40em", "20000", "1e1")
        api, early, late = self.show_all([f'src="/rows?count=900" dialect="offset" row-height="{height}"' for height in heights], 0)
        self.assertEqual(early, [[] for _ in heights])
        self.assertTrue(all(late))
        self.assertFalse([one for one in api.targets if "NaN" in one or "Infinity" in one])

    def test_an_answer_that_is_known_already_or_slow_is_asked_for_once(self):
        api = self.serve(['src="/rows?count=5" dialect="offset" row-height="40"'])
        answered, send, tags = api.page, api.send, []

        def tagged(path, query):
            status, body, headers = answered(path, query)
            return status, body, {**headers, "ETag": '"1"', "Cache-Control": "no-cache"}

        def not_modified(handler, status, body, kind, headers={}):
            known = handler.headers.get("If-None-Match")
            tags.append(known)
            send(handler, 304 if known else status, b"" if known else body, kind, headers)

        api.page, api.send = tagged, not_modified
        for _ in range(2):
            api.targets.clear()
            self.page.goto(f"{api.url}/lists")
            self.until_all_shown()
            self.assertEqual([row[0].split()[:3] for row in self.page.evaluate(ALL)[0]], [[str(row + 1), "Row", str(row)] for row in range(5)])
            self.assertAskedOnce(api)
        self.assertIn('"1"', tags)
        # The script comes before the answer.
        api.targets.clear()
        with api.held():
            self.page.goto(f"{api.url}/lists?slow")
            self.until("() => document.querySelector('paged-list .paged-view')")
        self.until_all_shown()
        self.assertEqual(len(self.page.evaluate(ALL)[0]), 5)
        self.assertAskedOnce(api)

    def test_a_failure_is_the_elements_and_asked_for_once_more_by_it_alone(self):
        api = self.api()
        api.files["/list"] = page('src="/rows?count=900" dialect="offset" row-height="40"')
        api.broken = lambda target: len(api.targets) == 1
        self.page.goto(f"{api.url}/list")
        self.until("() => document.querySelector('.paged-row[data-kind=item]')")
        self.until_shown()
        self.assertEqual(self.page.evaluate("document.querySelector('.paged-row').innerText").split()[1:3], ["Row", "0"])

    def test_lists_whose_dialect_is_found_out_look_the_same_before_and_after(self):
        addresses = ("/rows?count=900", "/rows?count=3", "/cursors?count=900", "/links?count=900", "/framework?count=900", "/framework?count=7")
        for address in addresses:
            with self.subTest(address=address):
                api = self.show(f'src="{address}" row-height="40"')
                self.assertEqual(len(self.first), 10 if "=900" in address else int(address[-1]))
                self.assertEqual(self.page.evaluate(ROWS), self.first)
                self.assertEqual(len(api.targets), len(set(api.targets)), api.targets)

    def test_an_apps_own_fetch_sends_the_first_request_too(self):
        own = """window.sent = []
          const list = document.querySelector("paged-list")
          list.fetch = (url, options) => (sent.push([String(url), options.headers.Accept]), fetch(url, { ...options, credentials: "include" }))"""
        for where in ("before", "after"):
            with self.subTest(where=where):
                api = self.api()
                api.policy = None
                html = page('src="/rows?count=900" row-height="40"')
                script = f'<script type="module">{own}</script>'
                api.files["/list"] = html.replace("<script", f"{script}<script", 1) if where == "before" else html + script
                with self.held("**/web/paged-list.js"):
                    self.page.goto(f"{api.url}/list")
                    self.until("() => document.querySelector('.paged-row')")
                self.until_shown()
                self.until_settled()
                sent = self.page.evaluate("sent")
                self.assertEqual([accept for _, accept in sent], ["application/json"] * len(sent))
                self.assertEqual([url for url, _ in sent], [api.url + one for one in api.targets[-len(sent):]])
                # A `fetch` that is set too late sends it again.
                self.assertEqual(len(api.targets), len(sent) + (where == "after"))

    def left(self, attributes, **more):
        """Opens a page whose list is left to the element; what it has asked for before that has come."""
        api = self.api()
        api.files["/list"] = page(attributes, **more)
        with self.held("**/web/paged-list.js"):
            with self.page.expect_request("**/web/paged-list.js"):
                self.page.goto(f"{api.url}/list")
            self.until_drawn()
            self.assertEqual(self.page.evaluate("document.querySelectorAll('.paged-row').length"), 0)
            early = [one for one in self.asked_for if one.startswith(api.url) and "limit=" in one]
        self.until_shown()
        self.until_settled()
        self.assertGreater(self.page.evaluate("document.querySelectorAll('.paged-row[data-kind=item]').length"), 5)
        self.assertEqual(len(api.targets), len(set(api.targets)), api.targets)
        self.asked_for.clear()
        return len(early)

    def test_lists_that_the_element_draws_are_asked_for_at_once_and_once(self):
        columns = '<template data-for="columns"><span data-field="name">Name</span></template>'
        item = '<b data-field="name"></b>'
        for attributes, item in (
            ('src="/rows?count=900" dialect="offset"', item), ('src="/rows?count=900"', item), ('src="/rows?count=900" scroll="page" row-height="40"', item),
            ('src="/rows?count=900" dialect="offset" scroll="page" row-height="40"', item), ('src="/cursors?count=900"', item),
            ('src="/rows?count=900" dialect="offset" row-height="40" sections="/sections?count=900&amp;size=100"', item),
            ('src="/rows?count=900" dialect="offset" row-height="40"', f"{item}</template>{columns}<template>"),
            ('src="/rows?count=900" dialect="offset" row-height="40"', '<b data-field="name" data-format="loud"></b>'),
        ):
            with self.subTest(attributes=attributes, item=item):
                self.assertEqual(self.left(attributes, item=item), 1)

    def test_lists_that_are_asked_in_other_ways_are_left_to_the_element(self):
        for attributes in (
            'src="/rows?count=900" dialect="offset" row-height="40" start-row="500"', 'src="/rows?count=900" dialect="offset" row-height="40" start="end"',
            'src="/cursors?count=900" dialect="cursor" row-height="40"', 'src="/pages?count=900" dialect="page" row-height="40"',
        ):
            with self.subTest(attributes=attributes):
                self.assertEqual(self.left(attributes), 0)


if __name__ == "__main__":
    unittest.main()
