internal import Foundation

/// Hears when a list with a log has changed, by PostgreSQL's `LISTEN`. For one thread.
final class PostgresListener {
    private let address: PostgresAddress
    private var connection: PostgresConnection?

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Waits for something to be told, for some time at most.
    ///
    /// - Returns: whether anything was told; `nil` where nothing can be heard: the server is away, or a standby.
    func wait(milliseconds: Int) -> Bool? {
        do {
            guard let connection else {
                let connection = try PostgresConnection(address)
                try connection.script("LISTEN \(PostgresLog.channel)")
                self.connection = connection
                // What happened before it listened, nobody told.
                return true
            }
            return try connection.hears(within: Int32(clamping: milliseconds))
        } catch {
            connection = nil
            Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
            return nil
        }
    }
}
