internal import PagingWire

/// The addresses of a list's pages and sections, as absolute paths, which are correct behind any host name.
struct PageLinks {
    private let path: String
    private let parameters: [(name: String, value: String)]
    private let count: CountPreference?

    init(_ list: ListDescription, _ rows: RowSelection, count: CountPreference? = nil) {
        self.count = count
        path = PageLinks.path(of: list)
        var parameters: [(name: String, value: String)] = []
        if let groupBy = rows.groupBy {
            let column = list.columns[groupBy]
            parameters.append((QueryName.groupBy, PercentEncoding.encode(column.name)))
            if let group = rows.group {
                parameters += GroupValue.parameters(group, isNumeric: column.isNumeric).map {
                    ($0.name, PercentEncoding.encode($0.value))
                }
            }
        }
        if let filter = rows.filter {
            parameters.append((ListRequest.Name.filter, PercentEncoding.encode(filter.text)))
        }
        if let search = rows.search {
            parameters.append((ListRequest.Name.search, PercentEncoding.encode(search)))
        }
        if !rows.sort.isEmpty {
            // Commas between names are not encoded, but commas inside names are.
            let names = rows.sort.map {
                ($0.descending ? "-" : "") + PercentEncoding.encode(list.columns[$0.column].name)
            }
            parameters.append((QueryName.sort, names.joined(separator: ",")))
        }
        self.parameters = parameters
    }

    static func path(of list: ListDescription) -> String {
        "/lists/" + PercentEncoding.encode(list.name)
    }

    /// The address of the whole list, without a position.
    var whole: String { address(parameters) }

    /// The address of another endpoint for these rows.
    func endpoint(_ name: String) -> String { address(parameters, path + "/" + name) }

    func page(offset: Int, limit: Int) -> String {
        address(parameters + counting + [(QueryName.offset, String(offset)), (QueryName.limit, String(limit))])
    }

    /// The address of the rows beside a cursor. Without a cursor it is the first or last rows.
    func cursor(_ name: String, _ cursor: String?, limit: Int) -> String {
        address(parameters + counting + [(name, cursor ?? ""), (QueryName.limit, String(limit))])
    }

    /// Further pages repeat this request's preference for counting.
    private var counting: [(name: String, value: String)] { count.map { [(CountPreference.name, $0.rawValue)] } ?? [] }

    private func address(_ parameters: [(name: String, value: String)]) -> String { address(parameters, path) }

    private func address(_ parameters: [(name: String, value: String)], _ path: String) -> String {
        guard !parameters.isEmpty else { return path }
        return path + "?" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
}

/// The offsets of the pages near a page.
struct PagePlaces {
    var next: Int?
    var previous: Int?
    var first: Int
    /// The offset of the last page, or `nil` if the rows are not counted.
    var last: Int?

    init(offset: Int, limit: Int, total: Int) {
        first = 0
        // The last page in steps from this one.
        let phase = offset < total ? offset % limit : 0
        let last = total > phase ? (total - 1 - phase) / limit * limit + phase : 0
        self.last = last
        next = offset < total && total - offset > limit ? offset + limit : nil
        previous = offset == 0 ? nil : offset > total ? last : max(0, offset - limit)
    }

    /// The offsets in a list of unknown length. `hasMore` is `true` if another page follows.
    func open(hasMore: Bool, offset: Int, limit: Int) -> PagePlaces {
        var places = self
        places.last = nil
        places.next = hasMore ? offset + limit : nil
        places.previous = offset == 0 ? nil : max(0, offset - limit)
        return places
    }
}
