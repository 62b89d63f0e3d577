/// The limits that a source keeps its server to.
public struct HTTPLimits: Hashable, Sendable {
    /// The most bytes of an answer, after decompression, where nothing else is said: 32 MiB.
    public static let defaultMaximumBytes = 32 * 1024 * 1024
    /// How deep arrays and objects may be nested where nothing else is said.
    public static let defaultMaximumDepth = 128
    /// How long to wait for an answer where nothing else is said.
    public static let defaultTimeout = Duration.seconds(30)
    /// The longest time for a whole answer where nothing else is said, and the server may not be silent for longer: five minutes, in which the
    /// largest answer comes at 110 kB a second.
    public static let defaultMaximumDuration = Duration.seconds(300)
    /// The most redirects from one address to the answer where nothing else is said.
    public static let defaultMaximumRedirects = 10
    /// The most pages without rows in a row where nothing else is said.
    public static let defaultMaximumEmptyPages = 40
    /// The most pages that are asked for, one after another, to answer one request for positions.
    static let maximumPagesPerRequest = 8

    /// The most requests that one page takes, whatever a server answers: ``maximumGuesses``, each tried by three, and redirects besides.
    static let maximumRequestsPerPage = 64

    /// How long a stream may be silent at least before it counts as broken.
    static let streamSilence = Duration.seconds(60)
    /// How long a stream lives at least that is no reason to wait before the next.
    static let livelyStream = Duration.seconds(30)
    /// The wait after the second stream in a row that ended sooner; each one after that doubles it.
    static let firstStreamWait = Duration.seconds(1)
    /// The longest of these waits.
    static let longestStreamWait = Duration.seconds(60)

    /// News of a stream that wait for a listener who is slower than they come: as many as a busy list brings in some seconds.
    static let newsWaiting = 64

    /// How many lengths of answers are told apart, to see which is the usual one.
    static let answerLengths = 256
    /// Requests that ask a server for a count in place of its estimate, until it tells a total: one, and two more where it failed.
    static let countsAsked = 3
    /// How often what comes before a row is asked for until something proves that it is that: rows may come between the answer and its proof.
    static let attemptsAtProof = 3
    /// How often a page of a section is asked for, with its list's sections, until both are of one state.
    static let attemptsAtSections = 3
    /// How many of a list's first rows are read to see whether a row is its first.
    static let rowsOfProof = 20
    /// How often the end of a list is asked for by position, as its total may be another by then and the server may give fewer rows; and what is
    /// behind a page that is to be the last.
    static let attemptsAtEnd = 4
    /// How often neighboring pages are read until they are of one state of the list.
    static let attemptsAtSteadyPages = 8
    /// The most ways that are tried to ask for what follows a first answer that shows none.
    static let maximumGuesses = 16
    /// The most bytes of identifiers in one request's address; servers take at least 8 KiB.
    static let maximumIdentifierBytes = 4_096
    /// The most rows a list may have for its keys to be taken at once because its pages say where: more is for the app to say.
    static let keysTakenUnasked = 100_000
    /// Keys that are asked for at a time where the server cannot read all of them at once; a quarter each time that these are too many.
    static let keysOfPart = 100_000
    /// The fewest of them.
    static let fewestKeysOfPart = 1_000
    /// Parts that may bring fewer keys than were asked for, the last one aside.
    static let shortParts = 40
    /// Times that parts of one version are begun, where the list changes meanwhile.
    static let snapshotBeginnings = 4
    /// The versions whose addresses are remembered.
    static let versionsRemembered = 8

    /// The most bytes of an answer, after decompression; at least 1.
    public var maximumBytes: Int
    /// How deep arrays and objects may be nested; for rows that are `JSONValue` at most ``JSONValue/largestMaximumDepth``, for others
    /// about 500, which is where `JSONDecoder` gives up.
    public var maximumDepth: Int
    /// How long to wait while nothing arrives.
    public var timeout: Duration
    /// How long a whole answer may take, from the request to its last byte, however steadily it comes. Streams of news have no such limit.
    /// ``URLSessionTransport`` keeps to it; another transport keeps time by itself.
    /// If it is not set it is ``defaultMaximumDuration``, or as long as ``timeout`` if that is longer, however late that is set.
    public var maximumDuration: Duration {
        get { ownDuration ?? max(timeout, HTTPLimits.defaultMaximumDuration) }
        set { ownDuration = newValue }
    }
    private var ownDuration: Duration?
    /// The most redirects from one address to the answer, at least 0.
    public var maximumRedirects: Int
    /// The most pages without rows in a row, each with a cursor that was never seen, at least 0. DynamoDB gives such a page for each MiB that a filter
    /// read in vain; a list that may have so many of them needs more than ``defaultMaximumEmptyPages``.
    public var maximumEmptyPages: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumBytes: the most bytes of an answer, after decompression; at least 1.
    ///   - maximumDepth: how deep arrays and objects may be nested.
    ///   - timeout: how long to wait while nothing arrives.
    ///   - maximumRedirects: the most redirects from one address to the answer.
    ///   - maximumDuration: how long a whole answer may take; `nil` for ``defaultMaximumDuration``, or for `timeout` where that is longer.
    ///   - maximumEmptyPages: the most pages without rows in a row.
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
