public import PagingCore

/// The keys of an encoded state.
private enum FeedStateKey: String, CodingKey {
    case format, rows, isEndKnown, snapshot, version, earlierVersions, checkpoints, gaps, sections
    case capabilities, seenCount, isStartKnown, previous, place, edits, order, lastEdit
    /// Lists saved by earlier versions have this key, so it keeps its name.
    case staleRows = "unproven"
    // Keys of a part of the state.
    case position, way, cursor, pagesLeft, title, count
}

extension FeedState: Encodable where Item: Encodable, ID: Encodable {
    /// Writes the state, with the number of its format.
    ///
    /// - Throws: the error of the encoder, an item or an identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FeedStateKey.self)
        try container.encode(FeedStateFormat.current, forKey: .format)
        try container.encode(rows, forKey: .rows)
        try container.encode(isEndKnown, forKey: .isEndKnown)
        try container.encode(staleRows.ranges.flatMap { [$0.lowerBound, $0.upperBound] }, forKey: .staleRows)
        try container.encodeIfPresent(snapshot, forKey: .snapshot)
        try container.encodeIfPresent(version, forKey: .version)
        try container.encode(earlierVersions, forKey: .earlierVersions)
        var places = container.nestedUnkeyedContainer(forKey: .checkpoints)
        for checkpoint in checkpoints {
            var place = places.nestedContainer(keyedBy: FeedStateKey.self)
            try place.encode(checkpoint.position, forKey: .position)
            if checkpoint.way != .after { try place.encode(checkpoint.way.rawValue, forKey: .way) }
            try place.encodeIfPresent(checkpoint.cursor, forKey: .cursor)
        }
        if beginning != .start {
            try container.encode(false, forKey: .isStartKnown)
            if case .previous(let cursor) = beginning { try container.encode(cursor, forKey: .previous) }
        }
        places = container.nestedUnkeyedContainer(forKey: .gaps)
        for gap in gaps {
            var place = places.nestedContainer(keyedBy: FeedStateKey.self)
            try place.encode(gap.position, forKey: .position)
            try place.encode(gap.pagesLeft, forKey: .pagesLeft)
        }
        if let sections {
            places = container.nestedUnkeyedContainer(forKey: .sections)
            for section in sections {
                var place = places.nestedContainer(keyedBy: FeedStateKey.self)
                try place.encode(section.title, forKey: .title)
                try place.encode(section.count, forKey: .count)
            }
        }
        try container.encode(capabilities.rawValue, forKey: .capabilities)
        try container.encodeIfPresent(seenCount, forKey: .seenCount)
        try container.encodeIfPresent(place, forKey: .place)
        try container.encode(edits, forKey: .edits)
        try container.encode(order, forKey: .order)
        try container.encode(lastEdit, forKey: .lastEdit)
    }
}

extension FeedState: Decodable where Item: Decodable, ID: Decodable {
    /// Reads a state that ``encode(to:)`` wrote.
    ///
    /// - Throws: ``FeedStateDefect``, also for an error of the decoder, an item or an identifier.
    public init(from decoder: any Decoder) throws {
        do {
            let container = try decoder.container(keyedBy: FeedStateKey.self)
            let format = try container.decode(Int.self, forKey: .format)
            guard format == FeedStateFormat.current else { throw FeedStateDefect.otherFormat(format) }
            self.init(
                rows: try container.decode(PagedArray<Item>.self, forKey: .rows),
                isEndKnown: try container.decode(Bool.self, forKey: .isEndKnown),
                capabilities: SourceCapabilities(rawValue: try container.decode(UInt16.self, forKey: .capabilities)))
            staleRows = try Self.positions(in: container)
            snapshot = try container.decodeIfPresent([ID].self, forKey: .snapshot)
            version = try container.decodeIfPresent(Version.self, forKey: .version)
            earlierVersions = try container.decode([Version].self, forKey: .earlierVersions)
            var places = try container.nestedUnkeyedContainer(forKey: .checkpoints)
            while !places.isAtEnd {
                let place = try places.nestedContainer(keyedBy: FeedStateKey.self)
                let way = try place.decodeIfPresent(UInt8.self, forKey: .way) ?? 0
                checkpoints.append(
                    .init(
                        position: try place.decode(Int.self, forKey: .position), way: .init(rawValue: way) ?? .after,
                        cursor: try place.decodeIfPresent(Cursor.self, forKey: .cursor)))
            }
            if try container.decodeIfPresent(Bool.self, forKey: .isStartKnown) == false {
                let cursor = try container.decodeIfPresent(Cursor.self, forKey: .previous)
                beginning = cursor.map { .previous($0) } ?? .unspecified
            }
            places = try container.nestedUnkeyedContainer(forKey: .gaps)
            while !places.isAtEnd {
                let place = try places.nestedContainer(keyedBy: FeedStateKey.self)
                gaps.append(
                    .init(
                        position: try place.decode(Int.self, forKey: .position),
                        pagesLeft: try place.decode(Int.self, forKey: .pagesLeft)))
            }
            if container.contains(.sections) { sections = try Self.sections(in: container) }
            seenCount = try container.decodeIfPresent(Int.self, forKey: .seenCount)
            place = try container.decodeIfPresent(ReaderPlace<ID>.self, forKey: .place)
            edits = try container.decode([Edit].self, forKey: .edits)
            order = try container.decode([Int].self, forKey: .order)
            lastEdit = try container.decode(Int.self, forKey: .lastEdit)
        } catch let error as DecodingError {
            throw FeedStateDefect(error)
        }
    }

    private static func positions(
        in container: KeyedDecodingContainer<FeedStateKey>
    ) throws -> PositionSet {
        let bounds = try container.decode([Int].self, forKey: .staleRows)
        // Each bound must be below the next, or these are no ranges.
        guard bounds.count % 2 == 0, bounds.first ?? 0 >= 0, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 })
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .staleRows, in: container, debugDescription: "These are not the bounds of ranges in order.")
        }
        return PositionSet(stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] })
    }

    private static func sections(
        in container: KeyedDecodingContainer<FeedStateKey>
    ) throws -> [ListSection] {
        var sections: [ListSection] = []
        var places = try container.nestedUnkeyedContainer(forKey: .sections)
        while !places.isAtEnd {
            let place = try places.nestedContainer(keyedBy: FeedStateKey.self)
            sections.append(
                ListSection(
                    title: try place.decode(String.self, forKey: .title),
                    count: try place.decode(Int.self, forKey: .count)))
        }
        return sections
    }
}

extension EditID: Codable {
    /// Reads an identifier that was written as a number.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Int.self))
    }

    /// Writes the identifier's number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension FeedStateDefect {
    init(_ error: DecodingError) {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self = .unreadable(place: Self.path(context.codingPath), reason: context.debugDescription)
        case .keyNotFound(let key, let context):
            self = .unreadable(place: Self.path(context.codingPath), reason: "There is no '\(key.stringValue)'.")
        @unknown default: self = .unreadable(place: "", reason: "\(error)")
        }
    }

    /// `rows.stretches[0].items[3]`.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
