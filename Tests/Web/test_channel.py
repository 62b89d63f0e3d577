"""A channel of messages over a real server, opened at its first unread one, read up to its first and down to its last while two writers post, edit and delete.

PAGING_MESSAGES=200000 is the long form: the writers write 20 times a second, and figures are printed.
"""

import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from played import TEST_STYLE, WEB, test_page
from support import Browsing, Serving, paging

MESSAGES = int(os.environ.get("PAGING_MESSAGES", 2000))
IS_LONG = MESSAGES > 20_000
# Writes a second of both writers together in the long form.
WRITES = 20
# Screens that are read before the writers write again; in the long form these write by themselves.
SCREENS = 200 if IS_LONG else 4
HEIGHT, ROW = 600, 20
PAGE = 50
# Requests for rows besides those for each page that is passed once, and one for each write: a page that is at another state than the list is asked
# for again once it is known what happened.
MORE = 20

READER = """() => {
  const list = document.querySelector("paged-list")
  const view = list.querySelector(".paged-view")
  const frame = () => new Promise(requestAnimationFrame)
  const shown = () => {
    const box = view.getBoundingClientRect()
    return [...list.querySelectorAll(".paged-row:not([hidden])")].map((row) => ({ row, top: row.getBoundingClientRect().top - box.top }))
      .filter(({ top }) => top > -ROW && top < box.height).sort((one, other) => one.top - other.top)
  }
  const idOf = ({ row }) => row.dataset.kind == "item" ? list.item(+row.dataset.row)?.id : undefined
  const seen = new Set()
  let [before, isRead, wasAtEnd] = [null, false, false]
  const told = { frames: 0, moved: [] }
  // Whatever comes and goes, the first message on screen that is left stays where it is until the reader goes on.
  const watch = () => {
    const now = shown().map((one) => ({ id: idOf(one), top: one.top })).filter(({ id }) => id !== undefined)
    // At the list's end they are pushed up.
    const isPushed = wasAtEnd
    wasAtEnd = list.viewport.end >= list.count
    if (!isRead && before && !isPushed && !wasAtEnd) {
      told.frames++
      const held = before.find(({ id }) => now.some((one) => one.id == id))
      const by = held ? now.find(({ id }) => id == held.id).top - held.top : 0
      if (Math.abs(by) > 0.6) told.moved.push([held.id, by])
    }
    ;[before, isRead] = [now, false]
    if (!told.isOver) requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
  // Reads some screens on, or until the list's end there; resolves to whether that is on screen.
  window.read = async (way, screens) => {
    for (let screen = 0; screen < screens; screen++) {
      for (let turns = 0;;) {
        await frame()
        const rows = shown()
        if (list.viewport.end > list.count || !rows.length || !rows.every(({ row }) => row.dataset.kind == "item")) continue
        // It takes a while to read, and others write meanwhile.
        if (++turns > 2) {
          for (const one of rows) seen.add(idOf(one))
          break
        }
      }
      const { first, end } = list.viewport
      const isThere = way < 0 ? first == 0 && view.scrollTop < 1 : end >= list.count && view.scrollTop + view.clientHeight > view.scrollHeight - 1
      if (isThere) return true
      isRead = true
      view.scrollTop += way * (view.clientHeight - 2 * ROW)
    }
    return false
  }
  window.told = told
  window.seen = () => [...seen]
}""".replace("ROW", str(ROW))


class Writer:
    """Posts, edits and deletes; two of them write to one file."""

    def __init__(self, path, name, removed):
        self.path, self.name, self.removed = path, name, removed
        self.chance = random.Random(name)
        self.writes = 0

    def connect(self):
        return sqlite3.connect(self.path, timeout=60)

    def write(self, file):
        last, = file.execute("select max(id) from messages").fetchone()
        some = self.chance.randrange(1, last + 1)
        what = self.chance.choice(("post", "edit", "delete"))
        if what == "post":
            file.execute("insert into messages(author, text) values(?, ?)", (self.name, f"Post {self.writes} of {self.name}"))
        elif what == "edit":
            file.execute("update messages set text = ? where id = ?", (f"Edit {self.writes} of {self.name}", some))
        else:
            file.execute("delete from messages where id = ?", (some,))
            self.removed.add(some)
        file.commit()
        self.writes += 1


class Channel(Browsing):
    def start(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(Path(folder.name) / "channel.sqlite")
        self.file = sqlite3.connect(self.path)
        self.addCleanup(self.file.close)
        self.file.execute("pragma journal_mode = wal")
        self.file.execute("create table messages(id integer primary key, author text, text text)")
        self.file.executemany("insert into messages(author, text) values(?, ?)", ((f"Author {row % 7}", f"Message {row}") for row in range(MESSAGES)))
        self.file.commit()
        for command in ("log", "index"):
            subprocess.run([str(paging()), command, self.path, "messages"], check=True, capture_output=True)
        web = Path(folder.name) / "web"
        web.mkdir()
        for name in ("paged-list.js", "paged-later.js", "paging-changing.wasm"):
            shutil.copy(WEB / name, web)
        unread = MESSAGES * 6 // 10
        html = test_page({
            "src": "/lists/messages?sort=id", "start": "end", "start-at": str(unread), "row-height": str(ROW), "page-size": str(PAGE), "live": "", "dialect": "offset"})
        style = TEST_STYLE + f"paged-list {{ height: {HEIGHT}px }} .paged-row {{ border: 0; overflow: hidden }}"
        (web / "test.css").write_text(style)
        (web / "index.html").write_text(html.replace("/test.css", "/web/test.css").replace('data-field="name"', 'data-field="text"'))
        self.server = Serving(self.path, "--web", str(web))
        self.addCleanup(self.server.stop)
        self.page.goto(self.server.url + "/")
        self.until_quiet()
        self.until_settled()
        return unread

    def rows_asked(self):
        return [one for one in self.server.requests() if one.startswith("/lists/messages?")]

    def write_on(self, writer, over):
        file = writer.connect()
        while not over.wait(len(self.writers) / WRITES):
            writer.write(file)
        file.close()

    def read(self, way):
        while not self.page.evaluate(f"() => window.read({way}, {SCREENS})"):
            if IS_LONG:
                continue
            self.write()
            # The writers' messages come while the reader is here.
            if self.writers[0].writes % 8 == 0:
                count, = self.file.execute("select count(*) from messages").fetchone()
                self.until("count => document.querySelector('paged-list').count == count", count)

    def write(self):
        for writer in self.writers:
            writer.write(writer.file)

    def test_it_is_read_from_its_first_unread_message_while_others_write(self):
        began = time.monotonic()
        unread = self.start()
        opened = self.server.requests()
        self.assertLessEqual(len([one for one in opened if "/changes" not in one]), 5, opened)
        self.assertEqual(self.seen()[0]["text"].split(" ", 1)[1], f"Message {unread - 1}")
        removed, over = set(), threading.Event()
        self.addCleanup(over.set)
        self.writers = [Writer(self.path, name, removed) for name in ("Ada", "Bob")]
        threads = []
        for writer in self.writers:
            writer.file = writer.connect()
            self.addCleanup(writer.file.close)
            if IS_LONG:
                threads.append(threading.Thread(target=self.write_on, args=(writer, over), daemon=True))
                threads[-1].start()
        self.page.evaluate(READER)
        self.read(-1)
        self.assertEqual(self.seen()[0]["row"], 0)
        self.read(1)
        moved, frames = self.page.evaluate("() => { told.isOver = true; return [told.moved, told.frames] }")
        over.set()
        for thread in threads:
            thread.join()
        self.write()
        names = dict(self.file.execute("select id, text from messages order by id").fetchall())
        self.until("([count, last]) => { const list = document.querySelector('paged-list'); return list.count == count && list.item(count - 1)?.id == last }",
                   [len(names), max(names)])
        self.read(1)
        self.assertEqual(moved, [])
        self.assertGreater(frames, 0)
        seen = set(self.page.evaluate("() => seen()"))
        self.assertEqual([one for one in names if one not in seen], [])
        self.assertEqual(seen - set(names) - removed, set())
        self.until_quiet()
        last = self.seen()
        self.assertEqual([one["text"].split(" ", 1)[1] for one in last], [text for _, text in sorted(names.items())][-len(last):])
        # Up from the first unread one, and down again.
        asked, writes = self.rows_asked(), sum(one.writes for one in self.writers)
        self.assertLessEqual(len(asked), (unread + MESSAGES) / PAGE + MORE + writes)
        self.assertLessEqual(len([one for one in self.server.requests() if "/changes" in one]), MORE + writes)
        if IS_LONG or "PAGING_MESSAGES" in os.environ:
            print(f"{MESSAGES} messages, {writes} writes: {len(asked)} requests for rows, {len(self.server.requests())} in all; "
                  f"{len(moved)} of {frames} frames moved; {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    unittest.main()
