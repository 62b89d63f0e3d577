import PagingHTTP
import PagingTesting

extension AnyServer {
    /// Fields that a server joins to its answers beside those that page: words that resemble a sign of an end and are none, a total under another name,
    /// a second array. The names are those of real APIs.
    struct Fields {
        /// Members that say nothing of the list: an object's name where they are inside one, the name, the value.
        var plain: [(object: String?, name: String, value: String)] = []
        /// An array of other things, the same in every answer.
        var others: (name: String, count: Int)?
        /// The name of a total that no usual list of names has.
        var totalName: String?
        /// The first page comes whatever is asked, and nothing names a way on.
        var isSealed = false
        /// The page, counted from 0, from which on nothing comes though the total counts more rows.
        var endsEarly: Int?
        /// The page, counted from 0, whose first row is the list's first again, in the place of its own.
        var repeatsIn: Int?
        /// The rows a page that the address asks for: the server computes places by it and gives its own number.
        var askedSize: Int?
        /// Empty pages' links say `results="false"`.
        var saysNoResults = false

        static let objects = ["meta", "filter", "schedule", "player", "job", "stats", "query", "info", "workflow"]

        /// Names whose value `false`, `null` or `{}` is no end.
        static let names = [
            "timed_out", "timedOut", "partial", "is_partial", "incomplete", "incomplete_results", "exceeded",
            "quota_exceeded", "hasMoreInfo", "has_more_info", "more_info", "moreInfo", "more_details", "more_like_this",
            "next_run", "nextRun", "next_event", "nextStep", "next_sync", "nextBillingDate", "next_review",
            "next_retry_at", "next_of_kin", "has_next_of_kin", "nextInvoice", "text_truncated", "truncated_fields",
            "token_expired", "after_hours", "cursor_color", "marker_color", "continued", "last_error", "final_price",
            "has_children", "end_date", "finished_at", "next_update_in", "nextRefresh", "next_maintenance",
        ]
        /// Names whose value `true` is no end, inside an object that is about something else.
        static let truths = ["completed", "done", "last", "finished", "complete", "final", "isLast", "end"]
        /// Names of a total.
        static let totals = [
            "nbHits", "nhits", "hitCount", "numberOfRecords", "resultsFound", "totalHits", "n_results", "matchCount",
            "num_results", "number_of_results", "recordCount", "documents_found", "resultCount", "nbResults",
            "total_matching", "allCount", "itemsTotal", "size_total", "full_count", "hits_total", "available_results",
            "entries_count", "num_items", "numRows", "countTotal", "listSize", "ListCount",
        ]

        init() {}

        init(
            _ server: (way: Way, size: Int, pages: Int, hasTotal: Bool, isWell: Bool, isIdentified: Bool),
            _ random: inout SplitMix64
        ) {
            func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
            func isSo(_ parts: Int) -> Bool { Int.random(in: 0..<parts, using: &random) == 0 }
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                if isSo(4) {
                    let object = one(["filter", "schedule", "player", "job", "workflow"])
                    plain.append(
                        isSo(2) ? (object, one(Self.truths), "true") : (object, one(["next", "nextPage"]), "null"))
                } else {
                    plain.append(
                        (isSo(3) ? one(Self.objects) : nil, one(Self.names), one(["false", "null", "{}", "\"\""])))
                }
            }
            let name = one(["items", "results", "data", "list", "rows", "related", "actions", "labels"])
            if isSo(4) { others = (name, one([1, 2, 3])) }
            guard server.isWell else { return }
            let isByPage = server.way == .page
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where [10, 20, 25].contains(server.size): isSealed = true
            case 1, 2:
                if !server.hasTotal { totalName = one(Self.totals) }
                if server.pages > 1 { endsEarly = Int.random(in: 1..<server.pages, using: &random) }
                if totalName == nil, !server.hasTotal { endsEarly = nil }
            case 3 where server.hasTotal && server.isIdentified && server.pages > 1:
                repeatsIn = Int.random(in: 1..<server.pages, using: &random)
            case 4 where isByPage || [.cursor, .nextAddress, .link, .cursorHeader].contains(server.way):
                askedSize = 2 * server.size
            case 5: saysNoResults = server.way == .link
            default: break
            }
        }

        /// The fields as an answer has them.
        var members: [String] {
            var members = plain.filter { $0.object == nil }.map { "\"\($0.name)\": \($0.value)" }
            for (object, inner) in Dictionary(grouping: plain.filter { $0.object != nil }, by: { $0.object ?? "" }) {
                members.append(
                    "\"\(object)\": {\(inner.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", "))}")
            }
            return members.sorted()
        }

        var description: String {
            let parts = [
                isSealed ? "sealed" : nil, totalName.map { "total as \($0)" },
                endsEarly.map { "ends early, at page \($0)" },
                repeatsIn.map { "repeats a row in page \($0)" }, askedSize.map { "asked for \($0) a page" },
                others.map { "\($0.count) others in \($0.name)" }, saysNoResults ? "says no results" : nil,
            ].compactMap { $0 }
            return (parts + members).joined(separator: ", ")
        }
    }
}
