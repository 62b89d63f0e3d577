/// The objects of a page as JSON, in the order in which they are read.
struct PageObjects {
    private let writer: ObjectWriter
    private var objects: [Range<Int>] = []
    private var buffer = JSONBuffer()

    init(_ writer: ObjectWriter) {
        self.writer = writer
    }

    /// Reads the rows of a query.
    ///
    /// - Throws: `Problem.pageTooLarge`, or what the database says.
    mutating func read(_ connection: DatabaseConnection, _ query: String, _ bindings: [SQLiteValue]) throws {
        try connection.forEachRow(query, bindings) { try append($0) }
    }

    /// Adds a row.
    ///
    /// - Throws: `Problem.pageTooLarge`.
    mutating func append(_ row: DatabaseRow) throws(Problem) {
        let start = buffer.count
        writer.write(row, to: &buffer)
        objects.append(start..<buffer.count)
        guard buffer.count <= ServerLimits.maximumBodyBytes else { throw .pageTooLarge }
    }

    /// How many there are.
    var count: Int { objects.count }

    /// Leaves out all but the first.
    mutating func keepFirst(_ count: Int) { objects.removeLast(max(0, objects.count - count)) }

    /// Turns the order around.
    mutating func reverse() { objects.reverse() }

    /// Writes the objects with commas between.
    func write(to other: inout JSONBuffer) {
        other.reserve(other.count + buffer.count + objects.count + 2)
        for (index, object) in objects.enumerated() {
            if index > 0 { other.byte(",") }
            other.raw(buffer.bytes[object])
        }
    }
}
