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
    @State var list = PagedList(HTTPSource<Character>(URL(string: "http://127.0.0.1:8080/lists/unicode")!))
    @State private var selected: Character.ID?
    /// Where the reader is, kept over launches.
    @SceneStorage("characters") private var place: ReaderPlace<Character.ID>?

    var body: some View {
        PagedScrollView(list, rowHeight: 44) { character in
            HStack {
                Text(character.character).font(.headline)
                Text(character.name)
                Spacer()
            }
        } placeholder: {
            Text("…").redacted(reason: .placeholder)
        }
        .rowSelection($selected)
        .rowDividers()
        .readerPlace($place)
        .loadingContent { ProgressView("Loading") }
        .emptyContent { ContentUnavailableView("No characters", systemImage: "character") }
        .failedContent { error in
            VStack {
                Text(error.localizedDescription)
                Button("Try again") { list.retry() }
            }
        }
        .refreshable { try? await list.refresh() }
    }
}

#Preview {
    CharactersView(list: .preview([Character(id: 65, character: "A", name: "LATIN CAPITAL LETTER A")]))
}

#Preview("Loading") {
    CharactersView(list: .preview([], .loading))
}
