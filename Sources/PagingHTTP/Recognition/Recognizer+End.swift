import PagingWire

/// The decision if an answer without a next page is the whole list.
extension Recognizer {
    /// `true` if the answer reports the end, and nothing in it contradicts that.
    var isEndNamed: Bool {
        if saidToEnd == true { return signs.errors.isEmpty }
        return (isBySilence || hasMore?.value.bool == false || isOnlyPage || signs.namesEnd) && doubt == nil
    }

    /// `true` if the app's path reports the end, or `nil` if there is no such path or no value.
    private var saidToEnd: Bool? {
        if let path = given.hasMore {
            return document.value(at: path).flatMap(AnswerFacts.truth).map { !$0 }
        }
        return given.isLast.flatMap { document.value(at: $0) }.flatMap { AnswerFacts.saysEnd($0, in: given) }
    }

    /// `true` if there may be more rows than the answer has.
    ///
    /// - Parameter found: the total and its place, or `nil` if there is none.
    func isDoubtful(_ found: (place: Dialect.Total, count: Int)?) -> Bool {
        let total = found?.count
        guard !items.isEmpty, !isEndNamed else { return false }
        if saidToEnd == false || hasMore?.value.bool == true || pageCount > 1 || isTotalDenied || doubt != nil {
            return true
        }
        if signs.isPart, total != seen, items.count >= Self.fewestRowsOfAPage { return true }
        if let total, total > seen { return true }
        let isAsLongAsPagesAre = Vocabulary.usualPageSizes.contains(items.count) || isAsLongAsAsked
        // A total equal to the number of rows may be only this answer's count, except in a header, which does not count a page.
        if let found {
            let isInHeader = if case .header = found.place { true } else { false }
            return given.total == nil && (isAsLongAsPagesAre && !isInHeader || isNumbered && sizes.isEmpty)
        }
        return isAsLongAsPagesAre || isNumbered && sizes.isEmpty
    }

    /// `true` if the answer is of a kind that always has a link to the next page if there is one: Kubernetes, Google, OData, FHIR, MediaWiki.
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

    /// `true` if a field that looks like a total contradicts the answer: it is `null`, not positive, or greater than the number of rows.
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

    /// `true` if the answer has its page's number.
    private var isNumbered: Bool {
        fields.first(Vocabulary.pageFields.map(\.field) + Vocabulary.offsetFields) { $0.int != nil } != nil
    }

    /// The page sizes in the answer and in its address.
    var sizes: [Int] {
        let said = fields.first(Vocabulary.sizeFields) { $0.int != nil }?.value.int
        return [Dialect.pageSize(in: address), said].compactMap(\.self)
    }

    /// The parameter of the page size, if the answer has fewer rows than it requested.
    var sizeNotKept: ParameterName? {
        guard let asked = Dialect.sizeParameter(of: address), let size = Int(asked.value), size > items.count,
            !items.isEmpty
        else { return nil }
        return ParameterName(asked.name)
    }

    /// The page size for another request if the answer seems to be the last and has fewer rows than requested. A server may return fewer rows,
    /// but compute the end by the requested size. It is `nil` if a total, a family, this project's server or a request body says where the list
    /// ends.
    var sizeOfDoubtfulEnd: Query.Parameter? {
        guard let name = sizeNotKept, family == nil, given.body == nil, next == nil, hasMore?.value.bool != true,
            toldTotal.map({ $0 > items.count }) ?? true || isCountOfAnswer, document["paging"]?["totalCount"] == nil
        else { return nil }
        return Query.Parameter(name.description, String(items.count))
    }

    /// `true` if the total may be only the number of rows in the answer.
    private var isCountOfAnswer: Bool {
        guard case .path(let path) = rows.total else { return false }
        return toldTotal == items.count && path.names.last.map { FieldName($0).joined } == "count"
    }

    /// `true` if another answer has the same rows and reports more, although this one seemed to be the last.
    func goesOn(in other: Recognizer) -> Bool {
        guard other.next != nil || other.hasMore?.value.bool == true else { return false }
        let identifier = JSONValue.guessedIdentifier(in: items)
        return PageSketch(items, identifier: identifier).isSame(as: PageSketch(other.items, identifier: identifier))
            == true
    }

    private var isAsLongAsAsked: Bool { sizes.contains { $0 <= items.count } }
}
