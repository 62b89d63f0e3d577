public import Foundation

extension FeedState where Item: Codable, ID: Codable {
    /// Reads a state that was written as JSON.
    ///
    /// - Throws: ``FeedStateDefect``: cut short, of another format, or no state at all.
    public init(json: Data) throws(FeedStateDefect) {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch let defect as FeedStateDefect {
            throw defect
        } catch let error as DecodingError {
            throw FeedStateDefect(error)
        } catch {
            throw .unreadable(place: "", reason: "\(error)")
        }
    }

    /// The state as JSON.
    ///
    /// - Throws: the error of an item or an identifier.
    public func json() throws -> Data { try JSONEncoder().encode(self) }
}
