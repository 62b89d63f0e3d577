/// Writes rows as JSON objects with every column and an `id`.
///
/// If a list has no column named `id`, an object gets one that identifies its row: the value of the primary key. For a composite key it is a
/// JSON array of the key's values, as text. For a table without a key it is the hidden row number. In a view it is a hash of the whole row, with
/// a number for equal rows. Only values of a key are stable when other rows change. A row number may change when the file is vacuumed.
struct ObjectWriter {
    private let list: ListDescription
    private let hasHiddenKey: Bool
    private let needsID: Bool

    init(_ list: ListDescription, hasHiddenKey: Bool) {
        self.list = list
        self.hasHiddenKey = hasHiddenKey
        needsID = list.idColumn == nil
    }

    func write(_ row: DatabaseRow, to buffer: inout JSONBuffer) {
        let start = buffer.count
        buffer.byte("{")
        if needsID, list.key != .wholeRow {
            buffer.raw(#""id":"#)
            writeKey(row, to: &buffer)
            buffer.byte(",")
        }
        for (index, column) in list.columns.enumerated() {
            if index > 0 { buffer.byte(",") }
            buffer.raw(column.json)
            buffer.column(index, of: row)
        }
        if needsID, list.key == .wholeRow {
            var hash = StableHash()
            hash.combine(buffer.bytes[start...])
            buffer.raw(#","id":""#)
            buffer.raw("\(hash.hexadecimal)-\(row.int64(list.columns.count))".utf8)
            buffer.byte("\"")
        }
        buffer.byte("}")
    }

    private func writeKey(_ row: DatabaseRow, to buffer: inout JSONBuffer) {
        switch list.key {
        case .integer(let column): buffer.column(column, of: row)
        case .columns(let key) where key.count == 1: buffer.column(key[0], of: row)
        case .columns(let key):
            var array = JSONBuffer()
            array.byte("[")
            for (index, column) in key.enumerated() {
                if index > 0 { array.byte(",") }
                array.column(column, of: row)
            }
            array.byte("]")
            array.bytes.withUnsafeBytes { buffer.string($0) }
        case .rowid: buffer.column(list.columns.count, of: row)
        case .wholeRow: buffer.raw("null")
        }
    }
}
