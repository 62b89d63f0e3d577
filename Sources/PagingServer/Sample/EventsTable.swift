/// The sample's second table: invented events in a large organization's repositories.
enum EventsTable {
    /// Rows between two progress reports.
    private static let reportInterval = 20_000
    /// Seconds from 1970 to the first event: 2020-01-01.
    private static let firstSecond = 1_577_836_800
    /// The longest time between two events in seconds. A million of them span about four years.
    private static let longestPause = 252
    /// The longest delay of recording an event, in seconds.
    private static let longestDelay = 300

    /// Kinds of events, repeated according to their frequency.
    private static let kinds = [
        "comment", "comment", "comment", "comment", "push", "push", "push", "review", "review", "issue opened",
        "issue closed", "build passed", "build passed", "build failed", "merge", "release",
    ]
    private static let firstNames = [
        "Ada", "Alan", "Barbara", "Claude", "Donald", "Edsger", "Frances", "Grace", "Hedy", "Ida", "John", "Katherine",
        "Leslie", "Margaret", "Niklaus", "Radia", "Sophie", "Tony", "Vint", "Yukihiro",
    ]
    private static let lastNames = [
        "Allen", "Backus", "Cerf", "Dijkstra", "Engelbart", "Floyd", "Goldberg", "Hopper", "Iverson", "Johnson",
        "Knuth", "Liskov", "Minsky", "Naur", "Perlman", "Ritchie", "Shannon", "Turing", "Wilson", "Wirth",
    ]
    private static let verbs = [
        "Add", "Correct", "Document", "Explain", "Measure", "Move", "Name", "Remove", "Rename", "Revert", "Simplify",
        "Speed up", "Split", "Test", "Update",
    ]
    private static let things = [
        "the address parser", "the benchmark", "the cache", "the change log", "the colour table", "the cursor",
        "the database schema", "the error message", "the example", "the first page", "the index", "the licence",
        "the login form", "the network layer", "the page size", "the placeholder", "the query plan", "the scroll bar",
        "the search field", "the section titles", "the sort order", "the time zone", "the total", "the tutorial",
    ]

    static func write(to connection: SQLiteConnection, count: Int, progress: (Double) throws -> Void) throws {
        try connection.execute(
            """
            CREATE TABLE events (
                id INTEGER PRIMARY KEY,
                time TEXT NOT NULL,
                day TEXT NOT NULL,
                kind TEXT NOT NULL,
                actor TEXT NOT NULL,
                title TEXT NOT NULL,
                size INTEGER
            )
            """)
        let kinds = kinds.map(DatabaseValue.text)
        let actors = firstNames.flatMap { first in lastNames.map { DatabaseValue.text("\(first) \($0)") } }
        let titles = verbs.flatMap { verb in things.map { DatabaseValue.text("\(verb) \($0)") } }
        var random = SplitMix64(seed: 2020)
        var second = firstSecond
        var day = (number: Int.min, text: [UInt8]())
        try connection.execute("BEGIN")
        for id in stride(from: 1, through: count, by: 1) {
            if id.isMultiple(of: reportInterval) { try progress(0.6 * Double(id) / Double(count)) }
            second += random.below(longestPause + 1)
            let happened = second - random.below(longestDelay + 1)
            let number = CalendarDate.day(ofSecond: happened)
            if number != day.number { day = (number, CalendarDate.text(day: number)) }
            try connection.execute(
                "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                [
                    .integer(Int64(id)), .text(CalendarDate.text(second: happened, day: day.text)), .text(day.text),
                    kinds[random.below(kinds.count)],
                    // Some people are much more active than others.
                    actors[min(random.below(actors.count), random.below(actors.count))],
                    titles[random.below(titles.count)],
                    random.below(8) == 0 ? .null : .integer(Int64(random.below(100) * random.below(100))),
                ])
        }
        for (index, column) in ["day", "kind", "actor", "time"].enumerated() {
            try progress(0.6 + 0.1 * Double(index))
            try connection.execute("CREATE INDEX events_\(column) ON events (\(column))")
        }
        try connection.execute("COMMIT")
    }
}

/// A random number generator that returns the same numbers for the same seed.
///
/// `PagingCore` has the same generator. The server shares only the wire format with clients, so it has its own, which the server's tests use
/// too.
///
/// Source: Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number from 0 to below a bound. It is implemented here, so that the sample does not depend on the standard library's algorithm.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
