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
    public var fittingHeight: CGFloat?
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        let fitting = layoutAttributes.duplicate()
        if let fittingHeight { fitting.frame.size.height = fittingHeight }
        return fitting
    }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewcell
open class UICollectionViewCell: UICollectionReusableView {
    public let contentView = UIView(frame: .zero)
    open var contentConfiguration: (any UIContentConfiguration)?
    open var backgroundConfiguration: UIBackgroundConfiguration?
    open var isSelected = false
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
