internal import PagingCore

/// A change by the reader's own hand, and what becomes of it.
package struct StackEdit: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case insertAtStart, insertAtEnd, insertBeside, update, remove, moveToStart, moveToEnd, moveBeside
    }
    /// The outcome of the app's request.
    package enum Fate: String, CaseIterable, Sendable {
        /// The server makes the change and says so at once.
        case confirmed
        /// The server makes the change; its pages show that before the app hears of it.
        case shownFirst
        /// The server refuses it, later.
        case refused
        /// No answer comes, and the server never heard of it.
        case unanswered
        /// The app has sent it twice, as two edits, of which the server makes one.
        case twice
    }

    package var kind: Kind
    package var fate: Fate
    /// The row, as a fraction of those that are shown.
    package var at: Double
    /// `true` if a new row keeps the identifier that the app gave it.
    package var keepsIdentifier: Bool
    /// Tells the edits of a world apart.
    package var number: Int

    /// Draws an edit that the behavior allows, which the app has declared.
    init?(_ behavior: ListBehavior, number: Int, _ random: inout SplitMix64) {
        var kinds: [Kind] = []
        if behavior.content == .changes { kinds.append(.update) }
        switch behavior.membership {
        case .fixed: break
        case .growsOnTop: kinds.append(.insertAtStart)
        case .changes: kinds += [.insertAtStart, .insertAtEnd, .insertBeside, .remove]
        }
        if behavior.ranking == .rebuilt { kinds += [.moveToStart, .moveToEnd, .moveBeside] }
        guard !kinds.isEmpty else { return nil }
        kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        let fates: [Fate] = [.confirmed, .confirmed, .shownFirst, .refused, .unanswered, .twice]
        fate = fates[Int.random(in: 0..<fates.count, using: &random)]
        if fate == .twice, ![.insertAtStart, .insertAtEnd].contains(kind) { fate = .confirmed }
        at = random.nextUnit()
        keepsIdentifier = Bool.random(using: &random)
        self.number = number
    }
}
