import Foundation
import PagingTesting
import Testing

@testable import Paging

/// States that were saved by another version, cut short or changed: read, or refused with an error that says so.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SavedStateTests {
    private let clock = VirtualClock()
    private struct Note: Identifiable, Hashable, Codable, Sendable {
        let id: String
        var text = ""
    }

    /// A list with everything in it, as the first version of the library saved it.
    private nonisolated static let first = """
        {"checkpoints":[{"position":0},{"cursor":"c","position":3}],"unproven":[1,3],"gaps":[{"pagesLeft":2,"position":3}],\
        "rows":{"stretches":[{"position":0,"items":[{"text":"","id":"a"},{"id":"b","text":""},{"id":"c","text":""}]},\
        {"items":[{"text":"","id":"f"}],"position":5}],"count":6},"capabilities":21,"version":"2","format":1,"order":[2],\
        "earlierVersions":["1"],"isEndKnown":true,"snapshot":["a","b","c","d","e","f"],"lastEdit":3,\
        "sections":[{"title":"A","count":4},{"count":2,"title":"B"}],\
        "place":{"position":1,"offset":0.5,"id":"b"},"edits":[{"kind":"update","gap":1,"slot":1,"row":"b","isGone":false,\
        "content":{"text":"'","id":"b"},"isConfirmed":true,"id":1},{"row":"N","kind":"insert","content":{"id":"N","text":""},\
        "side":"after","neighbor":"c","isGone":false,"id":2,"isConfirmed":false,"gap":3},\
        {"id":3,"row":"a","isGone":false,"kind":"remove","isConfirmed":false,"gap":0,"slot":0}]}
        """

    private struct Server: PageSource {
        let capabilities: SourceCapabilities = .positions
        func page(for request: PageRequest) async throws -> Page<Note> {
            guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
            let inside = range.clamped(to: 0..<6)
            return Page(inside.map { Note(id: "\("abcdef".dropFirst($0).prefix(1))") }, at: inside.lowerBound, total: 6)
        }
    }

    /// Reads a state, makes a list of it and uses that as an app does.
    ///
    /// - Returns: whether it was read.
    private func use(_ json: Data, _ behavior: ListBehavior) async -> Bool {
        let list: PagedList<Note>
        do throws(FeedStateDefect) {
            let state = try FeedState<Note, String>(json: json)
            list = try PagedList(
                Server(), restoring: state, behavior: behavior, policy: LoadPolicy(pageSize: 5, preloads: false),
                clock: clock, seed: 1)
            if let place = state.place { _ = list.position(of: place) }
        } catch {
            #expect(error.description.contains("Make the list without it"))
            return false
        }
        _ = list.rows.prefix(20).map { $0?.text }
        _ = (list.sections?.map(\.rows), list.gapPositions, list.isComplete, list.edits.count)
        let count = list.rows.count
        list.viewport(max(0, min(count - 3, 4))..<min(count, 4) + 3)
        list.hide { $0.id == "b" }
        _ = list.update(Note(id: "f", text: "!"))
        for gap in list.gapPositions { list.fillGap(at: gap) }
        await silence(of: list, clock)
        #expect(await ends(list, clock) { try await list.refresh() })
        for edit in list.edits { edit.rollBack() }
        #expect(await ends(list, clock) { try await list.loadMore() })
        _ = try? list.saved().json()
        return true
    }

    @Test func `What the first version saved is read`() async throws {
        let state = try FeedState<Note, String>(json: Data(Self.first.utf8))
        let list = try PagedList(Server(), restoring: state)
        #expect(list.rows.map { $0.map { $0.id + $0.text } } == ["b'", "c", "N", nil, nil, "f"])
        #expect(state.version == "2" && state.place?.id == "b" && state.total == 6)
        #expect(await use(Data(Self.first.utf8), ListBehavior(membership: .changes)))
    }

    @Test func `What a later version added is passed over`() async throws {
        let json = Self.first.replacingOccurrences(of: "{\"checkpoints\"", with: "{\"pins\":[3],\"checkpoints\"")
        #expect(await use(Data(json.utf8), .fixed))
    }

    // MARK: Whatever is in it

    private nonisolated static let behaviors: [ListBehavior] = [
        .fixed, ListBehavior(membership: .growsOnTop), ListBehavior(membership: .changes),
        ListBehavior(membership: .changes, ranking: .rebuilt, content: .changes),
    ]

    /// Values that a number, a text or a list in a state may be changed to.
    // Proof of safety: a constant, of values without references to anything that changes.
    private nonisolated(unsafe) static let odd: [Any] = [
        -1, 0, 1, 2, 3, 6, 7, 99, Int.max, Int.max - 1, Int.min, 1 << 50, (1 << 50) + 1, 1 << 62, 0.5, "", "a", "z",
        true,
        [Any](), [0, 6], [5, 4], [0, Int.max], [String: Any](), NSNull(),
    ]

    /// Changes one value somewhere in a state.
    private static func mutate(_ value: Any, _ random: inout SplitMix64) -> Any {
        func odd() -> Any { Self.odd[Int.random(in: 0..<Self.odd.count, using: &random)] }
        if var object = value as? [String: Any], let key = object.keys.sorted().randomElement(using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: object[key] = nil
            case 1: object[key] = odd()
            default: object[key] = mutate(object[key] ?? NSNull(), &random)
            }
            return object
        }
        if var list = value as? [Any], !list.isEmpty {
            let index = Int.random(in: 0..<list.count, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: list.remove(at: index)
            case 1: list.append(list[index])
            case 2: list.swapAt(0, index)
            case 3: list[index] = odd()
            default: list[index] = mutate(list[index], &random)
            }
            return list
        }
        return odd()
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `A state with anything in it is read or refused, and never traps`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let whole = try JSONSerialization.jsonObject(with: Data(Self.first.utf8))
        var read = 0
        for round in 0..<48 {
            var state = whole
            // A state without a snapshot has room for other contradictions, and one of a history for more.
            if var object = state as? [String: Any], round % 3 > 0 {
                object["snapshot"] = nil
                if round % 6 == 1 { object["seenCount"] = 2 }
                state = object
            }
            for _ in 0..<Int.random(in: 1...3, using: &random) { state = Self.mutate(state, &random) }
            let json = try JSONSerialization.data(withJSONObject: state, options: .fragmentsAllowed)
            if await use(json, Self.behaviors[round % Self.behaviors.count]) { read += 1 }
        }
        #expect(read > 0)
    }

    @Test func `A state that is cut short anywhere is refused`() async throws {
        let bytes = Data(Self.first.utf8)
        for length in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: FeedStateDefect.self) { try FeedState<Note, String>(json: bytes.prefix(length)) }
        }
    }
}
