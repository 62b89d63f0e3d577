internal import Foundation
internal import Paging
internal import PagingCore
internal import PagingHTTP
internal import PagingTesting

/// The whole stack in one process and virtual time, everything real but the wire: a database with its responder, or a played API; a source; a
/// list with its driver; a screen.
@MainActor
package final class StackWorld {
    package let setting: StackSetting
    package let server: any StackServer
    package let network: StackNetwork
    private let dialect: Dialect
    let clock = VirtualClock()
    var list: PagedList<StackRow>
    private(set) var screen: StackScreen
    /// The view beside the first one, where there is one.
    private(set) var twice: StackScreen?
    /// Lists of apps that have ended.
    var former: [PagedList<StackRow>] = []
    /// The reader's own changes, in order.
    var edits: [OwnEdit] = []
    private let cache: PageCache?
    /// An app was told that a load failed, since the last action.
    var hasThrown = false
    /// An app that pages by hand was told at the end that it cannot go on.
    var couldNotGoOn = false
    /// Requests to the list that have not ended.
    private var open: [Int: String] = [:]
    private var lastJob = 0
    /// The number of requests sent before the last action.
    private var before = 0
    var isHiding = false
    /// The position of the first view, or `nil` if a jump has taken the reader elsewhere.
    private var top: Int?
    var hasWritten = false
    /// The second view has shown a part of the list.
    var hasLookedTwice = false
    /// Called with a line for each action.
    var log: ((String) -> Void)?

    /// Makes the world that a seed has drawn.
    package init(_ setting: StackSetting) throws {
        self.setting = setting
        server = try Self.server(setting)
        dialect = Self.dialect(setting, server)
        network = StackNetwork(server, setting.hazards, clock: clock, seed: setting.seed)
        network.hasCache = setting.extras.cache == .between
        cache = setting.extras.cache == .app ? Self.cache(setting, clock) : nil
        let source = Self.source(server, dialect, network, cache)
        let policy = Self.policy(setting)
        list =
            setting.extras.beginning == .start
            ? PagedList(source, behavior: setting.behavior, policy: policy, clock: clock, seed: setting.seed)
            : PagedList(
                source, startingAt: Self.beginning(setting), behavior: setting.behavior, policy: policy, clock: clock,
                seed: setting.seed)
        screen = StackScreen(list, dress: setting.extras.dress)
        twice = setting.extras.isSeenTwice ? StackScreen(list) : nil
    }

    private static func policy(_ setting: StackSetting) -> LoadPolicy {
        LoadPolicy(pageSize: setting.clientPage, loadsAutomatically: setting.reader != .pagesByHand)
    }
    var policy: LoadPolicy { Self.policy(setting) }

    private static func cache(_ setting: StackSetting, _ clock: VirtualClock) -> PageCache {
        PageCache(
            pages: setting.seed % 3 == 0 ? .first : .all, rules: setting.seed % 5 < 2 ? .app : .server,
            now: { Date(timeIntervalSince1970: 1_700_000_000 + clock.now.offset / .seconds(1)) })
    }

    private static func source(
        _ server: any StackServer, _ dialect: Dialect, _ network: StackNetwork, _ cache: PageCache?
    ) -> HTTPSource<StackRow> {
        HTTPSource(
            URL(string: server.address)!, dialect: dialect, cache: cache, groupBy: server.isGrouped ? "shelf" : nil,
            transport: network)
    }
    /// A source that knows nothing yet, as a new process has it.
    func source() -> HTTPSource<StackRow> { Self.source(server, dialect, network, cache) }

    /// Shows the list, in place of another one.
    func show() {
        screen = StackScreen(list, dress: setting.extras.dress)
        if twice != nil { twice = StackScreen(list) }
    }

    private static func server(_ setting: StackSetting) throws -> any StackServer {
        switch setting.kind {
        case .served: try ServedTable(setting.rows, isGrouped: false, hasLog: false)
        case .logged: try ServedTable(setting.rows, isGrouped: false, hasLog: true)
        case .grouped: try ServedTable(setting.rows, isGrouped: true, hasLog: setting.seed % 3 == 0)
        case .played: played(setting)
        }
    }

    /// The API that a setting has.
    package nonisolated static func played(_ setting: StackSetting) -> PlayedAPI {
        var random = SplitMix64(seed: setting.seed &+ 2)
        return PlayedAPI(setting.rows, pageSize: setting.serverPage, random: &random)
    }

    /// How the source is told that the server pages; half of the time it finds out.
    private static func dialect(_ setting: StackSetting, _ server: any StackServer) -> Dialect {
        guard setting.seed % 2 != 0, setting.reader != .pulls, let api = server as? PlayedAPI, let told = api.dialect
        else { return .automatic }
        // An app that declares how a list pages by position gets the whole list, whatever place its address names.
        api.readFromStart()
        return told
    }

    // MARK: What is done

    func perform(_ action: StackAction) async throws {
        if case .rest = action { return try await rest() }
        let sent = network.targets.count
        defer { note("\(action)", since: sent) }
        switch action {
        case .look(let fraction): look(at: Int(fraction * Double(max(0, list.count - 1))))
        case .lookAt(let row): look(at: row)
        case .loadMore: ask("loadMore") { try await $0.loadMore() }
        case .loadMoreVisible: ask("loadMore(visible: 20)") { _ = try await $0.loadMore(visible: 20) }
        case .refresh: ask("refresh") { try await $0.refresh() }
        case .reload: ask("reload") { try await $0.reload() }
        case .retry: list.retry()
        case .jump(let fraction):
            top = nil
            let position = Int(fraction * Double(list.count))
            ask("jump to \(position)") { _ = try await $0.jump(to: .position(position)) }
        case .jumpToEnd:
            top = nil
            ask("jump to the end") { _ = try await $0.jump(to: .end) }
        case .write(let change):
            try server.change(change)
            hasWritten = true
        case .offline(let isOffline): network.isOffline = isOffline
        case .hide:
            isHiding = true
            hideSome()
        case .begin: try begin()
        case .lookTwice(let fraction):
            let top = Int(fraction * Double(max(0, list.count - 1)))
            list.viewport(top..<top + Self.screenful, viewer: Self.second)
            hasLookedTwice = true
        case .leave:
            twice = nil
            list.removeViewer(Self.second)
        case .edit(let edit): try self.edit(edit)
        case .answerEdits: answerEdits()
        case .restore: try await restore()
        case .steps(let count):
            await settle()
            for _ in 0..<count {
                if !clock.advanceToNextSleeper() { break }
                // No answer is made while the next thing is done.
                await settle()
            }
            return
        case .rest: break
        }
        before = network.targets.count
    }

    /// A line for what was done, the requests that it caused, and what the list is like after it.
    private func note(_ what: String, since sent: Int) {
        guard let log else { return }
        let asked = network.history(since: sent).map { "\n    \($0)" }.joined()
        let rows = list.rows.prefix(60).map { $0.map { "\($0.id)" } ?? "·" }.joined(separator: " ")
        let missing = list.rows.indices.filter { list.rows[$0] == nil }.prefix(5).map { "\($0) \(list.state(at: $0))" }
        log("\(what)\(asked)\n  → \(list.state), complete \(list.isComplete), \(list.count) rows: \(rows) \(missing)")
    }

    /// `true` if the list may end with an error in the place of rows: where a source finds out by itself how an API pages by place, it may find none
    /// of the names that it tries.
    var mayNotFindOut: Bool {
        guard let api = server as? PlayedAPI, dialect == .automatic else { return false }
        return ![PlayedAPI.Way.cursor, .nextAddress, .link].contains(api.way)
            && ![.addresses, .links].contains(api.oddities.extra)
    }

    /// `true` if rows behind the first answer, if there are any, are asked for by a name that is tried only beside others, so that nothing behind it
    /// proves no end. The source says then that the list may go on.
    var isOutOfReach: Bool {
        guard mayNotFindOut, let api = server as? PlayedAPI else { return false }
        return !Vocabulary.usualParameters.contains { $0.name == api.parameter }
    }

    /// `true` if the server tells a total that is not that of its rows: the list may say so in the place of rows, and need not find all of them.
    var liesAboutTotal: Bool { (server as? PlayedAPI).map { $0.oddities.truth != .right } ?? false }

    /// `true` if positions are counted from one, and the source is to find that out while rows come and go.
    var countsFromOneUnsaid: Bool {
        guard let api = server as? PlayedAPI, dialect == .automatic else { return false }
        return api.way == .offsetFromOne && ![.addresses, .links].contains(api.oddities.extra)
    }

    /// All that is under way waits for time to pass.
    func settle() async {
        for list in former { await list.settle() }
        await list.settle()
    }

    func hideSome() { list.hide { $0.id % 3 == 0 } }

    static let second = ViewerID(1)

    func look(at position: Int) {
        top = position
        list.viewport(position..<position + Self.screenful)
    }
    static let screenful = 10

    private func ask(_ what: String, _ work: @escaping @MainActor (PagedList<StackRow>) async throws -> Void) {
        lastJob += 1
        hasThrown = false
        let job = lastJob
        open[job] = what
        list.ledger.turn { [weak self, list] in
            do { try await work(list) } catch { if self?.open[job] != nil { self?.hasThrown = true } }
            self?.open[job] = nil
        }
    }

    /// The app no longer waits for its requests.
    func forgetJobs() { (open, top) = ([:], nil) }

    // MARK: Rest

    /// All that is under way ends, time passing as far as anything waits for it.
    func rest() async throws {
        let sent = network.targets.count
        defer { note("rest", since: sent) }
        var turns = 0
        repeat {
            await settle()
            try checkAlways()
            turns += 1
            // Without a network a stream is opened again and again, with growing waits.
            if network.isOffline, setting.kind == .logged, turns > Self.turnsOffline { return }
            if turns > Self.turns {
                throw violation(.fallsSilent, "no silence after \(turns) turns; \(network.targets.suffix(4))")
            }
        } while clock.advanceToNextSleeper()
        await settle()
        if let job = open.first { throw violation(.told, "\(job.value) has not ended, and nothing goes on") }
        if list.state.error != nil, !screen.toldFailure {
            throw violation(.told, "the list failed, and no change told that")
        }
        try checkEdits()
        try checkLength()
        try checkScreen()
        if let defect = screen.itemDefect { throw violation(.updatesAreTrue, defect) }
    }
    private static let turns = 4_000
    private static let turnsOffline = 40

    /// A list whose server tells its total is as long as that from its first answer on.
    private func checkLength() throws {
        guard list.count > 0, list.state.error == nil, !hasWritten, !isHiding, edits.isEmpty, tellsTotal else { return }
        let count = try server.truth().count
        if list.count != count {
            throw violation(.becomesRight, "\(list.count) rows, where the server tells of \(count)")
        }
    }

    /// Rows on screen are there, or say why not.
    private func checkScreen() throws {
        guard setting.reader == .scrolls, !network.isOffline, list.state.error == nil, !list.hasPausedLoading, let top,
            // A list that begins elsewhere takes its view there with its first answer.
            setting.extras.beginning == .start, !hasWritten, edits.isEmpty, !isHiding, !liesAboutTotal
        else { return }
        for position in top..<max(top, min(top + Self.screenful, list.count)) where list.rows[position] == nil {
            // Read in order, rows behind one that failed wait for it.
            if list.rows.indices.contains(where: { if case .failed = list.state(at: $0) { true } else { false } }) {
                return
            }
            if case .placeholder = list.state(at: position) {
                throw violation(.becomesRight, "row \(position) is on screen, and nothing asks for it")
            }
        }
    }

    private var tellsTotal: Bool {
        guard let api = server as? PlayedAPI else { return !server.isGrouped }
        return api.total != .absent && api.oddities.truth == .right && api.place == nil && !mayNotFindOut
    }

    private func checkAlways() throws {
        if let defect = screen.defect ?? twice?.defect { throw violation(.updatesAreTrue, defect) }
        // By what is loaded alone, whatever the length.
        let shown = list.rows.loadedItems.map(\.item.id)
        if Set(shown).count != shown.count { throw violation(.noDuplicates, "\(shown)") }
        let sent = network.targets.count - before
        if sent > bound {
            throw violation(
                .anyAddress, "\(sent) requests since the last action, of \(bound): \(network.targets.suffix(3))")
        }
    }

    /// The most requests that one action may cause: two for each page and forty more.
    private var bound: Int {
        let rows = max(setting.count + 10, list.count)
        let bound = 2 * (rows / min(setting.serverPage, setting.clientPage) + 1) + 40
        // Pages that contradict their total, or each other, are asked for again before the list says so; each list of an app has a bound.
        let contradictions = liesAboutTotal || hasWritten && countsFromOneUnsaid ? 2 : 1
        return bound * contradictions * (1 + former.count)
    }

    func violation(_ law: StackLaw, _ found: String) -> StackViolation {
        StackViolation(law: law, action: 0, found: found)
    }
}
