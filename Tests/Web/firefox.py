"""Drives Firefox by Marionette, which it has built in: as much of Playwright's page as the tests of loading and scrolling use."""

import atexit
import json
import os
import shutil
import socket
import subprocess
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from scripts import RESTING
from waiting import LIMIT, PATIENCE, eventually

KEYS = {"PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Tab": "\ue004", "Shift": "\ue008"}
SETTINGS = {
    "marionette.port": 0, "app.update.disabledForTesting": True, "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.reportingpolicy.firstRun": False,
    "browser.startup.page": 0, "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "remote.prefs.recommended": True,
    # A page that is gone back to is loaded again.
    "browser.sessionhistory.max_total_viewers": 0,
}


class Firefox:
    """A browser with one window, in a profile of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        lines = (f'user_pref("{name}", {json.dumps(value)});' for name, value in SETTINGS.items())
        (Path(self.folder.name) / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [shutil.which("firefox-esr"), "--headless", "--marionette", "--no-remote", "--profile", self.folder.name, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.folder.name})
        atexit.register(self.close)
        self.number = 0
        self.socket = self.connect()
        self.read()
        self.send("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"timeouts": {"script": 1000 * LIMIT}}}})
        self.send("WebDriver:SetWindowRect", {"width": 1000, "height": 790})
        self.socket.settimeout(LIMIT)

    def connect(self):
        file = Path(self.folder.name) / "MarionetteActivePort"
        try:
            connection = eventually(
                lambda: socket.create_connection(("127.0.0.1", int(file.read_text()))), "Firefox, which makes a profile first", failures=(OSError, ValueError))
        except AssertionError:
            self.close()
            raise
        connection.settimeout(PATIENCE)
        return connection

    def read(self):
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        text = b""
        while len(text) < int(length[:-1]):
            text += self.socket.recv(int(length[:-1]) - len(text))
        return json.loads(text)

    def send(self, command, parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self.read()
        if error:
            raise AssertionError(f"{command}: {error['message']}")
        return result

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
        self.folder.cleanup()


class Page:
    def __init__(self, firefox):
        self.firefox = firefox
        self.mouse, self.keyboard = Mouse(self), Keyboard(self)

    def goto(self, address):
        self.firefox.send("WebDriver:Navigate", {"url": address})
        self.listen()

    def reload(self):
        self.firefox.send("WebDriver:Refresh", {})
        self.listen()

    def go_back(self):
        self.firefox.send("WebDriver:Back", {})
        self.listen()

    def wait_for_url(self, pattern):
        eventually(lambda: self.firefox.send("WebDriver:GetCurrentURL", {})["value"], f"the page {pattern}",
                   lambda url: fnmatch(url, pattern.replace("?", "[?]")))

    def listen(self):
        self.evaluate("""() => {
          window.errors = []
          addEventListener('error', ({ message }) => errors.push(message))
          addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
        }""")
        # Before a test does anything; the page's first timers may be missed.
        self.evaluate(RESTING)

    def evaluate(self, expression, argument=None):
        script = f"const it = ({expression}); return typeof it == 'function' ? it(...arguments) : it"
        return self.firefox.send("WebDriver:ExecuteScript", {"script": script, "args": [argument]})["value"]

    def wait_for_function(self, condition, arg=None, polling=None, timeout=None):
        look = f"(...all) => {{ const it = ({condition}); return !!(typeof it == 'function' ? it(...all) : it) }}"
        eventually(lambda: self.evaluate(look, arg), condition, limit=timeout / 1000 if timeout else PATIENCE)

    def set_viewport_size(self, size):
        self.firefox.send("WebDriver:SetWindowRect", {"width": size["width"], "height": size["height"] + 90})

    def act(self, kind, identifier, *actions):
        self.firefox.send("WebDriver:PerformActions", {"actions": [{"type": kind, "id": identifier, "actions": list(actions)}]})

    def locator(self, selector):
        return Locator(self, selector)


class Locator:
    def __init__(self, page, selector):
        self.page, self.selector = page, selector

    @property
    def first(self):
        return self

    def of(self, expression, argument=None):
        return self.page.evaluate(f"(argument) => {{ const it = document.querySelector({json.dumps(self.selector)}); return {expression} }}", argument)

    def focus(self):
        self.of("it.focus()")

    def click(self):
        box = self.bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def inner_text(self):
        return self.of("it.innerText")

    def get_attribute(self, name):
        return self.of("it.getAttribute(argument)", name)

    def bounding_box(self):
        return self.of("(({ x, y, width, height }) => ({ x, y, width, height }))(it.getBoundingClientRect())")


class Mouse:
    def __init__(self, page):
        self.page, self.at = page, (0, 0)

    def move(self, x, y):
        self.at = (round(x), round(y))
        self.page.act("pointer", "mouse", {"type": "pointerMove", "x": self.at[0], "y": self.at[1], "duration": 0})

    def click(self, x, y):
        self.move(x, y)
        self.page.act("pointer", "mouse", {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def wheel(self, x, y):
        self.page.act("wheel", "wheel", {"type": "scroll", "x": self.at[0], "y": self.at[1], "deltaX": x, "deltaY": y, "duration": 0})


class Keyboard:
    def __init__(self, page):
        self.page = page

    def type(self, text):
        for key in text:
            self.press(key)

    def press(self, key):
        values = [KEYS.get(one, one) for one in key.split("+")]
        held, released = ([{"type": kind, "value": value} for value in values] for kind in ("keyDown", "keyUp"))
        self.page.act("key", "keys", *held, *reversed(released))
