"""Many lists on one page that are told what happens: each hears of it, and none stops the others."""

import time
import unittest
from urllib.parse import parse_qs, urlsplit

from played import TEST_STYLE
from test_live import Served

LISTS = 8
ALL = "[...document.querySelectorAll('paged-list')]"
FIRST = f"name => {ALL}.filter(one => one.item(0)?.name == name).length == {LISTS}"


class Streams(Served):
    def open_all(self, sources):
        self.serve()
        lists = "".join(f"""<paged-list src="{src}" live row-height="40" dialect="offset" label="Rows {index}">
          <template data-for="item"><b data-field="name"></b></template></paged-list>""" for index, src in enumerate(sources))
        html = f"""<!doctype html><html lang="en"><title>Lists</title><style>{TEST_STYLE} paged-list {{ height: 120px }}</style>
          <script type="module" src="/web/paged-list.js"></script>{lists}</html>"""
        self.page.route("**/written", lambda route: route.fulfill(content_type="text/html", body=html))
        self.page.goto(self.server.url + "/written")
        self.until(FIRST, "Book 0000")
        self.until(f"() => {ALL}.every(one => one.listening)")

    def ways(self):
        return self.page.evaluate(f"{ALL}.map(one => one.listening).sort()")

    def streams(self):
        """How often a stream was asked for; questions name the version that is known, and so do streams."""
        return [one for one in self.asked_for if "/changes?" in one]

    def assertAllAreTold(self):
        for step in range(3):
            name = f" Book 0000 {9 - step}"
            began = time.monotonic()
            self.write(("insert into books(name) values(?)", (name,)))
            self.until(FIRST, name)
            print(f"{LISTS} lists were told after {1000 * (time.monotonic() - began):.0f} ms")
            self.write(("delete from books where name = ?", (name,)))
            self.until(FIRST, "Book 0000")
        # They can load, too.
        self.page.evaluate(f"() => {ALL}.forEach((one, index) => one.scrollToRow(500 + index))")
        self.until(f"() => {ALL}.every((one, index) => one.item(500 + index))")

    def test_eight_lists_that_show_the_same_share_a_stream(self):
        self.open_all(["/lists/books?sort=name"] * LISTS)
        self.assertEqual(self.ways(), ["stream"] * LISTS)
        self.until_asked(lambda one: "/lists/books/changes" in one)
        self.assertAllAreTold()
        self.assertEqual(len(self.streams()), 1)
        # The one that opened it goes, and the others hear on; it ends with the last.
        self.page.evaluate(f"() => {ALL}.slice(0, 4).forEach(one => one.remove())")
        self.write("insert into books(name) values(' Book')")
        self.until(f"() => {ALL}.every(one => one.count == 2001)")
        self.assertEqual(len(self.streams()), 1)
        with self.page.expect_event("requestfailed", lambda request: "/changes" in request.url):
            self.page.evaluate(f"() => {ALL}.forEach(one => one.remove())")

    def test_lists_that_send_their_requests_in_other_ways_share_none(self):
        self.open_all(["/lists/books?sort=name"] * LISTS)
        with self.page.expect_request(lambda request: "/changes" in request.url and request.headers.get("x-mine") == "1"):
            self.page.evaluate(f"""() => {{
              const list = {ALL}[0]
              list.fetch = (url, options) => fetch(url, {{ ...options, headers: {{ ...options.headers, "X-Mine": "1" }} }})
              list.sort = "name"
            }}""")

    def others(self):
        """Eight lists of one server that show other rows each."""
        return [f"/lists/books?sort=name&where=id%3E{-index}" for index in range(LISTS)]

    def test_eight_lists_that_show_other_rows_share_a_stream(self):
        self.open_all(self.others())
        self.assertEqual(self.ways(), ["stream"] * LISTS)
        # Lists that are there at the same time are asked for at once, and none asks for changes.
        self.until_joined(LISTS)
        asked = len(self.streams())
        self.assertAllAreTold()
        self.assertEqual(len(self.streams()), asked)
        # One more joins, and no list misses what is written meanwhile.
        self.page.evaluate(f"""() => {{
          const list = {ALL}[0].cloneNode()
          list.setAttribute("src", "/lists/books?sort=-name")
          document.body.append(list)
        }}""")
        self.write("insert into books(name) values(' Book')")
        self.until_joined(LISTS + 1)
        self.until(f"() => {ALL}.length == {LISTS + 1} && {ALL}.every(one => one.count == 2001)")
        # The others hear on where some go, and it ends with the last.
        self.page.evaluate(f"() => {ALL}.slice(0, 5).forEach(one => one.remove())")
        self.write("insert into books(name) values('  Book')")
        self.until(f"() => {ALL}.every(one => one.count == 2002)")
        with self.page.expect_event("requestfailed", lambda request: "/changes" in request.url):
            self.page.evaluate(f"() => {ALL}.forEach(one => one.remove())")

    def until_joined(self, count):
        """Waits until a stream has been asked for that tells so many lists."""
        self.until_asked(lambda one: len(parse_qs(urlsplit(one).query).get("lists", [""])[0].split(",")) == count)

    def until_asked(self, isIt):
        if not any(isIt(one) for one in self.streams()):
            self.page.wait_for_event("request", lambda request: "/changes?" in request.url and isIt(request.url))

    def test_lists_of_a_server_that_tells_one_at_a_time_are_all_told(self):
        self.page.route("**/changes?lists=*", lambda route: route.fulfill(status=404, body="{}"))
        self.open_all(self.others())
        self.until(f"() => {ALL}.filter(one => one.listening == 'poll').length == {LISTS - 3}")
        asked = [one for one in self.asked_for if "lists=" in one]
        self.assertAllAreTold()
        self.assertEqual(self.ways(), ["poll"] * (LISTS - 3) + ["stream"] * 3)
        # It is found out once.
        self.assertEqual([one for one in self.asked_for if "lists=" in one], asked)
        self.assertTrue(asked)
        # A list that asks listens where another stops.
        self.page.evaluate(f"() => {ALL}.forEach((one, index) => index < 4 && one.remove())")
        self.until(f"() => {ALL}.filter(one => one.listening == 'stream').length == 3")


if __name__ == "__main__":
    unittest.main()
