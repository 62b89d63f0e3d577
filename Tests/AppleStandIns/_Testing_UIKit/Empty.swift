// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Swift Testing looks for an overlay of this name where UIKit can be imported.
