import Foundation
import PagingWire

extension ItemsFinder.Found {
    /// The only list that fits a number in the answer, the total or the page size, or the same result if there is not exactly one.
    func fitted(to document: JSONValue) -> ItemsFinder.Found {
        let fields = ScopedFields(document, itemsPath: path)
        if let empty, document.value(at: path)?.array?.isEmpty == false,
            fields.first(Vocabulary.total, where: { AnswerFacts.number($0) == 0 }) != nil
        {
            return ItemsFinder.Found(path: empty)
        }
        guard !rivals.isEmpty else { return self }
        let numbers = [Vocabulary.total, Vocabulary.sizeFields].compactMap { names in
            fields.first(names) { AnswerFacts.number($0) != nil }.flatMap { AnswerFacts.number($0.value) }
        }
        let fitting = ([path] + rivals).filter { numbers.contains(document.value(at: $0)?.array?.count ?? -1) }
        return fitting.count == 1 ? ItemsFinder.Found(path: fitting[0]) : self
    }
}

/// Several lists in the first answer. One is assumed to be the rows, until later answers show which one pages.
struct RivalLists: Sendable {
    /// The list that is assumed to be the rows.
    let path: FieldPath
    /// A hash of its rows in the first answer.
    private let own: Int
    /// The other lists, and a hash of each in the first answer.
    private var others: [FieldPath: Int]

    init?(_ path: FieldPath, _ rivals: [FieldPath], in document: JSONValue) {
        guard !rivals.isEmpty else { return nil }
        self.path = path
        own = Self.mark(document, path)
        others = Dictionary(rivals.map { ($0, Self.mark(document, $0)) }) { $1 }
    }

    private static func mark(_ document: JSONValue, _ path: FieldPath) -> Int { document.value(at: path).hashValue }

    /// Compares another page. A list with other rows pages, and a list that is unchanged beside it does not.
    ///
    /// - Returns: `true` if the rows are known now.
    mutating func settle(with document: JSONValue) -> Bool {
        guard document.value(at: path)?.array?.isEmpty == false, Self.mark(document, path) != own else { return false }
        others = others.filter { Self.mark(document, $0.key) != $0.value }
        return others.isEmpty
    }

    /// The paths, formatted for messages.
    var paths: [String] { ([path] + others.keys).map(\.description).sorted() }
}
