@testable import PagingCore

/// The policies that the laboratory knows.
public enum PolicyName: String, CaseIterable, Hashable, Sendable {
    case paging
    case virtuoso
    case agGrid = "ag-grid"
    case agGridDebounced = "ag-grid-300"
    case uwp
    case blazor
    case highTable = "hightable"
    case infiniteLoader = "infinite-loader"
    case jetpack
    case article

    /// Everyone but this library.
    public static var peers: [PolicyName] { allCases.filter { $0 != .paging } }

    /// The policy's name in tables.
    public var title: String {
        switch self {
        case .paging: "swift-paging"
        case .virtuoso: "Virtuoso"
        case .agGrid: "AG Grid"
        case .agGridDebounced: "AG Grid, debounce 300"
        case .uwp: "UWP sample"
        case .blazor: "Blazor"
        case .highTable: "HighTable"
        case .infiniteLoader: "react-window-infinite-loader"
        case .jetpack: "Paging 3, jump 150"
        case .article: "touched page and row + 10"
        }
    }

    /// Makes the policy for one playing.
    ///
    /// - Parameters:
    ///   - pageSize: rows a page has.
    ///   - seed: where its own chance starts, if it has any.
    ///   - network: what is known of the network by a policy that can make use of it.
    func make(pageSize: Int, seed: UInt64, network: LearnedNetwork) -> any ScrollPolicy {
        switch self {
        case .paging: MachinePolicy(LoadPolicy(pageSize: pageSize), seed: seed, network: network)
        case .virtuoso: Virtuoso()
        case .agGrid: AGGrid(debounce: 0)
        case .agGridDebounced: AGGrid(debounce: 300)
        case .uwp: ItemCacheManager()
        case .blazor: Blazor()
        case .highTable: HighTable()
        case .infiniteLoader: InfiniteLoader()
        case .jetpack: JetpackPaging(jumpThreshold: 150)
        case .article: TouchedPages()
        }
    }
}
