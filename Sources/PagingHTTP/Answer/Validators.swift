import Foundation
import PagingCore

/// The validators in an answer's headers: an entity tag, a date.
///
/// Source: RFC 9110 §8.8.
struct Validators: Hashable, Sendable {
    /// The `ETag` as it was sent.
    var entityTag: String?
    /// The `Last-Modified` as it was sent, or `nil` if it is unreliable.
    var lastModified: String?

    /// Reads the validators.
    ///
    /// Dates have a resolution of one second. A state that was at least a second old when it was sent will not change under the same date, but a
    /// younger one may (RFC 9110 §8.8.2.2). Without a `Date` header the age is unknown, and the date is not used.
    init(_ headers: HTTPHeaders) {
        entityTag = headers["ETag"].flatMap { Validators.name(ofTag: $0) == nil ? nil : $0 }
        if let text = headers["Last-Modified"], let modified = RetryAfter.date(text),
            let sent = headers["Date"].flatMap(RetryAfter.date), sent.timeIntervalSince(modified) >= 1
        {
            lastModified = text
        }
    }

    /// Guesses the validator behind a version: a date if it can be read as one, otherwise a tag.
    init(_ version: Version) {
        let text = version.description
        if RetryAfter.date(text) != nil { lastModified = text } else { entityTag = "\"\(text)\"" }
    }

    /// The version that they name. A tag is preferred over a date, which is coarser.
    var version: Version? {
        entityTag.flatMap(Validators.name).map { Version($0) } ?? lastModified.map { Version($0) }
    }

    /// The headers of a conditional request.
    ///
    /// The tag is sent as it came, and also without a suffix that a proxy may have added.
    var conditions: [String: String] {
        guard let entityTag else { return lastModified.map { ["If-Modified-Since": $0] } ?? [:] }
        let plain = Validators.name(ofTag: entityTag).map { "\"\($0)\"" } ?? entityTag
        return ["If-None-Match": plain == entityTag ? entityTag : "\(entityTag), \(plain)"]
    }

    /// The content of a tag without the suffix of compression or a proxy: `W/"abc-gzip"` is `abc`.
    ///
    /// Two tags of one representation compare weakly (RFC 9110 §8.8.3.2). Apache, Jetty and others append the name of the compression, with `-`,
    /// `--` or `;`.
    static func name(ofTag field: String) -> String? {
        var text = field.trimmingCharacters(in: .whitespaces)[...]
        if text.hasPrefix("W/") || text.hasPrefix("w/") { text = text.dropFirst(2) }
        if text.first == "\"" {
            text = text.dropFirst().prefix { $0 != "\"" }
        }
        for compression in ["gzip", "br", "zstd", "deflate"] where text.hasSuffix(compression) {
            let stem = text.dropLast(compression.count)
            let bare = stem.trimmingSuffix { $0 == "-" || $0 == ";" }
            if bare.count < stem.count, !bare.isEmpty { text = bare }
        }
        return text.isEmpty ? nil : String(text)
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, matches(last) { rest.removeLast() }
        return rest
    }
}
