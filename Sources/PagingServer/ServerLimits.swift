/// Every limit of this module, with its unit. What a request may ask of a server is bounded, each by one of these.
public enum ServerLimits {
    // MARK: Pages

    /// Rows a page has where the request does not say.
    public static let defaultPageRows = 25
    /// Rows a page has at most; a larger `limit` is clamped to it.
    public static let maximumPageRows = 500
    /// Sections an answer lists at most.
    public static let maximumSections = 20_000
    /// Sections that are counted by a rank index; more of them are counted in one walk over an index.
    static let countedSections = 1_000
    /// Rows that PostgreSQL walks over in an index in the time in which a rank index counts a section.
    static let rowsWalkedForASection = 10_000
    /// Conditions a filter may have.
    static let maximumConditions = 8
    /// Columns a request may sort by.
    static let maximumSortTerms = 8
    /// Bytes a body may have. One page of ordinary rows is a hundredth of it.
    static let maximumBodyBytes = 64 << 20
    /// Bytes of a request's target (path and query).
    public static let maximumTargetBytes = 8 << 10

    // MARK: The database

    /// Milliseconds an answer may take the database; slower ones are cancelled.
    public static let defaultQueryMilliseconds = 2_000
    /// Milliseconds that a page may be expected to take; what is expected to be slower is refused with advice.
    static let maximumEstimatedMilliseconds = 2_000
    /// Instructions of SQLite's machine between two looks at the clock: well under a millisecond of work.
    static let instructionsBetweenClockReads: Int32 = 2_000
    /// Milliseconds to wait for a writer to let go of the file, or for a connection to become free.
    static let busyMilliseconds = 2_000
    /// Milliseconds between two looks at whether a commit is over.
    static let lockedPauseMilliseconds = 1
    /// Looks at a journal before it is taken for that of an interrupted writer.
    static let rollbackAttempts = 20
    /// Milliseconds that building an index waits for other writers.
    static let writerBusyMilliseconds = 60_000
    /// Seconds that a cursor can be used for.
    public static let cursorSeconds: Int64 = 7 * 86_400
    /// Changes that a log keeps where nothing else is said.
    public static let defaultLoggedChanges = 100_000
    /// Entries of a log that one answer is made of; who is further behind loads the list anew.
    static let maximumChangesPerAnswer = 10_000
    /// Rows that one statement looks up by their keys.
    static let keysLookedUp = 512
    /// Rows whose positions are searched one by one. The positions of more rows are found in one walk over the list.
    static let rowsCountedSingly = 8
    /// The most rows of a list in which the rows before one are counted without an explicit request for its position: some milliseconds.
    static let rowsCountedUnasked = 20_000
    /// Rows of half a bucket of a rank index.
    static let rankFanOut = 64
    /// Rows of a bucket of a rank index on PostgreSQL as it is made; it is split when it has twice as many.
    static let rankBucketRows = 256
    /// Counts of a rank index on PostgreSQL that may wait to be folded before the server does it.
    static let unfoldedCounts = 64
    /// Counts of a rank index on PostgreSQL that stay in the buffer of a bucket of level 2; so many are counted on level 1 at once.
    static let bufferedCounts = 32
    /// Connections to one database at a time for answers that are waited for. Streams and answers of very many keys have
    /// others.
    static let maximumConnections = 8
    /// Connections to one database at a time for what is told to those that listen, and threads that do it.
    static let streamConnections = 4
    /// Connections to one database at a time that ask which state it is in, for all answers that were given before.
    static let versionConnections = 1
    /// Connections to one database at a time for answers of very many keys.
    static let snapshotConnections = 4
    /// Connections that a server has at most: for answers, versions, streams, answers of very many keys, maintenance, and the
    /// position of a primary that has a replica.
    static let allConnections = maximumConnections + versionConnections + streamConnections + snapshotConnections + 2
    /// Seconds without a word from PostgreSQL after which it is asked whether it is there.
    static let keepaliveSeconds = 30
    /// Milliseconds for which PostgreSQL may leave what was sent to it unconfirmed.
    static let unansweredMilliseconds = 30_000
    /// Connections that read one list at a time: half of them, so that a list whose table is slow or locked leaves room for the others.
    static let connectionsPerList = 4
    /// Requests that have a thread and wait for a connection to read a list with.
    static let waitingPerList = 4
    /// Threads that answer requests about one list at a time: half of them.
    static let threadsPerList = connectionsPerList + waitingPerList
    /// Requests that wait for a thread to answer about one list; one more is refused at once, and each after ``busyMilliseconds``.
    static let requestsWaitingPerList = 1_024
    /// Milliseconds for which the catalog of PostgreSQL is taken to be as it was, though something was committed.
    static let schemaMilliseconds = 1_000
    /// Milliseconds for which a session of PostgreSQL is taken to see the same history, though an operator may have reset its counters.
    static let historyMilliseconds = 1_000
    /// Milliseconds that a request waits for a replica to have what was told of already; then the database itself answers.
    static let replicaMilliseconds = 50
    /// Milliseconds for which a replica that did not answer is left alone.
    static let replicaAwayMilliseconds = 2_000
    /// Seconds that a replica may lag behind where nothing else is said.
    public static let defaultReplicaLagSeconds = 5
    /// Milliseconds between two times that the primary of a replica is asked for its position.
    static let replicaLookMilliseconds = 1_000
    /// Milliseconds between two times that a replica is asked whether it has caught up.
    static let replicaReturnMilliseconds = 100
    /// Milliseconds for which a replica is watched after it was wanted last.
    static let replicaIdleMilliseconds = 60_000
    /// Positions of a primary that a replica has not replayed, each of which tells its lag to the second; of more, to some seconds.
    static let replicaPositions = 128
    /// Seconds that connecting to a PostgreSQL server may take.
    static let connectSeconds = 5
    /// Prepared statements a connection keeps.
    static let cachedStatements = 128
    /// KiB of pages a connection keeps in memory.
    static let pageCacheKibibytes = 6 << 10
    /// Times a read begins anew because a writer committed at that very moment.
    static let versionAttempts = 4
    /// The cost limit of counting on PostgreSQL where no client asks for it, in the units of its planner: some 60,000 narrow rows, a few milliseconds.
    static let quickCountCost = 1_000.0
    /// Seconds for which the count of a list with a log is added up from what happened, before the rows are counted again.
    static let followedCountSeconds = 600
    /// Counts kept while the database does not change.
    static let cachedCounts = 4_096
    /// Section lists kept while the database does not change.
    static let cachedSectionLists = 16

    // MARK: Long answers

    /// Keys that one answer holds in memory at most; more are stored until the client has taken them.
    static let keysAtOnce = 20_000
    /// Bytes of a part of a long answer, as it is stored and sent.
    static let streamedPartBytes = 64 << 10
    /// Rows that PostgreSQL is asked for at a time for a long answer.
    static let streamedRows = 4_096
    /// Long answers at a time that clients have not taken yet; so many files may be open for them.
    static let storedAnswers = 128
    /// Bytes of all of them.
    static let storedBytes = 1 << 30
    /// Bytes of each that stay in memory; what follows is in a file.
    static let storedInMemoryBytes = 256 << 10
    /// A client has one part in so many of all that may be stored.
    static let storeShares = 8

    // MARK: Answers that are kept

    /// Bytes of answers that are kept while the database does not change.
    static let cachedAnswerBytes = 24 << 20
    /// Bytes of answers that are kept as they are sent, by the bytes of their requests.
    static let preparedAnswerBytes = 16 << 20
    /// Bytes of the longest request whose answer is kept so.
    static let preparedRequestBytes = 4 << 10
    /// Bytes of the largest answer that is kept.
    static let largestCachedAnswerBytes = 1 << 20
    /// Bytes that an answer takes besides its body: address and headers.
    static let cachedAnswerOverhead = 1 << 10
    /// Seconds that answers are kept: the cursors in them are not to be much older than they say.
    static let cachedAnswerSeconds = 600
    /// Bytes below which an answer is not compressed: it would take no packet less.
    static let leastCompressedBytes = 1_024
    /// zlib's level, from 1 for fast to 9 for small.
    static let compressionLevel: Int32 = 5

    // MARK: Logs of PostgreSQL

    /// Ranges of numbers that a version leaves out at most, so that it fits in a header: transactions that write to one list at once.
    static let versionGaps = 128
    /// Commits that each look at a log goes over before the server notes which of them are there.
    static let unseenCommits = 64
    /// Milliseconds between two times that one log or rank index is kept short, however often it is asked for.
    static let upkeepMilliseconds = 250
    /// Milliseconds that a change of a table waits for the statements that use it; those that begin then wait for it, and no longer.
    static let lockMilliseconds = 50
    /// Milliseconds between two such attempts.
    static let lockPauseMilliseconds = 250
    /// Attempts to change a table, about a minute of them, before it is given up.
    static let lockAttempts = 200

    // MARK: Writing

    /// Seconds for which a request with an `Idempotency-Key` is answered as it was before.
    static let idempotencySeconds: Int64 = 86_400

    // MARK: Live updates

    /// Milliseconds between two looks at whether the database has changed, while anybody listens.
    static let livePollMilliseconds = 100
    /// Milliseconds after which a stream that has nothing to tell says where the list is, so that a client knows it to be alive.
    static let liveBeatMilliseconds = 15_000
    /// Lists that one stream tells about.
    static let listsOfStream = 32
    /// Milliseconds that a client is asked to wait before it opens a stream again.
    static let liveRetryMilliseconds = 2_000

    /// Rows that changed which are remembered of a log while questions about its list are answered from one state of the database.
    static let changesRemembered = 20_000
    /// Questions of those that listen to a list that are answered from one state of the database, beside the first.
    static let questionsAtOnce = 64
    /// Bytes of events that wait for those that they are for.
    static let waitingEventBytes = 16 << 20
    /// Milliseconds for which the lengths of logs are taken to be as they were, however often metrics are asked for.
    static let logLengthMilliseconds = 10_000

    // MARK: The page

    /// Bytes that the files of a web page may have together: they are held in memory.
    static let maximumWebFolderBytes = 16 << 20

    /// Files that a site may have, whose names are held in memory; each has at most ``maximumWebFolderBytes``.
    static let maximumSiteFiles = 50_000

    // MARK: Connections

    /// Connections a server holds at a time where nothing else is said.
    public static let defaultConnections = 8_192
    /// Clients whose requests are counted at a time; the longest silent are forgotten.
    static let countedClients = 10_000
    /// Seconds for which a client may save up requests that it has not made.
    static let savedSeconds = 5.0
    /// Threads that answer requests: more than a database has connections, so that requests without one do not wait.
    static let answeringThreads = 16
    /// Open files that are left for anything but connections to clients.
    static let otherFiles = 256
    /// Connections that are let in beyond the limit, while others are hung up on to make room.
    static let spareConnections = 64
    /// Seconds a request's first line and headers may take to arrive.
    public static let defaultHeaderSeconds = 10
    /// Seconds a request may take to arrive, an answer to leave, or a connection to idle.
    public static let defaultConnectionSeconds = 30
    /// Bytes a connection may hold of a request: target and headers. An idle connection keeps them.
    static let connectionMemoryBytes = 24 << 10
    /// Bytes of an answering thread's stack.
    static let threadStackBytes = 1 << 20
    /// Bytes that a request's body may have.
    public static let maximumRequestBodyBytes = 1 << 20
    /// Bytes of a body that are read before it is known who sends it: an answer that comes before a short body was sent would be lost.
    static let unaskedBodyBytes = 64 << 10
    /// Bytes of a body that are read though it is too long, so that the client comes to read why; with more the connection is closed.
    static let maximumReadBodyBytes = 2 << 20
    /// Connections that the system may hold before they are accepted.
    static let listenBacklog: Int32 = 511
    /// Seconds that stopping waits for answers under way. Longer than any query may take.
    static let drainSeconds = 10
    /// Milliseconds an answer may be held back on request.
    public static let maximumDelayMilliseconds = 60_000
}
