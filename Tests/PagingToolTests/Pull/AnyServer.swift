import Foundation
import PagingHTTP
import PagingTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that answers anything: recognized parts put together by a seed. Rows that are hidden, repeated, shuffled or change with every
/// answer; ways on under any name; totals that are right, wrong, or of something else; errors in a 200; circles and pages without rows.
///
/// It tells the truth of its way on, and where it has more rows than its first answer something in that says so: nobody can
/// know what leaves no trace.
///
/// `@unchecked Sendable`: everything that changes is read and written only while `lock` is held.
final class AnyServer: HTTPTransport, @unchecked Sendable {
    enum Way: CaseIterable { case offset, offsetFromOne, page, cursor, nextAddress, link, cursorHeader, lastRow }
    enum Rows: CaseIterable { case identified, unnamed, volatile, logLines }
    enum Total: CaseIterable { case absent, right, rightUnderOddName, rightInHeader, high, ofPage, null, text }
    enum Trouble: CaseIterable {
        case errorInSuccess, errorBesideRows, statusInSuccess, circle, ownCursor, freshCursorsForEver, emptyForEver,
            refusal
    }

    let way: Way
    let kind: Rows
    let total: Total
    let size: Int
    let count: Int
    /// Rows that the server takes out of a page after it was cut; in some lists that are read by place, all of one page.
    let hidden: Set<Int>
    /// Pages, counted from 0, without rows though others follow.
    let emptyPages: Set<Int>
    /// The fault from a page on; `nil` for a server that is well.
    let trouble: (kind: Trouble, page: Int)?
    let isShuffled: Bool
    let itemsName: String
    let nextName: String
    let parameter: String
    let saysMore: Bool
    /// The fields that are joined to the answers; none for servers with an even seed.
    let fields: Fields

    private let lock = NSLock()
    private var random: SplitMix64
    private var log: [(page: Int, rows: Int)] = []
    private var given: Set<Int> = []
    private var hasTroubled = false

    /// More was asked than any walk may.
    struct TooManyRequests: Error {}

    static let address = "http://any.test/list"

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        func isSo(_ parts: Int) -> Bool { Int.random(in: 0..<parts, using: &random) == 0 }
        way = one(Way.allCases)
        kind = one(Rows.allCases + [.identified, .identified, .unnamed])
        size = one([10, 20, 25, 7, 13])
        let pages = one([1, 1, 2, 3, 5])
        count = max(0, (pages - 1) * size + one([0, 1, size / 2, size - 1, size]))
        var hidden = isSo(4) ? Set((0..<count).filter { _ in isSo(9) }) : []
        let isByCursor = ![Way.offset, .offsetFromOne, .page].contains(way)
        emptyPages = isByCursor && way != .lastRow && isSo(4) ? [1, 2] : []
        let isTroubled = isSo(3) && count > 0
        let troubles = isByCursor ? Trouble.allCases : [.errorInSuccess, .errorBesideRows, .statusInSuccess, .refusal]
        let after = Int.random(in: 1...3, using: &random)
        trouble = isTroubled ? (one(troubles), after) : nil
        isShuffled = isSo(5)
        itemsName = one(["items", "data", "results", "rows"])
        nextName = one([
            "next_cursor", "nextPageToken", "cursor", "next", "continuationToken", "paginationCursor", "nextThing",
        ])
        switch way {
        case .offset, .offsetFromOne: parameter = one(["offset", "skip", "start"])
        case .page: parameter = one(["page", "pageNumber"])
        default: parameter = nextName == "next" ? "cursor" : AnyServer.parameters[nextName] ?? "cursor"
        }
        // Of a list by place only its length, or a word, shows that it goes on.
        let drawn = one(Total.allCases)
        saysMore = isSo(2)
        let needsTrace = !isByCursor && !saysMore && ![10, 20, 25].contains(size)
        total = needsTrace ? .right : drawn
        // A `count` of the first page's rows, and none behind it, is a list of one page.
        if !isByCursor, isSo(4), pages > 2, total != .ofPage {
            let page = Int.random(in: 1..<pages - 1, using: &random)
            hidden.formUnion((page * size..<(page + 1) * size).clamped(to: 0..<count))
        }
        self.hidden = hidden
        self.random = random
        let isJoined = !seed.isMultiple(of: 2)
        var others = SplitMix64(seed: seed &+ 0x5EED)
        let hasTotal = [.right, .rightUnderOddName, .rightInHeader, .text].contains(total)
        let isWell = trouble == nil && hidden.isEmpty && way != .lastRow && count > size
        fields =
            isJoined
            ? Fields((way, size, (count + size - 1) / size, hasTotal, isWell, kind == .identified), &others) : Fields()
    }

    var address: String { Self.address + (fields.askedSize.map { "?per_page=\($0)" } ?? "") }

    /// Whether no walk may be called whole: something that the server said is not so, or it does not give all.
    var cannotBeWhole: Bool { fields.isSealed || fields.endsEarly != nil || fields.repeatsIn != nil }

    /// Where the cursor of such a name goes.
    private static let parameters = [
        "next_cursor": "cursor", "nextPageToken": "pageToken", "cursor": "cursor",
        "continuationToken": "continuationToken",
        "paginationCursor": "paginationCursor", "nextThing": "thing",
    ]

    var description: String {
        "\(count) rows (\(kind)) by \(way) in \(parameter), pages of \(size), \(hidden.count) hidden, empty \(emptyPages.sorted()), total \(total), "
            + "next \(nextName), \(saysMore ? "says more" : ""), trouble \(trouble.map { "\($0.kind) from page \($0.page)" } ?? "none")"
            + (fields.description.isEmpty ? "" : ", fields: \(fields.description)")
    }

    var requestCount: Int { lock.withLock { log.count } }
    /// Whether trouble was given as an answer.
    var gaveTrouble: Bool { lock.withLock { hasTroubled } }
    /// The rows that were given, each once.
    var rowsGiven: Set<Int> { lock.withLock { given } }

    /// The rows of a patient reader who knows the way: all rows up to where trouble begins.
    var reachable: Set<Int> {
        let all = (0..<count).filter { !hidden.contains($0) }
        guard let trouble else { return Set(all) }
        let end = trouble.kind == .errorBesideRows ? trouble.page + 1 : trouble.page
        return Set(all.filter { place($0) < end || [.circle, .ownCursor].contains(trouble.kind) && place($0) == end })
    }

    /// The most requests a walk may take: two a page and forty more.
    var bound: Int {
        lock.withLock {
            let lengths = Dictionary(grouping: log.map(\.rows).filter { $0 > 0 }) { $0 }.mapValues(\.count)
            let usual = lengths.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 1
            return 2 * ((given.count + usual - 1) / usual) + 40
        }
    }

    /// The page that a row is on, the empty ones counted.
    private func place(_ row: Int) -> Int {
        var page = row / size
        for empty in emptyPages.sorted() where empty <= page { page += 1 }
        return page
    }

    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        try lock.withLock {
            guard log.count < 5_000 else { throw TooManyRequests() }
            return answer(to: ForeignQuestion(request))
        }
    }

    private func answer(to question: ForeignQuestion) -> HTTPAnswer {
        var page = 0
        var start: Int?
        switch way {
        case .offset: start = question.number(parameter, or: 0)
        case .offsetFromOne: start = max(0, question.number(parameter, or: 1) - 1)
        case .page: page = max(0, question.number(parameter, or: 1) - 1)
        case .lastRow:
            start = question.query[parameter].flatMap { Int($0.dropFirst()) }.map { $0 + 1 } ?? 0
        case .cursor, .nextAddress, .link, .cursorHeader:
            page = question.query[parameter].flatMap { Int($0.split(separator: "x").last ?? "") }.map { $0 / 7 } ?? 0
        }
        if let start { page = start / size }
        if fields.isSealed { (page, start) = (0, start.map { _ in 0 }) }
        if let own = fields.askedSize {
            // The place is computed by the size that was asked for, of which fewer rows come.
            let asked = question.number("per_page", or: own)
            let first = page * asked
            let rows = min(first, count)..<max(min(first, count), min(count, first + min(asked, size)))
            return answer(rows, page, next: first + asked < count ? page + 1 : nil, asked: asked, extra: [])
        }
        var rows = start.map { $0..<max($0, min(count, $0 + size)) } ?? rows(ofPage: page)
        let last = way == .lastRow || start != nil ? (count - 1) / size : place(max(0, count - 1))
        var next: Int? = page < last && !fields.isSealed ? page + 1 : nil
        if let end = fields.endsEarly, page + 1 >= end {
            next = nil
            if page >= end { rows = rows.lowerBound..<rows.lowerBound }
            if page == end - 1 { rows = rows.lowerBound..<max(rows.lowerBound, min(rows.upperBound, end * size)) }
        }
        if let trouble, page >= trouble.page, count > 0 {
            // Requests that are under way together may ask farther than the look behind the end; nobody needs those answers.
            if page <= last + 1 { hasTroubled = true }
            switch trouble.kind {
            case .errorInSuccess: return failure(#""error": "backend timeout""#, page)
            case .statusInSuccess: return failure(#""status": "error", "message": "busy""#, page)
            case .refusal:
                log.append((page, 0))
                return json(#"{"message": "no"}"#, status: 418)
            case .errorBesideRows: return answer(rows, page, next: nil, extra: [#""errors": [{"message": "shard 3"}]"#])
            case .circle: next = max(0, page - 1)
            case .ownCursor: next = page
            case .freshCursorsForEver:
                rows = self.rows(ofPage: max(0, trouble.page - 1))
                next = page + 1
            case .emptyForEver: (rows, next) = (0..<0, page + 1)
            }
        }
        return answer(rows, page, next: next, extra: [])
    }

    private func rows(ofPage page: Int) -> Range<Int> {
        if emptyPages.contains(page) { return 0..<0 }
        let start = (page - emptyPages.count { $0 < page }) * size
        return min(start, count)..<max(min(start, count), min(count, start + size))
    }

    private func failure(_ words: String, _ page: Int) -> HTTPAnswer {
        log.append((page, 0))
        return json(#"{"\#(itemsName)": [], \#(words)}"#)
    }

    private func answer(
        _ range: Range<Int>, _ page: Int, next: Int?, asked: Int? = nil, extra: [String]
    ) -> HTTPAnswer {
        var rows = range.filter { !hidden.contains($0) }
        let lastRow = rows.last
        if isShuffled, way != .lastRow { rows.shuffle(using: &random) }
        if let place = fields.repeatsIn, let index = rows.firstIndex(of: place * size) { rows[index] = 0 }
        given.formUnion(rows)
        log.append((page, rows.count))
        var headers: [(String, String)] = []
        var members = extra + fields.members
        if let name = fields.totalName { members.append("\"\(name)\": \(count)") }
        if let (name, length) = fields.others, name != itemsName {
            members.append("\"\(name)\": [\((0..<length).map { "{\"code\": \"x\($0)\"}" }.joined(separator: ", "))]")
        }
        let visible = count - hidden.count
        switch total {
        case .absent: break
        case .right: members.append(#""total": \#(visible)"#)
        case .rightUnderOddName: members.append(#""recordsTotal": \#(visible)"#)
        case .rightInHeader: headers.append(("X-Total-Count", "\(visible)"))
        case .high: members.append(#""total": \#(visible + 9)"#)
        case .ofPage: members.append(#""count": \#(rows.count)"#)
        case .null: members.append(#""total": null"#)
        case .text: members.append(#""total": "\#(visible)""#)
        }
        let isByPlace = [Way.offset, .offsetFromOne, .page].contains(way)
        if isByPlace {
            let said = way == .page ? page + 1 : range.lowerBound + (way == .offsetFromOne ? 1 : 0)
            members.append(#""\#(parameter)": \#(said)"#)
        }
        if saysMore && !fields.isSealed || way == .lastRow { members.append(#""has_more": \#(next != nil)"#) }
        if let next, extra.isEmpty {
            let isFresh = trouble?.kind == .freshCursorsForEver || trouble?.kind == .emptyForEver
            let sized = asked.map { "&per_page=\($0)" } ?? ""
            let cursor = (isFresh ? "n\(Int.random(in: 0..<1_000_000_000, using: &random))" : "k") + "x\(next * 7)"
            switch way {
            case .cursor: members.append(#""\#(nextName)": "\#(cursor)""#)
            case .nextAddress: members.append(#""\#(nextName)": "/list?\#(parameter)=\#(cursor)\#(sized)""#)
            case .link: headers.append(("Link", "</list?\(parameter)=\(cursor)\(sized)>; rel=\"next\""))
            case .cursorHeader: headers.append(("X-Next-Cursor", cursor))
            case .lastRow: if let lastRow { members.append(#""nextThing": "r\#(lastRow)""#) }
            case .offset, .offsetFromOne, .page: break
            }
        }
        let list = rows.map(row).joined(separator: ", ")
        return json("{" + (members + [#""\#(itemsName)": [\#(list)]"#]).joined(separator: ", ") + "}", headers)
    }

    private func row(_ row: Int) -> String {
        switch kind {
        case .identified: return #"{"id": \#(row), "name": "row \#(row)"}"#
        case .unnamed: return #"{"words": "row \#(row)", "kind": \#(row % 3)}"#
        case .volatile:
            return
                #"{"words": "row \#(row)", "age": \#(Int.random(in: 0..<1_000_000, using: &random)), "kind": \#(row % 3)}"#
        case .logLines: return #"{"line": "tick", "number": \#(row)}"#
        }
    }

    /// Which of the list's rows a row is that was written.
    static func number(of text: String) -> Int? {
        text.split { !$0.isNumber }.compactMap { Int($0) }.first
    }
}
