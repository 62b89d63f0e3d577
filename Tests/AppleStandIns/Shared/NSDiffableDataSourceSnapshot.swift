// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot
@MainActor
public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
    public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    private var items: [SectionIdentifierType: [ItemIdentifierType]] = [:]
    private var known: Set<ItemIdentifierType> = []
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

    public init() {}
    public var numberOfItems: Int { known.count }
    public var itemIdentifiers: [ItemIdentifierType] { sectionIdentifiers.flatMap { items[$0] ?? [] } }
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        items[identifier] ?? []
    }
    /// "Section identifiers … must be unique", and so must items'.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        for identifier in identifiers {
            if items[identifier] != nil { StandIn.broken("the section \(identifier) is there twice") }
            sectionIdentifiers.append(identifier)
            items[identifier] = []
        }
    }
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        guard let section = sectionIdentifier ?? sectionIdentifiers.last else {
            return StandIn.broken("items without a section")
        }
        for identifier in identifiers where !known.insert(identifier).inserted {
            StandIn.broken("the item \(identifier) is there twice")
        }
        items[section, default: []] += identifiers
    }
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        reloadedItemIdentifiers += existing(identifiers)
    }
    /// UIKit's alone.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        reconfiguredItemIdentifiers += existing(identifiers)
    }
    private func existing(_ identifiers: [ItemIdentifierType]) -> [ItemIdentifierType] {
        if !known.isSuperset(of: identifiers) { StandIn.broken("items to reload that are not in the snapshot") }
        return identifiers
    }
}
