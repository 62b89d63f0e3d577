import Foundation
import PagingHTTP
import PagingWire

extension PlayedFamily {
    /// Keys such as `k07`, in etcd's base64.
    private static func key(_ row: Int) -> String { Data("k\(row < 10 ? "0" : "")\(row)".utf8).base64EncodedString() }

    private static func registry(_ question: ForeignQuestion, _ count: Int, _ members: (String) -> String) -> HTTPAnswer
    {
        let start = question.query["last"].flatMap { Int($0.dropFirst()) }.map { $0 + 1 } ?? 0
        let page = PlayedPage(start, question.number("n", or: 20), of: count)
        let link = page.hasNext ? [("Link", "</x?last=r\(page.rows.upperBound - 1)&n=20>; rel=\"next\"")] : []
        return json("{" + members(page.list { #""r\#($0)""# }) + "}", link)
    }

    static let storage: [PlayedFamily] = [
        PlayedFamily(
            name: "DynamoDB", words: ["--body", #"{"TableName": "t"}"#, "--id", "id/N"], key: "id/N"
        ) { question, count in
            let page = PlayedPage(question.place(inBody: "ExclusiveStartKey/id/N"), of: count)
            let more = page.next { #""LastEvaluatedKey": {"id": {"N": "\#($0)"}}"# }
            return json(
                #"{"Items": \#(page.list { #"{"id": {"N": "\#($0)"}}"# }), "Count": \#(page.rows.count), "ScannedCount": \#(page.rows.count)\#(more)}"#
            )
        },
        PlayedFamily(
            name: "etcd", words: ["--body", #"{"key": "AA==", "range_end": "AA==", "limit": "20"}"#], key: "key"
        ) { question, count in
            // Everything from a key on.
            let from = question.body["key"]?.string.flatMap { Data(base64Encoded: $0) } ?? Data()
            let start = (0..<count).first { !Data(base64Encoded: key($0))!.lexicographicallyPrecedes(from) } ?? count
            let page = PlayedPage(start, of: count)
            let pairs = page.list { #"{"key": "\#(key($0))", "create_revision": "2", "value": "eA=="}"# }
            let more = page.hasNext ? #", "more": true"# : ""
            return json(#"{"header": {"revision": "9"}, "kvs": \#(pairs)\#(more), "count": "\#(count - start)"}"#)
        },
        PlayedFamily(name: "S3, version 2", key: "Key") { question, count in
            let page = PlayedPage(question.place("continuation-token"), of: count)
            let more = page.next { #""NextContinuationToken": "c\#($0)""# }
            return json(
                #"{"IsTruncated": \#(page.hasNext), "KeyCount": \#(page.rows.count), "MaxKeys": 20, "Contents": \#(page.list { #"{"Key": "o\#($0)"}"# })\#(more)}"#
            )
        },
        PlayedFamily(name: "S3, version 1", key: "Key") { question, count in
            let marker = question.query["marker"].flatMap { Int($0.dropFirst()) }.map { $0 + 1 } ?? 0
            let page = PlayedPage(marker, of: count)
            return json(
                #"{"IsTruncated": \#(page.hasNext), "Marker": "\#(question.query["marker"] ?? "")", "MaxKeys": 20, "Contents": \#(page.list { #"{"Key": "o\#($0)"}"# })}"#
            )
        },
        PlayedFamily(name: "Azure DevOps", notWhole: [20]) { question, count in
            let page = PlayedPage(question.place("continuationToken"), of: count)
            let header = page.hasNext ? [("x-ms-continuationtoken", "c\(page.rows.upperBound)")] : []
            return json(#"{"count": \#(page.rows.count), "value": \#(page.list())}"#, header)
        },
        PlayedFamily(
            name: "Container registry, catalog", address: "http://api.test/v2/_catalog", key: "the row itself"
        ) { question, count in registry(question, count) { #""repositories": \#($0)"# } },
        PlayedFamily(
            name: "Container registry, tags", address: "http://api.test/v2/a/tags/list", key: "the row itself"
        ) { question, count in registry(question, count) { #""name": "a", "tags": \#($0)"# } },
    ]
}
