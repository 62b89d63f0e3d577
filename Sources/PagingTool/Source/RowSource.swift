internal import Foundation
internal import Paging
internal import PagingHTTP

/// An API's rows with their identifiers, and a record of the requests and answers.
///
/// The path of the identifier is given, or found in the first page that has rows.
final class RowSource: SectionedPageSource {
    /// The findings about the API so far.
    struct Record: Sendable {
        /// How rows are identified; `nil` until rows have arrived.
        var identification: Identification?
        /// The number of rows without an identifier.
        var unnamedRows = 0
        /// The number of pages that arrived.
        var pages = 0
        /// The number of rows of the largest page.
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
        /// The number of rows that came by cursors.
        var rowsInOrder = 0
        /// The number of rows in the last request.
        var limit = 1
        /// `true` if cursors turned out to be positions.
        var readsPlaces = false
        /// The last number given to a row without identifier and position.
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

    /// The most frequent number of rows in an answer.
    var usualAnswerLength: Int? { base.usualAnswerLength }

    /// The total in the last answer, if its name is too vague to be relied on while the list is read.
    var claimedTotal: Int? { base.claimedTotal }

    /// The place in the first answer that named the next page, if pages are requested by position nevertheless; otherwise `nil`.
    var namedNext: Dialect.Next? { base.namedNext }

    /// How the API pages, for people, or `nil` before it has answered.
    var recognized: String? { base.recognized }

    var capabilities: SourceCapabilities { extended(base.capabilities) }

    private func extended(_ capabilities: SourceCapabilities) -> SourceCapabilities {
        hasSections ? capabilities.union(.sections) : capabilities
    }

    func sections() async throws -> [ListSection] { try await granting { try await base.sections() } }

    /// Sends a request. If the server asks for too long a wait, the failure is final.
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
            // A transport may answer just after it was cancelled, when the list has forgotten the request.
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

    /// Resumes a stopped pull. The list begins there, and the rows seen before must still be the same.
    func resume(_ resumption: Resumption) {
        state.withLock { record in
            record.identification = resumption.identification
            record.total = resumption.state.total
            record.edges = resumption.edges.mapValues { record.edge($0, among: [$0]) }
            record.start = (resumption.state.rows, resumption.state.cursor.map { Cursor($0) })
        }
    }

    /// Looks behind the end of the list if only a total proves it. If cursors are positions, reads the last page again, which must be
    /// unchanged.
    func checkEnd() async throws {
        try await granting {
            try await base.checkEnd()
            if state.withLock(\.readsPlaces), let last = state.withLock(\.lastPage) { try await checkAgain(last) }
        }
    }

    /// Throws if a row came before with other contents.
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

    /// The rows that still exist, in the order of their identifiers in the request.
    func rows(withIDs ids: [Row.ID]) async throws -> [Row] {
        let page = try identified(Page(try await granting { try await base.items(withKeys: ids.compactMap(\.json)) }))
        let asked = Set(ids)
        if let stranger = page.items.first(where: { !asked.contains($0.id) }) { throw UnaskedRow(row: stranger) }
        var rows = Dictionary(page.items.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { rows.removeValue(forKey: $0) }
    }

    /// `true` if the list is read by offset, so that an overlap of pages costs only a row.
    var overlapsPages: Bool {
        guard overlaps, case .offset = base.spokenDialect?.style else { return false }
        // With one row in each answer, there would be nothing but the overlap.
        return base.usualAnswerLength.map { $0 > 1 } ?? true
    }

    /// `true` if the list is read by page numbers without a total, so that only a page read twice shows that rows moved.
    private var checksPageAbove: Bool {
        guard let dialect = base.spokenDialect, case .page = dialect.style else { return false }
        return dialect.total == nil || dialect.total == .ignored
    }

    /// Requests a page together with the row above it, which must be the last row of the page above.
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
                // Rows moved if the page above ends otherwise than before this page was read. Nothing else shows it.
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

    /// Notes a page that was read in order. If cursors are positions, insertions and removals push rows over a page's edge. Only the page above
    /// shows it: it is read again and must have the same rows.
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

    /// Reads a page that was read in order once more.
    private func checkAgain(_ known: (cursor: Cursor?, count: Int, rows: RowSource.Edge)) async throws {
        // The first page was requested without a size if the parameter for it was unknown.
        let limit = known.cursor == nil ? max(1, known.count) : state.withLock(\.limit)
        let page = try await base.repeatedPage(after: known.cursor, limit: limit)
        state.withLock { record in
            guard record.change == nil, !record.edges(of: page.items.map(\.value)).isSame(as: known.rows) else {
                return
            }
            record.change = ChangedList(row: max(0, record.rowsInOrder - page.items.count))
        }
    }

    /// Reads the rows above a range once more.
    private func noteAbove(_ range: Range<Int>) async throws {
        // A whole page, since the first page may show how long pages are. By offset the last row is enough.
        var count = range.count
        if case .offset = base.spokenDialect?.style { count = 1 }
        let wasThere = state.withLock { $0.edges[range.lowerBound - 1] != nil }
        let above = max(0, range.lowerBound - count)..<range.lowerBound
        let page = try await base.page(for: .positions(above))
        note(page)
        let end = (page.position ?? above.lowerBound) + page.items.count
        if wasThere, end < range.lowerBound, page.items.isEmpty || page.continuation == .end { noteShrinking(to: end) }
    }

    /// Notes that there is no row above a page. If none was ever seen there or below, the page was requested before the page length or the end of the list
    /// was known.
    private func noteNoRow(at position: Int) {
        let wasThere = state.withLock { record in
            if record.edges.keys.contains(where: { $0 >= position }) { return true }
            record.emptyFrom = min(record.emptyFrom ?? position, position)
            return false
        }
        if wasThere { noteShrinking(to: position) }
    }

    /// Notes that a row has gone from the end of the list.
    private func noteShrinking(to count: Int) {
        state.withLock { record in
            if record.change == nil { record.change = ChangedList(before: count + 1, after: count) }
        }
    }

    /// Compares the first and last row of a page with the rows that other pages had at their positions.
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

    /// The request for the server's list, which begins before this one if a pull was resumed.
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
        // A page by its number may begin above the row at which the pull resumes.
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

    /// The fingerprint of a row: its identifier if it has one, since its other content may change.
    fileprivate func edge(_ row: JSONValue, among page: [JSONValue]) -> RowSource.Edge {
        if case .path(let path) = identification { return .identified((row.value(at: path) ?? row).hashValue) }
        let sketch = PageSketch([row], identifier: nil)
        let alike = page.count { PageSketch([$0], identifier: nil).isSame(as: sketch) == true }
        return .rows(row.hashValue, sketch, isDistinct: alike == 1)
    }

    /// The fingerprint of a page's rows in their order.
    fileprivate func edges(of rows: [JSONValue]) -> RowSource.Edge {
        guard case .path(let path) = identification else {
            return .rows(rows.hashValue, PageSketch(rows, identifier: nil), isDistinct: true)
        }
        return .identified(rows.map { $0.value(at: path) ?? $0 }.hashValue)
    }

    /// Identifies a row.
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

/// A row that was not asked for: the snapshot's identifiers are not those of the rows.
struct UnaskedRow: Error, CustomStringConvertible {
    let row: Row

    var description: String {
        "a row came that was not asked for: \(row.value.json.prefix(120)). Say with --id PATH which part of a row is in the "
            + "snapshot, or check --lookup"
    }
}

/// A row without a value at the path of the identifier.
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

/// Is told of requests for rows, on any thread.
protocol RequestWatch: Sendable {
    /// Called when a request for a number of rows is sent.
    func asked(_ rows: Int)
    /// Called when a request has ended with an answer or an error.
    func ended(_ error: (any Error)?)
    /// Called when a request was cancelled.
    func cancelled()
}

extension Page.Continuation {
    /// The cursor of the next page, or `nil` if there is none.
    var cursor: Cursor? { if case .next(let cursor) = self { cursor } else { nil } }
}
