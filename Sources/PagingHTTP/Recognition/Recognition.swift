import Foundation
import PagingCore
import PagingWire

/// The pagination of an API, by its first answer.
struct Recognition: Sendable {
    /// The dialect of the following requests.
    var dialect: Dialect
    /// Guesses for the next request, the most likely first. It is empty if the answer shows how.
    var guesses: [Guess] = []
    /// Less likely guesses, which are tried all at once after the others.
    var rest: [Guess] = []
    /// The family, and the evidence for the recognized dialect.
    var explanation = RecognitionEvidence(family: nil, evidence: [])
    /// The parameters that may take the cursor, the most likely first.
    var parameterGuesses: [ParameterName] = []
    /// The path of a row's identifier, by the family.
    var identifier: FieldPath?
    /// The place of the next page's address, if the answer has one although pages are requested by position, or `nil` otherwise.
    var namedNext: Dialect.Next?
    /// `true` if the answer is assumed to be the whole list if no guess works, because nothing in it contradicts that.
    var isLikelyWhole = false
    /// `true` if the answer reports more rows.
    var saysMore = false
    /// `true` if the answer is the whole list, and shows no way to request parts.
    var isWhole = false
    /// `true` if the rows came in a form that cannot be decoded. A request in the dialect returns another form.
    var mustAskAgain = false

    /// Sets the parameter for the page size of pages by number. A server may return fewer rows than requested, but compute the pages' places by
    /// the requested size.
    mutating func ask(size name: ParameterName) {
        func sized(_ style: Dialect.Style) -> Dialect.Style {
            guard case .page(let number, nil, let first) = style else { return style }
            return .page(number, size: name, first: first)
        }
        dialect.style = sized(dialect.style)
        guesses = guesses.map { guess in
            var guess = guess
            guess.style = sized(guess.style)
            return guess
        }
    }

    /// The result, for messages.
    var summary: String {
        var parts = [isWhole ? "the whole list in one answer" : style]
        parts.append((dialect.items?.names.isEmpty ?? true) ? "items at the top" : "items at \(dialect.items ?? "")")
        switch dialect.total {
        case .path(let path): parts.append("total at \(path)")
        case .header(let name): parts.append("total in \(name)")
        case .ignored, nil: break
        }
        switch dialect.next {
        case .cursor(let path), .address(let path), .parameters(let path): parts.append("next at \(path)")
        case .lastItem(let path), .keyBehindLast(let path): parts.append("next at \(path) of the last item")
        case .firstItem(let path): parts.append("next at \(path) of the first item")
        case .link(let relation): parts.append("next in Link: rel=\(relation)")
        case .relation(let path, let relation): parts.append("next at \(path) by \(relation)")
        case .header(let name), .cursorHeader(let name): parts.append("next in \(name)")
        case .values(let places): parts.append("next in \(places.keys.sorted().joined(separator: " and "))")
        case nil: break
        }
        return Shown.text(parts.joined(separator: ", "))
    }

    private var style: String {
        switch dialect.style {
        case .automatic: "automatic"
        case .offset(let offset, let limit):
            "\(offset)/\(limit?.description ?? "–")"
                + (dialect.firstPosition == 0 ? "" : " from \(dialect.firstPosition)")
        case .page(let number, let size, let first): "\(number)/\(size?.description ?? "–") from \(first)"
        case .cursor(let name?, _): "cursor in \(name)"
        case .cursor(nil, _): "next address"
        }
    }
}
