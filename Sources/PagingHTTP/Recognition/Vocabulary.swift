/// The names that paginated APIs use, the most specific first. They are compared exactly, unless stated otherwise.
package enum Vocabulary {
    /// Members that hold the items.
    static let items = [
        "objects", "items", "results", "data", "rows", "value", "content", "records", "entries", "hits", "list",
        "edges", "nodes", "entry", "elements", "resources", "Resources", "documents", "docs", "values", "members",
    ]
    /// Members that hold arrays, but never the items.
    static let notItems: Set = [
        "link", "links", "_links", "@links", "errors", "warnings", "messages", "columns", "primary_keys", "included",
        "facets",
        "facet_results", "suggested_facets", "foreign_keys", "fields", "sort", "expandable_columns", "filters",
    ]
    /// Names among them that contain the items if nothing else does.
    static let seldomItems: Set = ["messages", "fields", "filters"]
    /// Members that contain neither rows nor facts about the page: the request's parameters, and data of the rows.
    static let notSigns: Set = [
        "included", "facets", "aggregations", "params", "request", "columns", "parameters", "filters", "schema",
        "extensions",
        "suggested_facets", "facet_results", "echo",
    ]
    /// Members that describe the page.
    static let scopes = [
        "paging", "pagination", "meta", "metadata", "_meta", "_metadata", "page", "pageInfo", "page_info", "links",
        "_links", "info", "response_metadata", "result_info", "meta_data", "cursors", "cursor", "result", "response",
    ]
    /// Fields with the number of items in the list.
    static let total = [
        "totalCount", "total_count", "totalItems", "total_items", "totalElements", "total_elements", "totalResults",
        "total_results", "totalRecords", "total_records", "total_size", "totalSize", "totalResultSize",
        "filtered_table_rows_count",
        "@odata.count", "odata.count", "numFound", "total", "count",
    ]
    /// Headers with the number of items in the list.
    static let totalHeaders = [
        "X-Total-Count", "X-Total", "X-WP-Total", "X-Pagination-Total-Count", "X-Total-Results", "Total-Count",
        "Total-Objects", "Total-Records", "Pagination-Count",
    ]
    /// Fields with the number of pages in the list.
    static let pageCount = [
        "totalPages", "total_pages", "pageCount", "page_count", "last_page", "lastPage", "num_pages", "pages",
        "totalPageSize", "nbPages",
    ]
    /// Words that follow "total" in the name of the number of items, with any spelling.
    static let totalWords = ["", "count", "items", "elements", "results", "records", "rows", "size", "number", "hits"]
    /// Members that report if there are more rows.
    static let hasMore = ["has_more", "hasMore", "has_next", "hasNext", "hasNextPage", "has_next_page", "more"]
    /// Members with the address of the next page, as text or as an object with an `href`.
    static let nextAddress = [
        "@odata.nextLink", "odata.nextLink", "next_url", "nextUrl", "next_page_url", "nextPageUrl", "nextLink",
        "next_link", "nextHref", "next_href", "nextRecordsUrl", "next_page", "nextPage", "next",
    ]
    /// Lists of links, each with its relation type.
    static let links = ["link", "links", "_links"]
    /// Fields with a cursor, and the parameter that takes it.
    static let nextCursor: [(field: String, parameter: String)] = [
        ("next_page_token", "page_token"), ("nextPageToken", "pageToken"), ("next_cursor", "cursor"),
        ("nextCursor", "cursor"), ("next_token", "next_token"), ("nextToken", "nextToken"),
        ("NextToken", "NextToken"), ("NextMarker", "Marker"), ("nextCursorMark", "cursorMark"),
        ("continuation_token", "continuation_token"), ("continuationToken", "continuationToken"),
        ("next_page", "cursor"), ("nextPage", "cursor"), ("next", "cursor"), ("endCursor", "after"),
        ("end_cursor", "after"), ("after", "after"), ("cursor", "cursor"),
        ("continue", "continue"),
    ]
    /// Fields with the page's number, and the parameter for it.
    static let pageFields: [(field: String, parameter: String)] = [
        ("page", "page"), ("current_page", "page"), ("currentPage", "page"), ("pageNumber", "pageNumber"),
        ("page_number", "page_number"), ("number", "page"), ("pageIndex", "pageIndex"),
    ]
    /// Fields with the page size. The parameter has the same name.
    static let sizeFields = [
        "size", "limit", "per_page", "perPage", "page_size", "pageSize", "itemsPerPage", "items_per_page", "maxResults",
    ]
    /// Fields with the position of the first item. The parameter has the same name.
    static let offsetFields = ["offset", "skip"]
    /// Fields with the position of the first item if they are 0 or 1. With other values they may be something else.
    static let startFields = ["start", "startAt", "startIndex", "start_index", "start-index"]
    /// Parameters of positions that count from 1, in lower case.
    static let countedFromOne: Set = ["startindex", "start_index", "start-index"]

    /// Parameters of a page number, in lower case.
    static let pageParameters: Set = [
        "page", "p", "pg", "paged", "_page", "pageno", "pagenum", "page_no", "page_num", "pagenumber", "page_number",
        "currentpage", "current_page", "pageindex", "page_index", "page[number]", "page[page]", "page[currentpage]",
        "page.number", "page.page", "$page",
    ]
    /// Parameters of the position of the first item, in lower case.
    static let offsetParameters: Set = [
        "offset", "_offset", "$offset", "skip", "$skip", "_skip", "start", "_start", "startat", "start_at", "from",
        "first_result", "page[offset]", "startindex", "start_index", "start-index",
    ]
    /// Parameters of the page size, in lower case.
    static let sizeParameters: Set = [
        "limit", "_limit", "$limit", "$top", "top", "size", "_size", "per_page", "perpage", "page_size", "pagesize",
        "count", "rows", "take", "maxresults", "max_results", "page[limit]", "page[size]", "page.size",
        "itemsperpage", "items_per_page", "pagelen", "max-results",
    ]

    /// Parameters that many servers accept without mentioning them in their answers: for a page number, and for a position.
    package static let usualParameters: [(name: String, isPage: Bool)] = [
        ("page", true), ("offset", false), ("_page", true), ("skip", false), ("start", false), ("pageNumber", true),
    ]
    /// Parameters that fewer servers accept. They are tried together in one request, and one by one only if that returns other rows.
    static let seldomParameters: [(name: String, isPage: Bool)] = [
        ("p", true), ("pageNo", true), ("pageIndex", true), ("from", false), ("startAt", false), ("_start", false),
        ("$skip", false), ("startIndex", false), ("pageNum", true), ("currentPage", true), ("resultOffset", false),
        ("retstart", false), ("firstResult", false), ("searchCriteria[currentPage]", true),
    ]
    /// The possible names of a page's number inside an object of parameters.
    static let nestedPageParameters = ["page.currentPage", "page[currentPage]", "page[number]"]
    /// The usual lengths of pages. A list with exactly as many rows may be the first page of a longer one.
    static let usualPageSizes: Set = [
        10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200, 250, 300, 400, 500, 1_000, 2_000, 5_000, 10_000,
    ]
}
