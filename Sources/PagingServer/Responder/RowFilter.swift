/// Conditions that all rows of a selection meet: `year >= 1990 and kind = 'book'`.
///
/// ```
/// filter     = condition *("and" condition)
/// condition  = column comparison value / column "is" ["not"] "null"
/// comparison = "=" / "!=" / "<" / "<=" / ">" / ">="
/// column     = name / DQUOTE name DQUOTE          ; quoted where it holds anything but letters, digits and "_"
/// value      = number / "'" text "'"              ; a quote inside is doubled
/// ```
///
/// Values are bound, never inserted into SQL. They are compared as in SQLite: by the column's collation, and numbers in a numeric column by
/// value. On PostgreSQL a number is converted to the column's type. NULL matches only `is null`.
struct RowFilter: Hashable, Sendable {
    enum Comparison: String, Sendable {
        case equal = "="
        case unequal = "<>"
        case less = "<"
        case atMost = "<="
        case more = ">"
        case atLeast = ">="
        case isNull = "IS NULL"
        case isNotNull = "IS NOT NULL"
    }

    struct Condition: Hashable, Sendable {
        var column: Int
        var comparison: Comparison
        /// The value to compare the column with, or `nil` for NULL.
        var value: DatabaseValue?
    }

    let conditions: [Condition]
    /// The filter's text, as the client wrote it.
    let text: String

    /// Reads a filter.
    ///
    /// - Throws: a problem (400) with the place of the error and the syntax.
    init(_ text: String, of list: ListDescription) throws(Problem) {
        var reader = FilterReader(text: text, list: list)
        conditions = try reader.conditions()
        self.text = text
    }

    /// `true` if an index finds some of the rows.
    func hasIndex(in list: ListDescription) -> Bool {
        conditions.contains { condition in
            switch condition.comparison {
            case .unequal, .isNotNull: false
            default: list.isIndexed(condition.column)
            }
        }
    }

    /// The conditions as SQL, with parameters numbered from a number.
    func sql(_ list: ListDescription, from parameter: Int) -> (text: String, bindings: [DatabaseValue]) {
        var bindings: [DatabaseValue] = []
        let parts = conditions.map { condition in
            let column = list.columns[condition.column]
            guard let value = condition.value else { return "\(column.sql) \(condition.comparison.rawValue)" }
            bindings.append(value)
            let parameter = column.parameter(parameter + bindings.count - 1, value)
            return "\(column.sql) \(condition.comparison.rawValue) \(parameter)"
        }
        return (parts.joined(separator: " AND "), bindings)
    }
}

/// Reads the text of a filter, token by token.
private struct FilterReader {
    private enum Token: Equatable {
        case word(String)
        case name(String)
        case value(DatabaseValue)
        case comparison(RowFilter.Comparison)
    }

    private let text: String
    private let list: ListDescription
    private var rest: Substring
    private var last: Substring

    init(text: String, list: ListDescription) {
        (self.text, self.list) = (text, list)
        rest = text[...]
        last = rest
    }

    mutating func conditions() throws(Problem) -> [RowFilter.Condition] {
        var conditions: [RowFilter.Condition] = []
        repeat { conditions.append(try condition()) } while try goesOn()
        guard conditions.count <= ServerLimits.maximumConditions else {
            throw .badParameter(
                ListRequest.Name.filter, "'where' takes at most \(ServerLimits.maximumConditions) conditions.")
        }
        return conditions
    }

    private mutating func goesOn() throws(Problem) -> Bool {
        switch try token() {
        case nil: return false
        case .word(let word)? where word.lowercased() == "and": return true
        default: throw failure("'and' and another condition")
        }
    }

    private mutating func condition() throws(Problem) -> RowFilter.Condition {
        let name: String
        switch try token() {
        case .word(let word)?: name = word
        case .name(let quoted)?: name = quoted
        default: throw failure("the name of a column")
        }
        guard let column = list.column(named: name) else {
            throw .unknown("column", name, of: list.columns.map(\.name), status: 400)
        }
        switch try token() {
        case .comparison(let comparison)?:
            guard case .value(let value)? = try token() else {
                throw failure("a number, or a text in single quotes")
            }
            return RowFilter.Condition(column: column, comparison: comparison, value: value)
        case .word(let word)? where word.lowercased() == "is":
            let isNot = try token(ifIt: "not")
            guard try token(ifIt: "null") else { throw failure("'null' or 'not null'") }
            return RowFilter.Condition(column: column, comparison: isNot ? .isNotNull : .isNull, value: nil)
        default: throw failure("one of = != < <= > >= or 'is'")
        }
    }

    /// Takes the next token if it is the given word.
    private mutating func token(ifIt wanted: String) throws(Problem) -> Bool {
        let before = rest
        if case .word(let word)? = try token(), word.lowercased() == wanted { return true }
        rest = before
        return false
    }

    /// The next token, or `nil` at the end.
    private mutating func token() throws(Problem) -> Token? {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        last = rest
        guard let first = rest.first else { return nil }
        switch first {
        case "'": return .value(.text(try quoted("'")))
        case "\"": return .name(try quoted("\""))
        case "=", "<", ">", "!":
            for (sign, comparison) in [
                ("<=", RowFilter.Comparison.atMost), (">=", .atLeast), ("!=", .unequal), ("<>", .unequal),
                ("=", .equal), ("<", .less), (">", .more),
            ] where rest.hasPrefix(sign) {
                rest = rest.dropFirst(sign.count)
                return .comparison(comparison)
            }
            throw failure("one of = != < <= > >=")
        default: break
        }
        let word = rest.prefix { !" \t=<>!'\"".contains($0) }
        rest = rest[word.endIndex...]
        if let number = Int64(word) { return .value(.integer(number)) }
        if let number = Double(word) {
            // PostgreSQL converts it to the column's type, with all digits.
            if list.dialect == .postgres, word.utf8.allSatisfy("0123456789+-.eE".utf8.contains) {
                return .value(.json(Array(word.utf8)))
            }
            if number.isFinite { return .value(.real(number)) }
        }
        return .word(String(word))
    }

    /// Takes a quoted text, in which two quotation marks mean one.
    private mutating func quoted(_ quote: Character) throws(Problem) -> String {
        rest.removeFirst()
        var text = ""
        while let next = rest.popFirst() {
            if next != quote {
                text.append(next)
            } else if rest.first == quote {
                text.append(rest.removeFirst())
            } else {
                return text
            }
        }
        throw failure("the closing \(quote)")
    }

    private func failure(_ expected: String) -> Problem {
        let place = last.isEmpty ? "at the end" : "at '\(last.prefix(40))'"
        return .badParameter(
            ListRequest.Name.filter,
            "'where' cannot be read \(place): \(expected) should be there, as in: year >= 1990 and kind = 'book'.")
    }
}
