/// The runs of a list, in order: the loaded slots, their items, and the first identity of each run.
///
/// A run is a stretch of neighboring slots whose identities count up by one. It is either loaded, with one item a slot in its buffer, or a
/// stretch of placeholders of any length, with an empty buffer. The cost of a directory depends on the number of runs. So the parts of a run are
/// in parallel arrays: a lookup accesses two of them, and an edit shifts one in a tight loop.
///
/// A directory is in *canonical form* when no loaded run crosses a multiple of ``blockSlots`` in the space of
/// identities, and no two neighbors could be one run. The form follows from the slots alone and not from the way they
/// were filled, so no order of filling and clearing can fragment it; and a list filled without edits has runs of equal
/// length, which a lookup finds at the first probe.
///
/// Every member leaves the directory canonical, except those that say otherwise.
@frozen
@usableFromInline
struct RunDirectory<Item> {
    /// The position of each run's first slot, and after the last run the number of slots.
    @usableFromInline var starts: ContiguousArray<Int>

    /// The identity of each run's first slot.
    @usableFromInline var bases: ContiguousArray<Int>

    /// The items of each run; empty for a run of placeholders.
    @usableFromInline var buffers: ContiguousArray<ContiguousArray<Item>>

    /// The number of runs a slot, in all runs but the last. It only serves as a guess, so it may be stale.
    @usableFromInline var runsPerSlot: Double

    @inlinable
    init() {
        starts = [0]
        bases = []
        buffers = []
        runsPerSlot = 0
    }

    @inlinable
    var runCount: Int { bases.count }

    @inlinable
    var slotCount: Int { starts[bases.count] }

    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    func length(of run: Int) -> Int {
        starts[run + 1] - starts[run]
    }

    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    func isLoaded(_ run: Int) -> Bool {
        !buffers[run].isEmpty
    }

    /// `true` if two slots, by their identities, may share a loaded run.
    @inlinable
    static func shareBlock(_ one: Int, _ other: Int) -> Bool {
        one >> blockShift == other >> blockShift
    }
}

extension RunDirectory: Sendable where Item: Sendable {}

extension RunDirectory {
    /// The most items in a loaded run, a power of two.
    ///
    /// Long runs are quick to iterate over, and there are few to search. Short ones are quick to edit, since an edit moves the items of one run,
    /// and copies them if the run is shared or split. Copying reference-counted items costs a retain each.
    @inlinable
    static var blockSlots: Int { 1 << blockShift }

    @inlinable
    static var blockShift: Int {
        let bytes = _isPOD(Item.self) ? RunLimits.bytes : RunLimits.bytesOfReferences
        let slots = max(RunLimits.fewestSlots, bytes / max(1, MemoryLayout<Item>.stride))
        return Int.bitWidth - 1 - slots.leadingZeroBitCount
    }
}

/// The limits of loaded runs.
@usableFromInline
enum RunLimits {
    /// The most bytes of items that hold no references.
    @inlinable
    static var bytes: Int { 32_768 }

    /// The most bytes of items that hold references.
    @inlinable
    static var bytesOfReferences: Int { 8_192 }

    /// The number of items that a run may have, however large they are.
    @inlinable
    static var fewestSlots: Int { 16 }
}
