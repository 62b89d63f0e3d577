internal import Paging
internal import PagingCore

/// A change by the reader, as the app keeps it until its server has answered.
struct OwnEdit {
    let edit: StackEdit
    /// The list's edits: two where the app sent the change twice.
    let ids: [EditID]
    /// The row as the reader sees it; what is left of it says nothing where it is removed or moved.
    let row: StackRow
    /// The row as the server has it, where it made the change and has given it a key.
    var made: StackRow?
    var isSent = false
    var isOpen = true
}

extension StackWorld {
    /// The reader changes a row that is loaded, and the app tells its server.
    func edit(_ edit: StackEdit) throws {
        let drafts = Set(edits.filter { $0.isOpen && $0.edit.isInsertion }.map(\.row.id))
        let loaded = list.rows.loadedItems.map(\.item).filter { !drafts.contains($0.id) }
        let row = loaded.isEmpty ? nil : loaded[min(loaded.count - 1, Int(edit.at * Double(loaded.count)))]
        let draft = StackRow(
            id: edit.keepsIdentifier ? 1_000_000 + edit.number : -1 - edit.number, name: "draft \(edit.number)",
            shelf: row?.shelf ?? setting.shelves[0])
        guard let (ids, shown) = try? made(edit, of: row, among: loaded, draft: draft), !ids.isEmpty else { return }
        var own = OwnEdit(edit: edit, ids: ids, row: shown)
        if edit.fate != .refused, edit.fate != .unanswered {
            try send(&own, beside: row)
            hasWritten = true
        }
        edits.append(own)
        if edit.fate == .confirmed { answer(edits.count - 1) }
    }

    /// Shows a change.
    private func made(
        _ edit: StackEdit, of row: StackRow?, among loaded: [StackRow], draft: StackRow
    ) throws -> ([EditID], StackRow)? {
        func insert(_ place: PagedList<StackRow>.Place) throws -> ([EditID], StackRow) {
            var ids = [try list.insert(draft, at: place).id]
            if edit.fate == .twice, !edit.keepsIdentifier {
                let again = StackRow(id: draft.id - 1_000, name: draft.name, shelf: draft.shelf)
                ids.append(try list.insert(again, at: place).id)
            }
            return (ids, draft)
        }
        switch edit.kind {
        case .insertAtStart: return try insert(.start)
        case .insertAtEnd: return try insert(.end)
        default: break
        }
        guard var row else { return nil }
        switch edit.kind {
        case .insertBeside: return ([try list.insert(draft, after: row.id).id], draft)
        case .update:
            row.name += "*"
            return ([list.update(row).id], row)
        case .remove: return ([try list.remove(id: row.id).id], row)
        case .moveToStart: return ([try list.move(id: row.id, to: .start).id], row)
        case .moveToEnd: return ([try list.move(id: row.id, to: .end).id], row)
        case .moveBeside:
            guard let other = loaded.first(where: { $0.id != row.id }) else { return nil }
            return ([try list.move(id: row.id, after: other.id).id], row)
        case .insertAtStart, .insertAtEnd: return nil
        }
    }

    /// The server makes a change, if it has the row.
    private func send(_ own: inout OwnEdit, beside row: StackRow?) throws {
        let keys = try server.keys()
        let edit = own.edit
        let end = (Double(keys.count) + 0.5) / Double(keys.count + 1)
        let index = row.flatMap { keys.firstIndex(of: $0.id) }
        func add(_ at: Double) throws {
            let shelf = own.row.shelf
            let change: StackChange =
                edit.keepsIdentifier
                ? .add(id: own.row.id, at: at, shelf: shelf) : .insert(at: at, shelf: shelf)
            guard let id = try server.change(change) else { return }
            own.made = StackRow(id: id, name: "new", shelf: shelf)
            own.isSent = true
        }
        switch edit.kind {
        case .insertAtStart: try add(0)
        case .insertAtEnd: try add(end)
        default:
            guard let index else { return }
            let at = (Double(index) + 0.5) / Double(keys.count)
            switch edit.kind {
            case .insertBeside: return try add((Double(index) + 1.5) / Double(keys.count + 1))
            case .update: try server.change(.update(at: at))
            case .remove: try server.change(.remove(at: at))
            case .moveToStart: try server.change(.move(from: at, to: 0))
            case .moveToEnd: try server.change(.move(from: at, to: end))
            case .moveBeside: try server.change(.move(from: at, to: 1.5 / Double(keys.count + 1)))
            case .insertAtStart, .insertAtEnd: break
            }
            own.isSent = true
        }
    }

    /// The app hears what became of the changes that it has sent.
    ///
    /// - Parameter all: those of which nothing is ever heard are given up.
    func answerEdits(all: Bool = false) {
        for index in edits.indices where edits[index].isOpen && (all || edits[index].edit.fate != .unanswered) {
            answer(index)
        }
    }

    private func answer(_ index: Int) {
        let own = edits[index]
        edits[index].isOpen = false
        for id in own.ids {
            guard let edit = list.edit(id) else { continue }
            if !own.isSent {
                edit.rollBack()
            } else if let made = own.made, !own.edit.keepsIdentifier {
                edit.confirm(as: made)
            } else {
                edit.confirm()
            }
        }
    }

    /// The reader sees each change that no answer has come to, once.
    func checkEdits() throws {
        let shown = Dictionary(grouping: list.rows.loadedItems.map(\.item), by: \.id)
        for (index, own) in edits.enumerated() where own.isOpen {
            let pending = own.ids.filter { list.edit($0) != nil }
            // A later change of the row that the server took in replaces the reader's earlier change.
            let isSuperseded = edits[(index + 1)...].contains { $0.row.id == own.row.id && !$0.isOpen && $0.isSent }
            if !own.isSent, pending.count < own.ids.count, !isSuperseded {
                throw violation(.told, "\(own.edit) was never answered, and the list has forgotten it")
            }
            // Of several changes of one row the last one counts.
            guard !pending.isEmpty, edits.count(where: { $0.row.id == own.row.id }) == 1 else { continue }
            if isHiding, own.row.id % 3 == 0 { continue }
            // The rows of the source before are shown as they were.
            if list.showsPreviousSource { continue }
            let rows = shown[own.row.id] ?? []
            let isRight =
                switch own.edit.kind {
                case .insertAtStart, .insertAtEnd, .insertBeside: rows.count == 1
                case .update: rows.allSatisfy { $0.name == own.row.name }
                case .remove: rows.isEmpty
                case .moveToStart, .moveToEnd, .moveBeside: true
                }
            if !isRight { throw violation(.updatesAreTrue, "\(own.edit) is shown as \(rows.map(\.text))") }
        }
    }

    /// An edit that the server has made, and whose row and place have been shown since, is over.
    func checkEditsAreOver() throws {
        // A removal is over once the row is seen, or the whole list at once.
        guard !list.edits.isEmpty, !isSparing else { return }
        let left = edits.filter { own in own.ids.contains { list.edit($0) != nil } }.map(\.edit)
        throw violation(.told, "all was looked at since, and the list has not done with \(left)")
    }
}

extension StackEdit {
    var isInsertion: Bool { [.insertAtStart, .insertAtEnd, .insertBeside].contains(kind) }
}
