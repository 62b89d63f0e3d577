"""Traces of scrolling, played in the page against `paging serve`: it asks as often as the laboratory says."""

import csv
import re
import unittest
from pathlib import Path

from support import ROOT, Browsing, Serving

TRACES = ROOT.parent / "shared" / "traces"

PLAY = """async ({frames, rows, latency}) => {
  const list = document.createElement('paged-list')
  const attributes = {src: '/lists/events', length: rows, 'row-height': 20, 'item-budget': rows, label: 'Rows'}
  for (const [name, value] of Object.entries(attributes)) list.setAttribute(name, value)
  list.style.cssText = 'position: fixed; inset: 0 0 auto; height: 400px'
  list.fetch = virtual.asked(latency)
  document.body.append(list)
  await virtual.until('the list', () => list.counters)
  virtual.draw()
  for (const [time, row, landing] of frames) {
    await virtual.moveTo(time)
    list.scrollToRow(row, {landing})
    virtual.draw()
    if (list.viewport.first != row || list.viewport.end != row + 20) throw new Error(`not at ${row} but at ${JSON.stringify(list.viewport)}`)
  }
  return {requests: virtual.requests, counted: list.counters.requests - 1, waited: list.counters.placeholderRowMilliseconds}
}"""

# Waits for the page's own list: the machine is loaded for it, so that the other one's first rows need no head start, which by a clock that
# the test moves would never end. Playwright itself waits by timers of the page, which do not run here.
OWN_LIST = """async () => {
  await customElements.whenDefined('paged-list')
  await virtual.until("the page's own list", () => document.querySelector('paged-list')?.counters)
}"""

# The thumb goes to 73 percent of a million rows, slower and slower; movements come so many milliseconds apart.
DRAG = """async ({interval, steps}) => {
  const list = document.createElement('paged-list')
  for (const [name, value] of Object.entries({src: '/rows?count=1000000', dialect: 'offset', 'row-height': 40, label: 'Rows'})) list.setAttribute(name, value)
  list.style.cssText = 'position: fixed; inset: 0 0 auto; height: 400px'
  list.fetch = virtual.asked(200)
  document.body.append(list)
  await virtual.until('the list', () => list.counters)
  virtual.draw()
  await virtual.moveTo(2000)
  const before = virtual.requests.length
  const view = list.querySelector('.paged-view')
  const way = view.scrollHeight - view.clientHeight
  for (let step = 1; step <= steps; step++) {
    await virtual.moveTo(2000 + step * interval)
    view.scrollTop = way * 0.73 * (1 - (1 - step / steps) ** 3)
    view.dispatchEvent(new Event('scroll'))
    virtual.draw()
  }
  await virtual.moveTo(2000 + steps * interval + 3000)
  virtual.draw()
  return {asked: virtual.requests.length - before, first: list.viewport.first, isThere: !!list.item(list.viewport.first)}
}"""


def laboratory():
    """The requests, and the placeholder time, that the laboratory counts on each trace, as its documentation has them."""
    text = (ROOT / "Documentation" / "Scrolling.md").read_text()
    table = text[text.index("<!-- ScrollLab: policies -->"):]
    names = [one.strip() for one in table.splitlines()[1].split("|")[2:-1]]
    row = next(one for one in table.splitlines() if one.startswith("| **swift-paging**"))
    return {name: (int(cell.split("/")[0]), int(cell.split("/")[2])) for name, cell in zip(names, row.split("|")[2:-1])}


class Drags(Browsing):
    def test_a_drag_asks_for_little_however_seldom_its_movements_come(self):
        self.page.add_init_script(path=str(Path(__file__).with_name("virtual.js")))
        for interval in (16, 33, 66, 100):
            with self.subTest(interval=interval):
                api = self.api()
                self.page.goto(f"{api.url}/page?src=/rows%3Fcount%3D10")
                self.page.evaluate(OWN_LIST)
                result = self.page.evaluate(DRAG, {"interval": interval, "steps": 120})
                print(f"a drag whose movements come every {interval} ms: {result['asked']} requests")
                self.assertAlmostEqual(result["first"], 730_000, delta=5000)
                self.assertTrue(result["isThere"])
                self.assertLessEqual(result["asked"], 10)


@unittest.skipUnless(TRACES.is_dir(), "the traces are not beside the checkout")
class Traces(Browsing):
    def test_the_page_asks_as_often_as_the_laboratory(self):
        server = Serving()
        self.addCleanup(server.stop)
        self.page.add_init_script(path=str(Path(__file__).with_name("virtual.js")))
        for name, (requests, waited) in laboratory().items():
            with self.subTest(trace=name):
                text = (TRACES / f"{name}.csv").read_text()
                rows = int(re.search(r"list_rows=(\d+)", text).group(1))
                lines = list(csv.reader(line for line in text.splitlines() if not line.startswith("#")))[1:]
                frames = [[float(time), int(row), int(landing) if landing else -1] for time, row, landing in lines]
                # The page's own list lies below, and is not what is measured.
                self.page.goto(f"{server.url}/?list=none&trace={name}")
                self.page.evaluate(OWN_LIST)
                result = self.page.evaluate(PLAY, {"frames": frames, "rows": rows, "latency": 200})
                print(f"{name}: {len(result['requests'])} requests, {result['waited']:.0f} row-ms; "
                      f"laboratory {requests}, {waited}")
                # Until it is known how the server pages, the first load is one request, where the laboratory asks for the screen and
                # for what is around it.
                self.assertLessEqual(abs(len(result["requests"]) + 1 - requests), 0.1 * requests)
                self.assertEqual(result["counted"], len(result["requests"]))
                self.assertAlmostEqual(result["waited"], waited, delta=0.1 * waited)


if __name__ == "__main__":
    unittest.main()
