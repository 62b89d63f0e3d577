/// The limits of this module, with their units. Every demand of a request on the server is limited by one of them.
public enum ServerLimits {
    // MARK: Pages

    /// The default number of rows in a page.
    public static let defaultPageRows = 25
    /// The most rows in a page. A larger `limit` is clamped to it.
    public static let maximumPageRows = 500
    /// The most sections in an answer.
    public static let maximumSections = 20_000
    /// The most sections that are counted by a rank index. More sections are counted in one scan of an index.
    static let countedSections = 1_000
    /// The number of rows that PostgreSQL scans in an index in the time in which a rank index counts a section.
    static let rowsWalkedForASection = 10_000
    /// The most conditions of a filter.
    static let maximumConditions = 8
    /// The most columns a request may sort by.
    static let maximumSortTerms = 8
    /// The most bytes of an answer's body. A page of ordinary rows has a hundredth of it.
    static let maximumBodyBytes = 64 << 20
    /// The most bytes of a request's target (path and query).
    public static let maximumTargetBytes = 8 << 10

    // MARK: The database

    /// The time limit of a query in milliseconds. Slower queries are cancelled.
    public static let defaultQueryMilliseconds = 2_000
    /// The longest expected time for a page in milliseconds. Requests that are expected to be slower are rejected with advice.
    static let maximumEstimatedMilliseconds = 2_000
    /// The number of SQLite's virtual machine instructions between two clock reads, well under a millisecond of work.
    static let instructionsBetweenClockReads: Int32 = 2_000
    /// The longest wait in milliseconds for a writer to release the file, or for a connection to become free.
    static let busyMilliseconds = 2_000
    /// The milliseconds between two checks if a commit is over.
    static let lockedPauseMilliseconds = 1
    /// The number of checks of a journal before it counts as left by an interrupted writer.
    static let rollbackAttempts = 20
    /// The longest wait for other writers in milliseconds when an index is built.
    static let writerBusyMilliseconds = 60_000
    /// The lifetime of a cursor in seconds.
    public static let cursorSeconds: Int64 = 7 * 86_400
    /// The default number of changes in a log.
    public static let defaultLoggedChanges = 100_000
    /// The most log entries in one answer. A client that is further behind reloads the list.
    static let maximumChangesPerAnswer = 10_000
    /// The most rows that one statement looks up by their keys.
    static let keysLookedUp = 512
    /// The most rows whose positions are searched one by one. The positions of more rows are found in one scan of the list.
    static let rowsCountedSingly = 8
    /// The length of the longest list in which the rows before a row are counted without an explicit request for its position. It takes some
    /// milliseconds.
    static let rowsCountedUnasked = 20_000
    /// The number of rows in half a bucket of a rank index.
    static let rankFanOut = 64
    /// The initial number of rows in a bucket of a rank index on PostgreSQL. A bucket with twice as many is split.
    static let rankBucketRows = 256
    /// The number of counts in a rank index on PostgreSQL that may be unfolded before the server folds them.
    static let unfoldedCounts = 64
    /// The number of counts that stay in the buffer of a level 2 bucket of a rank index on PostgreSQL, and the number counted on level 1 at
    /// once.
    static let bufferedCounts = 32
    /// The most connections to one database for answers that a client waits for. Streams and answers of very many keys have others.
    static let maximumConnections = 8
    /// The most connections to one database for events to listeners, and the number of their threads.
    static let streamConnections = 4
    /// The most connections to one database for reading its version, which validates all earlier answers.
    static let versionConnections = 1
    /// The most connections to one database for answers of very many keys.
    static let snapshotConnections = 4
    /// The most connections of a server: for answers, versions, streams, answers of very many keys, maintenance, and the position of a primary
    /// that has a replica.
    static let allConnections = maximumConnections + versionConnections + streamConnections + snapshotConnections + 2
    /// The seconds of silence after which a connection to PostgreSQL is probed.
    static let keepaliveSeconds = 30
    /// The milliseconds for which PostgreSQL may leave sent data unacknowledged.
    static let unansweredMilliseconds = 30_000
    /// The most connections that read one list: half of them, so that a slow or locked table leaves room for other lists.
    static let connectionsPerList = 4
    /// The most requests about one list that have a thread and wait for a connection.
    static let waitingPerList = 4
    /// The most threads that answer requests about one list: half of them.
    static let threadsPerList = connectionsPerList + waitingPerList
    /// Milliseconds in the database from which a request is a dear one, by what those of its client about its list have cost lately.
    static let dearMilliseconds = 20
    /// Dear requests at a time, and of one list: each leaves connections for what is cheap.
    static let dearRequests = maximumConnections - 2
    static let dearRequestsPerList = connectionsPerList - 1
    /// Requests of one client at a time about a list that it was not seen to read twice.
    static let unmeasuredRequests = dearRequestsPerList
    /// Nanoseconds that a request counts for at least.
    static let leastCostNanoseconds: Int64 = 50_000
    /// Requests that wait for a thread to answer about one list; one more is refused at once, and each after ``busyMilliseconds``.
    static let requestsWaitingPerList = 1_024
    /// The milliseconds for which PostgreSQL's catalog is assumed to be unchanged after a commit.
    static let schemaMilliseconds = 1_000
    /// The milliseconds for which a PostgreSQL session is assumed to see the same history, although an operator may reset its counters.
    static let historyMilliseconds = 1_000
    /// The longest wait in milliseconds for a replica to replay a version that clients already know. After that the primary answers.
    static let replicaMilliseconds = 50
    /// The milliseconds for which a replica that did not answer is not used.
    static let replicaAwayMilliseconds = 2_000
    /// The default limit of a replica's lag in seconds.
    public static let defaultReplicaLagSeconds = 5
    /// The milliseconds between two reads of a primary's position.
    static let replicaLookMilliseconds = 1_000
    /// The milliseconds between two checks if a replica has caught up.
    static let replicaReturnMilliseconds = 100
    /// The milliseconds for which a replica is monitored after its last use.
    static let replicaIdleMilliseconds = 60_000
    /// The most positions of a primary that are remembered until a replica has replayed them. They give its lag to the second. With more, it is
    /// coarser.
    static let replicaPositions = 128
    /// The time limit for connecting to a PostgreSQL server in seconds.
    static let connectSeconds = 5
    /// The number of prepared statements per connection.
    static let cachedStatements = 128
    /// The page cache of a connection in KiB.
    static let pageCacheKibibytes = 6 << 10
    /// The most attempts of a read if a writer commits at the same moment.
    static let versionAttempts = 4
    /// The cost limit of counting on PostgreSQL without a client's request, in the planner's units: some 60,000 narrow rows, a few milliseconds.
    static let quickCountCost = 1_000.0
    /// The seconds for which the count of a list with a log is computed from its changes, before the rows are counted again.
    static let followedCountSeconds = 600
    /// The number of counts cached while the database does not change.
    static let cachedCounts = 4_096
    /// The most bytes of found buckets of rank indexes that are cached while the database does not change, and those of one without its key.
    static let cachedBucketBytes = 4 << 20
    static let cachedBucketOverhead = 64
    /// The number of section lists cached while the database does not change.
    static let cachedSectionLists = 16

    // MARK: Long answers

    /// The most keys of an answer in memory. More are stored until the client has received them.
    static let keysAtOnce = 20_000
    /// The size of a part of a long answer in bytes, as it is stored and sent.
    static let streamedPartBytes = 64 << 10
    /// The number of rows that PostgreSQL returns at a time for a long answer.
    static let streamedRows = 4_096
    /// The most long answers that clients have not received yet, and the most open files for them.
    static let storedAnswers = 128
    /// The most bytes of all stored answers.
    static let storedBytes = 1 << 30
    /// The bytes of each stored answer that stay in memory. The rest is in a file.
    static let storedInMemoryBytes = 256 << 10
    /// The number of shares of the store. A client has one share.
    static let storeShares = 8

    // MARK: Cached answers

    /// The most bytes of answers that are cached while the database does not change.
    static let cachedAnswerBytes = 24 << 20
    /// The most bytes of answers that are cached in the form in which they are sent, by the bytes of their requests.
    static let preparedAnswerBytes = 16 << 20
    /// The size of the longest request in that cache, in bytes.
    static let preparedRequestBytes = 4 << 10
    /// The size of the largest cached answer in bytes.
    static let largestCachedAnswerBytes = 1 << 20
    /// The memory of a cached answer besides its body, in bytes: address and headers.
    static let cachedAnswerOverhead = 1 << 10
    /// The lifetime of cached answers in seconds, so that their cursors are not much older than they claim.
    static let cachedAnswerSeconds = 600
    /// The size below which an answer is not compressed, in bytes, because it would save no packet.
    static let leastCompressedBytes = 1_024
    /// zlib's level, from 1 for fast to 9 for small.
    static let compressionLevel: Int32 = 5

    // MARK: Logs of PostgreSQL

    /// The most ranges of numbers that a version excludes, so that it fits in a header: the transactions that write to one list concurrently.
    static let versionGaps = 128
    /// The number of commits that each read of a log has to check before the server records which of them are visible.
    static let unseenCommits = 64
    /// The milliseconds between two prunings of one log or rank index, however often they are requested.
    static let upkeepMilliseconds = 250
    /// The milliseconds for which a schema change waits for running statements on its table. New statements wait for it, but no longer.
    static let lockMilliseconds = 50
    /// The milliseconds between two such attempts.
    static let lockPauseMilliseconds = 250
    /// The most attempts to change a table's schema, which take about a minute.
    static let lockAttempts = 200

    // MARK: Writing

    /// The seconds for which a request with an `Idempotency-Key` gets the earlier answer again.
    static let idempotencySeconds: Int64 = 86_400

    // MARK: Live updates

    /// The milliseconds between two checks if the database has changed, while there are listeners.
    static let livePollMilliseconds = 100
    /// The milliseconds after which an idle stream sends the list's version, so that a client knows it is alive.
    static let liveBeatMilliseconds = 15_000
    /// The most lists of one stream.
    static let listsOfStream = 32
    /// The milliseconds that a client has to wait before it reopens a stream.
    static let liveRetryMilliseconds = 2_000

    /// The most changed rows of a log that are remembered while requests about its list are answered from one state of the database.
    static let changesRemembered = 20_000
    /// The most listeners' requests about a list that are answered from one state of the database, besides the first.
    static let questionsAtOnce = 64
    /// The most bytes of events that wait for their listeners.
    static let waitingEventBytes = 16 << 20
    /// The milliseconds for which the lengths of logs are cached, however often metrics are requested.
    static let logLengthMilliseconds = 10_000

    // MARK: The page

    /// The most bytes of all files of a web page together, because they are held in memory, and of one file of a site.
    static let maximumWebFolderBytes = 16 << 20

    // MARK: Connections

    /// The default limit of connections to a server.
    public static let defaultConnections = 8_192
    /// The most clients whose requests are counted. The longest silent ones are forgotten.
    static let countedClients = 10_000
    /// The seconds for which a client's unused requests accumulate.
    static let savedSeconds = 5.0
    /// The number of threads that answer requests: more than a database has connections, so that requests without one do not wait.
    static let answeringThreads = 16
    /// The number of open files reserved for anything but connections to clients.
    static let otherFiles = 256
    /// The number of connections accepted beyond the limit, while others are closed to make room.
    static let spareConnections = 64
    /// The default time limit for a request's first line and headers, in seconds.
    public static let defaultHeaderSeconds = 10
    /// The default time limit in seconds for a request to arrive, an answer to be sent, or a connection to idle.
    public static let defaultConnectionSeconds = 30
    /// The memory of a connection for a request's target and headers, in bytes. An idle connection keeps it.
    static let connectionMemoryBytes = 24 << 10
    /// The stack size of an answering thread in bytes.
    static let threadStackBytes = 1 << 20
    /// The most bytes of a request's body.
    public static let maximumRequestBodyBytes = 1 << 20
    /// The bytes of a body that are read before the client is authorized. Otherwise an early answer would be lost if the client is still
    /// sending.
    static let unaskedBodyBytes = 64 << 10
    /// The bytes of a too long body that are read, so that the client receives the error. With more the connection is closed.
    static let maximumReadBodyBytes = 2 << 20
    /// The number of connections that the system may queue before they are accepted.
    static let listenBacklog: Int32 = 511
    /// The seconds for which stopping waits for answers in progress, longer than any query may take.
    static let drainSeconds = 10
    /// The longest delay of an answer on request, in milliseconds.
    public static let maximumDelayMilliseconds = 60_000
}
