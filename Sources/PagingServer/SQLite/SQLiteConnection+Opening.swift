extension SQLiteConnection {
    /// Opens a database for serving: read-only, and safe for untrusted files.
    ///
    /// - Throws: `missing`, `notPermitted`, `notADatabase`, `corrupt`; SQLite's errors.
    static func openReadOnly(
        path: String, busyMilliseconds: Int = ServerLimits.busyMilliseconds
    ) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, mode: .readOnly, busyMilliseconds: busyMilliseconds)
        do {
            // A view in an untrusted file must not call functions with side effects, and damaged pages must be detected.
            for setting in [
                "query_only = 1", "trusted_schema = 0", "cell_size_check = 1",
                "cache_size = -\(ServerLimits.pageCacheKibibytes)",
            ] {
                try connection.execute("PRAGMA \(setting)")
            }
            _ = try connection.value("PRAGMA schema_version")
        } catch var error as SQLiteError {
            error.operation = "open"
            throw error
        }
        return connection
    }

    /// Finds out why a file cannot be opened, because SQLite has only one code for all reasons.
    static func checkFile(_ path: String) throws(SQLiteError) {
        func refusal(_ reason: SQLiteError.Reason, _ message: String) -> SQLiteError {
            SQLiteError(reason, path: path, operation: "open", message: message)
        }
        guard !FileIdentity.isDirectory(path) else { throw refusal(.notADatabase, "it is a folder") }
        guard FileIdentity(path: path) != nil else { throw refusal(.missing, "there is no such file") }
        guard FileIdentity.isReadable(path) else { throw refusal(.notPermitted, "the file may not be read") }
    }

    /// A path as a `file:` address, in which no character of a name is read as an option.
    static func uri(path: String) -> String {
        var uri = "file:"
        // A path that begins with two slashes would be read as a host name.
        let path = path.hasPrefix("//") ? "/" + path.drop { $0 == "/" } : path
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                uri += byte < 16 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return uri
    }
}
