import Foundation

@testable import PagingServer

/// A small library that is written to as well, in memory as far as the system keeps it there.
private let library: (responder: Responder, keys: CursorKeys) = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paging-fuzz-\(getpid())")
    do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("fuzz.sqlite").path
        let connection = try SQLiteConnection(path: path, mode: .create)
        for statement in [
            "PRAGMA journal_mode = wal", "CREATE TABLE books (id INTEGER PRIMARY KEY, year INTEGER, title TEXT)",
            "CREATE TABLE parts (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID",
            "CREATE VIEW old AS SELECT * FROM books WHERE year < 1900", "CREATE INDEX books_year ON books (year)",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
            INSERT INTO books SELECT i, 1800 + i * 7 % 200, 'Book ' || i FROM n
            """,
            "INSERT INTO parts SELECT 'p' || id % 7, id FROM books",
        ] { try connection.execute(statement) }
        try ChangeLogging(path: path).start(list: "books")
        _ = try RankIndexing(path: path).build(list: "books", order: "year desc, title")
        let keys = CursorKeys()
        let responder = Responder(
            try SQLiteDatabase(path: path), cursors: CursorPolicy(keys: keys),
            writing: WritePolicy(token: "0123456789abcdef"))
        return (responder, keys)
    } catch {
        fatalError("\(error)")
    }
}()

/// The subject to fuzz, by `FUZZ`: requests, cursors (signed, so that their content is read), filters.
private let subject = ProcessInfo.processInfo.environment["FUZZ"] ?? "requests"

/// The first bytes of a cursor of the list: which order it is for, and when it was made.
private let cursorHead: [UInt8] = {
    let page = library.responder.respond(to: Request(target: "/lists/books?sort=-year&limit=3&after="))
    let text = String(decoding: page.body, as: UTF8.self)
    guard let found = text.firstMatch(of: /"after":"([^"]+)"/), let signed = Base64URL.decode(String(found.1)),
        case .genuine(let bytes) = library.keys.verify(signed)
    else { fatalError("no cursor in \(text)") }
    return Array(bytes.prefix(16))
}()

private func request(_ bytes: UnsafeRawBufferPointer) -> Request {
    switch subject {
    case "cursors":
        let cursor = Base64URL.encode(library.keys.sign(cursorHead + Array(bytes)))
        return Request(target: "/lists/books?sort=-year&limit=3&after=\(cursor)")
    case "filters":
        let filter = PercentEncoding.encode(String(decoding: bytes, as: UTF8.self))
        return Request(target: "/lists/books?limit=3&where=\(filter)")
    default:
        let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let first = lines[0].split(separator: " ", maxSplits: 1)
        var headers = [(name: "Authorization", value: "Bearer 0123456789abcdef")]
        for line in lines.dropFirst().prefix(2) {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers.append((String(parts[0]), String(parts[1].drop { $0 == " " }))) }
        }
        return Request(
            method: String(first.first ?? "GET"), target: String(first.dropFirst().first ?? "/"), headers: headers,
            body: Array((lines.dropFirst(3).first ?? "").utf8))
    }
}

private func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let request = request(UnsafeRawBufferPointer(start: start, count: count))
    let response = library.responder.respond(to: request)
    response.stream?.end()
    // 503 says that the database is busy, which a fuzzer may well make it; anything else of that kind is a defect.
    precondition(
        (200..<500).contains(response.status) || response.status == 503,
        "\(request) was answered \(response.status): \(String(decoding: response.body, as: UTF8.self))")
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Where the program begins: the package manager names the entry point so, and the fuzzer's own gives way to it.
@_cdecl("FuzzServer_main")
public func begin(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments) { test($0, $1) }
}
