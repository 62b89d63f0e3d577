import Foundation
import PagingWire

/// A link to a list's last page, compared with the page that contains it. Only its target counts.
enum LastPage: Hashable {
    /// The page itself, or an earlier one: this page is the last.
    case isHere
    /// A later page, or one that cannot be compared.
    case isBehind
    /// This page or the next: the number of the server's first page is unknown.
    case isUnclear

    /// Compares a link's target.
    ///
    /// - Parameters:
    ///   - last: the last page's address.
    ///   - first: the first page's address, or `nil` if the answer does not have it.
    ///   - address: the address of the page that contains the link.
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
                // An address without a number is the first page, number 0 or 1.
                self = number <= 0 ? .isHere : number == 1 ? .isUnclear : .isBehind
            }
            return
        }
        self = .isBehind
    }

    /// The parameters of an address except the page size, which a server may add or omit.
    private static func parameters(of address: URL) -> [String: String] {
        let parameters = Query.parameters(of: address).filter {
            !Vocabulary.sizeParameters.contains($0.name.lowercased())
        }
        return Dictionary(parameters.map { ($0.name, $0.value) }) { $1 }
    }
}
