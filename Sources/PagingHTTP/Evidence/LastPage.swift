import Foundation
import PagingWire

/// A link to a list's last page, compared with the page that has it: a relation means what its target says.
enum LastPage: Hashable {
    /// The page itself, or one before it: nothing follows.
    case isHere
    /// A page behind this one, or one whose place cannot be compared.
    case isBehind
    /// This page or the next: the server's number of its first page is not known.
    case isUnclear

    /// Compares a link's target.
    ///
    /// - Parameters:
    ///   - last: the last page's address.
    ///   - first: the first page's address, where the answer has it.
    ///   - address: the address of the page that has the link.
    init(_ last: URL, first: URL?, from address: URL) {
        let (place, own) = (Self.parameters(of: last), Self.parameters(of: address))
        let start = first.map(Self.parameters)
        let isSameList = last.host == address.host && last.path == address.path
        if isSameList, place == own || place == start {
            self = .isHere
            return
        }
        for (name, value) in place where isSameList {
            let isPage = Vocabulary.pageParameters.contains(name.lowercased())
            guard isPage || Vocabulary.offsetParameters.contains(name.lowercased()), let number = Int(value) else {
                continue
            }
            if let here = (own[name] ?? start?[name]).flatMap({ Int($0) }) {
                self = number <= here ? .isHere : .isBehind
            } else {
                // An address without a number is that of the first page: 0, or 1.
                self = number <= 0 ? .isHere : number == 1 ? .isUnclear : .isBehind
            }
            return
        }
        self = .isBehind
    }

    /// The parameters of an address besides its number of rows, which a server may add or leave out.
    private static func parameters(of address: URL) -> [String: String] {
        let parameters = Query.parameters(of: address).filter {
            !Vocabulary.sizeParameters.contains($0.name.lowercased())
        }
        return Dictionary(parameters.map { ($0.name, $0.value) }) { $1 }
    }
}
