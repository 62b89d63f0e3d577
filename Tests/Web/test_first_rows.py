"""The first rows that `first-rows.js` draws before the element's script has come: how they look, that they stay, and that nothing is asked for twice."""

import unittest

from support import Browsing

# Where rows are and what they say, and where their last part ends.
ROWS = """() => [...document.querySelectorAll('.paged-row[data-kind=item]')].filter((row) => row.checkVisibility({ visibilityProperty: true })).map((row) => {
  const box = (node) => { const { left, top, right, bottom } = node.getBoundingClientRect(); return [left, top, right, bottom] }
  return [row.innerText, box(row), box(row.lastElementChild)]
}).filter(([, [, top]]) => top < list.getBoundingClientRect().bottom).sort((one, other) => one[1][1] - other[1][1])"""


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
        for attributes, theme in (('src="/rows?count=900" dialect="offset" row-height="40"', ""), ('src="/rows?count=900" dialect="offset" row-height="37px"', theme)):
            with self.subTest(attributes=attributes):
                api = self.show(attributes, theme=theme)
                self.assertGreater(len(self.first), 9)
                self.assertEqual(self.first[4][0].split(), ["5", "Row", "4", "4"])
                self.assertEqual(self.page.evaluate(ROWS), self.first)
                self.assertEqual(len(api.targets), len(set(api.targets)), api.targets)

    def test_a_list_that_changes_asks_once_for_its_first_pages(self):
        api = self.show('src="/rows?count=900" dialect="offset" row-height="40" behavior="changes"')
        self.assertEqual(len([one for one in api.targets if "offset=0" in one]), 1, api.targets)

    def test_a_failure_is_the_elements_and_asked_for_once_more_by_it_alone(self):
        api = self.api()
        api.files["/list"] = page('src="/rows?count=900" dialect="offset" row-height="40"')
        api.broken = lambda target: len(api.targets) == 1
        self.page.goto(f"{api.url}/list")
        self.until("() => document.querySelector('.paged-row[data-kind=item]')")
        self.until_shown()
        self.assertEqual(self.page.evaluate("document.querySelector('.paged-row').innerText").split()[1:3], ["Row", "0"])

    def test_lists_of_other_kinds_are_left_to_the_element(self):
        for attributes, item in (
            ('src="/rows?count=900" row-height="40"', None), ('src="/rows?count=900" dialect="offset"', None),
            ('src="/rows?count=900" dialect="offset" row-height="40" start-row="500"', None),
            ('src="/rows?count=900" dialect="offset" row-height="40" start="end"', None),
            ('src="/rows?count=900" dialect="offset" row-height="40"', '<b data-field="name" data-format="loud"></b>'),
        ):
            with self.subTest(attributes=attributes, item=item):
                api = self.api()
                api.files["/list"] = page(attributes, **({"item": item} if item else {}))
                with self.held("**/web/paged-list.js"):
                    self.page.goto(f"{api.url}/list")
                    self.until("() => performance.getEntriesByType('resource').some((one) => one.name.endsWith('paged-list.js')) || document.readyState == 'complete'")
                    self.until_drawn()
                    self.assertEqual(self.page.evaluate("document.querySelectorAll('.paged-row').length"), 0)
                    self.assertEqual(api.targets, [])
                self.until_shown()
                self.assertGreater(self.page.evaluate("document.querySelectorAll('.paged-row[data-kind=item]').length"), 5)


if __name__ == "__main__":
    unittest.main()
