/// What may go wrong between a reader's device and the server.
public struct NetworkHazards: OptionSet, Hashable, Sendable {
    /// The set's bits.
    public let rawValue: UInt16

    /// Makes a set of its bits.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Answers take up to three times as long, each another time, so that they overtake each other.
    public static let jitter = NetworkHazards(rawValue: 1 << 0)
    /// Some requests are never answered; the caller hears of a time-out.
    public static let loss = NetworkHazards(rawValue: 1 << 1)
    /// Some requests fail, and may be repeated.
    public static let errors = NetworkHazards(rawValue: 1 << 2)
    /// Some requests fail, and are not worth repeating.
    public static let refusals = NetworkHazards(rawValue: 1 << 3)
    /// Some answers come twice.
    public static let duplication = NetworkHazards(rawValue: 1 << 4)
    /// Some requests that were called off are answered all the same.
    public static let lateness = NetworkHazards(rawValue: 1 << 5)
    /// A cache or replica answers some requests as the list was some versions ago, unless it is passed by.
    public static let staleness = NetworkHazards(rawValue: 1 << 6)

    /// The hazards with their names.
    public static let named: [(name: String, hazard: NetworkHazards)] = [
        ("jitter", .jitter), ("loss", .loss), ("errors", .errors), ("refusals", .refusals),
        ("duplication", .duplication), ("lateness", .lateness), ("staleness", .staleness),
    ]
    /// All of them.
    public static let all = NetworkHazards(rawValue: 127)

    /// The hazards' names, separated by commas; `none` where there are none.
    public var text: String {
        let names = Self.named.filter { contains($0.hazard) }.map(\.name)
        return names.isEmpty ? "none" : names.joined(separator: ",")
    }
}
