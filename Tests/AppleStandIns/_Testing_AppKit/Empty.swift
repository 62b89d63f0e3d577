// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Swift Testing looks for an overlay of this name where AppKit can be imported.
