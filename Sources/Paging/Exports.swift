@_exported public import PagingCore
