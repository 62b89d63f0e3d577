"""Takes the moving picture of the page that README.md shows, a frame a file, into the folder that is named: NUMBER-MILLISECONDS.png."""

import sys
from pathlib import Path

from support import Browsing, Serving, run_alone


class Picture(Browsing):
    options = {"viewport": {"width": 1180, "height": 620}, "color_scheme": "light"}

    def frame(self, milliseconds):
        self.count = getattr(self, "count", 0) + 1
        self.page.screenshot(path=str(Path(sys.argv[1]) / f"{self.count:02}-{milliseconds}.png"))

    def runTest(self):
        # Slow enough for placeholders to be seen.
        server = Serving("--quiet", "--delay", "700")
        self.addCleanup(server.stop)
        self.page.goto(server.url + "/")
        self.until_quiet()
        self.page.locator("#developer").click()
        self.until_quiet()
        self.frame(1200)
        for section in ("G", "S"):
            self.page.locator(".paged-jump button", has_text=section).first.click()
            self.frame(700)
            self.until_quiet()
            self.until_still()
            self.until_rest()
            self.frame(1000)
        # A wheel, which is ahead of no answer.
        box = self.page.locator("paged-list").bounding_box()
        self.page.mouse.move(box["x"] + 200, box["y"] + 200)
        for _ in range(6):
            self.page.mouse.wheel(0, 70)
            self.until_drawn()
            self.frame(90)
        self.until_quiet()
        # As far as the list goes.
        self.list("list.scrollToRow(list.count - 1)")
        self.frame(700)
        self.until_quiet()
        self.until_still()
        self.until_rest()
        self.frame(2200)


if __name__ == "__main__":
    run_alone(Picture())
