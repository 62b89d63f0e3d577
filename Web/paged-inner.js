// Under this name an element has what its parts use and an app does not see: the driver and its machine, what is wrong, what is under way.
export const inner = Symbol("paged-list")
