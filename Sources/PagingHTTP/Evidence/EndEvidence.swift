/// The names of fields that report the end of a list, by kind. This is the only list of them. `Documentation/SourcePromises.md` shows it as
/// ``table``.
///
/// Similar names do not count: `timed_out: false`, `next_run: null`, `hasMoreInfo: false`. Fields count at the top of an answer, in the objects
/// that usually describe a page (``Vocabulary/scopes``), in those around the rows, and in headers.
enum EndEvidence: CaseIterable {
    /// `false` means the end, `true` means more rows.
    case noMore
    /// `true` means the end, `false` means more rows.
    case last
    /// No value for the next page means the end: `null`, an empty text, `false`, 0, `{}`, `[]`.
    case noNext

    /// The names, in lower case and without separators: `hasMore`, `has_more` and `X-Has-More` are all `hasmore`.
    var names: Set<String> {
        switch self {
        case .noMore: Self.noMoreNames
        case .last: Self.lastNames
        case .noNext: Self.noNextNames
        }
    }

    /// `true` if a name is of this kind.
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
