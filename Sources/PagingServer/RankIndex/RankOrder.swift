/// The order of a rank index: columns with their directions, down to the last column that tells rows apart.
///
/// An order and its mirror image are one index, read from either end. So an order is kept in one form: the one whose last
/// column ascends. ``isMirrored`` is `true` if that is the mirror image of the requested order.
struct RankOrder: Hashable, Sendable {
    /// The columns, most significant first. The table's key is among them, so no two rows are equal.
    let places: [RowSelection.Term]
    /// `true` if the requested order is this one read backwards.
    let isMirrored: Bool

    /// Completes an order with the key of its list.
    ///
    /// - Returns: `nil` if the list has no key of its own: a view, or a table whose row numbers are hidden.
    init?(_ terms: [RowSelection.Term], of list: ListDescription) {
        guard let key = list.declaredKey else { return nil }
        var places: [RowSelection.Term] = []
        var missing = Set(key)
        // Once the key is complete no two rows are equal, so further columns have no effect.
        for term in terms where !missing.isEmpty && !places.contains(where: { $0.column == term.column }) {
            places.append(term)
            missing.remove(term.column)
        }
        let tieDescends = terms.last?.descending ?? false
        places += key.filter(missing.contains).map { RowSelection.Term(column: $0, descending: tieDescends) }
        isMirrored = places.last?.descending ?? false
        if isMirrored { for index in places.indices { places[index].descending.toggle() } }
        self.places = places
    }

    /// The same order, as if it had been requested in the form in which it is kept.
    var unmirrored: RankOrder { RankOrder(places: places, isMirrored: false) }

    private init(places: [RowSelection.Term], isMirrored: Bool) {
        self.places = places
        self.isMirrored = isMirrored
    }

    /// The order without the columns that only break ties, as in ``RowSelection/terms``.
    func terms(of list: ListDescription) -> [RowSelection.Term] {
        var terms = places
        while terms.count > 1, RankOrder(terms.dropLast(), of: list)?.places == places { terms.removeLast() }
        return terms
    }

    /// The order in the form of `sort=`: `-kind,id`, with the names percent-encoded.
    func sort(of list: ListDescription) -> String {
        terms(of: list).map { ($0.descending ? "-" : "") + PercentEncoding.encode(list.columns[$0.column].name) }
            .joined(separator: ",")
    }

    /// The order in the form of commands: `kind desc, id`, with names in quotes if necessary.
    func text(of list: ListDescription) -> String {
        places.map { place in
            let name = list.columns[place.column].name
            let isPlain = !name.isEmpty && name.utf8.allSatisfy(RankOrderText.isPlain)
            return (isPlain ? name : SQLName.quoted(name)) + (place.descending ? " desc" : "")
        }.joined(separator: ", ")
    }
}

extension ListDescription {
    /// The columns of the table's declared key, or `nil` if rows have none, or a row number that is hidden.
    ///
    /// Hidden row numbers may change when the file is vacuumed or restored from a dump, without a trigger.
    var declaredKey: [Int]? {
        switch key {
        case .integer(let column): [column]
        case .columns(let columns): columns
        case .rowid, .wholeRow: nil
        }
    }
}

/// Reads orders as people write them: `kind desc, "two words", -size`.
enum RankOrderText {
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// The columns and directions of a text.
    ///
    /// - Throws: ``RankIndexError``: `badOrder` or `unknownColumn`.
    static func read(_ text: String, of list: ListDescription) throws(RankIndexError) -> [RowSelection.Term] {
        var terms: [RowSelection.Term] = []
        // No column at all is the order of the key.
        if text.allSatisfy({ $0 == " " }) { return [] }
        for part in try parts(text) {
            var words = part.words
            var descends = part.descends
            if words[0].hasPrefix("-"), !part.isQuoted, list.column(named: words[0]) == nil {
                words[0].removeFirst()
                descends = true
            }
            guard let column = list.column(named: words[0]) else {
                throw .unknownColumn(words[0], list: list.name, known: list.columns.map(\.name))
            }
            switch words.dropFirst().map({ $0.lowercased() }) {
            case [], ["asc"]: break
            case ["desc"]: descends.toggle()
            default: throw .badOrder(text)
            }
            guard !terms.contains(where: { $0.column == column }) else { continue }
            terms.append(RowSelection.Term(column: column, descending: descends))
        }
        guard terms.count <= ServerLimits.maximumSortTerms else { throw .badOrder(text) }
        return terms
    }

    /// The entry with an order, for a list that no longer exists: the entry begins with these columns, in these directions or in the opposite
    /// ones, and has the fewest columns behind them, which are the key's.
    static func entry<Entry>(meant order: String, of entries: [Entry], text: (Entry) -> String) -> Entry? {
        guard let wanted = try? plain(order) else { return nil }
        func fits(_ entry: Entry) -> Bool {
            guard let found = try? plain(text(entry)), found.count >= wanted.count else { return false }
            let pairs = zip(found, wanted)
            return pairs.allSatisfy { $0.name.utf8.elementsEqual($1.name.utf8) }
                && (pairs.allSatisfy { $0.descends == $1.descends } || pairs.allSatisfy { $0.descends != $1.descends })
        }
        return entries.filter(fits).min { (try? plain(text($0)).count) ?? 0 < (try? plain(text($1)).count) ?? 0 }
    }

    private static func plain(_ text: String) throws(RankIndexError) -> [(name: String, descends: Bool)] {
        try parts(text).map { part in
            let hasMark = part.words[0].hasPrefix("-") && !part.isQuoted
            let descends = (part.words.last?.lowercased() == "desc") != (part.descends || hasMark)
            return (hasMark ? String(part.words[0].dropFirst()) : part.words[0], descends)
        }
    }

    /// The text between two commas.
    private struct Part {
        var words: [String] = []
        /// `true` if the name is quoted, so that a `-` is part of it.
        var isQuoted = false
        /// `true` if a `-` is before a quoted name.
        var descends = false
    }

    /// The words between commas; a quoted name is one word.
    private static func parts(_ text: String) throws(RankIndexError) -> [Part] {
        var parts = [Part()]
        var rest = text[...]
        while let character = rest.first {
            switch character {
            case " ", "\t": rest.removeFirst()
            case ",":
                rest.removeFirst()
                parts.append(Part())
            case "-" where rest.dropFirst().first == "\"" && parts[parts.count - 1].words.isEmpty:
                rest.removeFirst()
                parts[parts.count - 1].descends = true
            case "\"":
                guard let name = quotedName(&rest) else { throw .badOrder(text) }
                if parts[parts.count - 1].words.isEmpty { parts[parts.count - 1].isQuoted = true }
                parts[parts.count - 1].words.append(name)
            default:
                let word = rest.prefix { $0 != " " && $0 != "\t" && $0 != "," }
                rest.removeFirst(word.count)
                parts[parts.count - 1].words.append(String(word))
            }
        }
        guard parts.allSatisfy({ !$0.words.isEmpty }) else { throw .badOrder(text) }
        return parts
    }

    /// Takes a name in quotes, in which two quotes mean one. Returns `nil` if the closing one is missing.
    private static func quotedName(_ rest: inout Substring) -> String? {
        rest.removeFirst()
        var name = ""
        while let next = rest.popFirst() {
            if next != "\"" {
                name.append(next)
            } else if rest.first == "\"" {
                name.append(rest.removeFirst())
            } else {
                return name
            }
        }
        return nil
    }
}
