import Foundation
import PagingServer
import Testing

/// A page's files over HTTP: types, compression, validators, names that never change; and nothing else of the disk.
@Suite struct WebFolderTests {
    /// A folder of a page, taken away afterwards.
    private final class Folder {
        let path: String

        init(_ files: [String: String]) throws {
            path = NSTemporaryDirectory() + "paging-web-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for (name, text) in files { try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8) }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static let files = [
        "index.html": "<!doctype html>", "page.js": "plain", "page.js.gz": "as gzip", "page.js.br": "as Brotli",
        "page.css.gz": "css as gzip",
        "page.css": "css", "paging.wasm": "wasm", "icon.svg": "svg", "notes.txt": "no part of a page",
        "version": "abc123\n",
        ".hidden.js": "hidden",
    ]

    private func ask(_ target: String, method: String = "GET", _ headers: [String: String] = [:]) throws -> Response? {
        let folder = try Folder(Self.files)
        let page = try WebFolder(path: folder.path)
        return page.respond(
            to: Request(method: method, target: target, headers: headers.map { (name: $0.key, value: $0.value) }))
    }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"), ("/web/page.js", "text/javascript; charset=utf-8"),
        ("/web/page.css", "text/css; charset=utf-8"), ("/web/paging.wasm", "application/wasm"),
        ("/web/icon.svg", "image/svg+xml"),
    ])
    func `Types are right`(target: String, type: String) throws {
        let response = try #require(try ask(target))
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == type)
        #expect(response.header("X-Content-Type-Options") == "nosniff")
    }

    @Test func `The page may load nothing from elsewhere`() throws {
        let policy = try #require(try ask("/")?.header("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"))
        #expect(!policy.contains("unsafe-inline") && !policy.contains("*") && !policy.contains("http"))
    }

    @Test func `A client that asks for JSON alone gets the addresses`() throws {
        #expect(try ask("/", ["Accept": "application/json"]) == nil)
        #expect(try ask("/", ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]) != nil)
        #expect(try ask("/", ["Accept": "*/*"]) != nil)
    }

    @Test func `Files under the version are kept for ever`() throws {
        let kept = try #require(try ask("/web/abc123/page.css"))
        #expect(kept.header("Cache-Control") == "public, max-age=31536000, immutable")
        #expect(try ask("/web/page.css")?.header("Cache-Control") == "no-cache")
        #expect(try ask("/")?.header("Cache-Control") == "no-cache")
        #expect(try ask("/web/other/page.css") == nil)
    }

    @Test(arguments: [
        ("gzip", "gzip"), ("br, gzip;q=0.5", "br"), ("GZIP", "gzip"), ("gzip;q=0", nil), ("gzip; q=0.0", nil),
        ("br", "br"), ("", nil), ("xgzip", nil), ("gzip, deflate, br, zstd", "br"), ("br;q=0.2, gzip", "gzip"),
        ("br;q=0, gzip", "gzip"), ("*", "br"), ("*, br;q=0", "gzip"), ("brotli", nil), ("identity", nil),
    ])
    func `Files are compressed for clients that take it`(field: String, coding: String?) throws {
        let response = try #require(try ask("/web/page.js", ["Accept-Encoding": field]))
        let body = ["gzip": "as gzip", "br": "as Brotli"][coding ?? ""] ?? "plain"
        #expect(response.body == Array(body.utf8))
        #expect(response.header("Content-Encoding") == coding)
        #expect(response.header("Vary") == "Accept, Accept-Encoding")
    }

    @Test func `What is not there in the preferred coding comes in another`() throws {
        let response = try #require(try ask("/web/page.css", ["Accept-Encoding": "br, gzip"]))
        #expect(response.header("Content-Encoding") == "gzip")
        #expect(response.body == Array("css as gzip".utf8))
    }

    @Test func `A known answer is not sent again`() throws {
        let folder = try Folder(Self.files)
        let page = try WebFolder(path: folder.path)
        let plain = try #require(page.respond(to: Request(target: "/web/page.js"))?.header("ETag"))
        let gzip = [(name: "Accept-Encoding", value: "gzip")]
        let packed = try #require(page.respond(to: Request(target: "/web/page.js", headers: gzip))?.header("ETag"))
        // The bytes differ, so the names of the two must.
        let brotli = [(name: "Accept-Encoding", value: "br")]
        let smaller = try #require(page.respond(to: Request(target: "/web/page.js", headers: brotli))?.header("ETag"))
        #expect(Set([plain, packed, smaller]).count == 3)
        let known = [(name: "If-None-Match", value: packed)]
        let again = try #require(page.respond(to: Request(target: "/web/page.js", headers: gzip + known)))
        #expect(again.status == 304 && again.body.isEmpty && again.header("ETag") == packed)
        #expect(page.respond(to: Request(target: "/web/page.js", headers: known))?.status == 200)
    }

    @Test(arguments: [
        "/web/", "/web/../index.html", "/web/%2e%2e/secret", "/web/notes.txt", "/web/version", "/web/page.js.gz",
        "/web/page.js.br",
        "/web/.hidden.js", "/web/abc123/x/page.js", "/lists", "/lists/unicode", "/page.js",
    ])
    func `Nothing else is answered`(target: String) throws {
        #expect(try ask(target) == nil)
    }

    @Test func `HEAD has no body, and other methods are left to others`() throws {
        let head = try #require(try ask("/", method: "HEAD"))
        #expect(head.body.isEmpty && head.contentLength == 15)
        #expect(try ask("/", method: "POST") == nil)
        #expect(try ask("/web/page.js", method: "OPTIONS") == nil)
    }

    @Test func `A folder without a page is refused`() throws {
        let folder = try Folder(["page.js": "no index"])
        let error = #expect(throws: WebFolderError.self) { try WebFolder(path: folder.path) }
        #expect(error == .noPage(path: folder.path))
        #expect(error?.description.contains("make web") == true)
    }
}
