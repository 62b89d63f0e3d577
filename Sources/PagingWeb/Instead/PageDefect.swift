// What these do, the core's own say, or the library's.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    /// What can be wrong with an answer, without the numbers.
    public enum PageDefect: Error, Hashable, Sendable {
        case negativeTotal, totalTooLarge, positionOutOfRange, emptyPage, misplacedPage, duplicateIdentifier,
            repeatedCursor, mixedVersions, noProgress

        static func negativeTotal(_ total: Int) -> PageDefect { .negativeTotal }
        static func totalTooLarge(_ total: Int) -> PageDefect { .totalTooLarge }
        static func positionOutOfRange(_ position: Int) -> PageDefect { .positionOutOfRange }
        static func emptyPage(position: Int) -> PageDefect { .emptyPage }
        static func misplacedPage(asked: Int, answered: Int) -> PageDefect { .misplacedPage }
        static func duplicateIdentifier(position: Int, first: Int) -> PageDefect { .duplicateIdentifier }
        static func repeatedCursor(position: Int) -> PageDefect { .repeatedCursor }
        static func mixedVersions(position: Int) -> PageDefect { .mixedVersions }
        static func noProgress(position: Int, answers: Int) -> PageDefect { .noProgress }
    }
#endif
