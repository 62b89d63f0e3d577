internal import PagingWire

extension Responder {
    /// Changes a row, and answers with its new content. After a successful answer the change is on disk.
    ///
    /// - Throws: a problem. Nothing was changed then.
    func write(_ request: Request, _ route: Route, _ policy: WritePolicy) throws -> Response {
        guard route.writes.contains(request.method) else { throw Problem.cannotWrite(request.method, route) }
        try policy.check(request)
        let asked = try WriteRequest(request, route)
        do {
            return try commit(asked)
        } catch let error as SQLiteError where error.reason == .statement {
            throw Problem.unwritable(error.message)
        } catch let error as PostgresError where [.statement, .notPermitted].contains(error.reason) {
            throw Problem.unwritable(error.message)
        }
    }

    private func commit(_ asked: WriteRequest) throws -> Response {
        try equalWrites.alone(asked.idempotencyKey, milliseconds: queryMilliseconds) {
            try database.write(milliseconds: queryMilliseconds, list: asked.list) { snapshot in
                let list = try cache.catalog(snapshot).known(asked.list)
                let writer = try RowWriter(snapshot.connection, list)
                let kept = WrittenRequests(connection: snapshot.connection)
                if let answer = try kept.answer(to: asked) { return answer }
                let answer = try answer(asked, list, writer, snapshot)
                try kept.keep(answer, to: asked)
                return answer
            }
        }
    }

    private func answer(
        _ asked: WriteRequest, _ list: ListDescription, _ writer: RowWriter, _ snapshot: DatabaseSnapshot
    ) throws -> Response {
        let row = try writer.perform(asked)
        // The transaction sees its own change, and the change's number in the log.
        let version = list.log == nil ? nil : try ListState(list, snapshot).version
        switch asked.action {
        case .insert:
            let location = row.map { RowAnswer.address(list, $0.identity) }
            return RowAnswer.response(201, row, version: version, location: location)
        case .update: return RowAnswer.response(200, row, version: version)
        case .remove(let key):
            return RowAnswer.response(200, nil, removed: try list.identity(key, parameter: "key"), version: version)
        }
    }

    /// Answers with the row with a key.
    func row(_ key: String, of list: ListDescription, _ snapshot: DatabaseSnapshot, _ request: Request) throws
        -> Response
    {
        _ = try QueryParameters(request.query, known: [])
        let row = try RowWriter(snapshot.connection, list).row(key)
        if request.knows(row.tag) { return Responder.notModified(row.tag) }
        return RowAnswer.response(200, row, version: try ListState(list, snapshot).version)
    }
}
