/// A list as long as the whole data set, of which any part may be loaded. A slot that is not loaded is `nil`.
///
/// ```swift
/// var rows = PagedArray<String>(count: 1_000_000)
/// rows.fill(["first", "second"], at: 0)
/// rows.fill(["last"], at: 999_999)
/// rows.insert(["new"], at: 500_000)
/// print(rows.count, rows.loadedCount, rows[1_000_000] ?? "…")  // 1000001 4 last
/// ```
///
/// Each position of the list has a *slot*: it is loaded if it has an item, else a *placeholder*. Slots have identities of their own
/// (``slotID(at:)``), which they keep when they are filled or cleared and when the list is edited around them.
///
/// The array is a value: a copy costs O(1), and an edit of one copies a directory of runs and the items near the edit. Its cost depends on the
/// loaded and edited slots, never on ``count``. Neighboring placeholders are one run of any length. Neighboring items share buffers of at most
/// 32 KiB (8 KiB if they hold references), or 16 items if these are large. In the complexities given, *runs* are these stretches; each gap, and
/// each position at which slots were inserted, removed or moved, adds one or two. An edit beside items also moves the items of one run.
///
/// It knows nothing about loading: reading never sends a request.
@frozen
public struct PagedArray<Item> {
    @usableFromInline var directory: RunDirectory<Item>

    @usableFromInline var loadedSlots: Int

    @usableFromInline var identities: SlotIDAllocator

    /// Makes an array without slots.
    @inlinable
    public init() {
        directory = RunDirectory()
        loadedSlots = 0
        identities = SlotIDAllocator()
    }

    /// Makes an array of placeholders.
    ///
    /// - Parameter count: the number of placeholders; at least 0.
    /// - Complexity: O(1).
    @inlinable
    public init(count: Int) {
        self.init()
        resize(to: count)
    }

    /// The number of loaded slots.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var loadedCount: Int { loadedSlots }

    /// `true` if no slot is a placeholder. An array without slots is fully loaded.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var isFullyLoaded: Bool { loadedCount == count }
}

extension PagedArray: Sendable where Item: Sendable {}
