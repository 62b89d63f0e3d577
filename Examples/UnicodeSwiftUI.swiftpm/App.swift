// 155,000 characters in SwiftUI. Start the server with `make run`.
import Foundation
import Paging
import PagingHTTP
import PagingUI
import SwiftUI

@main
struct UnicodeApp: App {
    var body: some Scene {
        WindowGroup { CharactersView() }
    }
}

struct Character: Decodable, Identifiable, Sendable {
    let id: Int
    let character: String
    let name: String
}

struct CharactersView: View {
    @State private var list = PagedList(HTTPSource<Character>(URL(string: "http://127.0.0.1:8080/lists/unicode")!))

    var body: some View {
        switch EmptyState(list) {
        case .none: rows
        case .loading: ProgressView("Loading")
        case .empty: Text("No characters.")
        case .failed(let error):
            VStack {
                Text(error.localizedDescription)
                Button("Try again") { list.retry() }
            }
        }
    }

    private var rows: some View {
        PagedScrollView(list, rowHeight: 44) { character in
            HStack {
                Text(character.character).font(.headline)
                Text(character.name)
                Spacer()
            }
        } placeholder: {
            Text("…").redacted(reason: .placeholder)
        }
        .refreshable { try? await list.refresh() }
    }
}
