internal import PagingHTTP
internal import PagingWire

extension Dialect {
    /// Reads the options for requests: `NAME=VALUE` sets a parameter, `NAME: VALUE` a header, and anything else is an address.
    ///
    /// The names in braces determine the style of pagination, unless a dialect is named.
    ///
    /// - Parameter first: the number of the first page, if pages are requested by number, or `nil` if it is not given.
    mutating func read(requests: [String], first: Int?, _ command: String) throws(ToolError) {
        guard !requests.isEmpty else { return }
        var request = Request()
        for text in requests {
            let name = text.prefix { !"=:/?{".contains($0) }
            let rest = text.dropFirst(name.count)
            if text == "GET" {
                request.getsNext = true
            } else if !name.isEmpty, rest.hasPrefix("=") {
                request.parameters[String(name)] = String(rest.dropFirst())
            } else if !name.isEmpty, rest.hasPrefix(": ") {
                request.headers[String(name)] = String(rest.dropFirst(2))
            } else if request.address == nil,
                ["page", "offset", "cursor", "size"].contains(where: { text.contains("{\($0)}") })
            {
                request.address = text
            } else {
                throw .usage(
                    "a request cannot be read", "'\(text)'",
                    "Write 'NAME=VALUE', 'HEADER: VALUE' or an address, with {page}, {offset}, {cursor} or {size} in it",
                    command: command)
            }
        }
        self.request = request
        let texts = request.parameters.values.joined() + request.headers.values.joined() + (request.address ?? "")
        func has(_ name: String) -> Bool { texts.contains("{\(name)}") }
        let size: ParameterName? = has("size") ? "size" : nil
        if has("page") {
            // By default positions count from 0, pages from 1.
            style = .page("page", size: size, first: first ?? 1)
        } else if has("offset") {
            style = .offset("offset", limit: size)
        } else if has("cursor") {
            if style == .automatic {
                (cursorName, sizeName) = ("cursor", size)
            } else {
                style = .cursor("cursor", size: size)
            }
        } else if size != nil, style == .automatic {
            sizeName = size
        }
        if style.isByPlace, items == nil { findsRows = true }
    }

    /// The place of the next page in the notation of the options: a path, `header:NAME`, `last:PATH`, or several of them by the names of
    /// parameters.
    func next(in text: String) -> Next {
        let parts = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        if !parts.isEmpty, parts.allSatisfy({ $0.count == 2 }) {
            return .values(Dictionary(parts.map { ($0[0], Self.place(in: $0[1], isCursor: true)) }) { $1 })
        }
        // If there is a parameter for it the value is a cursor. Otherwise it must be an address.
        if case .cursor(nil, _) = style { return Self.place(in: text, isCursor: false) }
        if case .cursor = style { return Self.place(in: text, isCursor: true) }
        return Self.place(in: text, isCursor: text.hasPrefix("header:"))
    }

    private static func place(in text: String, isCursor: Bool) -> Next {
        if text.hasPrefix("header:") {
            let name = String(text.dropFirst("header:".count))
            return isCursor ? .cursorHeader(name) : .header(name)
        }
        if text.hasPrefix("last:") { return .lastItem(FieldPath(String(text.dropFirst("last:".count)))) }
        return isCursor ? .cursor(FieldPath(text)) : .address(FieldPath(text))
    }
}

extension Dialect.Style {
    fileprivate var isByPlace: Bool {
        switch self {
        case .offset, .page: true
        case .automatic, .cursor: false
        }
    }
}
