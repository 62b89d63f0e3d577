import Foundation
import Paging
import PagingCore
import PagingWire

/// Lists that begin at the place that their address names.
extension HTTPSource {
    /// The place that a first answer's address names. If the answer has a total, the place includes the number of rows before it; only for that
    /// the API's first pages are requested.
    func place(_ recognizer: Recognizer, of list: URL) async throws -> AddressedPlace? {
        guard var place = recognizer.place(in: list) else { return nil }
        if place.rowsBefore != nil || recognizer.toldTotal == nil { return place }
        func rows(_ number: Int) async throws -> [JSONValue]? {
            try await self.rows(place.name, number, of: list, at: recognizer.itemsPath)
        }
        let one = place.number == 1 ? recognizer.items : place.first == 0 ? nil : try await rows(1)
        let zero = place.first == 1 ? nil : try await rows(0)
        if place.first == nil, zero != nil || one != nil {
            // A server that counts from 1 refuses 0, or takes it for 1.
            place.first = zero.map { !$0.isEmpty && !Self.isSame($0, one ?? []) } == true ? 0 : 1
        }
        let longest = max(zero?.count ?? 0, one?.count ?? 0, recognizer.items.count)
        place.size = place.size ?? (longest > 0 ? longest : nil)
        return place
    }

    /// The rows at a place, or `nil` if they cannot be loaded.
    private func rows(_ name: String, _ number: Int, of list: URL, at path: FieldPath) async throws -> [JSONValue]? {
        do {
            let question = try question(list, [Query.Parameter(name, String(number))], in: dialect)
            let answer = try await client.answer(to: question).0
            return try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth).value(at: path)?.array
        } catch let error as HTTPSourceError where !error.isTransient {
            return nil
        }
    }

    private static func isSame(_ rows: [JSONValue], _ others: [JSONValue]) -> Bool {
        let identifier = JSONValue.guessedIdentifier(in: rows)
        return rows == others
            || PageSketch(rows, identifier: identifier).isSame(as: PageSketch(others, identifier: identifier)) == true
    }
}
