internal import PagingCore

/// An API's oddities besides paging: extra fields around its rows, and false totals.
package struct APIOddities: Hashable, Sendable {
    /// Extra content of its answers.
    package enum Extra: String, CaseIterable, Sendable {
        case nothing
        /// The parameters of the request.
        case echo
        /// The addresses of pages, in the body or in `Link`.
        case addresses, links
    }
    /// How true a total is.
    package enum Truth: String, CaseIterable, Sendable {
        case right
        /// Rows that were counted before some came, or went.
        case tooFew, tooMany
        /// It counts up to a number and no further.
        case capped
    }

    package var extra = Extra.nothing
    package var truth = Truth.right
    /// An error is an object with status 200.
    package var errorsAreAnswers = false
    /// The highest number that a capped total reports. It is more than a page, or it would look like a page's own count.
    package var cap = Int.max

    /// The end is told, and a request behind it is refused with 400.
    package var refusesBehindEnd = false
    /// A cursor comes with every page, the last one too, beside what says that nothing follows.
    package var namesCursorAtEnd = false
    /// Addresses of pages count the rows asked for, not those given.
    package var countsAsked = false
    /// The number of rows that the list's own address asks for, or `nil` if it names none.
    package var addressedSize: Int?

    package init() {}

    /// Draws an API's oddities; half of all APIs have none.
    init(pageSize: Int, random: inout SplitMix64) {
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        if Bool.random(using: &random) { return }
        extra = one(Extra.allCases)
        truth = one([.right, .right] + Truth.allCases)
        errorsAreAnswers = Bool.random(using: &random)
        cap = 2 * pageSize + Int.random(in: 1...pageSize, using: &random)
    }

    /// Draws what an API does beyond its last page and its largest one.
    mutating func drawBounds(pageSize: Int, random: inout SplitMix64) {
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        refusesBehindEnd = one([true, false, false])
        namesCursorAtEnd = one([true, false])
        countsAsked = one([true, false, false])
        if countsAsked || one([true, false, false]) { addressedSize = one([2 * pageSize, pageSize + 1, 100]) }
    }

    /// The total that the API says.
    func total(of count: Int) -> Int {
        switch truth {
        case .right: count
        case .tooFew: max(0, count - 2)
        case .tooMany: count + 2
        case .capped: min(count, cap)
        }
    }

    var text: String {
        var words: [String] = []
        if extra != .nothing { words.append("with \(extra)") }
        if truth != .right { words.append("total \(truth)\(truth == .capped ? " at \(cap)" : "")") }
        if errorsAreAnswers { words.append("errors with 200") }
        if refusesBehindEnd { words.append("400 behind the end") }
        if namesCursorAtEnd { words.append("a cursor at the end") }
        if let addressedSize { words.append("asked for \(addressedSize)\(countsAsked ? ", counted as asked" : "")") }
        return words.map { ", \($0)" }.joined()
    }
}
