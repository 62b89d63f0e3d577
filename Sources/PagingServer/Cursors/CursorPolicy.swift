/// The keys that sign cursors, and the cursors' lifetime.
public struct CursorPolicy: Sendable {
    /// The keys that sign cursors.
    public var keys: CursorKeys
    /// The lifetime of a cursor in seconds.
    public var lifetimeSeconds: Int64
    /// The current time in seconds since 1970.
    var now: @Sendable () -> Int64 = { Platform.secondsSince1970 }

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - keys: the secret keys. By default it is a random one, which is lost when the process ends.
    ///   - lifetimeSeconds: the lifetime of a cursor in seconds.
    public init(keys: CursorKeys = CursorKeys(), lifetimeSeconds: Int64 = ServerLimits.cursorSeconds) {
        self.keys = keys
        self.lifetimeSeconds = lifetimeSeconds
    }

    /// Reads the text of a cursor.
    ///
    /// - Parameters:
    ///   - definition: the definition of the list.
    ///   - places: the number of columns that order the list.
    /// - Throws: a problem: 400 if the cursor is malformed or forged, 410 if it has expired or belongs to another list.
    func read(_ text: String, definition: UInt64, places: Int) throws(Problem) -> [DatabaseValue] {
        guard let bytes = Base64URL.decode(text) else { throw .badCursor }
        switch keys.verify(bytes) {
        case .forged: throw .badCursor
        case .unknownKey: throw .expiredCursor("It was signed with a key that is no longer in use.")
        case .genuine(let bytes):
            guard let cursor = Cursor(bytes) else { throw .badCursor }
            guard cursor.definition == definition, cursor.key.count == places else {
                throw .expiredCursor("It belongs to another list or order, or the list's columns have changed.")
            }
            let age = now() - cursor.madeAt
            guard age <= lifetimeSeconds else { throw .expiredCursor("It is older than \(lifetimeSeconds) seconds.") }
            return cursor.key
        }
    }

    /// The text of a cursor at a row.
    ///
    /// - Throws: a problem (422) if the row's key does not fit into an address.
    func text(of key: [DatabaseValue], definition: UInt64) throws(Problem) -> String {
        guard let text = Cursor(definition: definition, madeAt: now(), key: key).text(keys) else {
            throw .cursorTooLong
        }
        return text
    }
}

extension Problem {
    static var badCursor: Problem {
        Problem(
            status: 400, kind: "bad-cursor", title: "The cursor is none of this server's",
            detail: "Cursors are sent back as they came. Begin anew with 'after=' without a value.")
    }

    static func expiredCursor(_ reason: String) -> Problem {
        Problem(
            status: 410, kind: "expired-cursor", title: "The cursor can no longer be used",
            detail: "\(reason) Begin anew with 'after=' without a value.")
    }

    static var cursorTooLong: Problem {
        Problem(
            status: 422, kind: "cursor-too-long", title: "The list's key does not fit into a cursor",
            detail: "Sort by a column with shorter values, or use offsets.")
    }
}
