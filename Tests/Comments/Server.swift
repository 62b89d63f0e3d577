// The names that examples in comments of PagingServer take for granted (Scripts/check-comments).
import PagingServer

/// Examples are methods of it.
@MainActor final class Surroundings {}

let metrics = ServerMetrics()
var database: Database { fatalError() }
var responder: Responder { fatalError() }
