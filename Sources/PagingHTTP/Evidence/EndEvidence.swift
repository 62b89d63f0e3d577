/// The words of an answer that say that nothing follows it, by kind. This is the only list of them; `Documentation/SourcePromises.md` shows it as ``table``.
///
/// A word that merely resembles one is none: `timed_out: false`, `next_run: null`, `hasMoreInfo: false`. The words count at the top of an answer, in the
/// objects usual for what is said about a page (``Vocabulary/scopes``), in those around the rows, and in headers.
enum EndEvidence: CaseIterable {
    /// `false` says that nothing follows, `true` that more does.
    case noMore
    /// `true` says that nothing follows, `false` that more does.
    case last
    /// Nothing in the place of the way on: `null`, an empty text, `false`, 0, `{}`, `[]`.
    case noNext

    /// The names, without case and what is between their words: `hasMore`, `has_more` and `X-Has-More` are all `hasmore`.
    var names: Set<String> {
        switch self {
        case .noMore: Self.noMoreNames
        case .last: Self.lastNames
        case .noNext: Self.noNextNames
        }
    }

    /// `true` if a name is one of this kind.
    func isNamed(_ name: FieldName) -> Bool {
        names.contains(name.joined) || name.words.first == "x" && names.contains(name.words.dropFirst().joined())
    }

    /// The rows of the documentation's table.
    static var table: [String] {
        allCases.map { kind in
            let says =
                switch kind {
                case .noMore: "`false`"
                case .last: "`true`"
                case .noNext: "`null`, `\"\"`, `false`, `0`, `{}` or `[]`"
                }
            return "| \(says) | \(kind.names.sorted().map { "`\($0)`" }.joined(separator: ", ")) |"
        }
    }

    private static let noMoreNames: Set = [
        "more", "hasmore", "hasnext", "hasnextpage", "hasmorepages", "hasmoreitems", "hasmoreresults", "hasmorerecords",
        "hasmorerows", "hasmoredata", "hasmoreentries", "hasadditionalpages", "moreitems", "moreresults", "morerecords",
        "morepages", "moreavailable", "moreresultsavailable", "morechanges", "istruncated", "truncated",
        "exceededtransferlimit",
    ]
    private static let lastNames: Set = [
        "last", "islast", "lastpage", "islastpage", "isend", "isatend", "atend", "endofresults", "endofrecords",
        "endoflist", "eof", "done", "isdone", "exhausted", "foundnewest", "nomore", "nomoreitems", "nomoreresults",
    ]
    private static let noNextNames: Set = Set(
        (Vocabulary.nextAddress + Vocabulary.nextCursor.map(\.field)).map { FieldName($0).joined }
    ).union([
        "nextpagenumber", "nextpageno", "nextpagelink", "nextpageuri", "nextpagecursor", "nextpagekey", "nexturi",
        "nextmarker",
        "nextcontinuationtoken", "nextoffset", "nextstart", "nextskip", "nextindex", "nextposition", "nextkey",
        "nextbatch",
        "nextmaxid", "nextmaxtoken", "nextresults", "nextrecords", "nextpath", "nextquery", "nextparams", "nextset",
        "nextsettoken", "nextfrom", "nextsince", "nextid", "pagingtoken", "paginationtoken", "lastevaluatedkey",
    ])
}
