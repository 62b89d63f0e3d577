// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/coregraphics/cgcontext
public final class CGContext {}
extension CALayer {
    public func render(in ctx: CGContext) {}
}
/// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer
@MainActor
public final class UIGraphicsImageRenderer {
    public init(bounds: CGRect) {}
    public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { Data() }
}
@MainActor
public final class UIGraphicsImageRendererContext {
    public let cgContext = CGContext()
}
