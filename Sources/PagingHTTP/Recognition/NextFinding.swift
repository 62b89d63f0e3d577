import Foundation
import PagingWire

/// What leads on from an answer.
struct NextFinding {
    /// Where it is.
    let place: Dialect.Next
    /// The parameter that takes a cursor.
    var parameter: String?
    /// The address that it leads to, where it is one.
    var target: URL?
}

extension Recogniser {
    /// What leads on from the answer; `nil` where nothing does.
    var next: NextFinding? {
        addressInBody ?? addressInHeaders ?? cursorInBody ?? parametersInBody ?? lastItem
    }

    private var addressInBody: NextFinding? {
        let found = fields.first(Vocabulary.nextAddress) { text($0).map(Self.looksLikeAddress) ?? false }
        guard let found, let text = text(found.value) else { return nil }
        return NextFinding(place: .address(found.path), target: WireAddress.resolve(text, relativeTo: address))
    }

    private var addressInHeaders: NextFinding? {
        if let field = headers[HeaderName.link], let link = LinkHeader(field).first("next") {
            return NextFinding(place: .link("next"), target: link.url(relativeTo: address))
        }
        // Kinto.
        guard let text = headers["Next-Page"], !text.isEmpty else { return nil }
        return NextFinding(place: .header("Next-Page"), target: WireAddress.resolve(text, relativeTo: address))
    }

    private var cursorInBody: NextFinding? {
        for (field, parameter) in Vocabulary.nextCursor {
            guard let found = fields.first([field], where: { AnswerFacts.text($0) != nil }) else { continue }
            // `"next_page": 2` is a page's number.
            let isNumber = found.value.int != nil && parameter == "cursor"
            return NextFinding(place: .cursor(found.path), parameter: isNumber ? "page" : parameter)
        }
        return nil
    }

    /// MediaWiki: `"continue": {"apcontinue": "B", "continue": "-||"}`.
    private var parametersInBody: NextFinding? {
        guard let members = document["continue"]?.object, !members.isEmpty else { return nil }
        return NextFinding(place: .parameters("continue"))
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
