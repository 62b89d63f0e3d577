public import PagingWire

extension Dialect {
    /// The stream in which a server tells what happens to a list, by Server-Sent Events, and what these hold.
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
    /// Data that name a version, or an event's `id`, say where the list is. An event without either says that something may have
    /// happened: the list is compared with the server's, as by a refresh. The same goes for data that cannot be read.
    public struct Live: Hashable, Sendable {
        /// The address to listen at, relative to the list's address; `nil` for that address itself.
        public var address: String?
        /// The parameter for the version since which, or `nil` if the server takes none. It is sent as `Last-Event-ID` too.
        public var since: ParameterName?
        /// Parameters that such a request carries.
        public var parameters: [String: String]
        /// The events whose data say what happened, as ``Dialect/changes`` reads it.
        public var changes: String
        /// The path of the list's version in the data of other events.
        public var version: FieldPath

        /// Makes a way to listen.
        ///
        /// - Parameters:
        ///   - address: where to listen, relative to the list's address. The parameters of that address are kept.
        ///   - since: the parameter for the version since which.
        ///   - parameters: what such a request carries.
        ///   - changes: the events whose data say what happened; unnamed ones are `message`.
        ///   - version: where the data of other events name the list's version.
        public init(
            address: String? = nil, since: ParameterName? = "since", parameters: [String: String] = [:],
            changes: String = "changes", version: FieldPath = "version"
        ) {
            (self.address, self.since, self.parameters) = (address, since, parameters)
            (self.changes, self.version) = (changes, version)
        }
    }
}
