// What these do, the core's own say, or the library's.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    /// A server's name for a place in a list, as the number that the page has given it.
    public struct Cursor: Hashable, Sendable {
        public let number: Int32
    }
#endif
