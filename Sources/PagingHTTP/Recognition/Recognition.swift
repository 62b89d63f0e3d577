import Foundation
import PagingCore
import PagingWire

/// The way in which an API pages, by its first answer.
struct Recognition: Sendable {
    /// How to go on.
    var dialect: Dialect
    /// Ways to ask for what follows that the answer does not prove, the likeliest first; none where it does.
    var guesses: [Guess] = []
    /// Less likely ways, which are tried all at once behind the others.
    var rest: [Guess] = []
    /// The family that it is of, and what speaks for what was recognized.
    var explanation = RecognitionEvidence(family: nil, evidence: [])
    /// The parameters that may take the cursor that was found, the likeliest first.
    var parameterGuesses: [ParameterName] = []
    /// The path of a row's identifier, by its family.
    var identifier: FieldPath?
    /// The place of the next page's address in the answer, though pages are asked for by their place, or `nil` if it has none.
    var namedNext: Dialect.Next?
    /// `true` if the answer is taken to be the whole list where no guess is understood: nothing in it speaks against that.
    var isLikelyWhole = false
    /// `true` if the answer says that more follows.
    var saysMore = false
    /// The answer is the whole list, and shows no way to ask for parts.
    var isWhole = false
    /// The rows came in a form that cannot be decoded; asked in the dialect, they come in another.
    var mustAskAgain = false

    /// Has pages by number asked for with the length that came: a server may compute their places by the size that it is asked for, and give fewer rows.
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

    /// The result, for people.
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
