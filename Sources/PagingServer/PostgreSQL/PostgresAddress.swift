internal import CPostgreSQL

/// The address of a database: `postgres://user:password@host:port/name?host=/folder/of/socket`.
///
/// Missing parts are read from `$PGHOST`, `$PGPASSWORD`, `~/.pgpass` …, as in every program of PostgreSQL.
struct PostgresAddress: Sendable {
    /// The address as it was given, which may hold a password.
    let text: String
    /// The address without its password.
    let name: String

    static let schemes = ["postgres://", "postgresql://"]

    /// Reads an address.
    ///
    /// - Throws: `badAddress` with what is wrong with it.
    init(_ text: String) throws(PostgresError) {
        var message: UnsafeMutablePointer<CChar>?
        guard PostgresAddress.schemes.contains(where: text.hasPrefix), let options = PQconninfoParse(text, &message)
        else {
            let said = message.map { String(cString: $0).trimmed } ?? "it does not begin with postgres://"
            PQfreemem(message)
            // Not the text itself: it may hold a password.
            throw PostgresError(.badAddress, address: "at this address", operation: "open", message: said)
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.text = text
        let user = values["user"].map { $0 + "@" } ?? ""
        let port = values["port"].map { ":" + $0 } ?? ""
        name = "\(user)\(values["host"] ?? "localhost")\(port)/\(values["dbname"] ?? values["user"] ?? "")"
    }

    func error(_ reason: PostgresError.Reason, _ operation: String, _ message: String) -> PostgresError {
        PostgresError(reason, address: name, operation: operation, message: message)
    }
}

extension String {
    /// The text without blanks, line ends and a full stop at its end, for use in a sentence.
    var trimmed: String {
        String(Substring(self.reversed().drop { " \n\t.".contains($0) }.reversed().drop { " \n\t".contains($0) }))
    }
}
