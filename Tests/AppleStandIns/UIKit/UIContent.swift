// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uicontentconfiguration
@MainActor
public protocol UIContentConfiguration {}

/// https://developer.apple.com/documentation/uikit/uilistcontentconfiguration
public struct UIListContentConfiguration: UIContentConfiguration {
    public struct TextProperties {
        public var color = UIColor()
        public var numberOfLines = 0
    }
    public var text: String?
    public var secondaryText: String?
    public var textProperties = TextProperties()
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func plainHeader() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func plainFooter() -> UIListContentConfiguration { UIListContentConfiguration() }
}

/// https://developer.apple.com/documentation/uikit/uibackgroundconfiguration-swift.struct
@MainActor
public struct UIBackgroundConfiguration {
    public var backgroundColor: UIColor?
    public var cornerRadius: CGFloat = 0
    public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}

/// https://developer.apple.com/documentation/uikit/uicollectionreusableview
open class UICollectionReusableView: UIView {
    public required override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    open func prepareForReuse() {}
    /// The kind that it was dequeued for; `nil` for a cell.
    var elementKind: String?
    /// The height that it asked its layout for.
    var preferredHeight: CGFloat?
    /// The height that the content needs; `nil` for the one that the layout gives. For tests.
    public var fittingHeight: CGFloat? {
        didSet { if fittingHeight != oldValue { onOtherSize?() } }
    }
    /// Has the view that shows it ask for its size again.
    var onOtherSize: (() -> Void)?
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        let fitting = layoutAttributes.duplicate()
        if let height = ownHeight(fitting.frame.height) { fitting.frame.size.height = height }
        return fitting
    }
    func ownHeight(_ proposed: CGFloat) -> CGFloat? { fittingHeight }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewcell
open class UICollectionViewCell: UICollectionReusableView {
    public let contentView = UIView(frame: .zero)
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet { if isOtherTree(contentConfiguration, oldValue) { rebuilds += 1 } }
    }
    /// How often content of SwiftUI's was built anew in place of other content. For tests.
    public var rebuilds = 0
    /// The content before the cell was taken for another row.
    var reusedContent: (any UIContentConfiguration)?
    override func ownHeight(_ proposed: CGFloat) -> CGFloat? {
        fittingHeight ?? (contentConfiguration as? any StandInHosting)?.standInHeight(proposed)
    }
    open var backgroundConfiguration: UIBackgroundConfiguration?
    open var isSelected = false
}

/// Whether content of SwiftUI's is not updated by other content: it is cleared, or of another type.
@MainActor
private func isOtherTree(_ new: (any UIContentConfiguration)?, _ old: (any UIContentConfiguration)?) -> Bool {
    guard let old, old is any StandInHosting else { return false }
    return new.map { type(of: $0) != type(of: old) } ?? true
}

/// Reports content of SwiftUI's that keeps the state of the row that a cell showed before.
@MainActor
func checkIdentity(_ new: (any UIContentConfiguration)?, after old: (any UIContentConfiguration)?, at path: IndexPath) {
    guard let new, let old, type(of: new) == type(of: old), let content = new as? any StandInHosting else { return }
    if content.standInID == nil {
        StandIn.broken("content without an id in a reused cell, at \(path): it keeps the state of another row")
    }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewlistcell
open class UICollectionViewListCell: UICollectionViewCell {}

/// https://developer.apple.com/documentation/uikit/uitableviewcell
open class UITableViewCell: UIView {
    public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
    public let contentView = UIView(frame: .zero)
    open var contentConfiguration: (any UIContentConfiguration)?
    public let reuseIdentifier: String?
    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }
    public required init?(coder: NSCoder) { nil }
    open func prepareForReuse() {}
    /// The height that the content needs. For tests.
    public var fittingHeight: CGFloat?
}

/// https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview
open class UITableViewHeaderFooterView: UIView {
    public let contentView = UIView(frame: .zero)
    open var contentConfiguration: (any UIContentConfiguration)?
    public init(reuseIdentifier: String?) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { nil }
}
