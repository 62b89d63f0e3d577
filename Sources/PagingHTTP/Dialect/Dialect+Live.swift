public import PagingWire

extension Dialect {
    /// The stream of Server-Sent Events in which a server reports changes of a list, and the content of these events.
    ///
    /// ```
    /// id: s8
    /// event: changes
    /// data: {"from": "s7", "version": "s8", "removed": [7], "added": [{"id": 12, "index": 0}], "total": 40}
    ///
    /// event: version
    /// data: {"version": "s8"}
    /// ```
    ///
    /// Data that name a version, or an event's `id`, give the list's version. An event without either means that the list may have changed: it
    /// is compared with the server's, as by a refresh. The same goes for data that cannot be read.
    public struct Live: Hashable, Sendable {
        /// The address to listen at, relative to the list's address; `nil` for that address itself.
        public var address: String?
        /// The parameter for the version to start from, or `nil` if the server takes none. It is sent as `Last-Event-ID` too.
        public var since: ParameterName?
        /// Parameters that such a request carries.
        public var parameters: [String: String]
        /// The name of the events whose data are changes, as ``Dialect/changes`` reads them.
        public var changes: String
        /// The path of the list's version in the data of other events.
        public var version: FieldPath

        /// Makes a way to listen.
        ///
        /// - Parameters:
        ///   - address: the address to listen at, relative to the list's address. Its parameters are kept.
        ///   - since: the parameter for the version to start from.
        ///   - parameters: parameters that such a request carries.
        ///   - changes: the name of the events whose data are changes; unnamed events are `message`.
        ///   - version: the path of the list's version in the data of other events.
        public init(
            address: String? = nil, since: ParameterName? = "since", parameters: [String: String] = [:],
            changes: String = "changes", version: FieldPath = "version"
        ) {
            (self.address, self.since, self.parameters) = (address, since, parameters)
            (self.changes, self.version) = (changes, version)
        }
    }
}
