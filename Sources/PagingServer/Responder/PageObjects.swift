/// The objects of a page as JSON, in the order of reading.
struct PageObjects {
    private let writer: ObjectWriter
    /// The indices of the values that order a row, or none if cursors are not needed.
    private let keyIndices: [Int]
    /// The index of the last row of a full page.
    private let lastRow: Int
    private var objects: [Range<Int>] = []
    private var buffer = JSONBuffer()
    /// The values that order the first row, or `nil` if there is none.
    private(set) var firstKey: [DatabaseValue]?
    /// The values that order the last row, or `nil` if the page is not full.
    private(set) var lastKey: [DatabaseValue]?

    init(_ writer: ObjectWriter) {
        self.writer = writer
        (keyIndices, lastRow) = ([], 0)
    }

    /// Makes a page for a number of rows. It stores the order's values of the first and the last. The rows must have
    /// ``SelectionSQL/placedColumns``.
    init(_ sql: SelectionSQL, of list: ListDescription, count: Int) {
        writer = ObjectWriter(list, hasHiddenKey: sql.hasHiddenKey)
        (keyIndices, lastRow) = (sql.keyIndices, count - 1)
    }

    /// Reads the rows of a query.
    ///
    /// - Throws: `Problem.pageTooLarge`; the errors of the database.
    mutating func read(_ connection: DatabaseConnection, _ query: String, _ bindings: [DatabaseValue]) throws {
        try connection.forEachRow(query, bindings) { try append($0) }
    }

    /// Adds a row.
    ///
    /// - Throws: `Problem.pageTooLarge`.
    mutating func append(_ row: DatabaseRow) throws(Problem) {
        let start = buffer.count
        writer.write(row, to: &buffer)
        if !keyIndices.isEmpty, objects.isEmpty || objects.count == lastRow {
            let key = keyIndices.map { row.value($0) }
            if objects.isEmpty { firstKey = key }
            if objects.count == lastRow { lastKey = key }
        }
        objects.append(start..<buffer.count)
        guard buffer.count <= ServerLimits.maximumBodyBytes else { throw .pageTooLarge }
    }

    /// The number of objects.
    var count: Int { objects.count }

    /// Removes all objects after the first ones.
    mutating func keepFirst(_ count: Int) { objects.removeLast(max(0, objects.count - count)) }

    /// Reverses the order.
    mutating func reverse() {
        objects.reverse()
        swap(&firstKey, &lastKey)
    }

    /// Appends the objects of another page, including its last row.
    mutating func append(_ other: PageObjects) {
        guard other.count > 0 else { return }
        let start = buffer.count
        buffer.raw(other.buffer.bytes)
        objects += other.objects.map { start + $0.lowerBound..<start + $0.upperBound }
        firstKey = firstKey ?? other.firstKey
        lastKey = other.lastKey
    }

    /// Writes the objects separated by commas.
    func write(to other: inout JSONBuffer) {
        other.reserve(other.count + buffer.count + objects.count + 2)
        for (index, object) in objects.enumerated() {
            if index > 0 { other.byte(",") }
            other.raw(buffer.bytes[object])
        }
    }
}
