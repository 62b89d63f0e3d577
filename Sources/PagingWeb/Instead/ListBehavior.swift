// What these do, the core's own say, or the library's.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    /// The page's lists never change while they are read: what the machine has for others is not built for it.
    public struct ListBehavior: Hashable, Sendable {
        public enum Membership: Hashable, Sendable { case fixed }
        public enum Content: Hashable, Sendable { case fixed, changes }
        public static var fixed: ListBehavior { ListBehavior() }
        var growsOnlyOnTop: Bool { false }
        var movesRows: Bool { false }
        var membership: Membership { .fixed }
        var content: Content { .fixed }
    }
#endif
