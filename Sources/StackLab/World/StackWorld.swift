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
    /// `true` once the list goes on with another source, or an app that began again with a list that knew nothing.
    var (isReplaced, hasRestarted) = (false, false)
    /// `true` if the reader jumped since.
    var hasJumped = false
    /// `true` if the list was loaded or refreshed since the server's list last changed: what is on screen at rest is what the server has.
    var isCurrent = true
    /// How often the server's list, or the way to it, has changed.
    var changes = 0
    /// A law that was broken while nobody looked.
    var found: StackViolation?
    /// The view beside the first one, where there is one.
    private(set) var twice: StackScreen?
    /// Lists of apps that have ended.
    var former: [PagedList<StackRow>] = []
    /// The reader's own changes, in order.
    var edits: [OwnEdit] = []
    private let cache: PageCache?
    /// The app that runs now.
    private var process: StackProcess
    /// The failure that an app was told of since it last asked for something.
    private(set) var thrown: (any Error)?
    var hasThrown: Bool { thrown != nil }
    /// An app that pages by hand was told at the end that it cannot go on.
    var couldNotGoOn = false
    /// Requests to the list that have not ended.
    private var open: [Int: String] = [:]
    private var lastJob = 0
    /// The number of requests sent before the last action.
    private var before = 0
    var isHiding = false
    /// The position of the first view, or `nil` if a jump has taken the reader elsewhere.
    private(set) var top: Int?
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
        process = StackProcess(network)
        let source = Self.source(setting, server, dialect, process, cache)
        list = Self.list(source, setting, clock)
        screen = StackScreen(list, dress: setting.extras.dress)
        twice = setting.extras.isSeenTwice ? StackScreen(list) : nil
        followReplacements()
    }

    private static func list(
        _ source: some PageSource<StackRow>, _ setting: StackSetting, _ clock: VirtualClock
    ) -> PagedList<StackRow> {
        let policy = Self.policy(setting)
        return setting.extras.beginning == .start
            ? PagedList(source, behavior: setting.behavior, policy: policy, clock: clock, seed: setting.seed)
            : PagedList(
                source, startingAt: beginning(setting), behavior: setting.behavior, policy: policy, clock: clock,
                seed: setting.seed)
    }
    private static func policy(_ setting: StackSetting) -> LoadPolicy {
        let loading = setting.extras.loading
        return LoadPolicy(
            pageSize: setting.clientPage, maximumRequestsInFlight: loading == .single ? 1 : 4,
            loadsAutomatically: setting.reader != .pagesByHand, preloads: loading != .late,
            preloadDistance: loading == .late ? 0 : 3, itemBudget: loading == .sparing ? 2 * screenful : nil,
            endPlaceholders: loading == .padded ? 3 : 0)
    }
    var policy: LoadPolicy { Self.policy(setting) }

    private static func cache(_ setting: StackSetting, _ clock: VirtualClock) -> PageCache {
        PageCache(
            pages: setting.seed % 3 == 0 ? .first : .all, rules: setting.seed % 5 < 2 ? .app : .server,
            now: { Date(timeIntervalSince1970: 1_700_000_000 + clock.now.offset / .seconds(1)) })
    }

    private static func source(
        _ setting: StackSetting, _ server: any StackServer, _ dialect: Dialect, _ network: StackProcess,
        _ cache: PageCache?
    ) -> any PageSource<StackRow> {
        if let own = setting.extras.own { return own.source(network, pageSize: setting.clientPage) }
        return HTTPSource<StackRow>(
            URL(string: server.address)!, dialect: dialect, cache: cache, groupBy: server.isGrouped ? "shelf" : nil,
            transport: network)
    }
    /// A source that knows nothing yet, as a new process has it.
    func source() -> any PageSource<StackRow> { Self.source(setting, server, dialect, process, cache) }

    /// A list that knows nothing yet.
    func newList() -> PagedList<StackRow> {
        PagedList(source(), behavior: setting.behavior, policy: policy, clock: clock, seed: setting.seed)
    }

    /// Shows the list, in place of another one.
    func show() {
        screen = StackScreen(list, dress: setting.extras.dress)
        if twice != nil { twice = StackScreen(list) }
        followReplacements()
    }

    /// The view keeps its first row in place. Where that has gone with all behind it, it shows others, and says so; and it goes to the place where the
    /// list begins with the first rows, and whenever all are replaced.
    private func followReplacements() {
        screen.onUpdate = { [weak self, weak list] update in
            guard let self, let list, list === self.list, let top = self.top else { return }
            let map = update.positionMap
            self.top = map.following(top..<top + Self.screenful).lowerBound
            if top < update.oldCount {
                guard (top..<update.oldCount).allSatisfy({ map.newPosition(of: $0) == nil }) else { return }
                list.ledger.turn { self.look(at: self.top ?? 0) }
            } else if update.oldCount == 0, list.startingPosition > 0, self.setting.reader == .scrolls {
                list.ledger.turn { self.look(at: list.startingPosition) }
            }
        }
        screen.onReplacement = { [weak self, weak list] in
            list?.ledger.turn {
                guard let self, let list, list === self.list, self.setting.reader == .scrolls else { return }
                self.look(at: list.startingPosition)
            }
        }
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
        if let own = setting.extras.own {
            let size: PlayedAPI.Size = own == .wholePages || Bool.random(using: &random) ? .kept : .clamped
            let total: PlayedAPI.Total = Bool.random(using: &random) ? .right : .absent
            return PlayedAPI(setting.rows, pageSize: setting.serverPage, for: own, size: size, total: total)
        }
        return PlayedAPI(
            setting.rows, pageSize: setting.serverPage, mayRefuse: setting.behavior.membership != .changes,
            random: &random)
    }

    /// How the source is told that the server pages; half of the time it finds out.
    private static func dialect(_ setting: StackSetting, _ server: any StackServer) -> Dialect {
        if setting.kind != .played, setting.reader != .pulls, setting.seed % 7 < 3 { return .envelope }
        guard setting.seed % 2 != 0, setting.reader != .pulls, let api = server as? PlayedAPI, let told = api.dialect
        else { return .automatic }
        // An app that declares how a list pages by position gets the whole list, whatever place its address names.
        api.readFromStart()
        return told
    }

    // MARK: What is done

    func perform(_ action: StackAction) async throws {
        if case .rest = action { return try await rest() }
        follow(action)
        let sent = network.targets.count
        defer { note("\(action)", since: sent) }
        switch action {
        case .look(let fraction): look(at: Int(fraction * Double(max(0, list.count - 1))))
        case .lookAt(let row): look(at: row)
        case .loadMore: ask("loadMore") { try await $0.loadMore() }
        case .loadMoreVisible: ask("loadMore(visible: 20)") { _ = try await $0.loadMore(visible: 20) }
        case .refresh: refresh()
        case .reload: ask("reload") { try await $0.reload() }
        case .retry: list.retry()
        case .jump(let fraction):
            (top, hasJumped) = (nil, true)
            let position = Int(fraction * Double(list.count))
            jump(to: .position(position))
        case .jumpToEnd:
            (top, hasJumped) = (nil, true)
            jump(to: .end)
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
        case .restart: await restart()
        case .replace: replace()
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
        guard let api = server as? PlayedAPI, dialect == .automatic, setting.extras.own == nil else { return false }
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
    nonisolated static let screenful = 10

    /// The view goes where the jump has led.
    private func jump(to place: StartingPlace) {
        ask("jump to \(place)") { [weak self] list in
            // A list without rows that failed to begin at a place begins there when it is tried again, and takes its view with it.
            do {
                let position = try await list.jump(to: place)
                guard let self, list === self.list, self.setting.reader == .scrolls else { return }
                self.look(at: position)
            } catch {
                self?.top = nil
                throw error
            }
        }
    }

    func ask(_ what: String, _ work: @escaping @MainActor (PagedList<StackRow>) async throws -> Void) {
        lastJob += 1
        thrown = nil
        let job = lastJob
        open[job] = what
        list.ledger.turn { [weak self, list] in
            do { try await work(list) } catch { if self?.open[job] != nil { self?.thrown = error } }
            self?.open[job] = nil
        }
    }

    /// The app has ended: it waits for nothing, and hears of nothing.
    func endProcess() {
        process.end()
        (process, open, top) = (StackProcess(network), [:], nil)
    }

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
        try checkWords()
        try checkEdits()
        try checkLength()
        try checkScreen()
        try checkCurrent()
        try checkSound()
        try checkReplaced()
        if let defect = screen.itemDefect { throw violation(.updatesAreTrue, defect) }
    }
    private static let turns = 4_000
    private static let turnsOffline = 40

    /// What the server says of a failure is told, whatever status comes with it.
    private func checkWords() throws {
        for error in [list.state.error, thrown] {
            guard let error = error as? HTTPSourceError, case .wrongShape = error.reason else { continue }
            throw violation(.told, "the server said why it failed, and the list says \(error)")
        }
    }

    /// A list whose server tells its total is as long as that from its first answer on.
    private func checkLength() throws {
        guard list.count > 0, list.state.error == nil, !hasWritten, !isHiding, edits.isEmpty, tellsTotal else { return }
        // Before an answer there may be rows in place of an end that is not known.
        guard setting.extras.loading != .padded || list.isEndKnown else { return }
        let count = try server.truth().count
        if list.count != count {
            throw violation(.becomesRight, "\(list.count) rows, where the server tells of \(count)")
        }
    }

    /// Rows on screen are there, or say why not.
    private func checkScreen() throws {
        guard setting.reader == .scrolls, !network.isOffline, list.state.error == nil, !list.hasPausedLoading, let top,
            // A list that begins elsewhere takes its view there with its first answer.
            beginsAtStart, !hasWritten, !liesAboutTotal
        else { return }
        let shown = top..<max(top, min(top + Self.screenful, list.count))
        for position in shown where list.rows.indices.contains(position) && list.rows[position] == nil {
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
        if let found { throw found }
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
        // A page ends with its section.
        let pages = rows / min(setting.serverPage, setting.clientPage) + (server.isGrouped ? setting.shelves.count : 1)
        let bound = 2 * pages + 40
        // Pages that contradict their total, or each other, are asked for again before the list says so; each list of an app has a bound.
        let contradictions = liesAboutTotal || hasWritten && countsFromOneUnsaid ? 2 : 1
        return bound * contradictions * (1 + former.count)
    }

    func violation(_ law: StackLaw, _ found: String) -> StackViolation {
        StackViolation(law: law, action: 0, found: found)
    }
}
