import Foundation
import PagingWire

/// The place in a list's address, as in `?page=3` and `?offset=40`. The list begins there.
struct AddressedPlace: Hashable {
    /// The parameter.
    let name: String
    let number: Int
    /// `true` if the number is a page's, not a row's.
    let isPage: Bool
    /// The number of the API's first page or row, or `nil` if it is unknown.
    var first: Int?
    /// The number of rows in a page, or `nil` if it is unknown.
    var size: Int?

    /// The number of rows before the place in the API's list, or `nil` if it is unknown.
    var rowsBefore: Int? {
        guard let first, number > first else { return first.map { _ in 0 } }
        guard isPage else { return number - first }
        return size.flatMap { size in
            let (rows, overflow) = (number - first).multipliedReportingOverflow(by: size)
            return overflow ? nil : rows
        }
    }

    /// A list's address without its place.
    static func removed(from list: URL) -> URL {
        let names = Query.parameters(of: list).filter { parameter in
            let name = parameter.name.lowercased()
            return Int(parameter.value) != nil
                && (Vocabulary.pageParameters.contains(name) || Vocabulary.offsetParameters.contains(name))
        }
        return Query.removing(Set(names.map(\.name)), in: list) ?? list
    }

    /// `true` if the place is the start of the API's list.
    var isStart: Bool { rowsBefore == 0 }
}

extension Recognizer {
    /// The place in a list's address, or `nil` if it has none.
    ///
    /// - Parameter list: the address, which a redirect may have changed before it was answered.
    func place(in list: URL) -> AddressedPlace? {
        guard let asked = PositionStyle(asked: list) else { return nil }
        let (name, isPage) =
            switch asked.style {
            case .page(let name, _, _): (name.description, true)
            case .offset(let name, _): (name.description, false)
            case .automatic, .cursor: ("", false)
            }
        guard let number = Query.value(name, in: list).flatMap({ Int($0) }) else { return nil }
        var place = AddressedPlace(name: name, number: number, isPage: isPage)
        place.first = number == 0 ? 0 : firstOfFamily(name) ?? firstByLink(name)
        if Vocabulary.countedFromOne.contains(name.lowercased()) { place.first = 1 }
        // A last page may be shorter than the others, and a server may return fewer rows than requested.
        if let size = sizes.first, size == items.count { place.size = size }
        return place
    }

    /// The number of the first page or row, by the answer's family.
    private func firstOfFamily(_ name: String) -> Int? {
        switch family?.style {
        case .page(let own, _, let first) where own.description == name: first
        case .offset(let own, _) where own.description == name: family?.firstPosition
        default: nil
        }
    }

    /// The number of the first page or row, by a link to the first page.
    private func firstByLink(_ name: String) -> Int? {
        let inBody = Vocabulary.links.lazy.compactMap { self.document[$0]?.linkedAddress("first") }.first
        guard let target = headers[HeaderName.link].flatMap({ LinkHeader($0).own("first")?.target }) ?? inBody else {
            return nil
        }
        let number = WireAddress.resolve(target, relativeTo: address).flatMap { Query.value(name, in: $0) }
        return number.flatMap { Int($0) }.flatMap { (0...1).contains($0) ? $0 : nil }
    }
}

extension Recognition {
    /// Makes the list begin at its address's place: position 0 is the first row there.
    mutating func begin(at place: AddressedPlace) {
        (dialect.style, dialect.firstPosition) = place.begun(dialect.style, dialect.firstPosition)
        var seen: Set<Guess> = []
        guesses = guesses.map { guess in
            var guess = guess
            (guess.style, guess.firstPosition) = place.begun(guess.style, guess.firstPosition)
            return guess
        }.filter { seen.insert($0).inserted }
        if place.isStart { return }
        if let rows = place.rowsBefore {
            dialect.rowsBefore = rows
        } else if dialect.total != nil {
            // The total counts an unknown number of rows before the list.
            dialect.total = .ignored
        }
        guard dialect.style.isPositional else { return }
        // These would request rows of the whole list.
        (dialect.previous, dialect.before, dialect.end, dialect.start, dialect.around) = (nil, nil, nil, nil, nil)
    }
}

extension AddressedPlace {
    /// The style of requests for pages if the list begins here. Pages of another size would begin at other rows.
    fileprivate func begun(_ style: Dialect.Style, _ firstPosition: Int) -> (Dialect.Style, Int) {
        switch style {
        case .page(let own, let size, _) where own.description == name:
            (.page(own, size: isStart ? size : nil, first: number), firstPosition)
        case .offset(let own, _) where own.description == name: (style, number)
        default: (style, firstPosition)
        }
    }
}
