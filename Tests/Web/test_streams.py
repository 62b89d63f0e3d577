"""Many lists on one page that are told what happens: each hears of it, and none stops the others."""

import time
import unittest

from support import TEST_STYLE
from test_live import Served

LISTS = 8


class Streams(Served):
    def test_eight_live_lists_are_all_told(self):
        self.serve()
        one = """<paged-list src="/lists/books?sort=name" live row-height="40" dialect="offset" label="Rows INDEX">
          <template data-for="item"><b data-field="name"></b></template></paged-list>"""
        html = f"""<!doctype html><html lang="en"><title>Lists</title><style>{TEST_STYLE} paged-list {{ height: 120px }}</style>
          <script type="module" src="/web/paged-list.js"></script>{"".join(one.replace("INDEX", str(index)) for index in range(LISTS))}</html>"""
        self.page.route("**/written", lambda route: route.fulfill(content_type="text/html", body=html))
        self.page.goto(self.server.url + "/written")
        first = "name => [...document.querySelectorAll('paged-list')].filter(one => one.item(0)?.name == name).length == COUNT".replace("COUNT", str(LISTS))
        self.until(first, "Book 0000")
        self.until("() => [...document.querySelectorAll('paged-list')].every(one => one.listening)")
        ways = self.page.evaluate("[...document.querySelectorAll('paged-list')].map(one => one.listening).sort()")
        self.assertEqual(ways, ["poll"] * (LISTS - 3) + ["stream"] * 3)
        for step in range(3):
            name = f"Book 0000 {9 - step}"
            began = time.monotonic()
            self.write(("insert into books(name) values(?)", (f" {name}",)))
            self.until(first, f" {name}")
            print(f"{LISTS} lists were told after {1000 * (time.monotonic() - began):.0f} ms")
            self.write(("delete from books where name = ?", (f" {name}",)))
            self.until(first, "Book 0000")
        # They can load, too.
        self.page.evaluate("() => document.querySelectorAll('paged-list').forEach((one, index) => one.scrollToRow(500 + index))")
        self.until("() => [...document.querySelectorAll('paged-list')].every((one, index) => one.item(500 + index))")
        # Who asks listens where another stops.
        self.page.evaluate("() => document.querySelectorAll('paged-list').forEach((one, index) => index < 4 && one.remove())")
        self.until("() => [...document.querySelectorAll('paged-list')].filter(one => one.listening == 'stream').length == 3")


if __name__ == "__main__":
    unittest.main()
