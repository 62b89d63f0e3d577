import PagingWire

/// JMAP (RFC 8620): a list is asked for by a query among other calls of one request, and its rows come from a get behind it.
extension APIFamily {
    /// The family of an answer to JMAP's calls; `nil` for any other.
    static func jmap(_ document: JSONValue, _ body: JSONValue?) -> APIFamily? {
        guard let answers = document["methodResponses"]?.array, let calls = body?["methodCalls"]?.array,
            let query = answers.firstIndex(where: { $0[0]?.string?.hasSuffix("/query") == true }),
            let call = calls.firstIndex(where: { $0[0]?.string?.hasSuffix("/query") == true })
        else { return nil }
        let get = answers.lastIndex { $0[1]?["list"]?.array != nil }
        let total = answers[query][1]?["total"]?.int
        return APIFamily(
            name: "JMAP", marks: [.posted],
            style: .offset(
                ParameterName("methodCalls.\(call).1.position"), limit: ParameterName("methodCalls.\(call).1.limit")),
            items: FieldPath(get.map { "methodResponses/\($0)/1/list" } ?? "methodResponses/\(query)/1/ids"),
            total: total.map { _ in .path(FieldPath("methodResponses/\(query)/1/total")) })
    }
}
