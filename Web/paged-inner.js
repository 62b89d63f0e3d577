// The symbol under which an element has the parts that an app does not see: the driver and its machine, errors, work under way.
export const inner = Symbol("paged-list")
