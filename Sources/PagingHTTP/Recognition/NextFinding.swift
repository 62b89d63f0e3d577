import Foundation
import PagingWire

/// The next page's link or cursor in an answer.
struct NextFinding {
    /// Its place in the answer.
    let place: Dialect.Next
    /// The parameter that takes the cursor.
    var parameter: ParameterName? { didSet { parameters = [] } }
    /// The parameters that may take the cursor, the most likely first. It is empty if the parameter is known.
    var parameters: [ParameterName] = []
    /// The next page's address, or `nil` if a cursor leads there.
    var target: URL?
}

extension Recognizer {
    /// The next page's link or cursor, or `nil` if there is none.
    var next: NextFinding? {
        if let place = given.next { return named(place) }
        return addressInBody ?? linkInBody ?? addressInHeaders ?? cursorInObject ?? cursorInBody ?? parametersInBody
            ?? lastItem
            ?? lastHit ?? lead
    }

    /// The next page's link or cursor under a name that no rule knows.
    private var lead: NextFinding? {
        let leads = signs.leads.filter { !$0.isHeader || $0.path != "Link" }
        if let lead = leads.first(where: { AnswerSigns.isAddress($0.value) }), let text = lead.value.string {
            let place: Dialect.Next = lead.isHeader ? .header(lead.path.names[0]) : .address(lead.path)
            return NextFinding(place: place, target: WireAddress.resolve(text, relativeTo: address))
        }
        if signs.namesEnd { return nil }
        guard let lead = leads.first else { return nil }
        if lead.value.object != nil, given.body == nil { return nil }
        let name = lead.path.names.last ?? ""
        let place: Dialect.Next = lead.isHeader ? .cursorHeader(lead.path.names[0]) : .cursor(lead.path)
        return finding(place, CursorParameters.names(for: name))
    }

    /// A cursor with several possible parameters.
    private func finding(_ place: Dialect.Next, _ names: [String]) -> NextFinding {
        var finding = NextFinding(place: place, parameter: given.cursorName ?? names.first.map(inBody))
        if given.cursorName == nil { finding.parameters = names.map(inBody) }
        return finding
    }

    /// The next link at the configured path.
    private func named(_ place: Dialect.Next) -> NextFinding? {
        switch place {
        case .cursor(let path), .address(let path):
            guard let value = document.value(at: path), let text = text(value) ?? AnswerFacts.text(value), !text.isEmpty
            else { return nil }
            if value["href"] != nil || Self.looksLikeAddress(text) {
                return NextFinding(
                    place: .address(path), target: WireAddress.resolve(text, relativeTo: address))
            }
            let field = path.names.last ?? "cursor"
            let usual = Vocabulary.nextCursor.first { $0.field == field }?.parameter ?? field
            return NextFinding(place: .cursor(path), parameter: given.cursorName ?? inBody(usual))
        case .relation(let path, let relation):
            let text = document.value(at: path)?.link(relation)
            return text.map { NextFinding(place: place, target: WireAddress.resolve($0, relativeTo: address)) }
        case .lastItem, .firstItem, .keyBehindLast:
            return items.isEmpty ? nil : NextFinding(place: place, parameter: given.cursorName ?? "after")
        case .link(let relation):
            let link = headers[HeaderName.link].flatMap { LinkHeader($0).way(relation) }
            return link.map { NextFinding(place: place, target: $0.url(relativeTo: address)) }
        case .header(let name):
            guard let text = headers[name], !text.isEmpty else { return nil }
            return NextFinding(place: place, target: WireAddress.resolve(text, relativeTo: address))
        case .cursorHeader(let name):
            guard headers[name]?.isEmpty == false else { return nil }
            return NextFinding(place: place, parameter: given.cursorName ?? inBody("cursor"))
        case .parameters(let path):
            guard let members = document.value(at: path)?.object, !members.isEmpty else { return nil }
            return NextFinding(place: place)
        case .values(let places):
            return places.values.allSatisfy({ named($0) != nil }) ? NextFinding(place: place) : nil
        }
    }

    private var addressInBody: NextFinding? {
        let found = fields.first(Vocabulary.nextAddress) { text($0).map(Self.looksLikeAddress) ?? false }
        guard let found, let text = text(found.value) else { return nil }
        return NextFinding(place: .address(found.path), target: WireAddress.resolve(text, relativeTo: address))
    }

    private var linkInBody: NextFinding? {
        for name in Vocabulary.links {
            guard let text = document[name]?.link("next") else { continue }
            return NextFinding(
                place: .relation(FieldPath(names: [name]), "next"),
                target: WireAddress.resolve(text, relativeTo: address))
        }
        return nil
    }

    private var addressInHeaders: NextFinding? {
        if let field = headers[HeaderName.link], let link = LinkHeader(field).way("next") {
            return NextFinding(place: .link("next"), target: link.url(relativeTo: address))
        }
        // Kinto.
        guard let text = headers["Next-Page"], !text.isEmpty else { return nil }
        return NextFinding(place: .header("Next-Page"), target: WireAddress.resolve(text, relativeTo: address))
    }

    private var cursorInBody: NextFinding? {
        for (field, parameter) in Vocabulary.nextCursor {
            guard let found = fields.first([field], where: { AnswerFacts.text($0) != nil }) else { continue }
            // `"next_page": 2` is a page number.
            let isNumber = found.value.int != nil && parameter == "cursor"
            let likeliest = isNumber ? "page" : parameter
            let names = (isNumber && field == "next" ? offsets(leadingTo: found.value.int) : []) + [likeliest]
            return finding(
                .cursor(found.path), names + CursorParameters.names(for: field).filter { !names.contains($0) })
        }
        return nil
    }

    /// The parameters that may take a number that is the place behind the answer's rows; none where it is another.
    private func offsets(leadingTo number: Int?) -> [String] {
        let told = fields.first(Vocabulary.offsetFields + Vocabulary.startFields) { AnswerFacts.number($0) != nil }
        let start = told.flatMap { AnswerFacts.number($0.value) } ?? rowsBefore
        guard let number, items.count > 1, number == start + items.count else { return [] }
        var names = (told?.path.names.last).map { [$0] } ?? []
        for name in ["offset", "start", "skip"] where !names.contains(name) { names.append(name) }
        return names
    }

    /// An object of what leads on, whose one text that is no address is the cursor, under the name of its parameter: `"next_page": {"offset": "…", "uri": "…"}`.
    private var cursorInObject: NextFinding? {
        let found = fields.first(["next", "next_page", "nextPage"]) { $0.object != nil }
        guard let found, let members = found.value.object else { return nil }
        let texts = members.filter { !($0.value.string ?? "").isEmpty && !Self.looksLikeAddress($0.value.string ?? "") }
        guard texts.count == 1, let name = texts.first?.key else { return nil }
        return finding(
            .cursor(FieldPath(names: found.path.names + [name])),
            [name] + CursorParameters.names(for: name).filter { $0 != name })
    }

    /// The name of a parameter in an address, or among the variables of a GraphQL request.
    private func inBody(_ name: String) -> ParameterName {
        ParameterName(given.body?["variables"] == nil ? name : "variables.\(name)")
    }

    /// MediaWiki: `"continue": {"apcontinue": "B", "continue": "-||"}`.
    private var parametersInBody: NextFinding? {
        guard let members = document["continue"]?.object, !members.isEmpty else { return nil }
        return NextFinding(place: .parameters("continue"))
    }

    /// Elasticsearch: `{"hits": {"hits": [{"_id": …, "sort": […]}]}}`.
    private var lastHit: NextFinding? {
        guard given.body != nil, itemsPath == "hits/hits", items.last?["sort"]?.array?.isEmpty == false else {
            return nil
        }
        return NextFinding(place: .lastItem("sort"), parameter: given.cursorName ?? "search_after")
    }

    /// Stripe: `{"object": "list", "has_more": true, "data": [{"id": …}]}`.
    private var lastItem: NextFinding? {
        guard document["has_more"]?.bool == true, itemsPath == "data", items.last?["id"]?.string != nil else {
            return nil
        }
        return NextFinding(place: .lastItem("id"), parameter: "starting_after")
    }

    private func text(_ value: JSONValue) -> String? {
        value.string ?? value["href"]?.string
    }

    private static func looksLikeAddress(_ text: String) -> Bool {
        text.contains("://") || text.hasPrefix("/") || text.hasPrefix("?")
    }
}
