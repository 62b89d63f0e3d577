// The names that examples in comments take for granted (Scripts/check-comments).
import Foundation
import PagingHTTP
import PagingTesting
import PagingUI
import SwiftUI
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

func missing<Value>() -> Value { fatalError() }

struct Row: Identifiable, Codable, Hashable, Sendable {
    var id: Int
    var title: String
    var text: String
    var author: String
    var day: String
    var likes: Int
    var isLiked: Bool
    var counters: Counters
}

struct Counters: Codable, Hashable, Sendable {}

typealias Comment = Row
typealias Post = Row
typealias Topic = Row

extension Row {
    var url: URL { address }
    init(id: UUID, text: String) { self = missing() }
}

struct Socket: Sendable { func close() {} }
struct Message: Sendable { let version: String }
struct Answer: Decodable, Sendable {
    let rows: [Row]
    let total: Int
    var page: Page<Row> { missing() }
}

/// A server's client as an app has it.
struct API: Sendable {
    func rows(offset: Int, limit: Int) async throws -> Answer { missing() }
    func messages(after cursor: Cursor?, limit: Int) async throws -> Page<Row> { missing() }
    func messages(before cursor: Cursor?, limit: Int) async throws -> Page<Row> { missing() }
    func counters(ids: [Int]) async throws -> [Int: Counters] { missing() }
    func topics(ids: [Int]) async throws -> [Topic] { missing() }
    func subscribe(
        _ name: String, onMessage: @escaping @Sendable (Message) -> Void,
        onClose: @escaping @Sendable ((any Error)?) -> Void
    ) -> Socket { missing() }
    func like(_ id: Int) async throws {}
    func delete(_ id: Int) async throws {}
    func post(_ row: Row) async throws -> Row { missing() }
}

struct TopicSource: PageSource {
    func page(for request: PageRequest) async throws -> Page<Topic> { missing() }
}

typealias MySource = TopicSource

struct Report: Sendable { func add(bytes: Int) {} }

let api = API()
let address = URL(string: "https://example.org")!
let url = address
let answerURL = address
let file = address
let mySession = URLSession.shared
let report = Report()
let row: Row = missing()
let post = row
let reply = row
let request = PageRequest.positions(0..<50)
let rows = [row]
let text = ""
let firstUnread = 7
let blocked: Set<String> = []
let source = TopicSource()
let page: Page<JSONValue> = missing()

func address(of request: PageRequest) -> URL { missing() }
func signIn() {}
func offerToKeepLooking(_ found: Int) {}

@MainActor let list: PagedList<Row> = missing()
@MainActor let days: ListSeparators<Row, String> = missing()
@MainActor let scroller: ListScroller = missing()
@MainActor func source(for query: String) -> TopicSource { missing() }
@MainActor var mirror: ListMirror<Row>!
@MainActor var observation: ListObservation!
@MainActor var isAnimating = false
@MainActor var path: [Row] = []
let grid = ListGrid(columns: .fixed(3))
let prefetcher = Prefetcher()

nonisolated(unsafe) var mine = Dialect.offset()
nonisolated(unsafe) var stripe = Dialect.offset()
nonisolated(unsafe) var zulip = Dialect.offset()
nonisolated(unsafe) var users = Dialect.offset()

/// Examples are methods of it.
@MainActor final class Surroundings {
    @State var query = ""

    func update() {}
    func show(_ change: ListChange<Row>) {}
}

struct RowView: View {
    init(_ row: Row) {}
    var body: some View { EmptyView() }
}

typealias MessageRow = RowView
typealias PhotoCell = RowView

/// Loads pictures ahead, as Nuke's `ImagePrefetcher` does.
struct Prefetcher {
    func startPrefetching(with urls: [URL]) {}
    func stopPrefetching(with urls: [URL]) {}
}

struct PlaceholderView: View {
    var body: some View { EmptyView() }
}

struct ItemsView: View {
    let list: PagedList<Row>
    var body: some View { EmptyView() }
}

struct RetryRow: View {
    init(_ error: any Error, retry: () -> Void) {}
    var body: some View { EmptyView() }
}

// Modifiers of SwiftUI that its stand-in does not have.
extension View {
    func opacity(_ opacity: Double) -> some View { self }
    func searchable(text: Binding<String>) -> some View { self }
    // Not escaping: the examples' class would have to be named in it, and a view need not.
    func task(id: some Equatable, _ action: () async -> Void) -> some View { self }
}

#if os(Linux)
    extension URL {
        /// Foundation has it on Apple's systems.
        static var cachesDirectory: URL { missing() }
    }
#endif
