internal import Foundation

private enum ReaderPlaceKey: String, CodingKey { case id, position, offset }

// Written out, since Swift would otherwise encode the raw value.

extension ReaderPlace: Encodable where ID: Encodable {
    /// Writes the place.
    ///
    /// - Throws: the error of the encoder or an identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReaderPlaceKey.self)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encode(position, forKey: .position)
        try container.encode(offset, forKey: .offset)
    }
}

extension ReaderPlace: Decodable where ID: Decodable {
    /// Reads a place.
    ///
    /// - Throws: the error of the decoder or an identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReaderPlaceKey.self)
        self.init(
            id: try container.decodeIfPresent(ID.self, forKey: .id),
            position: try container.decode(Int.self, forKey: .position),
            offset: try container.decode(Double.self, forKey: .offset))
    }
}

/// As text, for `@SceneStorage` and `@AppStorage`.
extension ReaderPlace: RawRepresentable where ID: Codable {
    /// The place as JSON; an empty text if an identifier cannot be written.
    public var rawValue: String {
        (try? JSONEncoder().encode(self)).flatMap { String(data: $0, encoding: .utf8) } ?? ""
    }

    /// Reads a place.
    ///
    /// - Parameter rawValue: a place in the form of ``rawValue``. For any other text the result is `nil`.
    public init?(rawValue: String) {
        guard let place = try? JSONDecoder().decode(Self.self, from: Data(rawValue.utf8)) else { return nil }
        self = place
    }
}
