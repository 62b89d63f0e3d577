import Paging
import PagingTesting

/// One history: a list is loaded, one change happens between two of its requests, the list is refreshed.
@MainActor
struct SectionedHistory {
    var random: SplitMix64
    let server: any SectionedServer
    let wire = HeldWire()
    let list: PagedList<SectionedRow>
    var rows: [SectionedRow] = []
    var lines: [String] = []
    private let clock = VirtualClock()
    private var refresh: Task<Void, any Error>?
    private let letters: [String]

    init(seed: UInt64, isHTTP: Bool) throws {
        random = SplitMix64(seed: seed)
        letters = Array(["A", "B", "C", "D", "E"].prefix(1 + Int(random.next() % 5)))
        let hasFixed = random.next() % 3 == 0
        server = isHTTP ? try SectionsOverHTTP() : SectionsInMemory(fixedLetters: hasFixed ? letters : [])
        let behaviors: [ListBehavior] = [
            .fixed, ListBehavior(membership: .changes, content: .fixed),
            ListBehavior(membership: .changes, content: .changes),
            ListBehavior(membership: .changes, ranking: .rebuilt, content: .changes),
        ]
        let behavior = behaviors[Int(random.next() % 4)]
        let policy = LoadPolicy(
            pageSize: [1, 2, 5, 10, 25, 50][Int(random.next() % 6)], preloads: random.next() % 2 == 0)
        list = server.list(wire, clock, behavior, policy)
        lines.append("\(isHTTP ? "over HTTP" : "in memory"), \(behavior), \(policy.pageSize) rows a page")
        rows = firstRows()
        try server.set(rows)
    }

    private mutating func roll(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

    private mutating func firstRows() -> [SectionedRow] {
        let longest = [0, 1, 2, 3, 12][roll(5)]
        var rows: [SectionedRow] = []
        for letter in letters {
            let count = roll(4) == 0 ? 1 : roll(longest + 1)
            rows += (0..<count).map { SectionedRow(id: rows.count + $0 + 1, letter: letter, rank: $0 * 10) }
        }
        return rows
    }

    /// One change to the server's rows: a row comes, goes, or moves, or a section comes or goes.
    mutating func change() throws {
        let text: String
        switch rows.isEmpty ? 0 : roll(5) {
        case 1:
            text = "row \(rows.remove(at: roll(rows.count)).id) goes"
        case 2:
            let old = rows.remove(at: roll(rows.count))
            rows.append(SectionedRow(id: old.id, letter: letters[roll(letters.count)], rank: roll(130)))
            text = "row \(old.id) moves"
        case 3:
            rows.append(SectionedRow(id: 100, letter: ["0", "BB", "Z"][roll(3)], rank: 0))
            text = "a section comes"
        case 4:
            let letter = rows[roll(rows.count)].letter
            rows.removeAll { $0.letter == letter }
            text = "section \(letter) goes"
        default:
            rows.append(SectionedRow(id: 100, letter: letters[roll(letters.count)], rank: roll(130)))
            text = "a row comes"
        }
        rows.sort { ($0.letter, $0.rank, $0.id) < ($1.letter, $1.rank, $1.id) }
        try server.set(rows)
        lines.append(text)
    }

    /// Lets requests and answers pass, and time, until all is at rest, or so many have.
    mutating func run(_ most: Int = 400) async {
        for _ in 0..<most {
            await list.settle()
            if let name = wire.release(&random) {
                lines.append("  \(name)")
            } else if !clock.advanceToNextSleeper() {
                return
            }
        }
    }

    mutating func look(_ range: Range<Int>) {
        list.viewport(range)
        lines.append("look at \(range)")
    }

    /// Begins a refresh.
    mutating func beginRefresh() async {
        lines.append("refresh")
        refresh = await started { [list] in try await list.refresh() }
    }

    /// Why the last refresh failed, or that it did not end; `nil` where it went well.
    func refreshFailure() async -> String? {
        if case .refreshing = list.state { return "a refresh has no end" }
        do { try await refresh?.value } catch { return "\(error)" }
        return nil
    }
}

extension SectionedHistory {
    /// The difference between the screen and the server; `nil` where there is none.
    ///
    /// - Parameter whole: whether all rows are on screen. Otherwise rows elsewhere may still be placeholders, or older ones.
    func difference(whole: Bool, _ seed: UInt64) -> String? {
        let shown = SectionedText.text(of: list)
        let expected = SectionedText.text(of: rows, fixed: server.fixedLetters)
        if whole { return shown == expected ? nil : failure("\(shown)\n-- but the server has\n\(expected)", seed) }
        func titles(_ text: String) -> [String] {
            text.split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                return "\(words[0]) \(words.count - 1)"
            }
        }
        return titles(shown) == titles(expected)
            ? nil : failure("\(shown)\n-- before all is looked at, but the server has\n\(expected)", seed)
    }

    func failure(_ text: String, _ seed: UInt64) -> String {
        "seed \(seed)\n\(lines.joined(separator: "\n"))\n-- shown\n\(text)"
    }

    /// Loads a list, has one change happen somewhere, refreshes, and compares.
    static func check(seed: UInt64, isHTTP: Bool) async throws -> String? {
        var history = try SectionedHistory(seed: seed, isHTTP: isHTTP)
        let start = Int(history.random.next() % 30)
        history.look([0..<5, 0..<60, start..<start + 8][Int(history.random.next() % 3)])
        // Between any two requests, those of the refresh included.
        let isDuring = history.random.next() % 3 == 0
        if !isDuring { await history.run(Int(history.random.next() % 12)) } else { await history.run() }
        if isDuring {
            await history.beginRefresh()
            await history.run(Int(history.random.next() % 8))
            try history.change()
            await history.run()
        } else {
            try history.change()
            if history.random.next() % 2 == 0 { await history.run() }
        }
        await history.beginRefresh()
        await history.run()
        if let failure = await history.refreshFailure() { return history.failure(failure, seed) }
        if let failure = history.difference(whole: false, seed) { return failure }
        history.look(0..<60)
        await history.run()
        return history.difference(whole: true, seed)
    }
}
