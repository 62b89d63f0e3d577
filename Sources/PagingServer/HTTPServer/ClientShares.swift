internal import CMicrohttpd
internal import Foundation

/// Each client's share of a server: requests a second, and streams.
///
/// Requests are counted by a token bucket, which fills at the allowed rate up to a limit.
struct ClientShares {
    private struct Bucket {
        var tokens: Double
        var filledAt: UInt64
    }

    private let rate: Double?
    private var buckets: [String: Bucket] = [:]
    private var streamsOf: [String: Set<ObjectIdentifier>] = [:]
    private var clients: [ObjectIdentifier: String] = [:]

    /// - Parameter requestsPerSecond: the allowed rate, or `nil` for no limit.
    init(requestsPerSecond: Int?) { rate = requestsPerSecond.map(Double.init) }

    /// Counts a request.
    ///
    /// - Parameter now: nanoseconds of the monotonic clock.
    /// - Returns: the seconds to wait before the request is allowed, or `nil` if it is allowed now.
    mutating func secondsToWait(_ client: String, now: UInt64) -> Int? {
        guard let rate else { return nil }
        let most = rate * ServerLimits.savedSeconds
        if buckets.count >= ServerLimits.countedClients, buckets[client] == nil {
            // Clients whose bucket is full again are forgotten.
            let full = UInt64(ServerLimits.savedSeconds * 1_000_000_000)
            buckets = buckets.filter { $0.value.filledAt + full > now }
            if buckets.count >= ServerLimits.countedClients { buckets = [:] }
        }
        var bucket = buckets[client] ?? Bucket(tokens: most, filledAt: now)
        bucket.tokens = min(most, bucket.tokens + Double(now - bucket.filledAt) / 1_000_000_000 * rate)
        bucket.filledAt = now
        defer { buckets[client] = bucket }
        guard bucket.tokens >= 1 else { return max(1, Int(((1 - bucket.tokens) / rate).rounded(.up))) }
        bucket.tokens -= 1
        return nil
    }

    func streams(of client: String) -> Int { streamsOf[client]?.count ?? 0 }

    mutating func begin(_ stream: ObjectIdentifier, of client: String) {
        streamsOf[client, default: []].insert(stream)
        clients[stream] = client
    }

    mutating func end(_ stream: ObjectIdentifier) {
        guard let client = clients.removeValue(forKey: stream) else { return }
        streamsOf[client]?.remove(stream)
        if streamsOf[client]?.isEmpty ?? false { streamsOf[client] = nil }
    }

    /// The name of a client.
    ///
    /// A proxy on the same machine adds the client's address at the end of `X-Forwarded-For`.
    ///
    /// - Returns: `nil` for a program of this machine, which has no share.
    static func name(address: String, _ request: Request) -> String? {
        guard address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.") else {
            return network(of: address)
        }
        let forwarded = request.headers.filter { $0.name.lowercased() == "x-forwarded-for" }.last?.value
        let last = forwarded?.split(separator: ",").last.map { $0.filter { $0 != " " && $0 != "\t" } } ?? ""
        return last.isEmpty ? nil : network(of: String(last.prefix(64)))
    }

    /// The part of an address that identifies a client: of an IPv6 address the first half, since each client has a whole `/64` network.
    private static func network(of address: String) -> String {
        guard address.contains(":") else { return address }
        var parsed = in6_addr()
        guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &parsed) == 1 else { return address }
        let bytes = withUnsafeBytes(of: &parsed) { Array($0) }
        // An IPv4 address in IPv6 form.
        if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return bytes.suffix(4).map(String.init).joined(separator: ".")
        }
        let groups = stride(from: 0, to: 8, by: 2).map {
            String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
        }
        return groups.joined(separator: ":") + "::/64"
    }
}
