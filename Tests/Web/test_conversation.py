"""Lists that are shown from their end, as conversations are, and lists that begin at a row."""

import unittest

from support import Browsing


class Talking(Browsing):
    def say(self, *names):
        """Others say something at the end."""
        for name in names:
            self.last += 1
            self.server.feed.append({"id": self.last, "name": name})

    def talk(self, count):
        self.server = self.api()
        self.last = 0
        self.say(*(f"Message {row}" for row in range(count)))
        return self.server

    def open(self, count, src="/talk", **attributes):
        self.talk(count)
        said = {"start": "end", "dialect": "offset", "behavior": "changes", "content": "changes", **attributes}
        self.visit(self.server, src, **{name: value for name, value in said.items() if value is not None})
        self.until("() => document.querySelector('paged-list').count || document.querySelector('.paged-notice')")
        self.until_quiet()
        self.until_settled()

    def refresh(self):
        self.finish("refresh")
        self.until_moved()

    def until_moved(self):
        self.until_drawn()
        self.until("() => document.getAnimations().every(({ playState }) => playState != 'running')")

    def bottom(self):
        return self.page.locator(".paged-view").bounding_box()["height"]

    def assertAtEnd(self):
        last = self.seen()[-1]
        self.assertEqual(last["row"], self.list("list.count") - 1)
        self.assertAlmostEqual(last["bottom"], self.bottom(), delta=0.6)
        self.assertWhole()

    def scroll(self, by):
        self.page.evaluate("by => { document.querySelector('.paged-view').scrollTop += by }", by)
        self.until_still()
        self.until_quiet()


class Conversation(Talking):
    def test_it_is_shown_from_its_end_by_two_requests(self):
        self.open(1000)
        self.assertAtEnd()
        rows = [one for one in self.server.targets if one.startswith("/talk?")]
        self.assertEqual(rows[0], "/talk?offset=0&limit=2")
        # The page with the screen; and one before it.
        self.assertEqual(rows[1], "/talk?offset=950&limit=200")
        self.assertLessEqual(len(rows), 3, rows)

    def test_a_short_one_sits_at_the_bottom_and_is_pushed_up(self):
        self.open(3)
        self.assertEqual([one["row"] for one in self.seen()], [0, 1, 2])
        self.assertAlmostEqual(self.seen()[-1]["bottom"], self.bottom(), delta=0.6)
        self.assertAlmostEqual(self.seen()[0]["top"], self.bottom() - 3 * 40, delta=0.6)
        for count in range(4, 14):
            self.say(f"Message {count}")
            self.refresh()
            self.assertEqual(self.list("list.count"), count)
            self.assertAlmostEqual(self.seen()[-1]["bottom"], self.bottom(), delta=0.6)
        self.assertAtEnd()
        self.assertEqual(self.list("list.unseenBelow"), 0)

    def test_an_empty_one_says_so_and_takes_its_first_message(self):
        self.talk(0)
        self.visit(self.server, "/talk", start="end", dialect="offset", behavior="changes")
        self.until("() => document.querySelector('.paged-notice')?.textContent == 'There are no rows.'")
        self.say("First")
        self.refresh()
        self.until_quiet()
        self.assertAlmostEqual(self.seen()[-1]["bottom"], self.bottom(), delta=0.6)

    def test_one_that_is_not_shown_yet_is_shown_from_its_end_when_it_is(self):
        self.talk(1000)
        self.page.add_init_script('''
          addEventListener("DOMContentLoaded", () => document.styleSheets[0].insertRule("paged-list { display: none }", document.styleSheets[0].cssRules.length))''')
        self.visit(self.server, "/talk", start="end", dialect="offset", behavior="changes")
        self.until("() => document.querySelector('paged-list').counters")
        self.until_drawn()
        self.assertEqual(self.page.evaluate("document.querySelectorAll('.paged-row:not([hidden])').length"), 0)
        self.page.evaluate("document.styleSheets[0].deleteRule(document.styleSheets[0].cssRules.length - 1)")
        self.until_quiet()
        self.until_settled()
        self.assertAtEnd()

    def test_at_the_end_it_follows_elsewhere_the_place_stays_and_what_came_is_counted(self):
        self.open(500)
        self.page.evaluate("() => { window.unseen = []; addEventListener('paged-list:unseen', ({ detail }) => unseen.push(detail.count)) }")
        self.say("One", "Two")
        self.refresh()
        self.assertAtEnd()
        # A screen reader hears it.
        self.until("() => document.querySelector('.paged-live').textContent == '502 Two'")
        # Near the end is at the end.
        self.scroll(-30)
        self.say("Three")
        self.refresh()
        self.assertAtEnd()
        self.assertEqual(self.page.evaluate("unseen"), [])
        self.scroll(-300)
        before = self.places()
        self.say("Four", "Five")
        self.refresh()
        self.assertEqual(self.places(), before)
        self.assertEqual(self.list("list.unseenBelow"), 2)
        self.say("Six")
        self.refresh()
        self.assertEqual(self.places(), before)
        self.assertEqual(self.page.evaluate("unseen"), [2, 3])
        self.until("() => document.querySelector('.paged-live').textContent == '3 new rows below.'")
        # One that is gone is news no longer.
        self.server.feed.pop()
        self.refresh()
        self.assertEqual(self.list("list.unseenBelow"), 2)
        # A message that comes above is not counted, and moves nothing.
        self.server.feed.insert(10, {"id": "late", "name": "Late"})
        self.refresh()
        self.assertEqual([top for _, top in self.places()], [top for _, top in before])
        self.assertEqual(self.list("list.unseenBelow"), 2)
        self.list("list.scrollToEnd()")
        self.until_quiet()
        self.assertAtEnd()
        self.assertEqual(self.list("list.unseenBelow"), 0)
        self.assertEqual(self.page.evaluate("unseen"), [2, 3, 2, 0])
        self.say("Seven")
        self.refresh()
        self.assertAtEnd()

    def test_rows_that_come_push_the_others_up_where_motion_is_wanted(self):
        self.page.add_init_script('''
          window.pushes = []
          const animate = Element.prototype.animate
          Element.prototype.animate = function (frames, ...rest) { pushes.push(frames[0].translate); return animate.call(this, frames, ...rest) }
        ''')
        for count in (3, 500):
            self.open(count)
            self.say("One")
            self.refresh()
            self.assertEqual(self.page.evaluate("pushes"), ["0 40px"])
            self.say(*"abcdefghi")
            self.refresh()
            # Rows farther away than those drawn go at once.
            self.assertEqual(len(self.page.evaluate("pushes")), 1)
            self.assertAtEnd()
        self.page.emulate_media(reduced_motion="reduce")
        self.say("Two")
        self.refresh()
        self.assertEqual(len(self.page.evaluate("pushes")), 1)
        self.assertAtEnd()

    def test_a_finger_on_the_screen_is_not_pulled_along(self):
        self.open(500)
        before = self.places()
        touch = "name => { document.querySelector('.paged-view').dispatchEvent(new Event(name)) }"
        self.page.evaluate(touch, "touchstart")
        self.say("One")
        self.refresh()
        self.assertEqual(self.places(), before)
        self.assertEqual(self.list("list.unseenBelow"), 1)
        self.page.evaluate(touch, "touchend")
        self.say("Two")
        self.refresh()
        self.assertAtEnd()

    def test_how_near_the_end_counts_as_there_is_said(self):
        self.open(500, end_threshold=0)
        self.scroll(-30)
        before = self.places()
        self.say("One")
        self.refresh()
        self.assertEqual(self.places(), before)
        self.assertEqual(self.list("list.unseenBelow"), 1)

    def test_what_is_at_the_bottom_stays_when_the_view_gets_less_room(self):
        self.open(500)
        for by in (0, -200, -3000):
            self.scroll(by)
            last = self.seen()[-1]
            away = self.bottom() - last["bottom"]
            for height in (250, 400):
                self.page.evaluate("height => { document.querySelector('paged-list').style.height = `${height}px` }", height)
                self.until_drawn()
                self.assertAlmostEqual(self.bottom(), height, delta=0.6)
                now = self.seen()[-1]
                self.assertEqual(now["row"], last["row"])
                self.assertAlmostEqual(self.bottom() - now["bottom"], away, delta=1)

    def test_rows_of_unknown_heights_end_at_the_bottom(self):
        self.talk(300)
        for row, one in enumerate(self.server.feed):
            one["name"] = "Word " * (1 + row * 7 % 40)
        self.visit(self.server, "/talk", start="end", dialect="offset", behavior="changes", content="changes", row_height=None)
        self.until_quiet()
        self.until_settled()
        self.assertAtEnd()
        self.say("Word " * 90)
        self.refresh()
        self.assertAtEnd()
        # A row at the end that grows, as when its picture comes, stays at the end.
        self.server.feed[-1]["name"] = "Word " * 200
        self.refresh()
        self.assertAtEnd()

    def test_rows_of_unknown_heights_that_come_from_above_move_nothing(self):
        self.talk(300)
        for row, one in enumerate(self.server.feed):
            one["name"] = "Word " * (1 + row * 7 % 40)
        self.visit(self.server, "/talk", start="end", dialect="offset", behavior="changes", content="changes", row_height=None)
        self.until_quiet()
        self.until_settled()
        for step in range(12):
            before = dict(self.places())
            self.page.evaluate("document.querySelector('.paged-view').scrollTop -= 170")
            self.until_drawn()
            after = dict(self.places())
            both = before.keys() & after.keys()
            self.assertTrue(both)
            for row in both:
                self.assertAlmostEqual(after[row], before[row] + 170, delta=1, msg=(step, row))
        self.until_still()
        self.assertEqual(dict(self.places()).keys(), after.keys())

    def test_it_is_for_everybody(self):
        for scheme, forced in (("light", "none"), ("dark", "none"), ("dark", "active")):
            self.page.emulate_media(color_scheme=scheme, forced_colors=forced)
            self.page.set_viewport_size({"width": 360, "height": 640})
            self.open(3)
            self.assertAxe((scheme, forced))
            # By keys alone: the last row, the one above it, and the list's start.
            self.page.locator(".paged-view").focus()
            for key, row in (("End", 2), ("ArrowUp", 1), ("Home", 0)):
                self.page.keyboard.press(key)
                self.until("row => document.activeElement.dataset.row == row", row)

    def test_going_back_leads_to_the_place_and_to_an_end_that_has_grown(self):
        self.open(500)
        self.scroll(-30)
        self.scroll(30)
        self.say("One", "Two", "Three")
        self.page.reload()
        self.until_quiet()
        self.until_settled()
        self.assertAtEnd()
        self.assertEqual(self.list("list.count"), 503)
        self.scroll(-4000)
        before = self.places()
        self.page.reload()
        self.until_quiet()
        self.assertEqual(self.places(), before)


class Beginning(Talking):
    def test_a_list_begins_at_a_row(self):
        for start in ("end", None):
            self.open(1000, start=start, start_at=601)
            self.assertEqual(self.seen()[0]["text"], "601 Message 600")
            self.assertAlmostEqual(self.seen()[0]["top"], 0, delta=0.6)
            self.assertEqual(self.list("list.unseenBelow"), 0)
            asked = [one for one in self.server.targets]
            self.assertEqual(asked[:2], ["/talk?offset=0&limit=2", "/talk/position?id=601"])
            self.assertLessEqual(len(asked), 5, asked)

    def test_where_rows_are_told_is_said(self):
        self.open(1000, start_at=601, positions="/talk/position")
        self.assertEqual(self.server.targets[0], "/talk/position?id=601")
        self.assertNotIn("/talk?offset=0&limit=2", self.server.targets)
        self.assertEqual(self.seen()[0]["text"], "601 Message 600")

    def test_a_row_near_the_end_is_shown_with_the_end(self):
        self.open(1000, start_at=998)
        self.assertAtEnd()
        self.say("More")
        self.refresh()
        self.assertAtEnd()

    def test_a_row_that_moves_before_it_is_there_is_found(self):
        self.talk(1000)
        page = self.server.page

        def answer(path, query):
            result = page(path, query)
            if path == "/talk/position":
                for row in range(4):
                    self.server.feed.insert(5, {"id": f"late {row}", "name": "Late"})
            return result

        self.server.page = answer
        self.visit(self.server, "/talk", start="end", start_at=601, dialect="offset", behavior="changes")
        self.until_quiet()
        self.until_settled()
        self.assertEqual(self.seen()[0]["text"], "605 Message 600")

    def test_what_fails_on_the_way_there_is_asked_for_again_and_not_for_ever(self):
        self.talk(1000)
        failing = [3]
        self.server.broken = lambda target: failing[0] > 0 and (failing.append(failing.pop() - 1) or True)
        self.visit(self.server, "/talk", start="end", start_at=601, dialect="offset")
        # Three times, and then the reader is asked.
        self.page.locator("[data-retry]").click()
        self.until_quiet()
        self.until_settled()
        self.assertEqual(self.seen()[0]["text"], "601 Message 600")
        self.assertEqual(self.server.targets[:4], ["/talk?offset=0&limit=2"] * 4)

    def test_a_row_is_gone_to_by_its_identity(self):
        self.open(1000)
        self.assertEqual(self.page.evaluate("document.querySelector('paged-list').scrollToID(101)"), 100)
        self.until_quiet()
        self.assertEqual(self.seen()[0]["text"], "101 Message 100")
        self.assertEqual(self.page.evaluate("document.querySelector('paged-list').scrollToID('none').catch(error => error.message)"), "there is no row none")
        self.assertEqual(self.seen()[0]["text"], "101 Message 100")

    def test_why_a_server_does_not_tell_where_a_row_is_is_said_in_its_own_words(self):
        self.talk(300)
        page = self.server.page
        refusal = 422, {"title": "No", "detail": "The order has no rank index: run 'paging index'."}, {"Content-Type": "application/problem+json"}
        self.server.page = lambda path, query: refusal if path == "/talk/position" else page(path, query)
        self.visit(self.server, "/talk", start_at=7, dialect="offset")
        self.until_quiet()
        self.until_settled()
        why = "the server answered 422: The order has no rank index: run 'paging index'"
        self.assertIn(f'start-at="7" needs to know where the row is: {why}', self.page.evaluate("document.querySelector('.paged-notice').textContent"))
        self.assertEqual(self.page.evaluate("document.querySelector('paged-list').scrollToID(250).catch((error) => error.message)"), why)

    def test_a_list_that_cannot_begin_there_says_why(self):
        self.page.add_init_script("window.said = []; addEventListener('paged-list:error', ({ detail }) => said.push([detail.what, detail.error.message]))")
        cases = [
            (dict(src="/cursors?count=300", dialect="cursor"), 'start="end" needs a list by position', 0),
            (dict(src="/cursors?count=300", dialect=None), 'start="end" needs a list by position', 0),
            (dict(src="/endless?count=300"), "no answer says so", 0),
            (dict(src="/feed", start_at=7, start=None), "pages do not say in \"paging.position\"", 0),
            (dict(src="/feed", start_at=7), "pages do not say in \"paging.position\"", 299),
            (dict(src="/talk", start_at="gone"), "there is no row gone", 299),
        ]
        self.open(50, scroll="page")
        self.assertEqual(self.page.evaluate("said"), [["attribute", 'start="end" does not go with scroll="page": it is ignored']])
        self.assertEqual(self.seen()[0]["row"], 0)
        for attributes, why, row in cases:
            with self.subTest(**attributes):
                self.open(300, **{"behavior": None, "content": None, **attributes})
                self.assertIn(row, [one["row"] for one in self.seen()])
                (what, message), = self.page.evaluate("said")
                self.assertEqual(what, "start")
                self.assertIn(why, message)
                notice = self.page.locator(".paged-notice")
                self.assertIn(why, notice.inner_text())
                # A reader who goes on has read it.
                self.scroll(-60 if row else 60)
                self.assertEqual(notice.count(), 0)

    def test_another_list_begins_at_its_end_too(self):
        self.open(1000)
        self.list("(list.src = '/feed')")
        self.until("() => !document.querySelector('.paged-view').hasAttribute('data-old')")
        self.until_quiet()
        self.until_settled()
        self.assertAtEnd()


if __name__ == "__main__":
    unittest.main()
