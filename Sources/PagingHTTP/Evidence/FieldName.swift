/// The name of a field, a header or a parameter, divided into words: `nextPageToken`, `Next-Page-Token` and `NEXT_PAGE_TOKEN` are all next,
/// page, token.
struct FieldName: Hashable {
    let words: [String]

    init(_ name: String) {
        var words: [String] = []
        var word = ""
        for character in name {
            let isLetter = character.isLetter || character.isNumber
            if !isLetter || character.isUppercase && word.last?.isLowercase == true {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if isLetter { word.append(character) }
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        self.words = words
    }

    /// The words without separators.
    var joined: String { words.joined() }

    /// `true` if a value with this name may lead to the next page.
    var leadsOn: Bool {
        if joined == "lastevaluatedkey" { return true }
        guard !words.contains(where: Self.leadsElsewhere.contains), !joined.hasPrefix("prev") else { return false }
        return isNext || Self.leadingOn.contains(joined) || Self.leadingOnParts.contains { joined.contains($0) }
    }

    /// `true` if the name contains "next".
    var isNext: Bool { words.contains { $0.hasPrefix("next") } || joined.hasSuffix("next") && words.count == 1 }

    /// `true` if the value `true` means more rows.
    var saysMoreIfTrue: Bool {
        Self.more.contains(joined)
            || words.count > 1 && (words[0] == "has" || words[0] == "have") && Self.moreWords.contains(words[1])
            || words.contains { $0.hasPrefix("truncated") || $0 == "incomplete" || $0 == "exceeded" || $0 == "partial" }
            || words.contains("more") && !words.contains("no")
    }

    /// `true` if the value `false` means more rows.
    var saysMoreIfFalse: Bool { EndEvidence.last.isNamed(self) || Self.ends.contains(joined) }

    /// `true` if a number with this name may be the total.
    ///
    /// - Parameter rows: the name of the rows' array, because `num_users` counts `users`.
    func isTotal(of rows: String? = nil) -> Bool {
        if words.contains(where: Self.notTotalWords.contains) { return false }
        if Self.totals.contains(joined) || words.contains("total") || words.first?.hasPrefix("total") == true {
            return true
        }
        if words.count > 1, words.last == "count", words.dropLast().allSatisfy(Self.allWords.contains) { return true }
        let own = rows.map { Set(FieldName($0).words) } ?? []
        return words.contains(where: Self.countingWords.contains)
            && words.contains { Self.countedWords.contains($0) || own.contains($0) }
    }

    /// `true` if an object with this name is about time or cost, so its totals do not count rows.
    var isOfOtherThanRows: Bool { words.contains(where: Self.otherThanRows.contains) }

    private static let otherThanRows: Set = [
        "time", "times", "timing", "timings", "ms", "seconds", "bytes", "cost", "price", "amount", "took", "duration",
        "latency", "quota", "rate", "shards",
    ]
    /// Words for a count.
    private static let countingWords: Set = [
        "nb", "num", "number", "n", "no", "count", "found", "matching", "matched", "available", "all", "overall",
        "full",
        "size", "length",
    ]
    /// Words for rows.
    private static let countedWords: Set = [
        "result", "results", "record", "records", "row", "rows", "item", "items", "hit", "hits", "doc", "docs",
        "document", "documents", "object", "objects", "entity", "entities", "entry", "entries", "element", "elements",
        "match", "matches", "list",
    ]
    /// Words that make a count a total.
    private static let allWords = countedWords.union(["odata", "x", "all", "full", "overall", "remaining"])
    private static let leadingOn: Set = [
        "token", "bookmark", "marker", "after", "continue", "resumptiontoken", "resumetoken", "offsettoken",
        "xcontinue", "xbookmark", "xmarker",
    ]
    private static let leadingOnParts = [
        "cursor", "continuation", "continuetoken", "pagetoken", "pagingtoken", "paginationtoken", "scrollid",
    ]
    private static let leadsElsewhere: Set = [
        "prev", "previous", "first", "current", "start", "self", "before", "csrf", "xsrf", "access", "auth", "refresh",
        "session", "delta", "sync", "type", "expires", "expiry", "oldest", "starting", "has", "is", "backward",
        "backwards",
        "newer", "prior", "up",
    ]
    private static let more: Set = ["more", "hasmore", "hasnext", "hasnextpage", "hasadditional", "timedout"]
    private static let moreWords: Set = ["more", "next", "additional", "further"]
    /// Words that are no evidence of the end, but contradict it with the value `false`.
    private static let ends: Set = [
        "end", "finished", "isfinished", "complete", "iscomplete", "completed", "isfinal", "final",
    ]
    private static let totals: Set = [
        "count", "numfound", "found", "matches", "matched", "itemscount", "nhits", "nbhits", "numrows", "hitcount",
        "hitscount", "rowcount", "itemcount", "recordcount", "resultcount", "resultscount", "listcount", "entrycount",
        "remainingitemcount", "remaining", "all", "recordstotal", "recordsfiltered",
    ]
    /// Words in the names of numbers that do not count rows, or are only estimates.
    private static let notTotalWords: Set = [
        "page", "pages", "time", "ms", "seconds", "bytes", "estimate", "estimated", "approximate", "unfiltered", "cost",
        "shards", "price", "amount", "sum", "took", "per", "limit", "unread", "scanned",
    ]
}
