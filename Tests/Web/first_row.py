"""When a reader sees the first row in Chromium, on a line like a phone's: of a list without a library, and of the element in each way that its page names.
All is sent as it would be, the page itself too.

Prints a table, and what was asked for until then, in its order, with its size as it was sent. With `--write` the table of Web/README.md has the figures.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from played import WEB
from support import ROOT, Browsing, Serving, run_alone

# The least of so many is meant: whatever else the machine does only adds to it.
TIMES = 9
# Milliseconds, and bytes a second.
LATENCY, BANDWIDTH = 150, 1_600_000 / 8
# A desktop's processor, and one like a phone's.
SLOWER = (1, 4)
LINE = f"at {LATENCY} ms and {8 * BANDWIDTH / 1e6:g} Mbit/s"

STYLE = "<style>paged-list, #naive { display: block; height: 400px } .paged-row { height: 40px }</style>"
TEMPLATE = '<template data-for="item"><b data-field="title"></b></template>'
PRELOADED = '<link rel="modulepreload" href="/web/paged-list.js"><link rel="preload" as="fetch" crossorigin href="/lists/events?offset=0&limit=10">'
RENDERED = "".join(f'<div class="paged-row"><b>Row {row}</b></div>' for row in range(1, 11))
# As one writes it without a library: the first page alone, and nothing of what else a list is.
NAIVE = """
  const { objects } = await (await fetch("/lists/events?offset=0&limit=10")).json()
  document.getElementById("naive").innerHTML = objects.map((one) => `<div class="paged-row"><b>${one.title}</b></div>`).join("")
"""


def script(name):
    return f'<script type="module" src="/web/{name}"></script>'


def element(attributes='dialect="offset"', rows="", name="paged-list.js"):
    return f'{script(name)}<paged-list src="/lists/events" row-height="40" label="Rows" {attributes}>{TEMPLATE}{rows}</paged-list>'


# Each with its name in the table, the head of its page, and the body.
KINDS = {
    "naive": ("ten lines of script that fetch and draw ten rows", "", '<div id="naive"></div>' + script("naive.js")),
    "rendered": ("the element, its first rows in the page's markup", "", element(rows=RENDERED)),
    "first-rows": ("`first-rows.js`", "", element(name="first-rows.js")),
    "first-rows, found out": ("`first-rows.js`, without a `dialect`", "", element("", name="first-rows.js")),
    "preloaded": ("the element, its script and its rows preloaded as above", PRELOADED, element()),
    "paged-list": ("the element alone", "", element()),
    "changing": ("the element alone, of a list that changes", "", element('dialect="offset" behavior="changes"')),
    "found out": ("the element alone, without a `dialect`", "", element("")),
}
# Noted in the page, in the frame that shows it.
FIRST = """() => {
  const look = () => {
    if (document.querySelector('.paged-row b')?.getClientRects().length) window.firstRow ??= performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""


def page(head, body):
    return f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Rows</title>{head}{STYLE}{body}</html>"


class Traffic:
    """What a page asks for, and when, in seconds since it was asked for itself."""

    def __init__(self, session):
        self.all = {}
        session.on("Network.requestWillBeSent", self.asked)
        session.on("Network.loadingFinished", self.ended)

    def asked(self, event):
        self.all[event["requestId"]] = [event["request"]["url"], event["timestamp"], None, None]

    def ended(self, event):
        if one := self.all.get(event["requestId"]):
            one[2:] = event["timestamp"], event["encodedDataLength"]

    def until(self, milliseconds):
        """What had come by then but for the page itself, as names, bytes and milliseconds; and what was under way."""
        (_, start, *_), *others = sorted(self.all.values(), key=lambda one: one[1])
        rows = [(re.sub(r"^https?://[^/]+/(web/)?", "", url), size, round(1000 * (asked - start)), ended and round(1000 * (ended - start)))
                for url, asked, ended, size in others if 1000 * (asked - start) < milliseconds]
        return [one for one in rows if one[3] and one[3] <= milliseconds], [one for one in rows if not one[3] or one[3] > milliseconds]


class FirstRow(Browsing):
    def runTest(self):
        figures = {slower: measured(slower, self.addCleanup, isTold=slower == 1) for slower in SLOWER}
        if "--write" in sys.argv:
            write(figures)


def measured(slower, cleanup, isTold=False):
    """The least of each kind, in milliseconds."""
    folder = tempfile.TemporaryDirectory()
    cleanup(folder.cleanup)
    web = shutil.copytree(WEB, Path(folder.name) / "web")
    (web / "naive.js").write_text(NAIVE)
    for number, (_, head, body) in enumerate(KINDS.values()):
        (web / f"kind-{number}.html").write_text(page(head, body))
    server = Serving("--quiet", "--web", str(web))
    cleanup(server.stop)
    print(f"  the first row after navigation, ms, {LINE}, least of {TIMES}" + (f", a processor {slower} times slower:" if slower > 1 else ":"))
    figures, traffic = {}, {}
    times = {name: [] for name in KINDS}
    # In turn, so that whatever else the machine does is shared by all of them.
    for _ in range(TIMES):
        for number, name in enumerate(KINDS):
            context = Browsing.browser.new_context(viewport={"width": 1000, "height": 700})
            page_ = context.new_page()
            page_.add_init_script(f"({FIRST})()")
            session = context.new_cdp_session(page_)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", {
                "offline": False, "latency": LATENCY, "downloadThroughput": BANDWIDTH, "uploadThroughput": BANDWIDTH})
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            seen = Traffic(session)
            page_.goto(f"{server.url}/kind-{number}.html")
            page_.wait_for_function("() => window.firstRow")
            times[name].append(page_.evaluate("firstRow"))
            traffic[name] = seen.until(times[name][-1])
            context.close()
    for name in KINDS:
        figures[name] = min(times[name])
        print(f"    {name:<22} {figures[name]:6.0f} ({figures[name] / figures['naive']:.2f} times; up to {max(times[name]):.0f})")
        if isTold:
            for what, rows in zip(("", "under way: "), traffic[name]):
                for url, size, asked, ended in rows:
                    print(f"      {what}{url}  {size or '?'} bytes, asked for at {asked}" + (f", there at {ended}" if ended else ""))
    return figures


def write(figures):
    """Writes the table of Web/README.md, and what was seen of a slow processor beside it."""
    lines = [f"| the first row, {LINE} | ms | beside a list without a library | a processor {SLOWER[1]} times slower, ms | beside it |", "| --- | --- | --- | --- | --- |"]
    for name, (said, *_) in KINDS.items():
        cells = [cell for slower in SLOWER for cell in (f"{figures[slower][name]:.0f}", f"{figures[slower][name] / figures[slower]['naive']:.2f}")]
        lines.append(f"| {said} | {' | '.join(cells)} |")
    file = ROOT / "Web" / "README.md"
    text, count = re.subn(r"^\| the first row, at .*\n(\|.*\n)+", lambda _: "\n".join(lines) + "\n", file.read_text(), flags=re.MULTILINE)
    assert count == 1, "Web/README.md has no table of first rows"
    file.write_text(text)


if __name__ == "__main__":
    print("The page in Chromium:")
    run_alone(FirstRow())
