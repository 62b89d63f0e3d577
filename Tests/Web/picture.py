"""Takes the picture of the page that README.md shows: Documentation/Pictures/page.png."""

from support import ROOT, Browsing, Serving, run_alone


class Picture(Browsing):
    options = {"viewport": {"width": 1180, "height": 700}, "color_scheme": "light"}

    def runTest(self):
        server = Serving("--quiet", "--delay", "120")
        self.addCleanup(server.stop)
        self.page.goto(server.url + "/")
        self.until_quiet()
        self.page.locator("#developer").click()
        for section in ("C", "K", "S"):
            self.page.locator(".paged-jump button", has_text=section).first.click()
            self.until_quiet()
        first = self.list("list.sections.slice(0, 6).reduce((sum, one) => sum + one.count, 0)")
        # Between two sections, while the rows after the last page are on their way.
        self.list(f"list.scrollToRow({first - 2})")
        self.until_quiet()
        self.page.wait_for_timeout(600)
        self.page.screenshot(path=str(ROOT / "Documentation" / "Pictures" / "page.png"))


if __name__ == "__main__":
    run_alone(Picture())
