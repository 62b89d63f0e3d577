internal import Foundation
package import PagingCore

/// An API as others build them, drawn by a seed: how it addresses pages, its names, the sizes that it keeps, clamps or ignores, totals, and how
/// it tells the end. It always leaves a trace of what follows, or its client is told how it pages.
///
/// `@unchecked Sendable`: a world's time goes on from one answer to the next, and nothing is done before that has been taken in.
package final class PlayedAPI: StackServer, @unchecked Sendable {
    package enum Way: CaseIterable, Sendable {
        case offset, offsetFromOne, page, pageFromZero, cursor, nextAddress, link
    }
    package enum Total: CaseIterable, Sendable { case absent, right, header }
    package enum End: CaseIterable, Sendable { case empty, notFound }
    package enum Size: CaseIterable, Sendable { case kept, clamped, ignored, none }

    package let way: Way
    package let total: Total
    package let end: End
    package private(set) var size: Size
    package let parameter: String
    package let sizeParameter: String
    package let saysMore: Bool
    package let isBare: Bool
    package let oddities: APIOddities
    /// The place that the list's own address names, in the API's number and in rows, or `nil` if it names none.
    package private(set) var place: (value: Int, row: Int)?
    package let pageSize: Int
    package let isGrouped = false
    private var isReadFromStart = false
    private var rows: [StackRow]
    /// All keys that ever existed, in order. A cursor of a removed row leads to the row after its place.
    private var order: [Int]
    private var nextID: Int

    /// - Parameter mayRefuse: `true` if rows are never fewer than a client has heard of, so that it need not ask behind them.
    package init(_ rows: [StackRow], pageSize: Int, mayRefuse: Bool, random: inout SplitMix64) {
        self.rows = rows
        order = rows.map(\.id)
        self.pageSize = pageSize
        nextID = (rows.map(\.id).max() ?? 0) + 1
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        let way = one(Way.allCases)
        self.way = way
        end = one(End.allCases)
        size = one(Size.allCases)
        switch way {
        case .offset: parameter = one(["offset", "skip", "start", "from"])
        case .offsetFromOne: parameter = one(["offset", "start"])
        case .page, .pageFromZero: parameter = one(["page", "p", "pageNumber"])
        default: parameter = "cursor"
        }
        sizeParameter = one(["limit", "per_page", "size"])
        let isByPlace = ![Way.cursor, .nextAddress, .link].contains(way)
        let saysMore = one([true, false])
        // Of a list by place something has to say that it goes on.
        let leavesTrace = way == .cursor || way == .nextAddress || isByPlace && saysMore
        // A total in the body of a full page, and no way on, may be that of the page.
        let total = leavesTrace ? one(Total.allCases) : way == .link ? .header : one([.right, .header])
        self.total = total
        self.saysMore = saysMore && isByPlace
        let mayBeBare =
            one([true, false]) && total != .right && !(saysMore && isByPlace) && way != .cursor && way != .nextAddress
        if isByPlace, Int.random(in: 0..<5, using: &random) == 0 {
            let value = Int.random(in: 0..<4, using: &random)
            let first = way == .offset || way == .pageFromZero ? 0 : 1
            let row = max(0, value - first) * (way == .page || way == .pageFromZero ? pageSize : 1)
            // A page that is not there is none to begin at.
            let isThere = row < rows.count || end == .empty
            place = value >= first && isThere ? (value, row) : nil
        }
        // Of its own, so that APIs without oddities are what they were.
        var own = SplitMix64(seed: random.next())
        var oddities = APIOddities(pageSize: pageSize, random: &own)
        // If only the total says that a list goes on, a wrong total would say that it ends.
        if total == .absent || !leavesTrace && ![.addresses, .links].contains(oddities.extra) {
            oddities.truth = .right
        }
        if !isByPlace { oddities.extra = .nothing }
        var bounds = SplitMix64(seed: own.next())
        oddities.drawBounds(pageSize: pageSize, random: &bounds)
        // Only a client that is told where the list ends can do without a request behind it.
        let tellsEnd = saysMore && isByPlace || total != .absent && oddities.truth == .right || way == .cursor
        if !(tellsEnd && mayRefuse && place == nil) { oddities.refusesBehindEnd = false }
        if way != .cursor { oddities.namesCursorAtEnd = false }
        // What says that nothing follows would be false where it counts them, and nothing else would say so.
        let mayCountAsked = way == .offset || !self.saysMore && way != .offsetFromOne && way != .cursor
        if !mayCountAsked || place != nil { oddities.countsAsked = false }
        if oddities.countsAsked {
            self.size = .clamped
            if isByPlace, ![.addresses, .links].contains(oddities.extra) { oddities.extra = .links }
        }
        let leadsOn = way == .link || way == .nextAddress || [.addresses, .links].contains(oddities.extra)
        if !leadsOn || place != nil || self.size == .none { oddities.addressedSize = nil }
        isBare = mayBeBare && ![.echo, .addresses].contains(oddities.extra)
        self.oddities = oddities
    }

    /// An API without oddities, for an app's own client.
    package init(_ rows: [StackRow], pageSize: Int, for own: OwnSource, size: Size, total: Total) {
        self.rows = rows
        order = rows.map(\.id)
        (self.pageSize, self.size, self.total) = (pageSize, size, total)
        nextID = (rows.map(\.id).max() ?? 0) + 1
        (parameter, way) =
            switch own {
            case .positions: ("offset", .offset)
            case .wholePages: ("page", .page)
            case .cursors: ("cursor", .cursor)
            }
        (sizeParameter, end, saysMore, isBare, oddities) = ("limit", .empty, false, false, APIOddities())
    }

    package var address: String {
        let size = oddities.addressedSize.map { "?\(sizeParameter)=\($0)" } ?? ""
        return "http://api.test/rows" + (place.map { "?\(parameter)=\($0.value)" } ?? size)
    }

    package var text: String {
        "by \(way) in \(parameter), \(sizeParameter) \(size), pages of \(pageSize), total \(total), end \(end)\(saysMore ? ", says more" : "")"
            + "\(isBare ? ", bare" : "")\(place.map { ", begins at \($0.value)" } ?? "")\(oddities.text)"
    }

    package func truth() throws -> [StackRow] { Array(rows.dropFirst(isReadFromStart ? 0 : place?.row ?? 0)) }

    /// The whole list is wanted, not what its address names.
    func readFromStart() { isReadFromStart = true }

    package func answer(_ target: String, headers: [(name: String, value: String)]) -> StackAnswer {
        let query = URLComponents(string: target)?.queryItems ?? []
        func number(_ name: String) -> Int? { query.first { $0.name == name }?.value.flatMap { Int($0) } }
        let asked = number(sizeParameter)
        let size: Int
        switch self.size {
        case .kept: size = max(1, asked ?? pageSize)
        case .clamped: size = min(pageSize, max(1, asked ?? pageSize))
        case .ignored, .none: size = pageSize
        }
        // A server may return fewer rows than requested, and count the requested ones.
        let step = oddities.countsAsked ? max(size, asked ?? 0) : size
        var start = 0
        switch way {
        case .offset: start = number(parameter) ?? 0
        case .offsetFromOne: start = (number(parameter) ?? 1) - 1
        case .page: start = ((number(parameter) ?? 1) - 1) * step
        case .pageFromZero: start = (number(parameter) ?? 0) * step
        case .cursor, .nextAddress, .link:
            // The cursor names the last row that was given.
            if let last = number(parameter) { start = index(after: last) }
        }
        start = max(0, start)
        if start >= rows.count, start > 0, end == .notFound, ![Way.cursor, .nextAddress, .link].contains(way) {
            return StackAnswer(status: 404, body: Array(#"{"detail":"Invalid page."}"#.utf8))
        }
        if start >= rows.count, start > 0, oddities.refusesBehindEnd {
            return StackAnswer(status: 400, body: Array(#"{"detail":"Out of range."}"#.utf8))
        }
        let range = min(start, rows.count)..<min(start + size, rows.count)
        return answer(range, size, step: step, asked: asked)
    }

    package var busy: StackAnswer {
        oddities.errorsAreAnswers
            ? StackAnswer(body: Array(#"{"error":{"code":"busy","message":"Try again later."}}"#.utf8))
            : StackAnswer(status: 503, body: Array(#"{"detail":"busy"}"#.utf8))
    }

    /// The address of the page that begins at a row.
    private func address(ofPageAt row: Int, size: Int, _ asked: Int) -> String {
        let value =
            switch way {
            case .offset: row
            case .offsetFromOne: row + 1
            case .page: row / size + 1
            default: row / size
            }
        let sizes = self.size == .none ? "" : "&\(sizeParameter)=\(asked)"
        return "http://api.test/rows?\(parameter)=\(value)\(sizes)"
    }

    private func index(after id: Int) -> Int {
        guard let place = order.firstIndex(of: id) else { return 0 }
        let gone = Set(order).subtracting(rows.map(\.id))
        return order[...place].count { !gone.contains($0) }
    }

    private func answer(_ range: Range<Int>, _ size: Int, step: Int, asked: Int?) -> StackAnswer {
        let items = rows[range].map { #"{"id":\#($0.id),"name":"\#($0.name)","shelf":"\#($0.shelf)"}"# }
        let behind = range.lowerBound + step
        let hasMore = behind < rows.count
        var headers = [("Content-Type", "application/json")]
        var members = [#""items":[\#(items.joined(separator: ","))]"#]
        switch total {
        case .absent: break
        case .right: members.append(#""total":\#(oddities.total(of: rows.count))"#)
        case .header: headers.append(("X-Total-Count", "\(oddities.total(of: rows.count))"))
        }
        if saysMore || oddities.namesCursorAtEnd { members.append(#""has_more":\#(range.upperBound < rows.count)"#) }
        let last = range.isEmpty ? 0 : rows[min(behind, rows.count) - 1].id
        let sizes = asked.map { "&\(sizeParameter)=\($0)" } ?? ""
        let following = "http://api.test/rows?cursor=\(last)\(oddities.addressedSize == nil ? "" : sizes)"
        switch way {
        case .cursor:
            let isNamed = hasMore || oddities.namesCursorAtEnd && last > 0
            members.append(#""next_cursor":\#(isNamed ? "\"\(last)\"" : "null")"#)
        case .nextAddress: members.append(#""next":\#(hasMore ? "\"\(following)\"" : "null")"#)
        case .link where hasMore: headers.append(("Link", "<\(following)>; rel=\"next\""))
        default: break
        }
        let named = oddities.addressedSize == nil ? size : asked ?? size
        let next = hasMore ? address(ofPageAt: behind, size: step, named) : nil
        let previous = range.lowerBound >= step ? address(ofPageAt: range.lowerBound - step, size: step, named) : nil
        switch oddities.extra {
        case .nothing: break
        case .echo:
            let isPage = way == .page || way == .pageFromZero
            let first = way == .offset || way == .pageFromZero ? 0 : 1
            let value = (isPage ? range.lowerBound / step : range.lowerBound) + first
            members.append(#""\#(parameter)":\#(value),"\#(sizeParameter)":\#(size)"#)
        case .addresses:
            func text(_ address: String?) -> String { address.map { "\"\($0)\"" } ?? "null" }
            members.append(#""next":\#(text(next)),"previous":\#(text(previous))"#)
        case .links:
            let links = [("next", next), ("prev", previous)].compactMap { name, address in
                address.map { "<\($0)>; rel=\"\(name)\"" }
            }
            if !links.isEmpty { headers.append(("Link", links.joined(separator: ", "))) }
        }
        let body = isBare ? "[\(items.joined(separator: ","))]" : "{\(members.joined(separator: ","))}"
        return StackAnswer(headers: headers, body: Array(body.utf8))
    }

    package func keys() throws -> [Int] { rows.map(\.id) }

    package func change(_ change: StackChange) throws -> Int? {
        func index(_ fraction: Double, _ count: Int) -> Int { min(count - 1, Int(fraction * Double(count))) }
        switch change {
        case .insert(let at, let shelf):
            nextID += 1
            return try self.change(.add(id: nextID - 1, at: at, shelf: shelf))
        case .add(let id, let at, let shelf):
            insert(StackRow(id: id, name: "new", shelf: shelf), at: index(at, rows.count + 1))
            return id
        case .remove(let at): if !rows.isEmpty { rows.remove(at: index(at, rows.count)) }
        case .move(let from, let to):
            if rows.isEmpty { return nil }
            let row = rows.remove(at: index(from, rows.count))
            order.removeAll { $0 == row.id }
            insert(row, at: index(to, rows.count + 1))
        case .update(let at): if !rows.isEmpty { rows[index(at, rows.count)].name += "*" }
        case .reshelve: break
        }
        return nil
    }

    private func insert(_ row: StackRow, at index: Int) {
        let place = index < rows.count ? order.firstIndex(of: rows[index].id) ?? order.count : order.count
        order.insert(row.id, at: place)
        rows.insert(row, at: index)
    }
}
