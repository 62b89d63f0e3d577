import Foundation
import PagingServer
import Testing

/// A static site below an address: its folders' pages, its files, and nothing else of the disk.
@Suite struct SiteFolderTests {
    private static let files = [
        "index.html": "front", "js/site.js": "script", "data/guide.json": "{}", "guide/index.html": "guide",
        "guide/jump(to:)/index.html": "symbol", "notes.txt": "no part of a site",
    ]

    private final class Folder {
        let root = NSTemporaryDirectory() + "paging-site-\(UUID().uuidString)"
        var path: String { root + "/site" }

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let file = URL(fileURLWithPath: path + "/" + name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            try "secret".write(toFile: root + "/secret.html", atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: path + "/link.html", withDestinationPath: root + "/secret.html")
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }
    }

    private func ask(_ target: String, method: String = "GET", _ headers: [String: String] = [:]) throws -> Response? {
        let folder = try Folder(Self.files)
        return try SiteFolder(path: folder.path, at: "docs").respond(
            to: Request(method: method, target: target, headers: headers.map { (name: $0.key, value: $0.value) }))
    }

    @Test(arguments: [
        ("/docs/", "front", "text/html; charset=utf-8"),
        ("/docs/js/site.js", "script", "text/javascript; charset=utf-8"),
        ("/docs/data/guide.json", "{}", "application/json"), ("/docs/guide/", "guide", "text/html; charset=utf-8"),
        ("/docs/guide/jump(to:)/", "symbol", "text/html; charset=utf-8"),
        ("/docs/guide/jump%28to%3A%29/?language=swift", "symbol", "text/html; charset=utf-8"),
    ])
    func `Files are answered with their types`(target: String, body: String, type: String) throws {
        let response = try #require(try ask(target))
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == type)
        #expect(response.header("X-Content-Type-Options") == "nosniff")
        #expect(response.body == Array(body.utf8))
        let etag = try #require(response.header("ETag"))
        #expect(try ask(target, ["If-None-Match": etag])?.status == 304)
        #expect(try ask(target, method: "HEAD")?.body.isEmpty == true)
    }

    @Test(arguments: [("/docs", "./docs/"), ("/docs/guide", "./guide/"), ("/docs/guide/jump(to:)", "./jump(to:)/")])
    func `A folder without its slash leads to the one with it`(target: String, location: String) throws {
        let response = try #require(try ask(target))
        #expect(response.status == 308)
        #expect(response.header("Location") == location)
    }

    @Test(arguments: [
        "/", "/docsx/", "/other/index.html", "/docs/../secret.html", "/docs/%2e%2e/secret.html", "/docs//etc/passwd",
        "/docs/link.html", "/docs/notes.txt", "/docs/nothing/", "/docs/js/", "/docs/%zz",
    ])
    func `Nothing else is answered`(target: String) throws {
        #expect(try ask(target) == nil)
    }

    @Test func `A page of one's own is at the root, and its files below web too`() throws {
        let folder = try Folder(
            ["version": "abc123\n", "lists/index.html": "hidden by the lists"].merging(Self.files) { $1 })
        let site = try SiteFolder(path: folder.path)
        func body(_ target: String, _ headers: [(name: String, value: String)] = []) -> String? {
            site.respond(to: Request(target: target, headers: headers)).map { String(decoding: $0.body, as: UTF8.self) }
        }
        #expect(body("/") == "front")
        #expect(body("/", [("Accept", "application/json")]) == nil)
        #expect(site.respond(to: Request(target: "/"))?.header("Content-Security-Policy") == nil)
        for target in ["/js/site.js", "/web/js/site.js", "/web/abc123/js/site.js"] { #expect(body(target) == "script") }
        for target in [
            "/lists", "/lists/", "/lists/index.html", "/link.html", "/version", "/../secret.html", "/.git/x",
        ] {
            #expect(body(target) == nil)
        }
        // Changed and new files are found without a new start.
        try "another".write(toFile: folder.path + "/js/site.js", atomically: true, encoding: .utf8)
        try "new".write(toFile: folder.path + "/js/new.mjs", atomically: true, encoding: .utf8)
        #expect(body("/js/site.js") == "another" && body("/js/new.mjs") == "new")
    }

    @Test func `A compressed file that is older than the plain one is not sent`() throws {
        let folder = try Folder(["index.html": "front", "site.js": "plain", "site.js.gz": "packed"])
        let site = try SiteFolder(path: folder.path)
        let request = Request(target: "/site.js", headers: [("Accept-Encoding", "gzip")])
        #expect(site.respond(to: request)?.header("Content-Encoding") == "gzip")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: folder.path + "/site.js.gz")
        #expect(site.respond(to: request)?.body == Array("plain".utf8))
    }

    @Test func `A file that is too large to be sent is not read for that`() throws {
        let folder = try Folder(["index.html": "front", "film.svg": ""])
        // A terabyte, of which nothing is on the disk.
        try FileHandle(forWritingAtPath: folder.path + "/film.svg")?.truncate(atOffset: 1 << 40)
        let site = try SiteFolder(path: folder.path)
        #expect(site.respond(to: Request(target: "/film.svg")) == nil)
    }

    @Test func `Nothing is written to`() throws {
        #expect(try ask("/docs/", method: "POST") == nil)
    }

    @Test func `A folder without a front page is no site`() throws {
        let folder = try Folder(["guide/index.html": "guide"])
        let error = #expect(throws: WebFolderError.self) { try SiteFolder(path: folder.path, at: "docs") }
        #expect(error == .noPage(path: folder.path))
    }
}
