internal import PagingWire

/// Answers with the changes of a list since one of its versions.
struct ChangesReader {
    /// The parameters in addition to those of ``QueryName``.
    enum Name {
        /// The version from which to report changes.
        static let since = "since"
        /// If set, added and changed rows are returned as objects.
        static let objects = "objects"
    }

    static let parameters = [
        Name.since, QueryName.sort, Name.objects, ListRequest.Name.filter, ListRequest.Name.search,
    ]

    let snapshot: DatabaseSnapshot
    let cache: ResponderCache
    let list: ListDescription
    private let rows: RowSelection
    private let log: ListLog
    private let since: String
    private let hasObjects: Bool

    /// Reads a query.
    ///
    /// - Throws: a problem if the list has no log, or a parameter cannot be read.
    init(
        _ query: String?, of list: ListDescription, _ snapshot: DatabaseSnapshot, _ cache: ResponderCache
    ) throws(Problem) {
        let parameters = try QueryParameters(query, known: ChangesReader.parameters)
        guard list.log != nil else { throw .needsLog(list) }
        guard let since = try parameters.text(Name.since) else {
            throw .badParameter(
                Name.since, "'\(Name.since)' with a version of the list is missing. \(Problem.streamAdvice)")
        }
        try self.init(parameters, since: since, of: list, snapshot, cache)
    }

    /// Reads the parameters, except the version.
    init(
        _ parameters: QueryParameters, since: String, of list: ListDescription, _ snapshot: DatabaseSnapshot,
        _ cache: ResponderCache
    ) throws(Problem) {
        guard let log = list.log else { throw .needsLog(list) }
        (self.snapshot, self.cache, self.list, self.log, self.since) = (snapshot, cache, list, log, since)
        rows = try RowSelection.part(parameters, list)
        hasObjects = try parameters.flag(Name.objects)
    }

    /// The current state of the changed rows.
    struct Changes {
        var removed: [[DatabaseValue]] = []
        var added: [(identity: [DatabaseValue], position: Int)] = []
        var edited: [[DatabaseValue]] = []
    }

    /// `{"from", "version", "removed", "added": [{"id", "index"}], "edited", "total"}`.
    func changes() throws -> Response { .json(try body().json) }

    /// The JSON of the changes, and the version after them.
    func body() throws -> (json: JSONBuffer, version: String) {
        let reader = snapshot.reader(of: log)
        let state = try reader.state()
        let current = state.version
        if state.ending != nil { throw Problem.endedLog(list) }
        guard current.gaps.count <= ServerLimits.versionGaps else { throw Problem.tooManyOpen }
        guard let version = ListVersion(since) else {
            throw Problem.badParameter(Name.since, "'\(Name.since)' is no version that an answer of this list had.")
        }
        guard let touched = try reader.touched(since: version, in: state) else { throw Problem.unknownChanges(list) }
        let finder = try RowFinder(snapshot.connection, list)
        let total = try cache.total(of: rows, in: list, snapshot)
        let changes = try sorted(touched, finder, walk: cache.walk(over: rows, of: total, in: list, snapshot))

        var buffer = JSONBuffer()
        buffer.raw(#"{"from":"#)
        buffer.string(since)
        buffer.raw(#","version":"#)
        buffer.string(current.text)
        buffer.raw(#","total":"#)
        buffer.integer(total)
        buffer.raw(#","removed":"#)
        buffer.ids(changes.removed)
        buffer.raw(#","added":["#)
        for (index, addition) in changes.added.enumerated() {
            if index > 0 { buffer.byte(",") }
            buffer.raw(#"{"id":"#)
            buffer.id(addition.identity)
            buffer.raw(#","index":"#)
            buffer.integer(addition.position)
            buffer.byte("}")
        }
        buffer.raw(#"],"edited":"#)
        buffer.ids(changes.edited)
        if hasObjects {
            buffer.raw(#","objects":["#)
            let page = try finder.objects(changes.added.map(\.identity) + changes.edited).objects
            page.write(to: &buffer)
            buffer.byte("]")
        }
        buffer.byte("}")
        return (buffer, current.text)
    }

    /// Sorts changed rows into removed, added and edited ones. Possibly moved rows count as removed and inserted.
    ///
    /// The log does not record which rows a filtered list had. A row's current values tell it, unless a column of the filter has changed. Then
    /// the row is reported as removed, even if it was not in the list, and as inserted at its current position if it is in the list now. Clients
    /// ignore the removal of rows that they do not have.
    private func sorted(_ touched: [ChangeLogReader.Touched], _ finder: RowFinder, walk: Int) throws -> Changes {
        let (order, membership) = (rows.orderColumns, rows.membershipColumns(in: list))
        // Under a collation, the row found may have an equal key with another spelling. It is another row.
        let found = try finder.memberships(of: touched.map(\.identity), in: rows)
        var changes = Changes()
        var came: [[DatabaseValue]] = []
        for row in touched {
            let isIn = found[row.identity] ?? false
            guard row.existed else {
                if isIn { came.append(row.identity) }
                continue
            }
            let isUncertain = found[row.identity] == nil || row.columns & membership != 0
            // The row is not in the filtered list, neither now nor before.
            if !isIn, !isUncertain { continue }
            guard isIn, !isUncertain, row.columns & order == 0 else {
                changes.removed.append(row.identity)
                if isIn { came.append(row.identity) }
                continue
            }
            changes.edited.append(row.identity)
        }
        changes.added = try finder.positions(of: came, in: rows, walk: walk)
        return changes
    }
}

extension RowSelection {
    /// The selection with a request's filter, search and order, without sections.
    static func part(_ parameters: QueryParameters, _ list: ListDescription) throws(Problem) -> RowSelection {
        RowSelection(
            sort: try ListRequest.sort(parameters, list), filter: try ListRequest.filter(parameters, list),
            search: try ListRequest.search(parameters, list))
    }
}

extension ResponderCache {
    /// The number of rows that a scan of a selection reads: the whole list, if no index finds them.
    func walk(
        over rows: RowSelection, of total: Int, in list: ListDescription, _ snapshot: DatabaseSnapshot
    ) throws -> Int {
        guard let filter = rows.filter, rows.search == nil, !filter.hasIndex(in: list) else { return total }
        return try size(of: RowSelection(sort: []), in: list, snapshot)
    }
}

extension JSONBuffer {
    /// Writes the keys of rows as an array.
    mutating func ids(_ identities: [[DatabaseValue]]) {
        byte("[")
        for (index, identity) in identities.enumerated() {
            if index > 0 { byte(",") }
            id(identity)
        }
        byte("]")
    }
}
