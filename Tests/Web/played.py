"""A made-up server in the process of the tests, and the page with one list that it serves."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from waiting import PATIENCE, jitter

WEB = Path(__file__).resolve().parents[2] / ".build" / "web"
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css", ".html": "text/html"}
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'"


class API:
    """A made-up server in this process: lists in several dialects, whose answers fail or are held as a test wishes."""

    def __init__(self):
        self.targets = []
        self.broken = lambda target: False
        # Set to let answers go that are held.
        self.gate = None
        self.make = lambda row: {"id": row, "name": f"Row {row}"}
        # The list at /feed, as it is when it is asked for.
        self.feed = []
        # Pages and scripts of a test's own, by their paths; and what pages may do, `None` where they may do anything.
        self.files = {}
        self.policy = POLICY
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                try:
                    api.answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @contextmanager
    def held(self):
        """What is asked for meanwhile is answered at the end, in any browser."""
        gate = self.gate = threading.Event()
        try:
            yield
        finally:
            self.gate = None
            gate.set()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler):
        parts = urlsplit(handler.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path.startswith("/web/"):
            file = WEB / Path(parts.path).name
            return self.send(handler, 200, file.read_bytes(), TYPES[file.suffix])
        if parts.path == "/page" or parts.path in self.files:
            body = self.files.get(parts.path) or test_page(query)
            kind = TYPES.get(Path(parts.path).suffix, "text/html; charset=utf-8")
            return self.send(handler, 200, body.encode(), kind, {"Content-Security-Policy": self.policy} if self.policy else {})
        if parts.path == "/test.css":
            return self.send(handler, 200, TEST_STYLE.encode(), "text/css")
        # On the way there and on the way back.
        jitter()
        self.targets.append(handler.path)
        jitter()
        if gate := self.gate:
            gate.wait(PATIENCE)
        if self.broken(handler.path):
            return self.send(handler, 500, b"{}", "application/json")
        status, body, headers = self.page(parts.path, query)
        self.send(handler, status, json.dumps(body).encode(), "application/json", headers)

    def page(self, path, query):
        count = int(query.get("count", 1000))
        limit = int(query.get("limit", query.get("size", 50)))
        if path == "/rows":
            first = int(query["offset"])
            return 200, {"items": self.rows(first, limit, count), "total": count}, {}
        if path == "/feed":
            first = int(query["offset"])
            return 200, {"items": self.feed[first:first + limit], "total": len(self.feed)}, {}
        if path == "/talk":
            # The same, and it is told where a row is.
            first = int(query["offset"])
            told = {"position": "/talk/position"}
            return 200, {"items": self.feed[first:first + limit], "total": len(self.feed), "paging": told}, {}
        if path == "/talk/position":
            places = [place for place, one in enumerate(self.feed) if str(one["id"]) == query["id"]]
            return (200, {"offset": places[0]}, {}) if places else (404, {}, {})
        if path == "/pages":
            first = (int(query["page"]) - 1) * limit
            return 200, {"results": self.rows(first, limit, count), "count": count}, {}
        if path == "/framework":
            # As Django REST framework pages by default: 20 rows, whatever was asked for.
            page = int(query.get("page", 1))
            if (page - 1) * 20 >= count:
                return 404, {"detail": "Invalid page."}, {}
            following = f"/framework?count={count}&page={page + 1}" if page * 20 < count else None
            return 200, {"count": count, "next": following, "results": self.rows((page - 1) * 20, 20, count)}, {}
        if path == "/endless":
            # Of unknown length: neither a total nor a way on.
            return 200, self.rows(int(query["offset"]), limit, count), {}
        if path == "/cursors":
            first = int(query.get("cursor", "at 0").split()[1])
            following = f"at {first + limit}" if first + limit < count else ""
            return 200, {"data": self.rows(first, limit, count), "next_cursor": following}, {}
        if path == "/links":
            first = int(query.get("from", 0))
            link = f'</links?count={count}&limit={limit}&from={first + limit}>; rel="next"'
            return 200, self.rows(first, limit, count), {"Link": link} if first + limit < count else {}
        if path == "/sections":
            size = int(query["size"])
            return 200, [{"title": chr(65 + index), "count": size} for index in range(count // size)], {}
        return 404, {}, {}

    def rows(self, first, limit, count):
        return [self.make(row) for row in range(first, min(first + limit, count))]

    def send(self, handler, status, body, kind, headers={}):
        handler.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)


TEST_STYLE = """
paged-list { width: 500px; height: 400px } .paged-row { border-bottom: 1px solid #ccc }
.paged-header { background: #eee; color: #111 } 
"""


def test_page(query):
    """A page with one list, whose attributes are the query's."""
    attributes = " ".join(f'{name}="{value.replace("&", "&amp;").replace(chr(34), "&quot;")}"' for name, value in query.items())
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A list</title><link rel="stylesheet" href="/test.css">
<script type="module" src="/web/paged-list.js"></script><main><h1>A list</h1><paged-list label="Rows" {attributes}>
<template data-for="item"><span data-field="#"></span> <b data-field="name"></b></template>
<template data-for="placeholder"><span>…</span></template>
<template data-for="section"><span data-field="title"></span></template>
<template data-for="failed"><span data-field="message"></span> <button type="button" data-retry>Retry</button></template>
</paged-list></main></html>"""
