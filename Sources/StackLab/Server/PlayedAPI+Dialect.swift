internal import PagingCore
package import PagingHTTP
internal import PagingWire

extension PlayedAPI {
    /// The dialect by which an app tells its source how the API pages, or `nil` if the source must find out.
    package var dialect: Dialect? {
        let items: FieldPath = isBare ? "" : "items"
        let size: ParameterName? = self.size == .none ? nil : ParameterName(sizeParameter)
        let total: Dialect.Total? =
            switch self.total {
            case .absent: nil
            case .right: .path("total")
            case .header: .header("X-Total-Count")
            }
        let hasMore: FieldPath? = saysMore && !isBare ? "has_more" : nil
        switch way {
        case .offset:
            return .offset(ParameterName(parameter), limit: size, items: items, total: total, hasMore: hasMore)
        case .page, .pageFromZero:
            return .page(
                ParameterName(parameter), size: size, first: way == .page ? 1 : 0, items: items, total: total,
                hasMore: hasMore)
        case .offsetFromOne, .cursor, .nextAddress, .link: return nil
        }
    }
}
