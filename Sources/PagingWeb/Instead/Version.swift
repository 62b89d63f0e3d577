// What these do, the core's own say, or the library's.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    /// A server's name for a state of a list; the page tells of none.
    public struct Version: Hashable, Sendable {}
#endif
