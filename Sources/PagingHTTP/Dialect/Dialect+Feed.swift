public import PagingWire

extension Dialect {
    /// The scope of an answer's `ETag` and `Last-Modified`.
    public enum ValidatorScope: Hashable, Sendable {
        /// The answer itself, as HTTP means it (RFC 9110 §8.8). Two pages of one state of the list have different ones, so they say nothing
        /// about the list.
        case page
        /// The list: all its pages carry the same while it does not change.
        case list
    }

    /// How items are requested by their identifiers.
    ///
    /// ```swift
    /// Dialect.Lookup("include")                                // ?include=7,8,9
    /// Dialect.Lookup("id", joining: .repeated)                 // ?id=7&id=8&id=9
    /// Dialect.Lookup("id", joining: .array)                    // ?id=[7,"a,b"]
    /// Dialect.Lookup("id", prefix: "in.(", suffix: ")")        // ?id=in.(7,8,9)
    /// Dialect.Lookup("ids", address: "/api/topics", limit: 50)
    /// ```
    ///
    /// The answer is read like a page: its items are at ``Dialect/items``, unless ``items`` says otherwise.
    public struct Lookup: Hashable, Sendable {
        /// How several identifiers become parameters.
        public enum Joining: Hashable, Sendable {
            /// One parameter, with this between identifiers.
            case separator(String)
            /// A parameter for each.
            case repeated
            /// One parameter: a JSON array of texts and numbers, so that identifiers may contain anything.
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
        /// The path of the items in the answer; `nil` for the path used for pages.
        public var items: FieldPath?

        /// Makes a way to ask.
        ///
        /// - Parameters:
        ///   - parameter: the parameter for identifiers.
        ///   - joining: how several of them become parameters.
        ///   - prefix: the text before them in the parameter.
        ///   - suffix: the text behind them.
        ///   - address: the address to ask, relative to the list's address. Its parameters are kept.
        ///   - limit: the most identifiers in one request; more are requested in several, one after another.
        ///   - items: the path of the items in the answer.
        public init(
            _ parameter: ParameterName = "ids", joining: Joining = .separator(","), prefix: String = "",
            suffix: String = "", address: String? = nil, limit: Int = 100, items: FieldPath? = nil
        ) {
            (self.parameter, self.joining, self.prefix, self.suffix) = (parameter, joining, prefix, suffix)
            (self.address, self.limit, self.items) = (address, max(1, limit), items)
        }
    }

    /// How all identifiers of a list are requested at once.
    ///
    /// ```swift
    /// Dialect.Snapshot(address: "topics/ids")                                   // [7, 9, 8]
    /// Dialect.Snapshot(parameters: ["fields": "id"], identifiers: "data", identifier: "id")  // {"data": [{"id": 7}, …
    /// ```
    public struct Snapshot: Hashable, Sendable {
        /// The address to ask, relative to the list's address; `nil` for that address itself.
        public var address: String?
        /// Parameters for an answer of identifiers only.
        public var parameters: [String: String]
        /// The path of the identifiers in the answer: an array.
        public var identifiers: FieldPath
        /// The path of the identifier in an element of that array; empty if the element is the identifier.
        public var identifier: FieldPath
        /// The path of the list's version in the answer; `nil` for the place used for pages.
        public var version: FieldPath?
        /// `true` to accept the answer in binary form if identifiers are `Int` or `Int64`: ``PagingWire/KeySnapshot``, with JSON as the second
        /// choice.
        public var takesBytes = false
        /// `true` if more identifiers than the server reads at once may be requested in parts, by `offset`, `limit` and `version`, as from this
        /// project's server.
        public var takesParts = false

        /// Makes a way to ask.
        ///
        /// - Parameters:
        ///   - address: the address to ask, relative to the list's address. Its parameters are kept.
        ///   - parameters: parameters for an answer of identifiers only.
        ///   - identifiers: the path of the identifiers in the answer.
        ///   - identifier: the path of the identifier in an element of that array.
        ///   - version: the path of the list's version in the answer.
        public init(
            address: String? = nil, parameters: [String: String] = [:], identifiers: FieldPath = "",
            identifier: FieldPath = "", version: FieldPath? = nil
        ) {
            (self.address, self.parameters, self.identifiers) = (address, parameters, identifiers)
            (self.identifier, self.version) = (identifier, version)
        }
    }

    /// How a server is asked for the changes since a version, and the paths of its answer.
    ///
    /// ```json
    /// {"version": "s8", "removed": [7], "added": [{"id": 12, "index": 0}], "edited": [9], "total": 40, "hasMore": false}
    /// ```
    ///
    /// The names follow RFC 8620 §5.6; each can be set. A path that is `nil` is not read. `version`, `removed` and `added` must be present:
    /// otherwise a misspelled path would silently lose changes.
    public struct Changes: Hashable, Sendable {
        /// The address to ask, relative to the list's address; `nil` for that address itself.
        public var address: String?
        /// The parameter for the version to start from.
        public var since: ParameterName
        /// Parameters that every such request carries.
        public var parameters: [String: String]
        /// The path at which the answer repeats the version of the request; used if it is present.
        public var from: FieldPath?
        /// The path of the list's present version.
        public var version: FieldPath
        /// The path of the identifiers of items that were removed or moved.
        public var removed: FieldPath?
        /// The path of the items that were added or moved: an array of objects.
        public var added: FieldPath?
        /// The path of the identifier in such an object.
        public var identifier: FieldPath
        /// The path of the position in such an object, counted from 0.
        public var position: FieldPath
        /// The path of the identifiers of items whose content changed. Without it the content of any item may have.
        public var edited: FieldPath?
        /// The path of the added and edited items, whole: an array of them, in any order. They are then not requested again. Optional, and not
        /// all need be present.
        public var items: FieldPath?
        /// The path of the present number of items; optional.
        public var total: FieldPath?
        /// The path of a member that is `true` if there are more changes; optional.
        public var hasMore: FieldPath?
        /// The statuses with which the server says that it no longer knows the changes since that version.
        public var refusals: Set<Int>
        /// The path at which a successful answer says so: by any value except `false` and `null`.
        public var refusal: FieldPath?

        /// The usual statuses for that: gone, unknown, in conflict.
        public static let usualRefusals: Set<Int> = [404, 409, 410]

        /// Makes a way to ask. Properties that are not parameters have their usual values, and can be set.
        ///
        /// - Parameters:
        ///   - address: the address to ask, relative to the list's address. Its parameters are kept.
        ///   - since: the parameter for the version to start from.
        ///   - version: the path of the list's present version.
        ///   - removed: the path of the identifiers of removed items.
        ///   - added: the path of the added items.
        ///   - identifier: the path of the identifier in an added item.
        ///   - position: the path of the position in an added item.
        ///   - edited: the path of the identifiers of items whose content changed.
        ///   - items: the path of whole items that were added or edited.
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
