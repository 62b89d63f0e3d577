public import Foundation
import PagingWire

extension HTTPSourceError: CustomStringConvertible, LocalizedError {
    /// The address, the error and the advice, in a sentence or two.
    public var description: String { "\(address): \(what.asSentence) \(advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error, without a full stop unless a server's own text ends with one.
    public var what: String {
        switch reason {
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
        case .tooDeep(let limit, let offset):
            "the answer has more than \(limit) arrays and objects within each other, from byte \(offset) on"
        case .notJSON(let detail): "the answer is not JSON: \(detail)"
        case .noContent: "the server answered 204, without any content"
        case .wrongType(let found): "the answer is \(found), not JSON"
        case .wrongShape(let path, let expected, let found):
            path.names.isEmpty
                ? "expected \(expected), found \(found)"
                : "expected \(expected) at `\(Shown.text(path.description))`, found \(found)"
        case .errorInBody(let words): "the server answered with an error: \(words)"
        case .rowsInParts: "the rows come in parts, their members spread over several answers"
        case .status(let status, let problem): "the server answered \(status)\(Self.words(problem))"
        case .timedOut: "no answer in time"
        case .tooSlow(let limit): "the answer was not complete after \(Self.seconds(limit))"
        case .offline: "no connection to the internet"
        case .hostNotFound(let host): "there is no host named \(Shown.text(host))"
        case .connectionRefused: "the connection was refused"
        case .connectionLost: "the connection ended before the answer was complete"
        case .notSecure: "no secure connection could be made"
        case .connection(let detail): "the connection failed: \(detail)"
        case .badAddress(let text) where text == address:
            "the list's address has no scheme that can be asked, or no host"
        case .badAddress(let text): "the answer leads on to `\(text)`, which is no address to ask"
        case .otherOrigin(let target): "the way leads on to another origin, \(target)"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .noProgress: "the way to the next page leads to the same page again"
        case .onlyEmptyPages(let count): "\(count) pages in a row have no rows, and each names another one to follow"
        case .unevenPages(let rows, let size):
            "a page in the middle of the list has \(rows) rows where others have \(size), so that pages cannot be found by number"
        case .endContradicted(let sign): "the list seems to end here, and yet the answer says `\(Shown.text(sign))`"
        case .severalLists(let paths):
            "the answer has several lists that could be the rows: "
                + paths.map { "`\(Shown.text($0))`" }.joined(separator: ", ")
        case .shortPage(let rows): "the list goes on behind a page of \(rows) rows that was shorter than the others"
        case .emptyPage(let row): "the list goes on behind an empty page, where row \(row) was asked for"
        case .noWayOn(let items, let total):
            total.map { "the answer has \(items) of \($0) items, and shows no way to the rest" }
                ?? "the answer has \(items) items, says that more follow, and shows no way to them"
        case .endNotProven(let items):
            "the list may be longer than the \(items) items of its first answer: no way to ask for more was found, and nothing "
                + "says that these are all"
        case .totalTooLow(let total): "the list goes on behind its total of \(total) items"
        case .cannotAsk(.positions(let range)):
            "the list is read by cursors, so rows \(range.lowerBound) to \(range.upperBound - 1) cannot be asked for"
        case .cannotAsk(.after): "the list is read by positions, so a cursor leads nowhere"
        case .cannotAsk(.before(nil, _)):
            "the dialect names no way to ask for the end of the list, and no total says where it is"
        case .cannotAsk(.before): "the dialect names no way to ask for what comes before a row"
        case .cannotAsk(.around(let id, _)):
            "the dialect names no way to ask for what is around the row `\(Shown.text(id.description))`"
        case .ignoresParameters(let names):
            "the server takes no notice of `\(Shown.text(names))`: its answer is not what was asked for"
        case .noSuchRow(let id): "there is no row `\(id)`, or the server does not lead to it"
        case .notOffered(.identifiers): "the dialect names no way to ask for items by their identifiers"
        case .notOffered(.snapshots): "the dialect names no way to ask for all identifiers"
        case .notOffered(.live): "there are no Server-Sent Events there, or the transport cannot receive them"
        case .notOffered: "the dialect names no way to ask what happened since a version"
        case .unaskableIdentifier(let id, let separator?):
            "the identifier `\(id)` holds `\(separator)`, which separates identifiers"
        case .unaskableIdentifier(let id, nil):
            "the identifier `\(id)` is empty, or JSON writes it neither as a text nor as a number"
        case .unaskedItem(let id): "the item `\(id)` came, which was not asked for"
        }
    }

    /// A sentence of advice.
    public var advice: String {
        switch reason {
        case .tooLarge: "Ask for smaller pages, or raise HTTPLimits.maximumBytes."
        case .tooDeep: "If the server is to be trusted, raise HTTPLimits.maximumDepth."
        case .notJSON: "Check that the address is that of a JSON API."
        case .noContent:
            "Check the address. Where the list may be empty, name a dialect by offset or page, of which it is an empty page."
        case .wrongType: "Check the address, and whether one has to sign in: a page to sign in on is not JSON."
        case .severalLists: "Name the path of the items."
        case .wrongShape: "Name the path of the items, or check the type that they are decoded to."
        case .errorInBody where isTransient:
            retryAfter.map { "Ask again in \($0.components.seconds) seconds." } ?? "Ask again later."
        case .errorInBody: "Check the request's parameters, and the credentials."
        case .rowsInParts: "Ask for fewer rows or members at once, so that each answer has whole rows."
        case .status(401, _), .status(403, _): "Check the credentials: a header, or the request hook."
        case .status(404, _): "Check the address."
        case .status(410, _): "Begin anew: the way on has expired, as cursors do after a while, or the list is gone."
        case .status(let status, _) where isTransient:
            retryAfter.map { "Ask again in \($0.components.seconds) seconds." }
                ?? (status == 429 ? "Ask less often." : "Ask again later.")
        case .status: "Check the request's parameters."
        case .timedOut: "Ask again, or raise HTTPLimits.timeout."
        case .tooSlow: "Ask for smaller pages, or raise HTTPLimits.maximumDuration."
        case .offline: "Ask again when this device is connected."
        case .hostNotFound: "Check the spelling of the address, and the connection."
        case .connectionRefused: "Check that the server is running, and its port."
        case .connectionLost: "Ask again."
        case .notSecure: "Check the server's certificate, or whether the address should begin with http."
        case .connection: "Check the address and the connection."
        case .badAddress(let text) where text == address: "Write it in full, beginning with https:// or http://."
        case .badAddress, .noProgress, .onlyEmptyPages:
            "The server is at fault; name another dialect if it has another way to page."
        case .otherOrigin:
            "Start from that address if it is to be trusted, or set crossOrigin to .withoutCredentials."
        case .tooManyRedirects: "The server is at fault, or wants a cookie; or raise HTTPLimits.maximumRedirects."
        case .notOffered(.live):
            "Check the address of the dialect's live, or set none; the transport has to be a StreamingTransport."
        case .notOffered: "Set the dialect's lookup, snapshot or changes."
        case .unaskableIdentifier: "Set another separator in the dialect's lookup, or .repeated."
        case .unaskedItem: "Check the parameter that the dialect's lookup names, and what identifies items."
        case .endNotProven:
            "Name a dialect that says how pages are asked for, or Dialect.whole if these are all."
        case .totalTooLow: "Name another total in the dialect, or a dialect without one."
        case .endContradicted, .shortPage, .emptyPage, .unevenPages:
            "Name a dialect that says how pages are asked for, and where the next one is named."
        case .ignoresParameters:
            "Name the parameters that the server understands in the dialect's before, end or around."
        case .noSuchRow: "Begin elsewhere; the row may be gone, or its identifier be another one."
        case .cannotAsk(.before), .cannotAsk(.around):
            "Begin at the start, or set the dialect's before, end or around."
        case .noWayOn, .cannotAsk: "Name a dialect that says how pages are asked for."
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        let number = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
        return seconds == 1 ? "1 second" : "\(number) seconds"
    }

    private static func words(_ problem: ProblemDetails?) -> String {
        let words = [problem?.title, problem?.detail].compactMap { $0 }.filter { !$0.isEmpty }
        guard let title = words.first else { return "" }
        return ": " + Shown.text(words.joined(separator: title.endsLikeSentence ? " " : ": "))
    }
}
