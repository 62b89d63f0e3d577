internal import Foundation
internal import Paging
internal import PagingHTTP

/// An API's rows with their identifiers, and a record of what was asked for.
///
/// The path of the identifier is either given, or found in the first page that has rows.
final class RowSource: SectionedPageSource {
    /// The knowledge of a source so far.
    struct Record: Sendable {
        /// How rows are identified; `nil` until rows have arrived.
        var identification: Identification?
        /// Rows without what identifies the others.
        var unnamedRows = 0
        /// Pages that arrived.
        var pages = 0
        /// The most rows of one of them.
        var largestPage = 0
        /// The request that failed last.
        var failed: PageRequest?
        /// The first total that an answer reported.
        var total: Int?
        /// The change of the list seen between two answers, or `nil` if there was none.
        var change: ChangedList?
        /// The first and last rows of pages, by position.
        var edges: [Int: Edge] = [:]
        /// The first position that had no row and never had one before.
        var emptyFrom: Int?
        /// The last page read by a cursor. If cursors are positions, it is read again after the next page.
        var lastPage: (cursor: Cursor?, count: Int, rows: Edge)?
        /// Rows that came by cursors.
        var rowsInOrder = 0
        /// The number of rows in the last request.
        var limit = 1
        /// `true` if cursors turned out to be places.
        var readsPlaces = false
        /// Numbers given to rows.
        var lastNumber = 0
        /// The contents of rows that came by cursors.
        var contents = RowContents()
        /// The place from which a stopped pull resumes. The list begins there.
        var start: (position: Int, cursor: Cursor?) = (0, nil)
    }

    /// Fingerprints of rows, to see later if they are the same.
    enum Edge: Sendable {
        case identified(Int)
        /// Rows without identifiers: an exact fingerprint, a sketch of their fields, and `true` if the fields that rarely change tell them apart
        /// from the others of their page.
        case rows(Int, PageSketch, isDistinct: Bool)

        func isSame(as other: Edge) -> Bool {
            switch (self, other) {
            case (.identified(let one), .identified(let other)): one == other
            case (.rows(let one, let sketch, let isDistinct), .rows(let other, let otherSketch, let isOtherDistinct)):
                one == other || isDistinct && isOtherDistinct && sketch.isSame(as: otherSketch) == true
            default: false
            }
        }
    }

    private let base: HTTPSource<WrittenRow>
    private let hasSections: Bool
    private let delay: Duration
    private let watch: (any RequestWatch)?
    /// `true` if pages by offset overlap by a row, which shows whether rows moved between them.
    private let overlaps: Bool
    private let budget: RequestBudget?
    private let longestWait: Duration?
    /// `true` if rows keep their texts, to be written as they came.
    private let keepsTexts: Bool
    private let state: Locked<Record>

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - base: the source of the pages.
    ///   - identification: how rows are identified, if that is known.
    ///   - hasSections: `true` if `base` was asked to group its rows.
    ///   - delay: latency to add to each request, before it is sent.
    ///   - watch: called for requests for rows.
    ///   - longestWait: the longest wait that a server may ask for before that is a failure; `nil` for any.
    init(
        _ base: HTTPSource<WrittenRow>, identification: Identification?, hasSections: Bool = false,
        delay: Duration = .zero, watch: (any RequestWatch)? = nil, overlaps: Bool = false,
        budget: RequestBudget? = nil, longestWait: Duration? = nil, keepsTexts: Bool = false
    ) {
        self.keepsTexts = keepsTexts
        self.longestWait = longestWait
        self.overlaps = overlaps
        self.budget = budget
        self.base = base
        self.hasSections = hasSections
        self.delay = delay
        self.watch = watch
        state = Locked(Record(identification: identification))
    }

    var record: Record { state.withLock { $0 } }

    /// The number of rows that answers have most often.
    var usualAnswerLength: Int? { base.usualAnswerLength }

    /// The number of rows that the last answer told, under a name that is not relied on while the list is read.
    var claimedTotal: Int? { base.claimedTotal }

    /// The place in the first answer that named the next page, though pages are asked for by position, or `nil` if there was none.
    var namedNext: Dialect.Next? { base.namedNext }

    /// How the API pages, for people, or `nil` before it has answered.
    var recognized: String? { base.recognized }

    var capabilities: SourceCapabilities { extended(base.capabilities) }

    private func extended(_ capabilities: SourceCapabilities) -> SourceCapabilities {
        hasSections ? capabilities.union(.sections) : capabilities
    }

    func sections() async throws -> [ListSection] { try await granting { try await base.sections() } }

    /// Asks, and fails for good where the server asks for too long a wait.
    private func granting<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        do {
            return try await ask()
        } catch {
            if let longestWait, let wait = LongWait(error, longerThan: longestWait) { throw wait }
            throw error
        }
    }

    func page(for request: PageRequest) async throws -> Page<Row> {
        watch?.asked(request.limit)
        state.withLock { $0.limit = request.limit }
        do {
            if delay > .zero { try await Task.sleep(for: delay) }
            let page = try await granting { try await overlapped(placed(request)) }
            // A library may answer a moment after it was cancelled; the list has forgotten the request by then.
            try Task.checkCancellation()
            var rows = try identified(page)
            if overlaps, case .after(let cursor, let limit) = request {
                try checkContents(of: rows.items, after: cursor, limit: limit)
            }
            // If a stopped pull resumes here, its list begins here.
            if case .after(nil, _) = request { rows.beginning = .start }
            if overlaps { noteProgress(page) }
            watch?.ended(nil)
            return rows
        } catch {
            if Task.isCancelled {
                watch?.cancelled()
            } else {
                watch?.ended(error)
                state.withLock { $0.failed = request }
            }
            throw error
        }
    }

    /// Goes on from where a pull was stopped: the list begins there, and what was seen then must still be so.
    func resume(_ resumption: Resumption) {
        state.withLock { record in
            record.identification = resumption.identification
            record.total = resumption.state.total
            record.edges = resumption.edges.mapValues { record.edge($0, among: [$0]) }
            record.start = (resumption.state.rows, resumption.state.cursor.map { Cursor($0) })
        }
    }

    /// Asks what is behind the list's end, where a total alone says that it is one, and, where pages are places, whether the last one is
    /// as it was.
    func checkEnd() async throws {
        try await granting {
            try await base.checkEnd()
            if state.withLock(\.readsPlaces), let last = state.withLock(\.lastPage) { try await checkAgain(last) }
        }
    }

    /// Throws if rows that came before have other contents now.
    private func checkContents(of rows: [Row], after cursor: Cursor?, limit: Int) throws(ConflictingRow) {
        try state.withLock { record throws(ConflictingRow) in
            guard case .path(let path) = record.identification,
                let row = record.contents.take(rows, after: cursor, limit: limit)
            else { return }
            throw ConflictingRow(path: path, row: row)
        }
    }

    /// Reports the walk's progress to the budget.
    private func noteProgress(_ page: Page<WrittenRow>) {
        let rows = state.withLock { record in
            if let position = page.position, position > 0 || record.rowsInOrder == 0 {
                return max(record.rowsInOrder, position + page.items.count)
            }
            return record.rowsInOrder
        }
        budget?.note(
            page: page.items.count, usual: base.usualAnswerLength, rows: rows, leadsOn: page.continuation.cursor != nil)
    }

    /// All identifiers of the list, in its order.
    func snapshot() async throws -> [Row.ID] {
        try await granting { try await base.snapshot(of: JSONValue.self).identifiers.map { .value($0) } }
    }

    /// The rows that still exist, in the order in which they are asked for.
    func rows(withIDs ids: [Row.ID]) async throws -> [Row] {
        let page = try identified(Page(try await granting { try await base.items(withKeys: ids.compactMap(\.json)) }))
        let asked = Set(ids)
        if let stranger = page.items.first(where: { !asked.contains($0.id) }) { throw UnaskedRow(row: stranger) }
        var rows = Dictionary(page.items.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { rows.removeValue(forKey: $0) }
    }

    /// `true` if the list is read by offset, so that pages overlap at no price but a row.
    var overlapsPages: Bool {
        guard overlaps, case .offset = base.spokenDialect?.style else { return false }
        // An answer of one row would be the overlap alone.
        return base.usualAnswerLength.map { $0 > 1 } ?? true
    }

    /// `true` if the list is read by page numbers and tells no total, so that nothing but reading a page twice shows that rows moved.
    private var checksPageAbove: Bool {
        guard let dialect = base.spokenDialect, case .page = dialect.style else { return false }
        return dialect.total == nil || dialect.total == .ignored
    }

    /// A page, asked for together with the row above it, which must be the row that the page above ends with.
    private func overlapped(_ request: PageRequest) async throws -> Page<WrittenRow> {
        guard overlapsPages, case .positions(let range) = request, range.lowerBound > 1 else {
            let styleBefore = base.spokenDialect?.style
            let page = try await base.page(for: request)
            guard overlaps else { return page }
            if case .after(let cursor, _) = request, case .cursor = base.spokenDialect?.style {
                try await noteInOrder(page, after: cursor)
                return page
            }
            // The first recognized page has no overlap.
            if checksPageAbove || styleBefore != base.spokenDialect?.style, case .positions(let range) = request,
                range.lowerBound > 0
            {
                // Nothing else shows that rows moved: the page above must end as it did before this one was read.
                try await noteAbove(range)
            }
            note(page)
            return page
        }
        var page = try await base.page(for: .positions(range.lowerBound - 1..<range.upperBound))
        note(page)
        guard page.position == range.lowerBound - 1 else { return page }
        if page.items.isEmpty {
            noteNoRow(at: range.lowerBound - 1)
        } else {
            page.items.removeFirst()
        }
        page.position = range.lowerBound
        return page
    }

    /// Takes a page that was read in order. Where cursors are places, rows that come or go push others over a page's edge, and nothing shows
    /// it but the page above, read again: it must still have the rows that it had.
    private func noteInOrder(_ page: Page<WrittenRow>, after cursor: Cursor?) async throws {
        let (above, isPlace) = state.withLock { record in
            record.learnIdentification(from: page.items, of: base)
            let above = record.lastPage
            let isPlace = cursor.map { PlaceCursor.isPlace($0, rowsBefore: record.rowsInOrder) } ?? false
            if cursor == nil { record.rowsInOrder = 0 }
            record.rowsInOrder += page.items.count
            record.lastPage = (cursor, page.items.count, record.edges(of: page.items.map(\.value)))
            record.readsPlaces = record.readsPlaces || isPlace
            return (above, isPlace)
        }
        if isPlace, let above { try await checkAgain(above) }
    }

    /// Reads a page again that was read in order.
    private func checkAgain(_ known: (cursor: Cursor?, count: Int, rows: RowSource.Edge)) async throws {
        // The first page may have come without a size: the parameter for it was not known yet.
        let limit = known.cursor == nil ? max(1, known.count) : state.withLock(\.limit)
        let page = try await base.repeatedPage(after: known.cursor, limit: limit)
        state.withLock { record in
            guard record.change == nil, !record.edges(of: page.items.map(\.value)).isSame(as: known.rows) else {
                return
            }
            record.change = ChangedList(row: max(0, record.rowsInOrder - page.items.count))
        }
    }

    /// Reads what is above a range once more.
    private func noteAbove(_ range: Range<Int>) async throws {
        // As many rows as others have, for a first page may show how long pages are; by offset the last one will do.
        var count = range.count
        if case .offset = base.spokenDialect?.style { count = 1 }
        let wasThere = state.withLock { $0.edges[range.lowerBound - 1] != nil }
        let above = max(0, range.lowerBound - count)..<range.lowerBound
        let page = try await base.page(for: .positions(above))
        note(page)
        let end = (page.position ?? above.lowerBound) + page.items.count
        if wasThere, end < range.lowerBound, page.items.isEmpty || page.continuation == .end { noteShrinking(to: end) }
    }

    /// There is no row above a page. Where none was seen there or behind it either, the page was asked for before it was known how long pages are, or that
    /// the list ends above it.
    private func noteNoRow(at position: Int) {
        let wasThere = state.withLock { record in
            if record.edges.keys.contains(where: { $0 >= position }) { return true }
            record.emptyFrom = min(record.emptyFrom ?? position, position)
            return false
        }
        if wasThere { noteShrinking(to: position) }
    }

    /// There is no row any more where there was one.
    private func noteShrinking(to count: Int) {
        state.withLock { record in
            if record.change == nil { record.change = ChangedList(before: count + 1, after: count) }
        }
    }

    /// Compares the first and the last row of a page with what other pages had there.
    private func note(_ page: Page<WrittenRow>) {
        guard let position = page.position, let first = page.items.first, let last = page.items.last else { return }
        state.withLock { record in
            record.learnIdentification(from: page.items, of: base)
            let end = position + page.items.count
            if let empty = record.emptyFrom, end > empty, record.change == nil {
                record.change = ChangedList(before: empty, after: end)
            }
            let values = page.items.map(\.value)
            for (place, whole) in [(position, first), (position + page.items.count - 1, last)] {
                let edge = record.edge(whole.value, among: values)
                let known = record.edges.updateValue(edge, forKey: place)
                if let known, !known.isSame(as: edge), record.change == nil { record.change = ChangedList(row: place) }
            }
        }
    }

    /// A request about the server's list.
    private func placed(_ request: PageRequest) -> PageRequest {
        let start = state.withLock(\.start)
        switch request {
        case .after(nil, let limit) where start.cursor != nil: return .after(start.cursor, limit: limit)
        case .after(nil, let limit) where start.position > 0:
            return .positions(start.position..<start.position + limit)
        case .positions(let range):
            return .positions(range.lowerBound + start.position..<range.upperBound + start.position)
        case .after, .before, .around: return request
        }
    }

    private func identified(_ page: Page<WrittenRow>) throws -> Page<Row> {
        let rows = try state.withLock { record throws(MissingIdentifier) -> [Row] in
            record.pages += 1
            record.largestPage = max(record.largestPage, page.items.count)
            if let total = page.total {
                let before = record.total ?? total
                if before != total, record.change == nil { record.change = ChangedList(before: before, after: total) }
                record.total = total
            }
            record.learnIdentification(from: page.items, of: base)
            var rows: [Row] = []
            rows.reserveCapacity(page.items.count)
            for (offset, row) in page.items.enumerated() {
                let id = try record.identify(row.value, at: page.position.map { $0 + offset })
                rows.append(Row(id: id, value: row.value, text: keepsTexts ? row.text : []))
            }
            return rows
        }
        let continuation: Page<Row>.Continuation =
            switch page.continuation {
            case .unspecified: .unspecified
            case .more: .more
            case .next(let cursor): .next(cursor)
            case .end: .end
            }
        let start = state.withLock(\.start.position)
        // A page by its number may begin above where the pull goes on.
        let above = page.position.map { min(max(0, start - $0), rows.count) } ?? 0
        return Page(
            Array(rows.dropFirst(above)), at: page.position.map { $0 + above - start },
            total: page.total.map { $0 < 0 ? $0 : max(0, $0 - start) }, continuation: continuation,
            beginning: page.beginning, capabilities: page.capabilities.map(extended), version: page.version,
            byteCount: page.byteCount)
    }
}

extension RowSource.Record {
    fileprivate mutating func learnIdentification(from items: [WrittenRow], of source: HTTPSource<WrittenRow>) {
        guard identification == nil, !items.isEmpty else { return }
        identification = source.identifier(of: items.map(\.value)).map { .path($0) } ?? .position
    }

    /// The mark of a row at its position: its other content may change without rows being missed.
    fileprivate func edge(_ row: JSONValue, among page: [JSONValue]) -> RowSource.Edge {
        if case .path(let path) = identification { return .identified((row.value(at: path) ?? row).hashValue) }
        let sketch = PageSketch([row], identifier: nil)
        let alike = page.count { PageSketch([$0], identifier: nil).isSame(as: sketch) == true }
        return .rows(row.hashValue, sketch, isDistinct: alike == 1)
    }

    /// The marks of a page's rows, in their order.
    fileprivate func edges(of rows: [JSONValue]) -> RowSource.Edge {
        guard case .path(let path) = identification else {
            return .rows(rows.hashValue, PageSketch(rows, identifier: nil), isDistinct: true)
        }
        return .identified(rows.map { $0.value(at: path) ?? $0 }.hashValue)
    }

    /// The way a row is identified.
    fileprivate mutating func identify(_ row: JSONValue, at position: Int?) throws(MissingIdentifier) -> Row.ID {
        if case .path(let path) = identification {
            if let value = row.value(at: path), !value.isNull { return .value(value) }
            throw MissingIdentifier(path: path, position: position, row: row)
        }
        unnamedRows += 1
        if let position { return .position(position) }
        lastNumber += 1
        return .number(lastNumber)
    }
}

/// A row came that was not asked for: the snapshot's identifiers are not those of the rows.
struct UnaskedRow: Error, CustomStringConvertible {
    let row: Row

    var description: String {
        "a row came that was not asked for: \(row.value.json.prefix(120)). Say with --id PATH which part of a row is in the "
            + "snapshot, or check --lookup"
    }
}

/// A row has nothing at the path that identifies the others.
struct MissingIdentifier: LoadError, CustomStringConvertible {
    let path: FieldPath
    let position: Int?
    let row: JSONValue

    var isTransient: Bool { false }
    var retryAfter: Duration? { nil }

    var description: String {
        let place = position.map { "row \(Format.count($0))" } ?? "a row"
        return "\(place) has nothing at '\(path)', which identifies rows: \(row.json.prefix(120)). "
            + "Say with --id PATH what tells rows apart, or --id none to go by their positions"
    }
}

/// Hears of requests for rows; called on any thread.
protocol RequestWatch: Sendable {
    /// A request was sent that asks for so many rows.
    func asked(_ rows: Int)
    /// A request ended by itself, with an answer or with an error.
    func ended(_ error: (any Error)?)
    /// A request was cancelled.
    func cancelled()
}

extension Page.Continuation {
    /// The cursor of the next page, or `nil` if there is none.
    var cursor: Cursor? { if case .next(let cursor) = self { cursor } else { nil } }
}
