internal import Observation
internal import PagingCore

/// The properties of a whole list that views observe. Each changes only if its value does.
///
/// A class of its own, not generic, because Observation would build its metadata for a generic class anew each time.
@MainActor
@Observable
final class ListSignals {
    private(set) var count = 0
    private(set) var serverCount = 0
    private(set) var phase = ListPhase.idle
    private(set) var isComplete = false
    private(set) var isEndKnown = false
    private(set) var gapPositions: [Int] = []
    private(set) var edges = EdgePhases()
    var sections: ListSections?
    var hasPausedLoading = false
    var showsPreviousSource = false
    /// Counts the updates by which rows came, were removed or moved.
    var structure = 0

    /// Takes in a machine's state, and notifies observers of the properties that changed.
    ///
    /// - Returns: the ending of a load that callers may wait for, if there was one.
    @discardableResult
    func follow(_ machine: ListMachine, count shown: Int) -> LoadEnding? {
        // The properties' own storage is compared: reading them would register a caller that is being tracked.
        let serverRows = machine.rows.count
        if _count != shown { count = shown }
        if _serverCount != serverRows { serverCount = serverRows }
        var hasFailed = false
        if _phase != machine.phase {
            phase = machine.phase
            if case .failed = machine.phase { hasFailed = true }
        }
        let isNowComplete = !_isComplete && machine.isComplete
        if _isComplete != machine.isComplete { isComplete = machine.isComplete }
        let gaps = machine.gapPositions
        if _gapPositions != gaps { gapPositions = gaps }
        if _isEndKnown != machine.endIsKnown { isEndKnown = machine.endIsKnown }
        let edges = EdgePhases(of: machine)
        let ending = edges.ending(after: _edges)
        if _edges != edges { self.edges = edges }
        if let known = _sections, let map = machine.sections, !known.isMapped(by: map) {
            sections = known.mapped(by: map)
        }
        return hasFailed ? .failed : ending ?? (isNowComplete ? .complete : nil)
    }
}
