internal import Paging
internal import PagingCore

extension StackWorld {
    /// The place at which the list of a setting begins.
    nonisolated static func beginning(_ setting: StackSetting) -> StartingPlace {
        let position = Int(setting.extras.place * Double(setting.count))
        switch setting.extras.beginning {
        case .start: return .start
        case .position: return .position(position)
        case .row: return .id(position + 1)
        case .end: return .end
        }
    }

    /// A view is where the list begins.
    func begin() throws {
        if list.count > 0, list.state.error == nil, !hasWritten, !isHiding, setting.kind != .played {
            let truth = try server.truth()
            let id = Int(setting.extras.place * Double(setting.count)) + 1
            let wanted: Int? =
                switch setting.extras.beginning {
                case .start: 0
                case .position: min(id, truth.count) - 1
                case .row: truth.firstIndex { $0.id == id }
                case .end: truth.count - 1
                }
            let position = list.startingPosition
            if let row = list.rows.indices.contains(position) ? list.rows[position] : nil, let wanted,
                row.id != truth[wanted].id
            {
                throw violation(.becomesRight, "the list begins with \(row.text), not with \(truth[wanted].text)")
            }
        }
        look(at: list.startingPosition)
    }
}
