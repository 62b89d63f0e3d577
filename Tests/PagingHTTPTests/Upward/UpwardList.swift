import Foundation
import PagingHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A list on a server's side that is written to while it is read. Rows are numbers that rise with time; those that can be divided by ten stay, the
/// others come and go.
final class UpwardList: @unchecked Sendable {
    // `@unchecked`: everything that changes is read and written only while `lock` is held.
    private let lock = NSLock()
    private var rows: [Int]
    private var used: Set<Int>
    private var random: UInt64
    private let isWrittenTo: Bool
    /// The ends of the page that was answered last.
    private var edges: [Int] = []

    init(count: Int, seed: UInt64? = nil) {
        rows = (1...count).map { $0 * 10 }
        (used, random, isWrittenTo) = (Set(rows), seed ?? 0, seed != nil)
        guard seed != nil else { return }
        for _ in 0..<count / 3 { insert(near: next(count * 10)) }
    }

    /// The rows that stay, oldest first.
    static func staying(_ rows: some Sequence<Int>) -> [Int] { rows.filter { $0 > 0 && $0.isMultiple(of: 10) } }

    /// The rows now, oldest first.
    var ascending: [Int] { lock.withLock { rows } }

    /// The rows that an answer has, which the next writes come beside.
    func page(_ choose: ([Int]) -> [Int]) -> [Int] {
        lock.withLock {
            let page = choose(rows)
            edges = [page.first, page.last].compactMap(\.self)
            return page
        }
    }

    /// Up to so many rows right above a number in time, oldest first.
    func newer(than number: Int, _ count: Int) -> [Int] { page { Array($0.filter { $0 > number }.prefix(count)) } }
    /// Up to so many rows right below a number in time, oldest first.
    func older(than number: Int, _ count: Int) -> [Int] { page { Array($0.filter { $0 < number }.suffix(count)) } }
    func hasNewer(than number: Int?) -> Bool { number.map { number in ascending.contains { $0 > number } } ?? false }
    func hasOlder(than number: Int?) -> Bool { number.map { number in ascending.contains { $0 < number } } ?? false }

    /// Writes as others do between two requests: at both ends, beside the page that came last, and anywhere.
    func write() {
        guard isWrittenTo else { return }
        lock.withLock {
            let ends = [rows.first, rows.last].compactMap(\.self)
            for place in ends + edges {
                if next(2) == 0 { insert(near: place) }
                if next(2) == 0 { remove(near: place) }
            }
            insert(near: next(rows.last ?? 1))
            remove(near: next(rows.last ?? 1))
        }
    }

    private func insert(near place: Int) {
        let row = place + next(13) - 6
        guard row > 0, !row.isMultiple(of: 10), used.insert(row).inserted else { return }
        rows.insert(row, at: rows.firstIndex { $0 > row } ?? rows.count)
    }

    private func remove(near place: Int) {
        guard let row = rows.first(where: { abs($0 - place) < 7 && !$0.isMultiple(of: 10) }) else { return }
        rows.removeAll { $0 == row }
    }

    private func next(_ bound: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % max(1, bound)
    }
}

/// An API that leads both ways, played as its documentation says.
struct UpwardPeer: Sendable, CustomTestStringConvertible {
    let name: String
    var address = "http://api.test/items"
    var dialect = Dialect.automatic
    /// Whether the list begins with the newest row.
    var isNewestFirst = true
    /// Whether its end can be asked for, and what is around a row.
    var hasEnd = true
    var hasAround = true
    /// A row's identifier.
    var id: @Sendable (Int) -> String = { "\($0)" }
    let answer: @Sendable (Asked, UpwardList) -> HTTPAnswer

    var testDescription: String { name }

    func source(_ list: UpwardList, dialect: Dialect? = nil) -> (HTTPSource<JSONValue>, ScriptedTransport) {
        let answer = answer
        let transport = ScriptedTransport { asked in
            list.write()
            return answer(asked, list)
        }
        let source = HTTPSource<JSONValue>(
            URL(string: address)!, dialect: dialect ?? self.dialect, pageSize: 7, transport: transport)
        return (source, transport)
    }

    /// The rows' numbers, in list order.
    func inOrder(_ ascending: [Int]) -> [Int] { isNewestFirst ? ascending.reversed() : ascending }

    /// A row's number.
    func number(_ row: JSONValue) -> Int {
        let row = row["node"] ?? row
        let text = ["id", "event_id", "ts"].lazy.compactMap { row[$0] }.first
        // Of a time the part behind the point.
        let digits = text?.string?.split(separator: ".").last?.filter(\.isNumber)
        return text?.int ?? digits.flatMap { Int($0) } ?? -1
    }
}

extension Asked {
    /// The number in a parameter, as in `cus_120`; `nil` where there is none.
    func number(_ name: String) -> Int? { query[name].flatMap { Int($0.filter(\.isNumber)) } }
    /// A value in the body.
    func posted(_ path: FieldPath) -> JSONValue? {
        request.httpBody.flatMap { try? JSONValue(parsing: Array($0)) }?.value(at: path)
    }
}
