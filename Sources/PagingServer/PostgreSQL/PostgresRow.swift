internal import CPostgreSQL

/// One row of a result. It is valid only inside the closure that receives it.
struct PostgresRow {
    /// The types whose values are not strings in JSON.
    enum Kind {
        case null, boolean, integer, real, numeric, json, bytes, time, text

        init(type: Oid) {
            self =
                switch type {
                case 16: .boolean
                case 17: .bytes
                case 20, 21, 23, 26: .integer
                case 114, 3802: .json
                case 700, 701: .real
                case 1114, 1184: .time
                case 1700: .numeric
                default: .text
                }
        }
    }

    let result: OpaquePointer
    let row: Int32

    /// The number of columns.
    var count: Int { Int(PQnfields(result)) }

    func kind(_ column: Int) -> Kind {
        PQgetisnull(result, row, Int32(column)) == 1 ? .null : Kind(type: PQftype(result, Int32(column)))
    }

    /// The bytes of a column as PostgreSQL writes it.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, Int32(column)), count: Int(PQgetlength(result, row, Int32(column))))
    }

    /// A whole number, or 0 if the column is NULL or something else.
    func int64(_ column: Int) -> Int64 { Int64(string(column)) ?? 0 }

    /// The text of a column, or empty if it is NULL.
    func string(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func value(_ column: Int) -> DatabaseValue {
        switch kind(column) {
        case .null: .null
        case .boolean: .json(Array((isTrue(column) ? "true" : "false").utf8))
        case .integer: .integer(int64(column))
        case .real:
            // NaN and infinities are not numbers in JSON, and are written as text.
            if let number = Double(string(column)), number.isFinite {
                .real(number)
            } else {
                .text(Array(bytes(column)))
            }
        case .numeric: isNumber(column) ? .json(Array(bytes(column))) : .text(Array(bytes(column)))
        case .json: .json(Array(bytes(column)))
        case .bytes: .blob(blob(column))
        case .time: .text(time(column))
        case .text: .text(Array(bytes(column)))
        }
    }

    private func isTrue(_ column: Int) -> Bool { bytes(column).first == UInt8(ascii: "t") }

    /// `true` if a number is valid in JSON: not NaN, not infinite.
    fileprivate func isNumber(_ column: Int) -> Bool {
        bytes(column).last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    }

    /// The bytes behind `\x` and hexadecimal digits.
    fileprivate func blob(_ column: Int) -> [UInt8] {
        let digits = bytes(column).dropFirst(2)
        var blob: [UInt8] = []
        blob.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            let value = Hexadecimal.value(digit) ?? 0
            if let first = high { blob.append(first << 4 | value) }
            high = high == nil ? value : nil
        }
        return blob
    }

    /// A date and time by RFC 3339: `2026-11-23 20:00:00+00` as `2026-11-23T20:00:00Z`. Times of other eras are left as they are.
    fileprivate func time(_ column: Int) -> [UInt8] {
        var text = Array(bytes(column))
        guard text.count >= 19, text[10] == UInt8(ascii: " "), text.last != UInt8(ascii: "C") else { return text }
        text[10] = UInt8(ascii: "T")
        if text.suffix(3).elementsEqual("+00".utf8) { text.replaceSubrange((text.count - 3)..., with: "Z".utf8) }
        return text
    }
}

extension JSONBuffer {
    /// Writes a column of a row: numbers with all their digits, JSON as it is, blobs in base64, all else as text.
    mutating func column(_ index: Int, of row: PostgresRow) {
        switch row.kind(index) {
        case .null: raw("null")
        case .boolean: if row.bytes(index).first == UInt8(ascii: "t") { raw("true") } else { raw("false") }
        case .integer, .json: raw(row.bytes(index))
        case .real, .numeric: if row.isNumber(index) { raw(row.bytes(index)) } else { string(row.bytes(index)) }
        case .bytes: row.blob(index).withUnsafeBytes { base64($0) }
        case .time: row.time(index).withUnsafeBytes { string($0) }
        case .text: string(row.bytes(index))
        }
    }
}
