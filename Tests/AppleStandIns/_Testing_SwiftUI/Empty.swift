// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Swift Testing looks for an overlay of this name where SwiftUI can be imported.
