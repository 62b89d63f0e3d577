#if !hasFeature(Embedded)
    /// The keys of an encoded ``PagedArray``: its count, and its items in stretches.
    private enum PagedArrayKey: String, CodingKey {
        case count
        case stretches
        case position
        case items
    }

    extension PagedArray: Encodable where Item: Encodable {
        /// Writes the count and the items, by stretches of neighbors. Identities are not written.
        ///
        /// - Throws: the error of the encoder or an item.
        /// - Complexity: O(*runs* + ``loadedCount``), whatever ``count`` is.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: PagedArrayKey.self)
            try container.encode(count, forKey: .count)
            var stretches = container.nestedUnkeyedContainer(forKey: .stretches)
            for range in loadedRanges.ranges {
                var stretch = stretches.nestedContainer(keyedBy: PagedArrayKey.self)
                try stretch.encode(range.lowerBound, forKey: .position)
                var items = stretch.nestedUnkeyedContainer(forKey: .items)
                for position in range {
                    try items.encode(self[position])
                }
            }
        }
    }

    extension PagedArray: Decodable where Item: Decodable {
        /// Reads an array that ``encode(to:)`` wrote. The slots have new identities.
        ///
        /// - Throws: `DecodingError` if the count is negative or a stretch reaches beyond the list; the error of the decoder or an item.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: PagedArrayKey.self)
            let count = try container.decode(Int.self, forKey: .count)
            guard count >= 0 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .count, in: container, debugDescription: "A list cannot have \(count) slots.")
            }
            self.init(count: count)
            var stretches = try container.nestedUnkeyedContainer(forKey: .stretches)
            while !stretches.isAtEnd {
                let stretch = try stretches.nestedContainer(keyedBy: PagedArrayKey.self)
                let position = try stretch.decode(Int.self, forKey: .position)
                let items = try stretch.decode([Item].self, forKey: .items)
                guard position >= 0, position <= count, items.count <= count - position else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .position, in: stretch,
                        debugDescription: "\(items.count) items at \(position) do not fit in \(count) slots.")
                }
                fill(items, at: position)
            }
        }
    }
#endif
