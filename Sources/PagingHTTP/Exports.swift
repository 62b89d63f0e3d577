@_exported public import Paging
@_exported public import PagingWire
