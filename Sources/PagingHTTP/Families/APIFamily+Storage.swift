/// Stores of keys and objects.
extension APIFamily {
    static let storage: [APIFamily] = [
        APIFamily(
            name: "DynamoDB", marks: [.posted, .member("Items"), .member("ScannedCount")],
            style: .cursor("ExclusiveStartKey", size: "Limit"), items: "Items", next: .cursor("LastEvaluatedKey")),
        // The next page begins after the last key.
        APIFamily(
            name: "etcd", marks: [.posted, .member("kvs"), .member("header/revision")],
            style: .cursor("key", size: nil), items: "kvs", total: .ignored, next: .keyBehindLast("key"),
            hasMore: "more",
            saysMoreAlways: false, identifier: "key"),
        // From the start of a stream. Without `startFromHead` a request begins at its end.
        logEvents("CloudWatch, log events", [.askedFor("startFromHead", "true")], startsElsewhere: false),
        logEvents("CloudWatch, log events from their end", [], startsElsewhere: true),
        APIFamily(
            name: "Airtable", marks: [.member("records"), .row("createdTime"), .row("fields")],
            style: .cursor("offset", size: "pageSize"), items: "records", next: .cursor("offset")),
        APIFamily(
            name: "S3, version 2", marks: [.member("IsTruncated"), .member("KeyCount")],
            style: .cursor("continuation-token", size: "max-keys"), items: "Contents",
            next: .cursor("NextContinuationToken"), hasMore: "IsTruncated", identifier: "Key"),
        APIFamily(
            name: "S3, version 1", marks: [.member("IsTruncated"), .member("Marker"), .member("Contents")],
            style: .cursor("marker", size: "max-keys"), items: "Contents", next: .lastItem("Key"),
            hasMore: "IsTruncated", identifier: "Key"),
        APIFamily(
            name: "Azure DevOps", marks: [.header("x-ms-continuationtoken"), .member("value")],
            style: .cursor("continuationToken", size: "$top"), items: "value", total: .ignored,
            next: .cursorHeader("x-ms-continuationtoken")),
        APIFamily(
            name: "Container registry, catalog", marks: [.member("repositories"), .path("/_catalog")],
            style: .cursor(nil, size: "n"), items: "repositories", next: .link("next"), identifier: ""),
        APIFamily(
            name: "Container registry, tags", marks: [.member("tags"), .member("name"), .path("/tags/list")],
            style: .cursor(nil, size: "n"), items: "tags", next: .link("next"), identifier: ""),
    ]

    private static func logEvents(_ name: String, _ marks: [Mark], startsElsewhere: Bool) -> APIFamily {
        var family = APIFamily(
            name: name, marks: [.posted, .member("events"), .member("nextForwardToken")] + marks,
            style: .cursor("nextToken", size: "limit"), items: "events", next: .cursor("nextForwardToken"),
            silentMembers: ["nextBackwardToken"], parameters: ["startFromHead": "true"])
        family.startsElsewhere = startsElsewhere
        return family
    }
}
