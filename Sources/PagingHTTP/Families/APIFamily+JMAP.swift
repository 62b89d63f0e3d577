import PagingWire

/// JMAP (RFC 8620): one request contains several calls. A query asks for a list, and the following get returns its rows.
extension APIFamily {
    /// The family of an answer to JMAP's calls, or `nil` for any other answer.
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
