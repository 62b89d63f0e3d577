#if !hasFeature(Embedded)
    /// The answer that a page was read from, for data besides the rows.
    ///
    /// ```swift
    /// let page = try await source.page(for: .positions(0..<50))
    /// page.metadata?.header("X-Request-Id")
    /// ```
    public struct PageMetadata: Hashable, Sendable {
        /// The status code, 100 to 599.
        public var status: Int
        /// The headers, their names in lower case; several lines of one name are joined with commas.
        public var headers: [String: String]
        /// The body as it was received, after decompression.
        public var body: [UInt8]

        /// Makes metadata of an answer.
        ///
        /// - Parameters:
        ///   - status: the status code.
        ///   - headers: the headers, their names in any case.
        ///   - body: the body, after decompression.
        public init(status: Int, headers: [String: String], body: [UInt8]) {
            self.status = status
            self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
            self.body = body
        }

        /// The value of a header, by its name in any case, or `nil` if the answer has no such header.
        public func header(_ name: String) -> String? { headers[name.lowercased()] }
    }
#endif
