import Foundation
import Testing

@testable import PagingHTTP

@Suite
struct CacheStoreTests {
    private static func kept(_ key: String, bytes: Int = 1_000, at seconds: TimeInterval = 0) -> KeptAnswer {
        let date = Date(timeIntervalSince1970: 1_800_000_000 + seconds)
        let answer = HTTPAnswer(status: 200, body: Data(repeating: 0x20, count: bytes))
        guard let kept = KeptAnswer(answer, key: key, request: [:], askedAt: date, now: date) else { fatalError() }
        return kept
    }

    /// The names of a directory's files, without their endings.
    private static func names(_ directory: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.map { String($0.prefix { $0 != "." }) }.sorted()
    }

    @Test(arguments: [true, false])
    func `The oldest go first, and one that is too large is not kept`(inFiles: Bool) throws {
        try withDirectory { directory in
            let store = CacheStore(directory: inFiles ? directory : nil, maximumBytes: 5_000)
            for index in 0..<20 { store.keep(Self.kept("k\(index)", at: Double(index)), epoch: 0) }
            #expect(store.byteCount <= 5_000)
            #expect(store.answer("k19") != nil)
            #expect(store.answer("k0") == nil)
            store.keep(Self.kept("k19", bytes: 6_000), epoch: 0)
            #expect(store.answer("k19") == nil)
            #expect(store.answer("k18") != nil)
            if inFiles { #expect(Self.names(directory).count < 5) }
        }
    }

    @Test func `Files are found again, within the bound, and strangers' files stay`() throws {
        try withDirectory { directory in
            let first = CacheStore(directory: directory, maximumBytes: 1_000_000)
            for index in 0..<9 { first.keep(Self.kept("k\(index)"), epoch: 0) }
            try Data("x".utf8).write(to: directory.appendingPathComponent("mine.txt"))
            try FileManager.default.createDirectory(
                at: directory.appendingPathComponent("folder.page"), withIntermediateDirectories: true)
            let second = CacheStore(directory: directory, maximumBytes: 1_000_000)
            #expect(second.answer("k3")?.body.count == 1_000)
            #expect(second.byteCount == first.byteCount)
            #expect(CacheStore(directory: directory, maximumBytes: 3_000).byteCount <= 3_000)
            try second.removeAll()
            #expect(Self.names(directory) == ["folder", "mine"])
            #expect(second.answer("k3") == nil)
        }
    }

    @Test func `A damaged file is no answer, and goes`() throws {
        try withDirectory { directory in
            CacheStore(directory: directory, maximumBytes: 9_999).keep(Self.kept("k"), epoch: 0)
            for damage in [Data(), Data("nonsense".utf8), Data(repeating: 0, count: 4_000)] {
                try damage.write(to: directory.appendingPathComponent("k.page"))
                let store = CacheStore(directory: directory, maximumBytes: 9_999)
                #expect(store.answer("k") == nil)
                #expect(Self.names(directory).isEmpty)
                #expect(store.byteCount == 0)
            }
        }
    }

    @Test func `Where files cannot be written, answers are in memory`() throws {
        try withDirectory { directory in
            // A file where the folder should be; a folder without the right to write is none for the superuser.
            let blocked = directory.appendingPathComponent("file")
            try Data().write(to: blocked)
            for folder in [blocked, blocked.appendingPathComponent("below"), URL(fileURLWithPath: "/proc/no/such")] {
                let store = CacheStore(directory: folder, maximumBytes: 9_999)
                store.keep(Self.kept("k"), epoch: 0)
                #expect(store.answer("k") != nil)
                try store.removeAll()
                #expect(store.answer("k") == nil)
            }
        }
    }

    @Test func `What was asked for before everything was removed is not kept after it`() throws {
        try withDirectory { directory in
            let store = CacheStore(directory: directory, maximumBytes: 9_999)
            let epoch = store.epoch
            try store.removeAll()
            store.keep(Self.kept("k"), epoch: epoch)
            #expect(store.answer("k") == nil)
            #expect(Self.names(directory).isEmpty)
            store.keep(Self.kept("k"), epoch: store.epoch)
            #expect(store.answer("k") != nil)
        }
    }

    @Test func `Files that vanish meanwhile are no answers`() throws {
        try withDirectory { directory in
            let store = CacheStore(directory: directory, maximumBytes: 9_999)
            store.keep(Self.kept("k"), epoch: 0)
            try FileManager.default.removeItem(at: directory)
            #expect(store.answer("k") == nil)
            store.keep(Self.kept("k"), epoch: 0)
            #expect(store.answer("k") != nil)
        }
    }
}

/// A folder that is gone afterwards.
func withDirectory(_ body: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("paging-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory)
}
