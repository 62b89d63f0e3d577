internal import Foundation
internal import Paging
internal import PagingHTTP

/// An API's rows with their identifiers, and a record of what was asked for.
///
/// The path of the identifier is either given, or found in the first page that has rows.
final class RowSource: SectionedPageSource {
    /// What a source has seen so far.
    struct Record: Sendable {
        /// How rows are identified; `nil` until rows have arrived.
        var identification: Identification?
        /// Rows without what identifies the others.
        var unnamedRows = 0
        /// Pages that arrived.
        var pages = 0
        /// The request that failed last.
        var failed: PageRequest?
        /// Numbers given to rows.
        var lastNumber = 0
    }

    private let base: HTTPSource<JSONValue>
    private let hasSections: Bool
    private let delay: Duration
    private let watch: (any RequestWatch)?
    private let state: Locked<Record>

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - base: where pages come from.
    ///   - identification: how rows are identified, where that is known.
    ///   - hasSections: whether `base` was asked to group its rows.
    ///   - delay: latency to add to each request, before it is sent.
    ///   - watch: hears of requests for rows.
    init(
        _ base: HTTPSource<JSONValue>, identification: Identification?, hasSections: Bool = false,
        delay: Duration = .zero, watch: (any RequestWatch)? = nil
    ) {
        self.base = base
        self.hasSections = hasSections
        self.delay = delay
        self.watch = watch
        state = Locked(Record(identification: identification))
    }

    var record: Record { state.withLock { $0 } }

    /// How the API pages, for people; `nil` before it has answered.
    var recognised: String? { base.recognised }

    var capabilities: SourceCapabilities { extended(base.capabilities) }

    private func extended(_ capabilities: SourceCapabilities) -> SourceCapabilities {
        hasSections ? capabilities.union(.sections) : capabilities
    }

    func sections() async throws -> [ListSection] { try await base.sections() }

    func page(for request: PageRequest) async throws -> Page<Row> {
        watch?.asked(request.limit)
        do {
            if delay > .zero { try await Task.sleep(for: delay) }
            let page = try await base.page(for: request)
            // A library may answer a moment after it was called off; the list has forgotten the request by then.
            try Task.checkCancellation()
            let rows = try identified(page)
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

    /// All identifiers of the list, in its order.
    func snapshot() async throws -> [Row.ID] {
        try await base.snapshot(of: JSONValue.self).identifiers.map { .value($0) }
    }

    /// Those rows that still exist, in the order in which they are asked for.
    func rows(withIDs ids: [Row.ID]) async throws -> [Row] {
        let page = try identified(Page(try await base.items(withKeys: ids.compactMap(\.json))))
        let asked = Set(ids)
        if let stranger = page.items.first(where: { !asked.contains($0.id) }) { throw UnaskedRow(row: stranger) }
        var rows = Dictionary(page.items.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { rows.removeValue(forKey: $0) }
    }

    private func identified(_ page: Page<JSONValue>) throws -> Page<Row> {
        let rows = try state.withLock { record throws(MissingIdentifier) -> [Row] in
            record.pages += 1
            if record.identification == nil, !page.items.isEmpty {
                record.identification = JSONValue.guessedIdentifier(in: page.items).map { .path($0) } ?? .position
            }
            var rows: [Row] = []
            rows.reserveCapacity(page.items.count)
            for (offset, value) in page.items.enumerated() {
                rows.append(Row(id: try record.identify(value, at: page.position.map { $0 + offset }), value: value))
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
        return Page(
            rows, at: page.position, total: page.total, continuation: continuation,
            capabilities: page.capabilities.map(extended), version: page.version, byteCount: page.byteCount)
    }
}

extension RowSource.Record {
    /// What identifies a row.
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
        "a row came that was not asked for: \(row.value.json.prefix(120)). Say with --id PATH what of a row stands in the "
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
    /// A request was called off.
    func cancelled()
}
