internal import Paging

/// A connection over which a ``SimulatedFeed`` tells what happens, as it happens.
struct SimulatedStream: Sendable {
    let request: FeedRequest
    /// The version that was told last.
    var version: Version
    /// When what was told last arrives: nothing overtakes on a connection.
    var arrival = 0.0
    /// Draws what goes wrong.
    var chance: SplitMix64
}

extension SimulatedNetwork {
    /// The server tells those who listen what happened to its list.
    package mutating func tellStreams(of feed: SimulatedFeed, now: Double) {
        for index in streams.indices.reversed() {
            var stream = streams[index]
            let (fate, slowness) = (stream.chance.nextUnit(), stream.chance.nextUnit())
            let delay = latency / 2 * (hazards.contains(.jitter) ? 1 + 2 * slowness : 1)
            stream.arrival = max(stream.arrival, now + delay)
            if hazards.contains(.errors), fate < 0.1 {
                // The stream breaks. Changes in the meantime are not reported.
                streams.remove(at: index)
                deliver(.failure(isTransient: true, retryAfter: nil), of: stream)
                continue
            }
            if hazards.contains(.loss), 0.1..<0.2 ~= fate {
                // The stream leaves something out, so the next message does not follow on the last one.
                stream.version = feed.current.version
                streams[index] = stream
                continue
            }
            let news = feed.news(since: stream.version)
            stream.version = feed.current.version
            deliver(.answer(news), of: stream)
            if hazards.contains(.duplication), 0.2..<0.3 ~= fate { deliver(.answer(news), of: stream) }
            streams[index] = stream
        }
    }

    /// The server says at which version the list is, as it does now and then.
    package mutating func tellVersions(of feed: SimulatedFeed, now: Double) {
        for index in streams.indices {
            streams[index].arrival = max(streams[index].arrival, now + latency / 2)
            deliver(.answer(feed.news(since: nil)), of: streams[index])
        }
    }

    /// A stream's request has reached the server, which tells where the list is.
    mutating func open(_ request: FeedRequest, on feed: SimulatedFeed, now: Double, back: Double) {
        let stream = SimulatedStream(
            request: request, version: feed.current.version, arrival: now + back,
            chance: SplitMix64(seed: UInt64(request.id.rawValue) &* 0x9E37_79B9_7F4A_7C15))
        streams.append(stream)
        deliver(.answer(feed.news(since: nil)), of: stream)
    }
}

extension SimulatedFeed {
    /// The news of the list for its listeners: the changes since a version, where these can be told.
    func news(since version: Version?) -> FeedAnswer {
        let told =
            features.contains(.changes) ? version.flatMap { changes(since: $0, upTo: states.count - 1).changes } : nil
        return FeedAnswer(content: .live(told, version: current.version), state: current.number)
    }
}
