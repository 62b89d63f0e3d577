internal import PagingCore

/// The changes that wait for one slow consumer. They are composed into one, so that a consumer gets one change however long it took.
final class ChangeMailbox<Element: Sendable>: Sendable {
    private struct Content {
        /// The rows that the consumer starts with; never composed with later changes.
        var first: ListChange<Element>?
        var pending: ListChange<Element>?
        var isFinished = false
        var waiting: [CheckedContinuation<ListChange<Element>?, Never>] = []

        mutating func take() -> ListChange<Element>? {
            if let first {
                self.first = nil
                return first
            }
            defer { pending = nil }
            return pending
        }
    }

    private let content: Locked<Content>

    init(_ first: ListChange<Element>) { content = Locked(Content(first: first)) }

    func put(_ change: ListChange<Element>) {
        let consumer = content.withLock { content -> CheckedContinuation<ListChange<Element>?, Never>? in
            if content.waiting.isEmpty {
                content.pending = content.pending?.followed(by: change) ?? change
                return nil
            }
            return content.waiting.removeFirst()
        }
        consumer?.resume(returning: change)
    }

    /// The next change, once there is one, or `nil` after the last.
    func next() async -> ListChange<Element>? {
        await withCheckedContinuation { continuation in
            let (isOver, change) = content.withLock { content -> (Bool, ListChange<Element>?) in
                let change = content.take()
                if change == nil, !content.isFinished {
                    content.waiting.append(continuation)
                    return (false, nil)
                }
                return (true, change)
            }
            if isOver { continuation.resume(returning: change) }
        }
    }

    func finish() {
        let consumers = content.withLock { content in
            content.isFinished = true
            defer { content.waiting = [] }
            return content.waiting
        }
        for consumer in consumers { consumer.resume(returning: nil) }
    }
}

/// The mailboxes of a list's consumers. They end when the list is released.
final class ChangeMailboxes<Element: Sendable>: Sendable {
    private struct Entry: Sendable {
        weak var mailbox: ChangeMailbox<Element>?
    }

    private let entries = Locked<[Entry]>([])

    deinit {
        for entry in entries.withLock({ $0 }) { entry.mailbox?.finish() }
    }

    var isEmpty: Bool {
        entries.withLock { entries in
            entries.removeAll { $0.mailbox == nil }
            return entries.isEmpty
        }
    }

    /// A stream of a mailbox's changes, which owns the mailbox.
    func stream(from first: ListChange<Element>) -> AsyncStream<ListChange<Element>> {
        let mailbox = ChangeMailbox(first)
        entries.withLock { $0.append(Entry(mailbox: mailbox)) }
        return AsyncStream {
            await mailbox.next()
        } onCancel: {
            mailbox.finish()
        }
    }

    func put(_ change: ListChange<Element>) {
        for entry in entries.withLock({ $0 }) { entry.mailbox?.put(change) }
    }
}
