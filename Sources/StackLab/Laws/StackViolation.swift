/// The laws of the whole stack, by their numbers in the plan of the house.
package enum StackLaw: Int, Hashable, Sendable {
    case noDuplicates = 1
    case becomesRight = 2
    case fallsSilent = 5
    case updatesAreTrue = 6
    case told = 13
    case sectionsAddUp = 14
    case oneStretch = 15
    case anyAddress = 16
    case exitZero = 17
}

/// A law that was broken.
package struct StackViolation: Error, Hashable, Sendable, CustomStringConvertible {
    package var law: StackLaw
    /// After how many actions; one more than there are where it was found at the end.
    package var action: Int
    package var found: String
    /// All requests until then.
    package var targets: [String] = []

    package var description: String { "law \(law.rawValue) (\(law)) after action \(action): \(found)" }
}
