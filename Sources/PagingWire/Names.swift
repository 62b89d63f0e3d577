/// The header names that client and server share. Compare them without regard to case.
public enum HeaderName {
    /// How many items the whole list has.
    public static let totalCount = "X-Total-Count"
    /// About how many items the whole list has, where they were not counted.
    public static let estimatedCount = "X-Estimated-Count"
    /// Which of the preferences in `Prefer` were followed (RFC 7240 §3).
    public static let preferenceApplied = "Preference-Applied"
    /// The way to the next, previous, first and last page (RFC 8288).
    public static let link = "Link"
    /// When to ask again: seconds, or a date (RFC 9110 §10.2.3).
    public static let retryAfter = "Retry-After"
    /// The kind of body that an answer has (RFC 9110 §8.3).
    public static let contentType = "Content-Type"
    /// Which range of a list an answer holds, and of how many (RFC 9110 §14.4).
    public static let contentRange = "Content-Range"
}

/// The query parameters that client and server share.
public enum QueryName {
    /// The position of the first row asked for, counted from 0.
    public static let offset = "offset"
    /// The most rows to answer with.
    public static let limit = "limit"
    /// Another name of ``limit``.
    public static let pageSize = "pageSize"
    /// The column to sort by; with a leading `-`, descending.
    public static let sort = "sort"
    /// The column whose values make the sections.
    public static let groupBy = "groupBy"
    /// With ``groupBy``: answer with the sections alone (``SectionEntry``), not with rows. Needs no value.
    public static let metadataOnly = "metadataOnly"
}

/// The media types that client and server share.
public enum MediaType {
    /// JSON (RFC 8259).
    public static let json = "application/json"
    /// Problem details in JSON (RFC 9457).
    public static let problem = "application/problem+json"
    /// The keys of a list in bytes: see ``KeySnapshot``.
    public static let keys = "application/vnd.paging.ids"
}
