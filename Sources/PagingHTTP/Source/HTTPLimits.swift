/// The limits of a source's requests and answers.
public struct HTTPLimits: Hashable, Sendable {
    /// The default limit of an answer's bytes, after decompression: 32 MiB.
    public static let defaultMaximumBytes = 32 * 1024 * 1024
    /// The default limit for the nesting of arrays and objects.
    public static let defaultMaximumDepth = 128
    /// The default time to wait while nothing arrives.
    public static let defaultTimeout = Duration.seconds(30)
    /// The default time limit of a whole answer: five minutes, enough for the largest answer at 110 kB a second. A longer ``timeout`` raises it.
    public static let defaultMaximumDuration = Duration.seconds(300)
    /// The default limit of redirects from one address to the answer.
    public static let defaultMaximumRedirects = 10
    /// The default limit of consecutive pages without rows.
    public static let defaultMaximumEmptyPages = 40
    /// The most consecutive pages requested to answer one request for positions.
    static let maximumPagesPerRequest = 8

    /// The most requests for one page, whatever a server answers: ``maximumGuesses``, up to three requests for each, and redirects.
    static let maximumRequestsPerPage = 64

    /// The shortest silence after which a stream counts as broken.
    static let streamSilence = Duration.seconds(60)
    /// The shortest life of a stream that is reopened without a wait.
    static let livelyStream = Duration.seconds(30)
    /// The wait after the second consecutive stream that ended sooner. Each further one doubles it.
    static let firstStreamWait = Duration.seconds(1)
    /// The longest wait before a stream is reopened.
    static let longestStreamWait = Duration.seconds(60)

    /// The most events that wait for a slow listener: as many as a busy list sends in some seconds.
    static let newsWaiting = 64

    /// The most lengths of answers that are counted to find the usual one.
    static let answerLengths = 256
    /// The most requests for a count instead of an estimate, until the server reports a total: one, and two more after failures.
    static let countsAsked = 3
    /// The most attempts to prove that rows directly precede a row. Rows may be inserted between the answer and its proof.
    static let attemptsAtProof = 3
    /// The most requests for a page of a section together with the list's sections, until both have the same version.
    static let attemptsAtSections = 3
    /// The number of rows read at the start of a list to prove that a row is the first.
    static let rowsOfProof = 20
    /// The most requests for the end of a list by position, and for the rows after a page that may be the last. The total may change meanwhile,
    /// and the server may return fewer rows.
    static let attemptsAtEnd = 4
    /// The most attempts to read neighboring pages of the same state of the list.
    static let attemptsAtSteadyPages = 8
    /// The most guesses of how to request the next page, if the first answer does not show it.
    static let maximumGuesses = 16
    /// The most bytes of identifiers in one request's address. Servers accept at least 8 KiB.
    static let maximumIdentifierBytes = 4_096
    /// The longest list whose keys are requested at once only because its pages report positions. Beyond that the app has to ask for them.
    static let keysTakenUnasked = 100_000
    /// The number of keys in one part, if the server cannot return all of them at once. It is quartered each time the server answers `too-slow`.
    static let keysOfPart = 100_000
    /// The fewest keys in one part.
    static let fewestKeysOfPart = 1_000
    /// The most parts that may return fewer keys than requested, not counting the last one.
    static let shortParts = 40
    /// The most attempts to read all parts of one version while the list changes.
    static let snapshotBeginnings = 4
    /// The number of versions whose addresses are remembered.
    static let versionsRemembered = 8

    /// The limit of an answer's bytes, after decompression, at least 1.
    public var maximumBytes: Int
    /// The deepest nesting of arrays and objects. For rows that are `JSONValue` it is at most ``JSONValue/largestMaximumDepth``. For other types
    /// it is about 500, the limit of `JSONDecoder`.
    public var maximumDepth: Int
    /// The time to wait while nothing arrives.
    public var timeout: Duration
    /// The time limit of a whole answer, from the request to its last byte, even if bytes arrive steadily. Event streams have no such limit.
    /// ``URLSessionTransport`` enforces it. Another transport has to enforce its own.
    /// By default it is ``defaultMaximumDuration``, or ``timeout`` if that is longer, even if `timeout` is set later.
    public var maximumDuration: Duration {
        get { ownDuration ?? max(timeout, HTTPLimits.defaultMaximumDuration) }
        set { ownDuration = newValue }
    }
    private var ownDuration: Duration?
    /// The most redirects from one address to the answer, at least 0.
    public var maximumRedirects: Int
    /// The most consecutive pages without rows, each with a new cursor, at least 0. DynamoDB returns such a page for each MiB that a filter has
    /// read without a match. A list with many of them needs more than ``defaultMaximumEmptyPages``.
    public var maximumEmptyPages: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumBytes: the most bytes of an answer, after decompression; at least 1.
    ///   - maximumDepth: the deepest nesting of arrays and objects.
    ///   - timeout: the time to wait while nothing arrives.
    ///   - maximumRedirects: the most redirects from one address to the answer.
    ///   - maximumDuration: the time limit of a whole answer, or `nil` for ``defaultMaximumDuration`` or `timeout`, whichever is longer.
    ///   - maximumEmptyPages: the most consecutive pages without rows.
    public init(
        maximumBytes: Int = defaultMaximumBytes, maximumDepth: Int = defaultMaximumDepth,
        timeout: Duration = defaultTimeout, maximumRedirects: Int = defaultMaximumRedirects,
        maximumDuration: Duration? = nil, maximumEmptyPages: Int = defaultMaximumEmptyPages
    ) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.timeout = timeout
        ownDuration = maximumDuration
        self.maximumRedirects = max(0, maximumRedirects)
        self.maximumEmptyPages = max(0, maximumEmptyPages)
    }
}
