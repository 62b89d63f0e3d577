/// A position in the log of a PostgreSQL server.
///
/// Positions of a later timeline are later. A promotion begins a timeline at the standby's position, which may be before the end of the
/// old one.
struct LogPosition: Hashable, Comparable, Sendable {
    /// The timeline, or 0 if it is unknown: a standby does not tell it with each of its positions.
    var timeline: UInt32 = 0
    /// Bytes from the start of the log.
    var offset: UInt64

    static func < (one: LogPosition, other: LogPosition) -> Bool {
        (one.timeline, one.offset) < (other.timeline, other.offset)
    }

    /// The columns that ``init(_:)`` reads: the replayed position of a standby, or the end of a primary's log and its timeline.
    static let columns = """
        CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END - '0/0'::pg_lsn, \
        CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
        """

    /// The columns of a standby's position and timeline, as ``init(_:)`` reads them.
    ///
    /// The timeline is at least that of its last restart point or of the last page that it wrote. A role with the right to see it also gets the received
    /// one. The standby follows all of them.
    static let standbyColumns = """
        pg_last_wal_replay_lsn() - '0/0'::pg_lsn, lpad(to_hex(greatest( \
        (SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()), \
        (SELECT received_tli FROM pg_stat_wal_receiver))), 8, '0')
        """

    /// The columns of the position up to which a primary's log was written out and may have been sent, of its timeline, as ``init(_:)``
    /// reads them, and of the log's end.
    static let primaryColumns = """
        CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_flush_lsn() - '0/0'::pg_lsn END, \
        CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END, \
        CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_insert_lsn() - '0/0'::pg_lsn END
        """

    init(timeline: UInt32, offset: UInt64) { (self.timeline, self.offset) = (timeline, offset) }

    init(_ row: some Collection<String>) {
        timeline = row.dropFirst().first.flatMap { UInt32($0, radix: 16) } ?? 0
        offset = row.first.flatMap { UInt64($0) } ?? 0
    }
}

extension PostgresConnection {
    /// The position up to which a standby has replayed, or the end of a primary's log.
    func logPosition() throws(PostgresError) -> LogPosition { LogPosition(try script("SELECT \(LogPosition.columns)")) }

    /// The same, with the timeline of a standby too.
    func logPositionWithTimeline() throws(PostgresError) -> LogPosition {
        guard try script("SELECT pg_is_in_recovery()") == ["t"] else { return try logPosition() }
        return LogPosition(try script("SELECT \(LogPosition.standbyColumns)"))
    }

    /// The position up to which a primary's log was written out, and the log's end, or `nil` if the server is no primary.
    func primaryLog() throws(PostgresError) -> (written: LogPosition, end: LogPosition)? {
        let row = try script("SELECT \(LogPosition.primaryColumns)")
        let written = LogPosition(row)
        guard written.timeline > 0, row.count == 3 else { return nil }
        return (written, LogPosition([row[2], row[1]]))
    }

    /// Makes the primary write out its log up to its end. By itself it does so at the next commit, or within 15 seconds.
    ///
    /// This ends a transaction that has a number and writes nothing, without waiting.
    func writeOutLog() throws(PostgresError) { try script("SELECT pg_current_xact_id()") }
}
