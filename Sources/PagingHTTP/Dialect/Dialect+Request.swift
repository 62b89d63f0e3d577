extension Dialect {
    /// How requests are written if a value needs a template rather than a parameter of its own.
    ///
    /// ```swift
    /// // Superset: ?q=(page:0,page_size:25)
    /// var charts = Dialect.page("page", size: "page_size", first: 0, items: "result", total: .path("count"))
    /// charts.request = Dialect.Request(["q": "(page:{page},page_size:{page_size})"])
    /// // A cursor that goes into a header
    /// var events = Dialect.cursor("cursor", size: nil, items: "events", next: .cursor("next"))
    /// events.request = Dialect.Request(headers: ["X-Cursor": "{cursor}"])
    /// // A cursor that goes to another address
    /// var hits = Dialect.cursor("cursor", size: nil, items: "hits", next: .cursor("scroll_id"))
    /// hits.request = Dialect.Request(address: "/scroll/{cursor}")
    /// ```
    ///
    /// The names in braces are those of the parameters of ``Dialect/style``. A parameter that is used in a template is not sent by itself. A
    /// text is left out if its braces cannot all be filled, as a cursor's is from the first request.
    public struct Request: Hashable, Sendable {
        /// Parameters of the address, or paths in the body, and their values.
        public var parameters: [String: String]
        /// Headers and their values.
        public var headers: [String: String]
        /// The address to ask, relative to the list's address, whose parameters are kept; `nil` for that address itself.
        public var address: String?
        /// `true` if pages behind the first are requested by GET, without the ``Dialect/body`` of the first request.
        public var getsNext: Bool

        /// Makes a way to write requests.
        ///
        /// - Parameters:
        ///   - parameters: parameters, and their values with names in braces.
        ///   - headers: headers, and their values with names in braces.
        ///   - address: the address to ask, relative to the list's address.
        ///   - getsNext: `true` to ask for pages behind the first by GET.
        public init(
            _ parameters: [String: String] = [:], headers: [String: String] = [:], address: String? = nil,
            getsNext: Bool = false
        ) {
            (self.parameters, self.headers, self.address, self.getsNext) = (parameters, headers, address, getsNext)
        }
    }
}

extension Dialect.Request {
    /// A request with some parameters, as it is sent.
    struct Filled {
        var parameters: [Query.Parameter]
        var headers: [String: String] = [:]
        var address: String?
    }

    /// Fills the parameters of a request into the texts that name them.
    func filled(with given: [Query.Parameter]) -> Filled {
        var used: Set<String> = []
        func text(_ template: String, _ encode: (String) -> String = { $0 }) -> String? {
            var text = template
            var names: Set<String> = []
            for parameter in given where text.contains("{\(parameter.name)}") {
                text = text.replacing("{\(parameter.name)}", with: encode(parameter.value))
                names.insert(parameter.name)
            }
            // A text without braces is sent with every request, one with braces only if they were filled.
            guard !names.isEmpty || !Self.hasPlace(template) else { return nil }
            used.formUnion(names)
            return text
        }
        var filled = Filled(parameters: [])
        let written = parameters.sorted { $0.key < $1.key }.compactMap { name, template in
            text(template).map { Query.Parameter(name, $0) }
        }
        filled.headers = headers.compactMapValues { text($0) }
        filled.address = address.flatMap { text($0, Query.encodedSegment) }
        filled.parameters = written + given.filter { !used.contains($0.name) }
        return filled
    }

    /// `true` if a text has a name in braces.
    private static func hasPlace(_ text: String) -> Bool {
        guard let start = text.firstIndex(of: "{"), let end = text[start...].firstIndex(of: "}") else { return false }
        return text[text.index(after: start)..<end].allSatisfy { $0.isLetter || $0.isNumber || "._-[]$".contains($0) }
    }
}
