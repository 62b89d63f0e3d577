// `Web/list-machine.js` documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    // The functions that the page calls; `Web/list-machine.js` is their other side and documents each.
    //
    // The page's machine is the core's, built together with this folder by `Scripts/build-web`, once as it is and once with
    // `PAGING_FIXED_LISTS`, which says that no list changes while it is read, so that the compiler drops what that takes.
    //
    // Each instance of the module holds one list, so that letting go of the instance lets go of its memory. Whole numbers
    // are of 32 bits; "none" is the lowest of them. Every event returns the time to wake the machine, in milliseconds.

    /// The list. Proof for `nonisolated(unsafe)`: an instance of the module has one thread.
    nonisolated(unsafe) var list: UnsafeMutablePointer<ListMachine>! = nil

    /// A number from the page, which passes the least integer for none.
    func known(_ number: Int32) -> Int? { number == .min ? nil : Int(number) }

    /// The rows from one up to, not including, another, for any two numbers.
    private func rows(_ first: Int32, _ end: Int32) -> Range<Int> { Int(first)..<max(Int(first), Int(end)) }

    /// The numbers that the page wrote into the memory of ``room(_:)``, which is freed.
    func numbers(_ count: Int32) -> [Int] {
        guard let numbers = mailbox else { return [] }
        defer {
            numbers.deallocate()
            mailbox = nil
        }
        return [Int](UnsafeBufferPointer(start: numbers, count: Int(count)))
    }

    /// Memory into which the page writes numbers. Proof for `nonisolated(unsafe)`: an instance of the module has one thread.
    nonisolated(unsafe) private var mailbox: UnsafeMutablePointer<Int>?

    /// The behavior that the page declares: two bits for its membership, one if its order is rebuilt, one if rows change.
    private func behavior(_ bits: Int32) -> ListBehavior {
        #if PAGING_FIXED_LISTS
            ListBehavior()
        #else
            ListBehavior(
                membership: bits & 3 == 0 ? .fixed : bits & 3 == 1 ? .growsOnTop : .changes,
                ranking: bits & 4 == 0 ? .stable : .rebuilt, content: bits & 8 == 0 ? .fixed : .changes)
        #endif
    }

    @_expose(wasm, "make")
    public func make(
        _ capabilities: Int32, _ behavior: Int32, _ pageSize: Int32, _ maximumRequestSize: Int32,
        _ maximumRequestsInFlight: Int32, _ itemBudget: Int32, _ seed: Int32
    ) {
        list = .allocate(capacity: 1)
        list.initialize(
            to: ListMachine(
                capabilities: SourceCapabilities(rawValue: UInt16(truncatingIfNeeded: capabilities)),
                behavior: PagingWeb.behavior(behavior),
                policy: LoadPolicy(
                    pageSize: Int(pageSize), maximumRequestSize: known(maximumRequestSize),
                    maximumRequestsInFlight: Int(maximumRequestsInFlight), itemBudget: known(itemBudget),
                    retry: RetryPolicy(longestMilliseconds: 30_000)),
                seed: UInt64(UInt32(bitPattern: seed))))
    }

    @_expose(wasm, "room")
    public func room(_ count: Int32) -> UnsafeMutablePointer<Int> {
        let room = UnsafeMutablePointer<Int>.allocate(capacity: Int(count))
        mailbox = room
        return room
    }

    // MARK: Events

    @_expose(wasm, "viewport")
    public func viewport(_ now: Double, _ first: Int32, _ end: Int32, _ landingFirst: Int32, _ landingEnd: Int32)
        -> Double
    {
        let landing = known(landingFirst).map { _ in rows(landingFirst, landingEnd) }
        return tell(list.pointee.viewport(rows(first, end), landing: landing, now: Instant(milliseconds: now)))
    }

    @_expose(wasm, "pass")
    public func pass(_ now: Double, _ first: Int32, _ end: Int32) -> Double {
        tell(list.pointee.pass(rows(first, end), now: Instant(milliseconds: now)))
    }

    @_expose(wasm, "removeViewer")
    public func removeViewer(_ now: Double) -> Double {
        tell(list.pointee.removeViewer(now: Instant(milliseconds: now)))
    }

    @_expose(wasm, "start")
    public func start(_ now: Double) -> Double { tell(list.pointee.start(now: Instant(milliseconds: now))) }

    @_expose(wasm, "wake")
    public func wake(_ now: Double) -> Double { tell(list.pointee.wake(now: Instant(milliseconds: now))) }

    @_expose(wasm, "retry")
    public func retry(_ now: Double) -> Double { tell(list.pointee.retry(now: Instant(milliseconds: now))) }

    @_expose(wasm, "releaseMemory")
    public func releaseMemory(_ now: Double) -> Double {
        tell(list.pointee.releaseMemory(now: Instant(milliseconds: now)))
    }

    @_expose(wasm, "refresh")
    public func refresh(_ now: Double) -> Double {
        let (job, effects) = list.pointee.refresh(now: Instant(milliseconds: now))
        return tell(effects, of: job)
    }

    @_expose(wasm, "reload")
    public func reload(_ now: Double) -> Double {
        let (job, effects) = list.pointee.reload(now: Instant(milliseconds: now))
        return tell(effects, of: job)
    }

    @_expose(wasm, "loadMore")
    public func loadMore(_ now: Double) -> Double {
        let (job, effects) = list.pointee.loadMore(now: Instant(milliseconds: now))
        return tell(effects, of: job)
    }

    @_expose(wasm, "pin")
    public func pin(_ first: Int32, _ end: Int32) { list.pointee.pin(PositionSet(rows(first, end))) }

    /// - Parameters:
    ///   - continuation: 0 if the answer does not say, 1 for more, 2 for the end, 3 for a cursor.
    ///   - capabilities: the capabilities that the source turned out to have.
    ///   - version: the number of the state of the list that the page shows.
    @_expose(wasm, "arrived")
    public func arrived(
        _ now: Double, _ request: Int32, _ count: Int32, _ position: Int32, _ total: Int32, _ continuation: Int32,
        _ cursor: Int32, _ capabilities: Int32, _ version: Int32
    ) -> Double {
        let goesOn: PageContinuation =
            switch continuation {
            case 1: .more
            case 2: .end
            case 3: .next(Cursor(number: cursor))
            default: .unspecified
            }
        let page = Page(
            numbers(count), at: known(position), total: known(total), continuation: goesOn,
            capabilities: known(capabilities).map { SourceCapabilities(rawValue: UInt16(truncatingIfNeeded: $0)) },
            version: known(version).map { Version(bytes: Cursor(number: Int32($0)).bytes) })
        return tell(
            list.pointee.arrived(page, for: RequestID(Int(request)), now: Instant(milliseconds: now)))
    }

    @_expose(wasm, "sectionsArrived")
    public func sectionsArrived(_ now: Double, _ request: Int32, _ count: Int32) -> Double {
        tell(
            list.pointee.sectionsArrived(
                counts: numbers(count), for: RequestID(Int(request)), now: Instant(milliseconds: now)))
    }

    @_expose(wasm, "failed")
    public func failed(_ now: Double, _ request: Int32, _ isTransient: Int32, _ retryAfter: Double) -> Double {
        tell(
            list.pointee.failed(
                RequestID(Int(request)), isTransient: isTransient != 0, retryAfter: retryAfter,
                now: Instant(milliseconds: now)))
    }

    // MARK: What is known

    @_expose(wasm, "count")
    public func count() -> Int32 { Int32(list.pointee.rows.count) }

    @_expose(wasm, "endIsKnown")
    public func endIsKnown() -> Int32 { list.pointee.endIsKnown ? 1 : 0 }

    @_expose(wasm, "phase")
    public func phase() -> Int32 {
        switch list.pointee.phase {
        case .idle: 0
        case .loading: 1
        case .refreshing: 2
        case .failed: 3
        }
    }

    @_expose(wasm, "identifier")
    public func identifier(_ position: Int32) -> Int32 {
        guard position >= 0, position < count() else { return -1 }
        return list.pointee.rows[Int(position)].map { Int32($0) } ?? -1
    }

    @_expose(wasm, "position")
    public func position(_ identifier: Int32) -> Int32 {
        list.pointee.position(of: Int(identifier)).map { Int32($0) } ?? -1
    }

    /// The number, or the lowest number if there is no such row.
    @_expose(wasm, "slot")
    public func slot(_ position: Int32) -> Int32 {
        guard position >= 0, position < count() else { return .min }
        return Int32(list.pointee.rows.slotID(at: Int(position)).rawValue)
    }

    /// A row's state. The machine is a parameter, because a call on the pointer's value would copy all of it.
    private func state(of position: Int32, in list: inout ListMachine) -> SlotState { list.state(at: Int(position)) }

    @_expose(wasm, "state")
    public func state(_ position: Int32) -> Int32 {
        guard position >= 0, position < count() else { return 0 }
        return switch state(of: position, in: &list.pointee) {
        case .placeholder: 0
        case .loading: 1
        case .failed: 2
        case .loaded: 3
        }
    }

    /// Tells, as an effect, why a row could not be loaded; for row -1, why the list could not. Tells nothing without a failure.
    @_expose(wasm, "failure")
    public func failure(_ position: Int32) {
        if position < 0 {
            if case .failed(let failure) = list.pointee.phase { tell(failure) }
        } else if position < count(), case .failed(let failure) = state(of: position, in: &list.pointee) {
            tell(failure)
        }
    }

    /// 1 if the sections failed for good.
    @_expose(wasm, "sectionsFailed")
    public func sectionsFailed() -> Int32 {
        let request = list.pointee.comparison.requests[.sections]
        return request.isWanted && !request.isOpen ? 1 : 0
    }

    /// Tells, as effects, the numbers that keep meaning their rows even after eviction.
    @_expose(wasm, "rememberedNumbers")
    public func rememberedNumbers() { for number in list.pointee.rememberedNumbers { tell(number) } }

    /// Tells the loaded ranges as effects.
    @_expose(wasm, "loadedRanges")
    public func loadedRanges() { tell(list.pointee.rows.loadedRanges, as: .loaded) }

    /// The section of a row, -1 if there is none.
    @_expose(wasm, "sectionAt")
    public func sectionAt(_ position: Int32) -> Int32 {
        guard let sections = list.pointee.sections, position >= 0, position < sections.total else { return -1 }
        return Int32(sections.location(of: Int(position)).section)
    }

    /// The first row of a section, or the number of all rows.
    @_expose(wasm, "sectionStart")
    public func sectionStart(_ section: Int32) -> Int32 {
        guard let sections = list.pointee.sections else { return 0 }
        return Int32(sections.rows(before: min(max(0, Int(section)), sections.sectionCount)))
    }

    @_expose(wasm, "counter")
    public func counter(_ index: Int32) -> Double {
        let counters = list.pointee.counters
        return switch index {
        case 0: Double(counters.requests)
        case 1: Double(counters.cancellations)
        case 2: Double(counters.failures)
        case 3: Double(counters.lateAnswers)
        case 4: Double(counters.rowsReceived)
        case 5: Double(counters.rowsNeverShown)
        case 6: Double(counters.duplicates)
        case 7: Double(counters.mostInFlight)
        case 8: counters.placeholderRowMilliseconds
        default: counters.latencyMilliseconds
        }
    }
#endif
