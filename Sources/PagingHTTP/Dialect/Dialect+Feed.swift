public import PagingWire

extension Dialect {
    /// The scope of an answer's `ETag` and `Last-Modified`.
    public enum ValidatorScope: Hashable, Sendable {
        /// The answer itself, as HTTP means it (RFC 9110 §8.8): two pages of one state of the list have different ones,
        /// so that nothing follows from them for the list.
        case page
        /// The list: all its pages carry the same while it does not change.
        case list
    }

    /// How items are asked for by their identifiers.
    ///
    /// ```swift
    /// Dialect.Lookup("include")                                // ?include=7,8,9
    /// Dialect.Lookup("id", joining: .repeated)                 // ?id=7&id=8&id=9
    /// Dialect.Lookup("id", joining: .array)                    // ?id=[7,"a,b"]
    /// Dialect.Lookup("id", prefix: "in.(", suffix: ")")        // ?id=in.(7,8,9)
    /// Dialect.Lookup("ids", address: "/api/topics", limit: 50)
    /// ```
    ///
    /// The answer is read as a page's is: its items are at ``Dialect/items``, unless ``items`` says otherwise.
    public struct Lookup: Hashable, Sendable {
        /// How several identifiers become parameters.
        public enum Joining: Hashable, Sendable {
            /// One parameter, with this between identifiers.
            case separator(String)
            /// A parameter for each.
            case repeated
            /// One parameter: a JSON array of texts and numbers, so that identifiers may hold anything.
            case array
        }

        /// The parameter for identifiers.
        public var parameter: ParameterName
        /// How several of them become parameters.
        public var joining: Joining
        /// The text before them in the parameter.
        public var prefix: String
        /// The text behind them.
        public var suffix: String
        /// The address to ask, relative to the list's address; `nil` for that address itself.
        public var address: String?
        /// The most identifiers in one request, at least 1.
        public var limit: Int
        /// The path of the items in the answer; `nil` for the path that pages have.
        public var items: FieldPath?

        /// Makes a way to ask.
        ///
        /// - Parameters:
        ///   - parameter: the parameter for identifiers.
        ///   - joining: how several of them become parameters.
        ///   - prefix: the text before them in the parameter.
        ///   - suffix: the text behind them.
        ///   - address: where to ask, relative to the list's address. The parameters of that address are kept.
        ///   - limit: the most identifiers in one request; more are asked for in several, one after another.
        ///   - items: where the answer holds the items.
        public init(
            _ parameter: ParameterName = "ids", joining: Joining = .separator(","), prefix: String = "",
            suffix: String = "", address: String? = nil, limit: Int = 100, items: FieldPath? = nil
        ) {
            (self.parameter, self.joining, self.prefix, self.suffix) = (parameter, joining, prefix, suffix)
            (self.address, self.limit, self.items) = (address, max(1, limit), items)
        }
    }

    /// How all identifiers of a list are asked for at once.
    ///
    /// ```swift
    /// Dialect.Snapshot(address: "topics/ids")                                   // [7, 9, 8]
    /// Dialect.Snapshot(parameters: ["fields": "id"], identifiers: "data", identifier: "id")  // {"data": [{"id": 7}, …
    /// ```
    public struct Snapshot: Hashable, Sendable {
        /// The address to ask, relative to the list's address; `nil` for that address itself.
        public var address: String?
        /// Parameters that make it an answer of identifiers alone.
        public var parameters: [String: String]
        /// The path of the identifiers in the answer: an array.
        public var identifiers: FieldPath
        /// The path of the identifier in an element of that array; empty if the element is the identifier.
        public var identifier: FieldPath
        /// The path of the list's version in the answer; `nil` for the place that pages have.
        public var version: FieldPath?
        /// `true` if the answer may come in bytes where identifiers are `Int` or `Int64`: ``PagingWire/KeySnapshot``, with JSON as the second choice.
        public var takesBytes = false
        /// `true` if the server may be asked for parts, by `offset`, `limit` and `version`, of more identifiers than it reads at once, as this project's does.
        public var takesParts = false

        /// Makes a way to ask.
        ///
        /// - Parameters:
        ///   - address: where to ask, relative to the list's address. The parameters of that address are kept.
        ///   - parameters: what makes it an answer of identifiers alone.
        ///   - identifiers: where the answer holds them.
        ///   - identifier: where an element of that array holds the identifier.
        ///   - version: where the answer names the list's version.
        public init(
            address: String? = nil, parameters: [String: String] = [:], identifiers: FieldPath = "",
            identifier: FieldPath = "", version: FieldPath? = nil
        ) {
            (self.address, self.parameters, self.identifiers) = (address, parameters, identifiers)
            (self.identifier, self.version) = (identifier, version)
        }
    }

    /// How a server is asked what happened since a version, and where its answer holds what.
    ///
    /// ```json
    /// {"version": "s8", "removed": [7], "added": [{"id": 12, "index": 0}], "edited": [9], "total": 40, "hasMore": false}
    /// ```
    ///
    /// The names are those of a plain reading of RFC 8620 §5.6; each can be set. A path that is `nil` is not looked for. At
    /// `version`, `removed` and `added` something must be there: a misnamed path would otherwise lose what it names in silence.
    public struct Changes: Hashable, Sendable {
        /// The address to ask, relative to the list's address; `nil` for that address itself.
        public var address: String?
        /// The parameter for the version since which.
        public var since: ParameterName
        /// Parameters that every such request carries.
        public var parameters: [String: String]
        /// The path at which the answer repeats the version that was asked about; used if it is there.
        public var from: FieldPath?
        /// The path of the version that the list has now.
        public var version: FieldPath
        /// The path of the identifiers of items that went, or moved.
        public var removed: FieldPath?
        /// The path of the items that came, or moved: an array of objects.
        public var added: FieldPath?
        /// The path of the identifier in such an object.
        public var identifier: FieldPath
        /// The path of the position in such an object, counted from 0.
        public var position: FieldPath
        /// The path of the identifiers of items that have other content. If there is none, any item may.
        public var edited: FieldPath?
        /// The path of the items that came or have other content, whole: an array of them, in any order. They are then not asked for.
        /// Optional, and not all need be there.
        public var items: FieldPath?
        /// The path of the number of items that the list has now; optional.
        public var total: FieldPath?
        /// The path of a member that is `true` if there are more changes; optional.
        public var hasMore: FieldPath?
        /// The statuses that mean that the server cannot tell any more what happened since that version.
        public var refusals: Set<Int>
        /// The path at which a successful answer refuses: anything there but `false` and `null`.
        public var refusal: FieldPath?

        /// The statuses that mean so where nothing else is said: gone, not known, in conflict.
        public static let usualRefusals: Set<Int> = [404, 409, 410]

        /// Makes a way to ask; parts that are not named here have their usual place, and can be set.
        ///
        /// - Parameters:
        ///   - address: where to ask, relative to the list's address. The parameters of that address are kept.
        ///   - since: the parameter for the version since which.
        ///   - version: where the answer names the version that the list has now.
        ///   - removed: where it holds the identifiers of items that went.
        ///   - added: where it holds what came.
        ///   - identifier: where an element of that holds the identifier.
        ///   - position: where an element of that holds the position.
        ///   - edited: where it holds the identifiers of items that have other content.
        ///   - items: where it holds items that came or have other content.
        public init(
            address: String? = nil, since: ParameterName = "since", version: FieldPath = "version",
            removed: FieldPath? = "removed", added: FieldPath? = "added", identifier: FieldPath = "id",
            position: FieldPath = "index", edited: FieldPath? = "edited", items: FieldPath? = nil
        ) {
            self.items = items
            (self.address, self.since, self.version, self.removed) = (address, since, version, removed)
            (self.added, self.identifier, self.position, self.edited) = (added, identifier, position, edited)
            (parameters, from, total, hasMore) = ([:], nil, "total", "hasMore")
            (refusals, refusal) = (Self.usualRefusals, nil)
        }
    }
}
