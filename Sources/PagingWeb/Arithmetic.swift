// What these do, the core's own say, or the library's.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    // Sums that wrap around where the core's own would stop the program: what does not fit is an answer's or a page's fault, and
    // no memory is touched by it, for every access to an element still has its index checked.
    extension Int {
        public static func + (left: Int, right: Int) -> Int { left &+ right }
        public static func - (left: Int, right: Int) -> Int { left &- right }
        public static func * (left: Int, right: Int) -> Int { left &* right }
        public static func += (left: inout Int, right: Int) { left = left &+ right }
        public static func -= (left: inout Int, right: Int) { left = left &- right }
    }
#endif
