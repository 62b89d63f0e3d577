internal import Foundation
internal import PagingWire

/// A row identified by the value at a path, which the decoder passes on.
struct WatchedRow: Decodable, Identifiable, Hashable, Sendable {
    let id: JSONValue
    let value: JSONValue

    /// The key under which a decoder holds the path.
    static let path = CodingUserInfoKey(rawValue: "paging.watch.id")

    init(from decoder: any Decoder) throws {
        value = try JSONValue(from: decoder)
        let path = WatchedRow.path.flatMap { decoder.userInfo[$0] as? String } ?? "id"
        guard let id = value.value(at: FieldPath(path)), !id.isNull else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "the row has no '\(path)'; name what identifies a row with --id"))
        }
        self.id = id
    }

    /// A decoder of rows that are identified by the value at a path.
    static func decoder(id path: FieldPath) -> JSONDecoder {
        let decoder = JSONDecoder()
        if let key = WatchedRow.path { decoder.userInfo[key] = path.description }
        return decoder
    }
}
