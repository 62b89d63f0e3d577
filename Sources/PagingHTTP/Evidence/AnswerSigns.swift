import Foundation
import PagingWire

/// The signs of more rows, of the list's end and of errors in an answer of any API.
///
/// Theory of operation. A dialect names the fields for the next page. An answer may mention more rows in other fields: a header named next,
/// `isLast: false`, a total with another spelling. At the end of a list, nothing beside the rows may mention more rows or an error. Otherwise
/// the end is not proven, and a pull does not exit with code 0. A false sign costs that exit code, but a missed one costs rows.
struct AnswerSigns: Sendable {
    /// A value that may lead to the next page, and its path.
    struct Lead: Hashable, Sendable {
        var path: FieldPath
        var value: JSONValue
        /// `true` if it is in a header. The path is then the header's name.
        var isHeader = false
    }

    /// Values that may lead to the next page, in the order of the answer's fields.
    private(set) var leads: [Lead] = []
    /// Members that report more rows, formatted for messages.
    private(set) var more: [String] = []
    /// Members that report an error.
    private(set) var errors: [String] = []
    /// The largest reported total, and its place.
    private(set) var total: (count: Int, place: String)?
    /// `true` if a field reports the end, by ``EndEvidence``.
    private(set) var namesEnd = false
    /// Numbers that may be totals, by their paths, without those whose names mean something else.
    private(set) var numbers: [String: Int] = [:]
    /// Members that may mean more rows, by unknown names. They contradict a first answer that seems to be the whole list, but not an end that
    /// was reached page by page.
    private(set) var hints: [String] = []
    /// `true` if the answer is declared to be partial, by status 206 or `Content-Range`.
    private(set) var isPart = false

    /// The most fields that are read: enough for any API, and a limit for hostile documents.
    static let maximumFields = 400
    /// The deepest level of fields that are read.
    static let maximumDepth = 4

    private var fields = 0
    private let count: Int
    private let silent: Set<String>
    private let address: URL?
    private let itemsPath: [String]
    /// The place of what is said of the page in an array of two.
    private let pairedFacts: String?

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - document: the body.
    ///   - itemsPath: the path of the rows, which are not searched.
    ///   - sent: the values of the request. A value that only repeats one is no sign.
    ///   - silent: names of members that are no sign.
    ///   - own: the request's address. Links to it are no sign.
    ///   - address: the request's address, or `nil` if links to a last page are not compared with it.
    init(
        _ document: JSONValue, _ headers: HTTPHeaders, status: Int = 200, itemsPath: FieldPath, sent: Set<String> = [],
        silent: Set<String> = [], address: URL? = nil, own: URL? = nil
    ) {
        self.address = address
        self.itemsPath = itemsPath.names
        self.silent = Vocabulary.notSigns.union(silent)
        let hasRows = document.value(at: itemsPath)?.array?.isEmpty == false
        let rows = document.value(at: itemsPath)?.array ?? []
        count = rows.count
        let pair = PairedAnswer(document)
        pairedFacts = pair?.facts
        visit(
            pair.map { .object($0.members) } ?? document, pair.map { [$0.facts] } ?? [], itemsPath.names, sent,
            hasRows: hasRows)
        // Gerrit: the last row says that more follow.
        if rows.count > 1, let last = rows.last?.object, let first = rows.first?.object {
            for (name, value) in last where first[name] == nil && FieldName(name).saysMoreIfTrue && value.bool == true {
                more.append("\(name): true in the last row")
            }
        }
        readHeaders(headers, sent, hasRows: hasRows)
        if let own {
            leads.removeAll { lead in
                lead.value.string.flatMap { WireAddress.resolve($0, relativeTo: own) } == own
                    && Self.isAddress(lead.value)
            }
        }
        if status == 206 { isPart = true }
        readErrors(document)
    }

    /// Leaves addresses out by where they lead.
    ///
    /// - Returns: `true` if there were any.
    mutating func leaveOut(addresses isThere: (String) -> Bool) -> Bool {
        let count = leads.count
        leads.removeAll { Self.isAddress($0.value) && isThere($0.value.string ?? "") }
        return leads.count < count
    }

    /// A sign against an end behind so many rows, or `nil` if there is none.
    ///
    /// - Parameter seen: the number of rows up to there, or `nil` if it is unknown.
    func signAgainstEnd(behind seen: Int?) -> String? {
        if let error = errors.first { return error }
        if let sign = more.first { return sign }
        if let seen, let total, total.count > seen { return "\(total.place): \(total.count)" }
        // The last page may have a cursor too, if a field reports the end.
        if let lead = leads.first(where: {
            !namesEnd || Self.isAddress($0.value) && FieldName($0.path.names.last ?? "").isNext
        }) {
            return "\(lead.path.description): \(lead.value.json.prefix(60))"
        }
        return nil
    }

    private mutating func visit(
        _ value: JSONValue, _ names: [String], _ items: [String], _ sent: Set<String>, hasRows: Bool
    ) {
        guard names.count < Self.maximumDepth, let members = value.object else { return }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            let path = names + [name]
            if path == items || silent.contains(name) || name == "count" && isPageLength(besides: members) {
                continue
            }
            fields += 1
            guard fields <= Self.maximumFields else { return }
            read(member, path, sent, hasRows: hasRows)
            if let links = member.array, let address = member.link("next") {
                if !links.isEmpty { leads.append(Lead(path: FieldPath(names: path), value: .string(address))) }
            }
            if Vocabulary.links.contains(name), let last = member.linkedAddress("last"),
                member.linkedAddress("next") == nil
            {
                readLast(last, first: member.linkedAddress("first"), in: path.joined(separator: "/"))
            }
            visit(member, path, items, sent, hasRows: hasRows)
        }
    }

    /// `true` if a `count` is the length of a page: no more than its rows, or as long as pages are, beside a total and where the page begins.
    private func isPageLength(besides members: [String: JSONValue]) -> Bool {
        guard members["total"].flatMap(AnswerFacts.number) != nil,
            let length = members["count"].flatMap(AnswerFacts.number)
        else { return false }
        return (length <= count || Vocabulary.usualPageSizes.contains(length))
            && (Vocabulary.offsetFields + Vocabulary.startFields).contains {
                members[$0].flatMap(AnswerFacts.number) != nil
            }
    }

    private mutating func read(_ value: JSONValue, _ path: [String], _ sent: Set<String>, hasRows: Bool) {
        let name = FieldName(path[path.count - 1])
        hint(name, value, path)
        let shown = "\(path.joined(separator: "/")): \(value.json.prefix(60))"
        let isAboutPage = self.isAboutPage(path)
        if let truth = Self.truth(value) {
            if truth, name.saysMoreIfTrue || EndEvidence.noMore.isNamed(name) { more.append(shown) }
            if !truth, isAboutPage, EndEvidence.noMore.isNamed(name) { namesEnd = true }
        }
        if let isEnd = value.bool {
            if isEnd, isAboutPage, EndEvidence.last.isNamed(name) { namesEnd = true }
            if !isEnd, name.saysMoreIfFalse, isAboutPage || EndEvidence.last.isNamed(name) { more.append(shown) }
        }
        if Self.isEmpty(value), isAboutPage, EndEvidence.noNext.isNamed(name) { namesEnd = true }
        if name.isTotal(of: itemsPath.last), !path.dropLast().contains(where: { FieldName($0).isOfOtherThanRows }),
            let count = AnswerFacts.number(value["value"] ?? value["$t"] ?? value),
            count > total?.count ?? 0
        {
            total = (count, path.joined(separator: "/"))
        }
        guard name.leadsOn, path.dropLast().last != "cursors", !Self.isEmpty(value) else { return }
        switch value {
        case .string(let text):
            if sent.contains(text), !name.isNext || !hasRows { return }
            leads.append(Lead(path: FieldPath(names: path), value: value))
        case .integer, .unsigned:
            if name.isNext || name.joined.contains("cursor"), !sent.contains(value.json) || hasRows {
                leads.append(Lead(path: FieldPath(names: path), value: value))
            }
        case .object(let members):
            let address = ["href", "url", "link"].first { members[$0]?.string?.isEmpty == false }
            if let address, let link = members[address] {
                leads.append(Lead(path: FieldPath(names: path + [address]), value: link))
            } else if name.joined == "lastevaluatedkey" || name.joined == "next" || name.joined == "continue" {
                leads.append(Lead(path: FieldPath(names: path), value: value))
            }
        case .null, .bool, .double, .decimal, .array: break
        }
    }

    /// `true` if a field describes the page: at the top, in an object that is usual for it, around the rows, or in a header.
    private func isAboutPage(_ path: [String]) -> Bool {
        path.dropLast().enumerated().allSatisfy { depth, name in
            Vocabulary.scopes.contains(name) || Vocabulary.links.contains(name)
                || depth < itemsPath.count && itemsPath[depth] == name
                || depth == 0 && (name.hasPrefix("x-") || name == pairedFacts)
        }
    }

    /// Looks for signs in fields with unknown names.
    private mutating func hint(_ name: FieldName, _ value: JSONValue, _ path: [String]) {
        if let text = value.string, let (part, whole) = Self.partOf(text) {
            if whole > part { more.append("\(path.joined(separator: "/")): \(text.prefix(60))") }
            return
        }
        guard !name.words.contains(where: Self.plainWords.contains), !path.contains("links"), !path.contains("_links")
        else {
            return
        }
        let shown = "\(path.joined(separator: "/")): \(value.json.prefix(60))"
        switch value {
        case .integer:
            if let number = value.int, number > 0, number <= 10_000_000 {
                numbers[path.joined(separator: "/")] = number
            }
            if let number = value.int, number > count, number <= 10_000_000, count > 0 { hints.append(shown) }
        case .string(let text):
            if ["warning", "warnings", "notice"].contains(name.joined), !text.isEmpty {
                hints.append(shown)
            } else if (name.joined.hasPrefix("prev") || name.joined == "before"), !text.isEmpty {
                hints.append(shown)
            } else if Self.looksOpaque(text) {
                hints.append(shown)
            }
        case .bool(true):
            if path.contains(where: { FieldName($0).words.contains { $0.hasPrefix("continu") || $0 == "limited" } }) {
                more.append(shown)
            }
        default: break
        }
    }

    /// The numbers around the word "of", as in `1 of 5` and `1-13 of 57`.
    private static func partOf(_ text: String) -> (Int, Int)? {
        guard text.utf8.count <= 80 else { return nil }
        let words = text.split { !$0.isLetter && !$0.isNumber }
        for (index, word) in words.enumerated() where ["of", "von", "de", "sur"].contains(word.lowercased()) {
            if index > 0, index + 1 < words.count, let part = Int(words[index - 1]), let whole = Int(words[index + 1]) {
                return (part, whole)
            }
        }
        return nil
    }

    /// `true` if a text may be a cursor: one word of letters and digits that no language has.
    private static func looksOpaque(_ text: String) -> Bool {
        guard (6...2_000).contains(text.utf8.count), !isAddress(.string(text)) else { return false }
        guard text.utf8.allSatisfy({ "+/=_-.".utf8.contains($0) || isAlphanumeric($0) }) else { return false }
        return text.contains { $0.isNumber } && text.contains { $0.isLetter } || text.hasSuffix("=")
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte | 0x20 ^ 0x20) || (0x61...0x7A).contains(byte)
    }

    /// Words in names of fields whose values say nothing about a list's length.
    private static let plainWords: Set = [
        "time", "took", "status", "code", "version", "id", "ids", "uid", "ms", "timestamp", "date", "year", "size",
        "limit", "bytes", "pagelen",
        "build", "revision", "rev", "etag", "hash", "checksum", "request", "trace", "uuid", "url", "uri", "href",
        "self", "type", "kind",
        "name", "created", "updated", "modified", "generated", "duration", "elapsed", "seconds", "ttl", "expires",
        "host", "server",
        "schema", "schemas", "model", "page", "pages", "offset", "start", "skip", "index", "per", "author", "title",
        "description", "lang",
        "api", "digest", "signature", "database", "table", "query", "sql", "license", "message", "context", "unit",
        "max", "min", "score",
        "estimate", "cost", "rate", "quota", "shards", "delta", "sync", "token", "key", "sum", "price", "amount",
        "zone", "region", "wkid", "srid", "epsg",
    ]

    private mutating func readHeaders(_ headers: HTTPHeaders, _ sent: Set<String>, hasRows: Bool) {
        for (name, value) in headers.values.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
            let words = FieldName(name)
            if name == "link-template" { hints.append("\(name): \(value.prefix(60))") }
            if name == "link" {
                let links = LinkHeader(value)
                if links.own("next")?.hasNoResults == true {
                    namesEnd = true
                } else if links.own("next") != nil {
                    leads.append(Lead(path: "Link", value: .string(value), isHeader: true))
                } else if let last = links.own("last") {
                    readLast(last.target, first: links.own("first")?.target, in: name)
                }
            } else if name == "content-range" {
                readRange(value)
            } else if value.hasPrefix("{"), let members = try? JSONValue(parsing: Array(value.utf8)) {
                visit(members, [name], [], sent, hasRows: hasRows)
            } else if words.isTotal(), let count = Int(value), count > total?.count ?? 0 {
                total = (count, name)
            } else if words.saysMoreIfTrue || EndEvidence.noMore.isNamed(words),
                let truth = Self.truth(.string(value.lowercased()))
            {
                if truth { more.append("\(name): \(value)") }
                if !truth, EndEvidence.noMore.isNamed(words) { namesEnd = true }
            } else if words.leadsOn, name != "access-control-expose-headers", !words.words.contains("control"),
                !Self.isEmpty(.string(value)), !sent.contains(value) || words.isNext && hasRows
            {
                leads.append(Lead(path: FieldPath(names: [name]), value: .string(value), isHeader: true))
            }
        }
    }

    /// Reads a link to the last page, in an answer without a link to the next.
    private mutating func readLast(_ last: String, first: String?, in place: String) {
        guard let address, let target = WireAddress.resolve(last, relativeTo: address) else { return }
        switch LastPage(target, first: first.flatMap { WireAddress.resolve($0, relativeTo: address) }, from: address) {
        case .isHere: namesEnd = true
        case .isBehind: hints.append("\(place): \(last.prefix(60)); rel=last")
        case .isUnclear: break
        }
    }

    /// Reads `items 0-12/57` or `0-12/*` (RFC 9110 §14.4).
    private mutating func readRange(_ value: String) {
        isPart = true
        guard let count = AnswerFacts.total(inHeader: value), count > total?.count ?? 0 else { return }
        total = (count, "content-range")
    }

    private mutating func readErrors(_ document: JSONValue) {
        guard let members = document.object else { return }
        // `{"code": 50000, "msg": "system busy"}`: a number that does not mean success, with a text.
        for name in ["code", "errcode", "errno", "errorCode", "error_code"] {
            guard let number = members[name]?.int, ![0, 1, 200, 201, 206, 20_000].contains(number) else { continue }
            for words in ["msg", "message", "errmsg", "reason"] {
                if let text = members[words]?.string, !text.isEmpty {
                    errors.append("\(name): \(number), \(words): \(text.prefix(80))")
                }
            }
        }
        for name in ["error", "errors", "fault", "_errors", "errorMessage", "error_message", "exception", "isError"] {
            guard name != itemsPath.first, let value = members[name], !Self.isEmpty(value) else { continue }
            errors.append("\(name): \(value.json.prefix(120))")
        }
        for name in ["status", "result", "state"] {
            if let text = members[name]?.string?.lowercased(), Self.failures.contains(text) {
                errors.append("\(name): \(text)")
            }
        }
        for name in ["ok", "success", "successful"] where members[name]?.bool == false {
            errors.append("\(name): false")
        }
        for name in ["statusCode", "status", "status_code"] {
            if let status = members[name]?.int, (400..<600).contains(status) { errors.append("\(name): \(status)") }
        }
        if let error = members["meta"]?["error"] ?? members["meta"]?["errors"], !Self.isEmpty(error) {
            errors.append("meta/error: \(error.json.prefix(120))")
        }
        if let failed = members["_shards"]?["failed"]?.int, failed > 0 { errors.append("_shards/failed: \(failed)") }
    }

    private static let failures: Set = ["error", "fail", "failed", "failure"]

    /// `true` if a value is empty, or a number or word that means none.
    static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool(false), .integer(0): true
        case .string(let text): text.isEmpty || ["null", "none", "nil", "0", "false"].contains(text.lowercased())
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .bool, .integer, .unsigned, .double, .decimal: false
        }
    }

    static func isAddress(_ value: JSONValue) -> Bool {
        guard let text = value.string else { return false }
        return text.contains("://") || text.hasPrefix("/") || text.hasPrefix("?")
    }

    private static func truth(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let truth): truth
        case .integer(let number): number == 0 || number == 1 ? number == 1 : nil
        case .string("true"), .string("True"): true
        case .string("false"), .string("False"): false
        default: nil
        }
    }
}
