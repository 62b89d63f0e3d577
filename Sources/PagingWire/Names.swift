/// The header names that client and server share. They are case-insensitive.
public enum HeaderName {
    /// The number of items in the whole list.
    public static let totalCount = "X-Total-Count"
    /// The estimated number of items in the whole list, if they were not counted.
    public static let estimatedCount = "X-Estimated-Count"
    /// The preferences in `Prefer` that were applied (RFC 7240 §3).
    public static let preferenceApplied = "Preference-Applied"
    /// Links to the next, previous, first and last page (RFC 8288).
    public static let link = "Link"
    /// The time to retry: seconds, or a date (RFC 9110 §10.2.3).
    public static let retryAfter = "Retry-After"
    /// The media type of the body (RFC 9110 §8.3).
    public static let contentType = "Content-Type"
    /// The range of the list in the answer, and the total (RFC 9110 §14.4).
    public static let contentRange = "Content-Range"
}

/// The query parameters that client and server share.
public enum QueryName {
    /// The position of the first requested row, counted from 0.
    public static let offset = "offset"
    /// The most rows to return.
    public static let limit = "limit"
    /// Another name of ``limit``.
    public static let pageSize = "pageSize"
    /// The column to sort by, in descending order with a leading `-`.
    public static let sort = "sort"
    /// The column whose values are the sections.
    public static let groupBy = "groupBy"
    /// With ``groupBy``, requests only the sections (``SectionEntry``), without rows. It needs no value.
    public static let metadataOnly = "metadataOnly"
}

/// The media types that client and server share.
public enum MediaType {
    /// JSON (RFC 8259).
    public static let json = "application/json"
    /// Problem details in JSON (RFC 9457).
    public static let problem = "application/problem+json"
    /// The keys of a list in binary format: see ``KeySnapshot``.
    public static let keys = "application/vnd.paging.ids"
}
