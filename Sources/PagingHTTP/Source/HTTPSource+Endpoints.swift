import Foundation
import PagingCore
import PagingWire

/// Requests other than for a page.
extension HTTPSource {
    /// The dialect for other requests: the one in use or, if none was recognized, the one that the app gave, with the path of the items if an
    /// answer showed it.
    var askedDialect: Dialect {
        state.withLock { state in
            if let spoken = state.dialect { return spoken }
            var asked = dialect
            asked.items = dialect.items ?? state.items
            return asked
        }
    }

    /// `true` once an answer has shown the list's features, and the path of its items.
    var isFoundOut: Bool { spokenDialect != nil || recognized != nil }

    /// The dialect to ask in for something that only some lists offer. With an automatic dialect the first answer shows the list's features. If
    /// there was no answer yet, it is requested: a restored list knows its features already, but its new source does not.
    func dialect(offering isOffered: (Dialect) -> Bool) async throws -> Dialect {
        let asked = askedDialect
        if isOffered(asked) || isFoundOut { return asked }
        _ = try await recognize(url)
        return askedDialect
    }

    /// The address of an endpoint, with the parameters of the list's own address that identify the list.
    func endpoint(_ address: String?, _ parameters: [Query.Parameter], in dialect: Dialect) throws -> URL {
        let list = Query.removing(dialect.pageParameters, in: url) ?? url
        guard let address else { return try self.address(list, parameters, in: dialect) }
        guard let target = WireAddress.resolve(address, relativeTo: url), HTTPClient.canAsk(target) else {
            throw HTTPSourceError(.badAddress(Shown.text(address)), address: Shown.address(url))
        }
        let named = Set(Query.parameters(of: target).map(\.name))
        let own = Query.parameters(of: list).filter { !named.contains($0.name) }
        return try self.address(Query.setting(own, in: target) ?? target, parameters, in: dialect)
    }

    /// Asks an endpoint and parses its answer.
    func document(_ address: URL, accepting statuses: Set<Int> = []) async throws -> EndpointAnswer {
        let (answer, from) = try await client.answer(to: address, as: HTTPClient.Asking(accepted: statuses))
        return try document(answer, from: from, accepting: statuses)
    }

    /// Parses an answer.
    func document(_ answer: HTTPAnswer, from: URL, accepting statuses: Set<Int> = []) throws -> EndpointAnswer {
        let isRefusal = statuses.contains(answer.status)
        let json = try shaped(from) { () throws(HTTPSourceError.Reason) in
            // The body of a refusal need not be JSON.
            try isRefusal ? .null : BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
        }
        return EndpointAnswer(whole: answer, json: json, address: from)
    }

    /// Adds the address to any error of reading its answer.
    ///
    /// - Parameter isPage: `true` if the answer is a page of rows, which other answers may have shown to be readable.
    func shaped<Result>(
        _ address: URL, isPage: Bool = false, _ read: () throws(HTTPSourceError.Reason) -> Result
    ) throws -> Result {
        do {
            return try read()
        } catch {
            var error = HTTPSourceError(error, address: Shown.address(address))
            error.mayPass = isPage && state.withLock { !$0.answerLengths.isEmpty }
            throw error
        }
    }
}

/// The answer of an endpoint.
struct EndpointAnswer {
    let whole: HTTPAnswer
    let json: JSONValue
    let address: URL

    var status: Int { whole.status }
    var headers: HTTPHeaders { whole.headers }

    /// The list at a path.
    func array(at path: FieldPath) throws(HTTPSourceError.Reason) -> [JSONValue] {
        guard let array = json.value(at: path)?.array else { throw BodyCheck.wrongShape(json, at: path) }
        return array
    }

    /// The value at a path that may hold nothing.
    func optional(_ path: FieldPath?) -> JSONValue? {
        path.flatMap { json.value(at: $0) }.flatMap { $0.isNull ? nil : $0 }
    }
}

extension Dialect {
    /// The parameters that select a page.
    var pageParameters: Set<String> {
        let names: [ParameterName?] =
            switch style {
            case .automatic: []
            case .offset(let offset, let limit): [offset, limit]
            case .page(let number, let size, _): [number, size]
            case .cursor(let cursor, let size): [cursor, size]
            }
        return Set(names.compactMap { $0?.description })
    }

    /// The parameter for the most items in an answer.
    var sizeParameter: ParameterName? {
        switch style {
        case .automatic: nil
        case .offset(_, let size), .page(_, let size, _), .cursor(_, let size): size
        }
    }

    /// The dialect for answers that should be whole: each has a last item, so that is no link to a next page.
    var forWholeAnswers: Dialect {
        var dialect = self
        if case .lastItem = next { dialect.next = nil }
        return dialect
    }

    /// The capabilities of sources with this dialect, besides pages.
    var feedCapabilities: SourceCapabilities {
        var capabilities: SourceCapabilities = []
        if lookup != nil { capabilities.insert(.identifiers) }
        if snapshot != nil { capabilities.insert(.snapshots) }
        if changes != nil { capabilities.insert(.changes) }
        if live != nil { capabilities.insert(.live) }
        if version != nil || validators == .list { capabilities.insert(.checks) }
        return capabilities
    }
}
