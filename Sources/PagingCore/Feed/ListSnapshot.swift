/// All identifiers of a list at one moment, in list order.
///
/// - Note: A million integer identifiers take 8 MB.
public struct ListSnapshot<ID> {
    /// The identifiers, in list order; none twice.
    public var identifiers: [ID]
    /// The list's version at that moment, if the server reports it.
    public var version: Version?

    /// Makes a snapshot.
    @inlinable
    public init(_ identifiers: [ID], version: Version? = nil) {
        (self.identifiers, self.version) = (identifiers, version)
    }
}

extension ListSnapshot: Equatable where ID: Equatable {}
extension ListSnapshot: Sendable where ID: Sendable {}
