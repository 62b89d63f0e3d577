/// Why a call of the laboratory cannot be carried out.
struct FeedLabError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
