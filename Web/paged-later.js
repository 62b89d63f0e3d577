// The part of <paged-list> that comes behind the first rows, beside its machine: lists are shown before that by less.

export { loadListMachine } from "./list-machine.js"
export { PagedDriver } from "./paged-driver.js"
export { EventReader, readChanges } from "./paged-live.js"
export { RowFinder } from "./paged-finding.js"
export { RowReader } from "./paged-reading.js"
export { findStart } from "./paged-start.js"
export { Clipboard } from "./paged-clipboard.js"
