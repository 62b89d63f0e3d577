import PagingWire

/// The decision if an answer that shows no way on is the whole list.
extension Recognizer {
    /// `true` if the answer says that nothing follows, and nothing in it speaks against that.
    var isEndNamed: Bool {
        if saidToEnd == true { return signs.errors.isEmpty }
        return (isBySilence || hasMore?.value.bool == false || isOnlyPage || signs.namesEnd) && doubt == nil
    }

    /// `true` if nothing follows, by the path that the app names for it, or `nil` if it names none, or nothing is there.
    private var saidToEnd: Bool? {
        if let path = given.hasMore {
            return document.value(at: path).flatMap(AnswerFacts.truth).map { !$0 }
        }
        return given.isLast.flatMap { document.value(at: $0) }.flatMap { AnswerFacts.saysEnd($0, in: given) }
    }

    /// `true` if there may be more than the answer has.
    ///
    /// - Parameter found: how many rows the list has, and where that was found.
    func isDoubtful(_ found: (place: Dialect.Total, count: Int)?) -> Bool {
        let total = found?.count
        guard !items.isEmpty, !isEndNamed else { return false }
        if saidToEnd == false || hasMore?.value.bool == true || pageCount > 1 || isTotalDenied || doubt != nil {
            return true
        }
        if signs.isPart, total != seen, items.count >= Self.fewestRowsOfAPage { return true }
        if let total, total > seen { return true }
        let isAsLongAsPagesAre = Vocabulary.usualPageSizes.contains(items.count) || isAsLongAsAsked
        // As many as there are may be as many as this answer has, but for a header, which counts no page.
        if let found {
            let isInHeader = if case .header = found.place { true } else { false }
            return given.total == nil && (isAsLongAsPagesAre && !isInHeader || isNumbered && sizes.isEmpty)
        }
        return isAsLongAsPagesAre || isNumbered && sizes.isEmpty
    }

    /// `true` if the answer is of a kind that says where it goes on wherever it does: of Kubernetes, Google, OData, FHIR, MediaWiki.
    private var isBySilence: Bool {
        let kind = document["kind"]?.string ?? ""
        return kind.hasSuffix("List") && document["apiVersion"] != nil || kind.contains("#")
            || document["@odata.context"] != nil
            || document["resourceType"] == "Bundle" && document["link"]?.link("self") != nil
            || document["batchcomplete"] != nil && document["query"] != nil
    }

    private var isOnlyPage: Bool {
        headers["X-WP-TotalPages"] == "1" || fields.first(Vocabulary.pageCount) { $0.int == 1 } != nil && isNumbered
    }

    /// `true` if some number that seems to be that of all items cannot be: fewer than none, or another than was found.
    private var isTotalDenied: Bool {
        fields.contains { name, value in
            let plain = name.lowercased().filter(\.isLetter)
            guard plain.hasPrefix("total"), Vocabulary.totalWords.contains(String(plain.dropFirst(5))) else {
                return false
            }
            guard let count = AnswerFacts.number(value) else { return value.isNull }
            return count <= 0 || count > seen
        }
    }

    /// `true` if the answer says which page it is.
    private var isNumbered: Bool {
        fields.first(Vocabulary.pageFields.map(\.field) + Vocabulary.offsetFields) { $0.int != nil } != nil
    }

    /// The size of a page by the answer and its address.
    var sizes: [Int] {
        let said = fields.first(Vocabulary.sizeFields) { $0.int != nil }?.value.int
        return [Dialect.pageSize(in: address), said].compactMap(\.self)
    }

    /// The parameter by which the address asks for more rows than came.
    var sizeNotKept: ParameterName? {
        guard let asked = Dialect.sizeParameter(of: address), let size = Int(asked.value), size > items.count,
            !items.isEmpty
        else { return nil }
        return ParameterName(asked.name)
    }

    /// The number of rows to ask for once more where the answer has fewer than its address asks for and seems to be the list's last: a server may give fewer,
    /// and compute the end by the number that it was asked for. A total, a family, this project's server and a body say where the list ends.
    var sizeOfDoubtfulEnd: Query.Parameter? {
        guard let name = sizeNotKept, family == nil, given.body == nil, next == nil, hasMore?.value.bool != true,
            toldTotal == nil || isCountOfAnswer, document["paging"]?["totalCount"] == nil
        else { return nil }
        return Query.Parameter(name.description, String(items.count))
    }

    /// `true` if the total may be no more than the number of the answer's rows.
    private var isCountOfAnswer: Bool {
        guard case .path(let path) = rows.total else { return false }
        return toldTotal == items.count && path.names.last.map { FieldName($0).joined } == "count"
    }

    /// `true` if another answer has the same rows and says that more follow, though this one seemed to be the last.
    func goesOn(in other: Recognizer) -> Bool {
        guard other.next != nil || other.hasMore?.value.bool == true else { return false }
        let identifier = JSONValue.guessedIdentifier(in: items)
        return PageSketch(items, identifier: identifier).isSame(as: PageSketch(other.items, identifier: identifier))
            == true
    }

    private var isAsLongAsAsked: Bool { sizes.contains { $0 <= items.count } }
}
