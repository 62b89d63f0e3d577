import Foundation

@testable import PagingServer

/// Clients that read long answers slowly: each takes six megabytes of keys at 80 kB a second, again and again.
///
/// A shell runs them, and ends them when this process does, however it ends.
final class ChaosSlowReaders {
    /// The table that they read.
    static let statements = [
        "CREATE TABLE events (id text PRIMARY KEY, kind text)",
        "INSERT INTO events SELECT repeat('k', 54) || i, 'event' FROM generate_series(100001, 200000) i",
    ]
    private static let script = """
        number=$1; address=$2
        while :; do
            curl -s --limit-rate 80k -o "$0/keys-$number" -w '%{http_code} %{size_download}\\n' -H 'Host: lists.test' "$address" \
                </dev/null >> "$0/slow-$number" 2>/dev/null & echo $! > "$0/slow-pid-$number"
            wait $! || true
            sleep 0.1
        done &
        keeper=$!
        cat >/dev/null
        kill -9 $keeper $(cat "$0/slow-pid-$number")
        """

    private let folder: TemporaryFolder
    private var running: [(shell: Process, lifeline: Pipe)] = []

    init(_ count: Int, ports: [Int], in folder: TemporaryFolder) throws {
        self.folder = folder
        for number in 0..<count {
            let address = "http://127.0.0.1:\(ports[number % ports.count])/lists/events/ids"
            running.append(try ChaosServers.start(Self.script, [folder.path, "\(number)", address]))
        }
    }

    /// How many bytes they took in answers that ended or were broken off, and how many answers were refused.
    var figures: (bytes: Int, refused: Int) {
        var figures = (bytes: 0, refused: 0)
        for number in running.indices {
            let log = (try? String(contentsOfFile: folder.file("slow-\(number)"), encoding: .utf8)) ?? ""
            for line in log.split(separator: "\n") {
                let parts = line.split(separator: " ").compactMap { Int($0) }
                guard parts.count == 2 else { continue }
                if parts[0] == 200 { figures.bytes += parts[1] } else { figures.refused += 1 }
            }
        }
        return figures
    }

    func end() {
        ChaosServers.end(running)
        running = []
    }
}
