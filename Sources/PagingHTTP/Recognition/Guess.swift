import PagingWire

/// A guess of how to request the rows after a first answer that does not show it.
struct Guess: Hashable, Sendable {
    var style: Dialect.Style
    /// `true` if the number of the first page or row is known. Otherwise it is assumed to be 1 for pages and 0 for rows, until the server is
    /// asked.
    var knowsFirst = true
    /// The number of the list's first position, for requests by position.
    var firstPosition = 0
}

extension Guess {
    /// Makes a guess with a parameter that the answer does not mention.
    init(_ name: String, isPage: Bool) {
        let name = ParameterName(name)
        style = isPage ? .page(name, size: nil, first: 1) : .offset(name, limit: nil)
        knowsFirst = false
    }

    /// The parameter and its value for the page after this number of rows, or `nil` if the style has none.
    func parameter(behind count: Int) -> Query.Parameter? {
        switch style {
        case .page(let name, _, let first): Query.Parameter(name.description, String(first + 1))
        case .offset(let name, _): Query.Parameter(name.description, String(count + firstPosition))
        case .automatic, .cursor: nil
        }
    }
}

extension Recognizer {
    /// The guesses, the most likely first: the address's own parameters, those in the answer's fields, the usual ones.
    func guesses(_ given: PositionStyle?) -> [Guess] {
        var guesses = given.map { [Guess(style: $0.style, firstPosition: $0.firstPosition)] } ?? []
        switch self.given.leftOut {
        case .page(let name, let size, _)?:
            guesses.append(Guess(style: .page(name, size: size, first: 1), knowsFirst: false))
        case let style?: guesses.append(Guess(style: style, knowsFirst: false))
        case nil: break
        }
        let size = fields.first(Vocabulary.sizeFields) { $0.int != nil }?.path.names.last
        let sizes = (size.map { [ParameterName($0)] } ?? []) + [nil]
        let starts = Vocabulary.offsetFields + Vocabulary.startFields
        if let offset = fields.first(starts, where: { AnswerFacts.number($0) != nil }) {
            for name in Self.spellings(offset.path) {
                guesses += sizes.map {
                    Guess(
                        style: .offset(ParameterName(name), limit: $0),
                        firstPosition: AnswerFacts.number(offset.value) == 1 ? 1 : 0)
                }
            }
        }
        if document["@odata.context"] != nil || document["@odata.count"] != nil {
            guesses.append(Guess(style: .offset("$skip", limit: "$top")))
        }
        for (field, parameter) in Vocabulary.pageFields {
            guard let found = fields.first([field], where: { $0.int.map { (0...1).contains($0) } ?? false }),
                let number = found.value.int
            else { continue }
            for name in [parameter] + Self.spellings(found.path) {
                guesses += sizes.map { Guess(style: .page(ParameterName(name), size: $0, first: number)) }
            }
            guesses += Vocabulary.nestedPageParameters.map {
                Guess(style: .page(ParameterName($0), size: nil, first: number))
            }
        }
        if headers[HeaderName.contentRange] != nil { guesses.append(Guess(style: .offset("offset", limit: "limit"))) }
        guesses += Vocabulary.usualParameters.map(Guess.init)
        var seen: Set<Dialect.Style> = []
        return guesses.filter { seen.insert($0.style).inserted }
    }

    /// The possible spellings of a parameter whose value is in the answer at a path.
    private static func spellings(_ path: FieldPath) -> [String] {
        let names = path.names.suffix(2)
        guard let last = names.last, let outer = names.first, names.count > 1 else { return Array(names) }
        return [last, "\(outer).\(last)", "\(outer)[\(last)]"]
    }
}
