import Foundation
import Paging

/// A row of the table that is written to and read.
struct ChaosPost: Decodable, Identifiable, Hashable, Sendable {
    var id: Int
    var author: Int
    /// No two writes have the same, so that a row tells which write it is of.
    var title: String
    var score: Int

    static let statements = [
        "CREATE TABLE posts (id bigint PRIMARY KEY, author int NOT NULL, title text NOT NULL, score int NOT NULL)",
        "CREATE INDEX posts_author ON posts (author)",
        "INSERT INTO posts SELECT i, i % 10, 'post ' || i, i * 37 % 1000 FROM generate_series(1, 1200) i",
    ]

    static let first: [Int: ChaosPost] = Dictionary(
        uniqueKeysWithValues: (1...1_200).map {
            ($0, ChaosPost(id: $0, author: $0 % 10, title: "post \($0)", score: $0 * 37 % 1_000))
        })

    var json: Data { Data(#"{"id":\#(id),"author":\#(author),"title":"\#(title)","score":\#(score)}"#.utf8) }
}

/// One write: which content a row is to have; `nil` for none.
struct ChaosWrite: Sendable {
    enum Kind { case insert, update, remove }

    var kind: Kind
    var post: ChaosPost
    /// Names the write among those of all writers.
    var name: String

    func apply(to rows: inout [Int: ChaosPost]) { rows[post.id] = kind == .remove ? nil : post }
}

/// Since when which content of rows is no longer true, as the acknowledgements of writes tell.
final class ChaosHistory: Sendable {
    private let ends = Locked<[String: ContinuousClock.Instant]>([:])

    /// Content was replaced or removed.
    func end(_ title: String) {
        let now = ContinuousClock.now
        ends.withLock { if $0[title] == nil { $0[title] = now } }
    }

    /// Content is there again, as what replaced it was lost.
    func restore(_ title: String) { ends.withLock { $0[title] = nil } }

    /// For how long content has not been true.
    func age(_ title: String) -> Duration? {
        ends.withLock { $0[title] }.map { ContinuousClock.now - $0 }
    }
}
