/// The hazards between a reader's device and the server.
package struct NetworkHazards: OptionSet, Hashable, Sendable {
    /// The set's bits.
    package let rawValue: UInt16

    /// Makes a set of its bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Answers take up to three times as long, each another time, so that they overtake each other.
    package static let jitter = NetworkHazards(rawValue: 1 << 0)
    /// Some requests are never answered; the caller hears of a time-out.
    package static let loss = NetworkHazards(rawValue: 1 << 1)
    /// Some requests fail, and may be repeated.
    package static let errors = NetworkHazards(rawValue: 1 << 2)
    /// Some requests fail, and are not worth repeating.
    package static let refusals = NetworkHazards(rawValue: 1 << 3)
    /// Some answers come twice.
    package static let duplication = NetworkHazards(rawValue: 1 << 4)
    /// Some requests that were cancelled are answered all the same.
    package static let lateness = NetworkHazards(rawValue: 1 << 5)
    /// A cache or replica answers some requests as the list was some versions ago, unless it is passed by.
    package static let staleness = NetworkHazards(rawValue: 1 << 6)

    /// The hazards with their names.
    package static let named: [(name: String, hazard: NetworkHazards)] = [
        ("jitter", .jitter), ("loss", .loss), ("errors", .errors), ("refusals", .refusals),
        ("duplication", .duplication), ("lateness", .lateness), ("staleness", .staleness),
    ]
    /// All of them.
    package static let all = NetworkHazards(rawValue: 127)

    /// The hazards' names, separated by commas; `none` where there are none.
    package var text: String {
        let names = Self.named.filter { contains($0.hazard) }.map(\.name)
        return names.isEmpty ? "none" : names.joined(separator: ",")
    }
}
