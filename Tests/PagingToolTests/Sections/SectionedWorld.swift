import Paging
import PagingTesting

/// A row of a list in sections.
struct SectionedRow: Identifiable, Codable, Equatable, Sendable {
    let id: Int
    let letter: String
    let rank: Int
}

/// A sectioned list's server, whose rows a test changes between any two requests.
protocol SectionedServer: Sendable {
    func set(_ rows: [SectionedRow]) throws
    /// A list of it. Its requests and answers wait for the wire.
    @MainActor func list(
        _ wire: HeldWire, _ clock: VirtualClock, _ behavior: ListBehavior, _ policy: LoadPolicy
    ) -> PagedList<SectionedRow>
    /// The letters that are sections even without rows.
    var fixedLetters: [String] { get }
}

/// Holds each request, and then its answer, until a test lets it pass.
final class HeldWire: Sendable {
    struct Held: Sendable {
        let name: String
        let continuation: HeldContinuation<Void>
    }

    private let held = Locked<[Held]>([])

    /// Takes a request to the server and its answer back, each when the test says so.
    func pass<Answer>(_ name: String, serve: () async throws -> Answer) async throws -> Answer {
        try await wait("ask \(name)")
        let answer = try await serve()
        try await wait("tell \(name)")
        return answer
    }

    private func wait(_ name: String) async throws {
        try await withHeldContinuation { continuation in
            held.withLock { $0.append(Held(name: name, continuation: continuation)) }
        }
    }

    /// Lets one of those that are held pass.
    ///
    /// - Returns: its name; `nil` where none is held.
    func release(_ random: inout SplitMix64) -> String? {
        let next = held.withLock { held -> Held? in
            guard !held.isEmpty else { return nil }
            held.sort { $0.name < $1.name }
            return held.remove(at: Int(random.next() % UInt64(held.count)))
        }
        next?.continuation.resume(returning: ())
        return next?.name
    }
}

/// In memory, without versions.
final class SectionsInMemory: SectionedServer, SectionedPageSource {
    let capabilities: SourceCapabilities = [.positions, .sections]
    let fixedLetters: [String]
    private let rows = Locked<[SectionedRow]>([])
    private let wire = Locked(HeldWire())

    init(fixedLetters: [String]) { self.fixedLetters = fixedLetters }

    func set(_ rows: [SectionedRow]) { self.rows.withLock { $0 = rows } }

    func list(
        _ wire: HeldWire, _ clock: VirtualClock, _ behavior: ListBehavior, _ policy: LoadPolicy
    ) -> PagedList<SectionedRow> {
        self.wire.withLock { $0 = wire }
        return PagedList(self, behavior: behavior, policy: policy, clock: clock, seed: 1)
    }

    func page(for request: PageRequest) async throws -> Page<SectionedRow> {
        guard case .positions(let asked) = request else { throw CancellationError() }
        return try await wire.withLock(\.self).pass("rows \(asked)") {
            let rows = rows.withLock(\.self)
            let inside = asked.clamped(to: 0..<rows.count)
            return Page(Array(rows[inside]), at: inside.lowerBound, total: rows.count)
        }
    }

    func sections() async throws -> [ListSection] {
        try await wire.withLock(\.self).pass("sections") {
            SectionedText.sections(of: rows.withLock(\.self), fixed: fixedLetters)
        }
    }
}

/// A list in sections as text: each title, then the rows below it.
enum SectionedText {
    static func sections(of rows: [SectionedRow], fixed: [String]) -> [ListSection] {
        let counts = Dictionary(grouping: rows, by: \.letter).mapValues(\.count)
        return Set(counts.keys).union(fixed).sorted().map { ListSection(title: $0, count: counts[$0] ?? 0) }
    }

    static func text(of rows: [SectionedRow], fixed: [String]) -> String {
        sections(of: rows, fixed: fixed).map { section in
            ([section.title] + rows.filter { $0.letter == section.title }.map { String($0.id) }).joined(separator: " ")
        }.joined(separator: "\n")
    }

    @MainActor
    static func text(of list: PagedList<SectionedRow>) -> String {
        guard let sections = list.sections else { return list.count == 0 ? "" : "no sections, \(list.count) rows" }
        guard sections.last?.rows.upperBound ?? 0 == list.count else {
            return "sections of \(sections.last?.rows.upperBound ?? 0) rows, a list of \(list.count)"
        }
        return sections.map { section in
            ([section.title] + section.rows.map { list.peek($0).map { String($0.id) } ?? "?" }).joined(separator: " ")
        }.joined(separator: "\n")
    }
}
