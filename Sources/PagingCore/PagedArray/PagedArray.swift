/// A list as long as the whole data set, of which any part may be loaded; what is not reads as `nil`.
///
/// ```swift
/// var rows = PagedArray<String>(count: 1_000_000)
/// rows.fill(["first", "second"], at: 0)
/// rows.fill(["last"], at: 999_999)
/// rows.insert(["new"], at: 500_000)
/// print(rows.count, rows.loadedCount, rows[1_000_000] ?? "…")  // 1000001 4 last
/// ```
///
/// Each place in the list is a *slot*: loaded, when it has an item, or a *placeholder*. Slots have identities of their own
/// (``slotID(at:)``) that outlast filling, clearing and edits around them.
///
/// The array is a value: a copy costs O(1), and an edit of one copies a directory of runs and the items near the edit. What it
/// costs follows what is loaded and edited, never ``count``: neighboring placeholders are one run of any length,
/// neighboring items share buffers of at most 32 KiB (8 KiB where they hold references), or 16 items where these are
/// large. In the complexities given, *runs* are these stretches; each gap, and each place where slots were inserted, removed or
/// moved, makes one or two more. Editing beside items moves those of one run, besides.
///
/// It knows nothing of loading: reading never asks for anything.
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
    /// - Parameter count: how many; at least 0.
    /// - Complexity: O(1).
    @inlinable
    public init(count: Int) {
        self.init()
        resize(to: count)
    }

    /// How many slots are loaded.
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
