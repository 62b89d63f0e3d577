import Foundation
import PagingWire

/// Recognises from its first answer how an API pages.
///
/// The best way is by position: any part of the list can be asked for at once. It takes an answer that tells the
/// total and shows, in the address of its next page or in fields that repeat the request, by which parameters it is
/// asked. Otherwise the list is read in order, by whatever leads on: an address in the body or in a header, a cursor,
/// parameters to merge, or the last item's identifier.
struct Recogniser {
    let document: JSONValue
    let headers: HTTPHeaders
    /// The address that gave the answer.
    let address: URL
    let itemsPath: FieldPath
    let items: [JSONValue]
    let fields: ScopedFields

    /// - Parameter items: where the items are, where that is known already.
    init(
        _ document: JSONValue, headers: HTTPHeaders, address: URL, items: FieldPath?
    ) throws(HTTPSourceError.Reason) {
        guard let path = items ?? ItemsFinder.path(in: document) else {
            throw BodyCheck.wrongShape(document, at: "", expected: "a list, or an object that holds one")
        }
        guard let elements = document.value(at: path)?.array else { throw BodyCheck.wrongShape(document, at: path) }
        self.document = document
        self.headers = headers
        self.address = address
        itemsPath = path
        self.items = elements
        fields = ScopedFields(document, itemsPath: path)
    }

    /// What the answer shows.
    ///
    /// - Throws: `noWayOn` where the answer is only a part of the list and shows no way to the rest.
    func recognition() throws(HTTPSourceError.Reason) -> Recognition {
        if let datasette { return datasette }
        let next = next
        let total = total(next)
        let hasMore = fields.first(Vocabulary.hasMore) { $0.bool != nil }
        let saysMore = hasMore?.value.bool == true

        if let target = next?.target, total != nil,
            let positions = PositionStyle(next: target, from: address, items: items.count)
        {
            return positional(positions, total: total?.place, hasMore: nil)
        }
        if let next {
            let dialect = Dialect(
                .cursor(next.parameter.map { ParameterName(verbatim: $0) }, size: nil), items: itemsPath,
                total: total?.place, next: next.place, hasMore: hasMore?.path)
            return Recognition(dialect: dialect)
        }
        if total != nil || hasMore != nil, let positions = said {
            return positional(positions, total: total?.place, hasMore: hasMore?.path)
        }
        // A total may be an estimate (AIP-158); a next page that is named and empty is not.
        let seemsPart = (total?.count ?? 0) > items.count || pageCount > 1
        if saysMore || seemsPart && !saysEnd {
            throw .noWayOn(items: items.count, total: total?.count)
        }
        let dialect = Dialect(.cursor(nil, size: nil), items: itemsPath, total: total?.place)
        return Recognition(dialect: dialect, isWhole: true)
    }

    private func positional(
        _ positions: PositionStyle, total: Dialect.Total?, hasMore: FieldPath?
    ) -> Recognition {
        let dialect = Dialect(positions.style, items: itemsPath, total: total, hasMore: hasMore)
        return Recognition(dialect: dialect, position: positions.position)
    }

    /// Whether a field for the next page is there, and empty.
    private var saysEnd: Bool {
        let names = Vocabulary.nextAddress + Vocabulary.nextCursor.map(\.field)
        return fields.first(names) { $0.isNull || $0 == "" } != nil
    }

    private var pageCount: Int {
        fields.first(Vocabulary.pageCount) { $0.int != nil }?.value.int
            ?? headers["X-WP-TotalPages"].flatMap { Int($0) } ?? 1
    }

    /// By which parameters the answer's own fields, or the address's query, say that it was asked.
    private var said: PositionStyle? {
        if let style = PositionStyle(asked: address, items: items.count) { return style }
        let size = fields.first(Vocabulary.sizeFields) { $0.int != nil }
        let sizeName = size?.path.names.last.map { ParameterName(verbatim: $0) }
        if let offset = fields.first(Vocabulary.offsetFields, where: { $0.int != nil }),
            let name = offset.path.names.last, let position = offset.value.int, position >= 0
        {
            return PositionStyle(style: .offset(ParameterName(verbatim: name), limit: sizeName), position: position)
        }
        for (field, parameter) in Vocabulary.pageFields {
            // A whole list of pages starts at 0 or 1; a first answer that says another number was asked for it.
            guard let number = fields.first([field], where: { $0.int != nil })?.value.int, (0...1).contains(number)
            else {
                continue
            }
            return PositionStyle(
                style: .page(ParameterName(verbatim: parameter), size: sizeName, first: number), position: 0)
        }
        guard headers[HeaderName.contentRange] != nil else { return nil }
        return PositionStyle(style: .offset("offset", limit: "limit"), position: 0)
    }

    /// Where the total is, and what it says.
    private func total(_ next: NextFinding?) -> (place: Dialect.Total, count: Int)? {
        let found = fields.first(Vocabulary.total) { value in
            guard let count = value.int ?? value.string.flatMap({ Int($0) }) else { return false }
            // As many as there are, and yet more to come: the size of this page, not of the list.
            return next == nil ? count >= items.count : count > items.count
        }
        if let found, let count = AnswerFacts.number(found.value) { return (.path(found.path), count) }
        for name in Vocabulary.totalHeaders {
            if let count = headers[name].flatMap({ Int($0) }), count >= items.count { return (.header(name), count) }
        }
        let range = headers[HeaderName.contentRange].flatMap(AnswerFacts.total(inHeader:))
        return range.map { (.header(HeaderName.contentRange), $0) }
    }

    /// Datasette gives rows as arrays unless it is asked for objects.
    private var datasette: Recognition? {
        guard document["columns"]?.array != nil, document["rows"]?.array != nil, itemsPath == "rows",
            items.first.map({ $0.array != nil }) ?? false
        else { return nil }
        let total = document["filtered_table_rows_count"]?.int
        let dialect = Dialect(
            .cursor(nil, size: "_size"), items: "rows", total: total.map { _ in .path("filtered_table_rows_count") },
            next: .address("next_url"), parameters: ["_shape": "objects"])
        return Recognition(dialect: dialect, mustAskAgain: true)
    }
}
