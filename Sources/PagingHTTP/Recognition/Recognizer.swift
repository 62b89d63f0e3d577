import Foundation
import PagingWire

/// Recognizes an API's pagination from its first answer.
///
/// Requests by position are best, because any part of the list can be requested at once. They need an answer with the total and the request's
/// parameters, in the address of its next page or in fields that repeat the request. Otherwise the list is read in order, by what the answer
/// offers: an address in the body or in a header, a cursor, parameters to merge, or the last item's identifier.
struct Recognizer {
    let document: JSONValue
    let headers: HTTPHeaders
    /// The address of the answer.
    let address: URL
    let itemsPath: FieldPath
    /// Other lists that may be the items.
    let rivals: [FieldPath]
    let items: [JSONValue]
    let fields: ScopedFields
    /// The facts that the app has specified: the path of the items, the total and the next page.
    let given: Dialect
    /// `true` if the app chooses the page size.
    let asksSize: Bool
    /// The answer's family of APIs, or `nil` if the general rules apply.
    let family: APIFamily?
    /// The answer's signs of more rows, of the end and of errors.
    let signs: AnswerSigns
    /// The number of the list's rows before the answer's that totals count: those before the address's place.
    var rowsBefore = 0
    /// The number of rows up to the end of the answer, as totals count them.
    var seen: Int { items.count + rowsBefore }

    init(
        _ document: JSONValue, headers: HTTPHeaders, status: Int = 200, address: URL, given: Dialect, asksSize: Bool
    ) throws(HTTPSourceError.Reason) {
        family = APIFamily.of(document, headers, address, body: given.body)
        let ofFamily = family?.items.flatMap { document.value(at: $0)?.array == nil ? nil : $0 }
        let found = given.items == nil && ofFamily == nil ? ItemsFinder.found(in: document)?.fitted(to: document) : nil
        rivals = found?.rivals ?? []
        guard let path = given.items ?? ofFamily ?? found?.path ?? ItemsFinder.absentPath(in: document) else {
            throw BodyCheck.wrongShape(
                document, at: "", expected: "a list, or an object that holds one list under a usual name")
        }
        let value = document.value(at: path)
        let isSingle = given.items != nil && document.isSingleRow(in: given)
        guard let elements = value?.array ?? (isSingle ? value.map { [$0] } : value?.isNull == true ? [] : nil) else {
            throw BodyCheck.wrongShape(document, at: path)
        }
        self.document = document
        self.headers = headers
        self.address = address
        self.given = given
        self.asksSize = asksSize
        itemsPath = path
        self.items = elements
        fields = ScopedFields(document, itemsPath: path)
        let sent = Set(Query.parameters(of: address).map(\.value))
        signs = AnswerSigns(
            document, headers, status: status, itemsPath: path, sent: sent, silent: family?.silentMembers ?? [],
            address: address)
        // There are no rows and no other content. It is an empty list only if the answer reports that.
        let saysNone = fields.first(Vocabulary.total) { $0.int == 0 } != nil || signs.namesEnd
        if value?.isNull == true, !saysNone || !signs.errors.isEmpty { throw BodyCheck.wrongShape(document, at: path) }
        if elements.isEmpty, let error = signs.errors.first { throw .errorInBody(Shown.text(error)) }
    }

    /// A sign against the answer being the whole list, or `nil` if there is none.
    var doubt: String? {
        signs.signAgainstEnd(behind: given.total == .ignored ? nil : seen) ?? (isFirst ? signs.hints.first : nil)
    }

    /// `true` if the address seems to request the list's start.
    private var isFirst: Bool { PositionStyle(asked: address) == nil }

    /// The dialect of a known family.
    private func recognition(of family: APIFamily) -> Recognition {
        var spoken = family.dialect(given, asksSize: asksSize)
        spoken.items = itemsPath
        var recognition = Recognition(dialect: spoken)
        recognition.identifier = family.identifier
        recognition.mustAskAgain = family.startsElsewhere
        return recognition
    }

    /// The members of the answer about the next page, the end or more rows.
    var explanation: RecognitionEvidence {
        var evidence = signs.leads.map { "leads on: \($0.path)" } + signs.more.map { "speaks of more: \($0)" }
        if let total = signs.total { evidence.append("counts rows: \(total.place): \(total.count)") }
        if signs.namesEnd { evidence.append("names the end") }
        if signs.isPart { evidence.append("is a part: status 206 or Content-Range") }
        evidence += signs.errors.map { "speaks of an error: \($0)" } + signs.hints.map { "may speak of more: \($0)" }
        if let said { evidence.append("repeats what was asked: \(Recognition(dialect: Dialect(said.style)).summary)") }
        let lines = evidence.isEmpty ? ["nothing beside \(items.count) rows"] : evidence.map(Shown.text)
        return RecognitionEvidence(family: family?.name, evidence: lines)
    }

    /// The result.
    ///
    /// - Throws: `noWayOn` if the answer has no rows although the list has some.
    func recognition() throws(HTTPSourceError.Reason) -> Recognition {
        if let datasette { return datasette }
        if let family { return recognition(of: family) }
        let next = next
        let total = total(next)

        if given.next == nil, let next, let target = next.target, total != nil,
            let positions = PositionStyle(next: target, from: address, items: items.count)
        {
            let guesses = positions.knowsFirst ? [] : [Guess(style: positions.style, knowsFirst: false)]
            var recognition = positional(positions, total: total?.place, hasMore: nil, guesses: guesses)
            (recognition.namedNext, recognition.saysMore) = (next.place, true)
            return recognition
        }
        if let next {
            var dialect = Dialect(
                .cursor(next.parameter, size: sizeParameter(next)), items: itemsPath, total: total?.place,
                next: next.place,
                hasMore: hasMore?.path)
            dialect.take(upward(beside: next))
            var recognition = Recognition(dialect: dialect)
            if given.cursorName == nil { recognition.parameterGuesses = next.parameters }
            return recognition
        }
        let said = said
        let guesses = guesses(said)
        if isDoubtful(total),
            let first = said
                ?? guesses.first.map({ PositionStyle(style: $0.style, firstPosition: $0.firstPosition) })
        {
            // A total equal to the number of rows in the answer may be only that number.
            let isBelieved = (total?.count ?? 0) > seen
            var recognition = positional(
                first, total: isBelieved ? total?.place : nil, hasMore: hasMore?.path, guesses: guesses)
            recognition.saysMore = isBelieved || hasMore?.value.bool == true || pageCount > 1 || doubt != nil
            recognition.rest = Vocabulary.seldomParameters.map(Guess.init)
            return recognition
        }
        // Full pages rarely have an unusual length. It is even rarer that the most likely parameters then have no effect.
        let isNoPart = (total?.count ?? seen) == seen && given.total == nil
        if !items.isEmpty, items.count >= Self.fewestRowsOfAPage || total == nil, isNoPart, !isEndNamed, said == nil,
            doubt == nil
        {
            let likeliest = guesses.prefix(Self.guessesOfUnusualLength)
            var recognition = positional(
                PositionStyle(style: guesses[0].style), total: nil, hasMore: nil, guesses: Array(likeliest)
            )
            recognition.isLikelyWhole = true
            recognition.rest = guesses.dropFirst(likeliest.count) + Vocabulary.seldomParameters.map(Guess.init)
            return recognition
        }
        if total != nil || hasMore != nil, let said {
            var recognition = positional(said, total: total?.place, hasMore: hasMore?.path, guesses: guesses)
            recognition.isLikelyWhole = (isEndNamed || total?.count == seen) && doubt == nil
            return recognition
        }
        if !items.isEmpty, !isEndNamed, total == nil, let said {
            // The list pages, but reports neither a total nor its end. Only an empty page after the end proves it.
            var recognition = positional(said, total: nil, hasMore: nil, guesses: guesses)
            recognition.saysMore = doubt != nil
            // If no guess works, a page that is far from full is the whole list.
            let isFarFromFull = sizes.first.map { items.count * 2 < $0 } ?? (items.count < Self.fewestRowsOfAPage)
            recognition.isLikelyWhole = doubt == nil && isFarFromFull
            return recognition
        }
        if items.isEmpty, !isEndNamed, (total?.count ?? 0) > 0 || hasMore?.value.bool == true {
            throw .noWayOn(items: 0, total: total?.count)
        }
        let dialect = Dialect(.cursor(nil, size: nil), items: itemsPath, total: total?.place)
        return Recognition(dialect: dialect, isWhole: true)
    }

    /// The path of the answer's rows, and the total if the answer reports one.
    var rows: (items: FieldPath, total: Dialect.Total?) { (itemsPath, total(next)?.place) }

    /// The number of rows in the list, if the answer reports it.
    var toldTotal: Int? { total(next)?.count }

    /// The parameter of the page size: the app's own, or if the app chooses a size, the one in the address or in the answer.
    private func sizeParameter(_ next: NextFinding) -> ParameterName? {
        guard given.sizeName == nil, asksSize else { return given.sizeName }
        let addresses = [address] + (next.target.map { [$0] } ?? [])
        if let name = addresses.lazy.compactMap(Dialect.sizeParameter).first?.name { return ParameterName(name) }
        let said = fields.first(Vocabulary.sizeFields) { $0.int == items.count }
        return (said?.path.names.last).map { ParameterName($0) }
    }

    /// The fewest rows of an answer that may be a full page, or a part of the list though only its status says so.
    static let fewestRowsOfAPage = 5
    /// The number of guesses that are tried for an answer of unusual length.
    private static let guessesOfUnusualLength = 2

    /// The member that reports if there are more rows, or `nil` if the answer has none.
    var hasMore: (path: FieldPath, value: JSONValue)? {
        if let path = given.hasMore, let value = document.value(at: path) { return (path, value) }
        if given.isLast != nil { return nil }
        return fields.first(Vocabulary.hasMore) { $0.bool != nil }
    }

    private func positional(
        _ positions: PositionStyle, total: Dialect.Total?, hasMore: FieldPath?, guesses: [Guess] = []
    ) -> Recognition {
        var dialect = Dialect(positions.style, items: itemsPath, total: total, hasMore: hasMore)
        dialect.firstPosition = positions.firstPosition
        return Recognition(dialect: dialect, guesses: guesses)
    }

    /// The number of pages in the list, or 1 if the answer does not report it.
    var pageCount: Int {
        fields.first(Vocabulary.pageCount) { $0.int != nil }?.value.int
            ?? headers["X-WP-TotalPages"].flatMap { Int($0) } ?? 1
    }

    /// The parameters of the request, by the address's query or by the answer's fields, or `nil` if neither has them.
    private var said: PositionStyle? {
        if let style = PositionStyle(asked: address) { return style }
        let size = fields.first(Vocabulary.sizeFields) { AnswerFacts.number($0) != nil }
        let sizeName = size?.path.names.last.map { ParameterName($0) }
        if let offset = fields.first(Vocabulary.offsetFields, where: { AnswerFacts.number($0) != nil }),
            let name = offset.path.names.last, let position = AnswerFacts.number(offset.value), position >= 0
        {
            // If no offset was requested, the list begins with the first row, whatever its number is.
            let first = position == 1 ? 1 : 0
            return PositionStyle(
                style: .offset(ParameterName(name), limit: sizeName), firstPosition: first)
        }
        if let start = fields.first(Vocabulary.startFields, where: { [0, 1].contains(AnswerFacts.number($0)) }),
            let name = start.path.names.last
        {
            return PositionStyle(
                style: .offset(ParameterName(name), limit: sizeName),
                firstPosition: AnswerFacts.number(start.value) ?? 0)
        }
        for (field, parameter) in Vocabulary.pageFields {
            // Page numbers of a whole list start at 0 or 1. A first answer with another number was requested with that number.
            guard let number = fields.first([field], where: { $0.int != nil })?.value.int, (0...1).contains(number)
            else {
                continue
            }
            return PositionStyle(style: .page(ParameterName(parameter), size: sizeName, first: number))
        }
        guard headers[HeaderName.contentRange] != nil else { return nil }
        return PositionStyle(style: .offset("offset", limit: "limit"))
    }

    /// The total's place and its value.
    private func total(_ next: NextFinding?) -> (place: Dialect.Total, count: Int)? {
        switch given.total {
        case .path(let path)?:
            return document.value(at: path).flatMap(AnswerFacts.number).map { (.path(path), $0) }
        case .header(let name)?:
            return headers[name].flatMap(AnswerFacts.total(inHeader:)).map { (.header(name), $0) }
        case .ignored?: return nil
        case nil: break
        }
        let found = fields.first(Vocabulary.total) { value in
            guard let count = value.int ?? value.string.flatMap({ Int($0) }) else { return false }
            // If there is a next page, a number equal to this page's rows is the page's size, not the total.
            return next == nil ? count >= items.count : count > items.count
        }
        if let found, let count = AnswerFacts.number(found.value) { return (.path(found.path), count) }
        for name in Vocabulary.totalHeaders {
            if let count = headers[name].flatMap({ Int($0) }), count >= items.count { return (.header(name), count) }
        }
        let range = headers[HeaderName.contentRange].flatMap(AnswerFacts.total(inHeader:))
        return range.map { (.header(HeaderName.contentRange), $0) }
    }

    /// Datasette returns rows as arrays unless it is asked for objects.
    private var datasette: Recognition? {
        guard document["columns"]?.array != nil, document["rows"]?.array != nil, itemsPath == "rows",
            items.first.map({ $0.array != nil }) ?? false,
            ["database", "table", "query", "next_url", "filtered_table_rows_count"].contains(where: {
                document[$0] != nil
            })
        else { return nil }
        let total = document["filtered_table_rows_count"]?.int
        let dialect = Dialect(
            .cursor(nil, size: "_size"), items: "rows", total: total.map { _ in .path("filtered_table_rows_count") },
            next: .address("next_url"), parameters: ["_shape": "objects"])
        return Recognition(dialect: dialect, mustAskAgain: true)
    }
}
