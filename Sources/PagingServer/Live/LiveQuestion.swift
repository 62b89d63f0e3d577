internal import PagingWire

/// The subscription of a list's listener: the parameters of a stream, except for its start.
struct LiveQuestion: Hashable, Sendable {
    let list: String
    /// All parameters, except for the start.
    let parameters: QueryParameters

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - request: the request. Its `Last-Event-ID`, by which a browser reports the last event it received, overrides `since`.
    ///   - list: the list.
    ///   - check: throws if the rows cannot be read within the cost limit.
    /// - Returns: the subscription, and the version to start from, or `nil` for the current one.
    /// - Throws: a problem that names the wrong parameter.
    static func read(
        _ request: Request, of list: ListDescription, _ check: (RowSelection) throws -> Void
    ) throws -> (LiveQuestion, since: String?) {
        let parameters = try QueryParameters(request.query, known: ChangesReader.parameters)
        // Unreadable rows are rejected now, not in the stream.
        try check(RowSelection.part(parameters, list))
        _ = try parameters.flag(ChangesReader.Name.objects)
        let heard = request.header("Last-Event-ID").flatMap { $0.isEmpty ? nil : $0 }
        let since = try parameters.text(ChangesReader.Name.since)
        let question = LiveQuestion(
            list: list.name, parameters: parameters.without(ChangesReader.Name.since))
        return (question, heard ?? since)
    }

    /// The event for a listener that knows the list up to a version.
    ///
    /// - Parameters:
    ///   - since: the version, or `nil` if the listener knows none.
    ///   - isDue: `true` to send an event even without a change.
    /// - Returns: `nil` if there is no event to send.
    /// - Throws: a problem if the list does not exist any more; the database's errors.
    func news(since: String?, isDue: Bool, in snapshot: DatabaseSnapshot, _ cache: ResponderCache) throws -> LiveEvent?
    {
        let list = try cache.catalog(snapshot).known(list)
        let version = try ListState(list, snapshot).version
        if let version, version == since {
            return isDue ? LiveEvent(version: version) : nil
        }
        if let since, version != nil, list.log != nil {
            let reader = try ChangesReader(parameters, since: since, of: list, snapshot, cache)
            do {
                let (body, version) = try reader.body()
                return LiveEvent("changes", id: version, data: body.bytes)
            } catch is Problem {
                // The changes are unknown, so the listener has to compare the lists.
            }
        }
        return LiveEvent(version: version)
    }
}

/// One of the Server-Sent Events.
///
/// Source: the HTML standard, "Server-sent events".
struct LiveEvent: Sendable {
    /// The list's version after it, or `nil` if the list has no version.
    let version: String?
    private let name: String
    /// A JSON object on one line.
    private let data: [UInt8]

    /// - Parameter data: one line of JSON.
    init(_ name: String, id: String?, data: [UInt8]) {
        (version, self.name, self.data) = (id, name, data)
    }

    var bytes: [UInt8] { bytes(id: version, data) }
    /// The number of its bytes.
    var size: Int { data.count }

    /// The event in a stream of several lists. The data contain the list's name, and the identifier contains the versions of all lists.
    func bytes(list: [UInt8], id: String) -> [UInt8] {
        bytes(id: id, Array(#"{"list":"#.utf8) + list + Array(",".utf8) + data.dropFirst())
    }

    private func bytes(id: String?, _ data: [UInt8]) -> [UInt8] {
        let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: "
        return Array(head.utf8) + data + Array("\n\n".utf8)
    }

    /// Makes an event with the list's current version.
    init(version: String?) {
        var data = JSONBuffer()
        data.raw(#"{"version":"#)
        if let version { data.string(version) } else { data.raw("null") }
        data.byte("}")
        self.init("version", id: version, data: data.bytes)
    }
}
