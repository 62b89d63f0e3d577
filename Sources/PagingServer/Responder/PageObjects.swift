/// The objects of a page as JSON, in the order in which they are read.
struct PageObjects {
    private let writer: ObjectWriter
    /// The indices in a row of the values that order it; empty if the places are not wanted.
    private let keyIndices: [Int]
    /// The last row of a full page, counted as rows are read.
    private let lastRow: Int
    private var objects: [Range<Int>] = []
    private var buffer = JSONBuffer()
    /// The values that order the first row read, or `nil` if there is none.
    private(set) var firstKey: [DatabaseValue]?
    /// The values that order the last row, or `nil` if the page is not full.
    private(set) var lastKey: [DatabaseValue]?

    init(_ writer: ObjectWriter) {
        self.writer = writer
        (keyIndices, lastRow) = ([], 0)
    }

    /// The objects of a page of so many rows. It keeps the places in the order of the first and the last. The rows must have
    /// ``SelectionSQL/placedColumns``.
    init(_ sql: SelectionSQL, of list: ListDescription, count: Int) {
        writer = ObjectWriter(list, hasHiddenKey: sql.hasHiddenKey)
        (keyIndices, lastRow) = (sql.keyIndices, count - 1)
    }

    /// Reads the rows of a query.
    ///
    /// - Throws: `Problem.pageTooLarge`, or what the database says.
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

    /// How many there are.
    var count: Int { objects.count }

    /// Leaves out all but the first.
    mutating func keepFirst(_ count: Int) { objects.removeLast(max(0, objects.count - count)) }

    /// Turns the order around.
    mutating func reverse() {
        objects.reverse()
        swap(&firstKey, &lastKey)
    }

    /// Puts the objects of another page behind these. The last row is that page's.
    mutating func append(_ other: PageObjects) {
        guard other.count > 0 else { return }
        let start = buffer.count
        buffer.raw(other.buffer.bytes)
        objects += other.objects.map { start + $0.lowerBound..<start + $0.upperBound }
        firstKey = firstKey ?? other.firstKey
        lastKey = other.lastKey
    }

    /// Writes the objects with commas between.
    func write(to other: inout JSONBuffer) {
        other.reserve(other.count + buffer.count + objects.count + 2)
        for (index, object) in objects.enumerated() {
            if index > 0 { other.byte(",") }
            other.raw(buffer.bytes[object])
        }
    }
}
