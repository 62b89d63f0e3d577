// The first rows of a list, shown while its machine is still on its way: as much of a driver and of a machine as drawing them takes. They are
// asked for before the machine is there, and come earlier on a slow network.

import { heightInSight } from "./paged-page.js"
import { placeOf } from "./paged-place.js"
import { asksForAScreen, identity, PagedSource, pagesAtOnce } from "./paged-source.js"
import { firstHeight } from "./paged-view.js"

// Rows that are seen at once.
export const screenOf = (list, options) => Math.ceil(heightInSight(list) / (options.number("row-height") ?? firstHeight))

// Asks for the rows that the machine will ask for first: a screen where the list begins, or pages where it is not known yet how the server
// pages, or where rows may come and go. A list that is not shown asks for none.
export const askAhead = (list, source, { options, nature: { behavior, ranking } }) => {
  const screen = screenOf(list, options)
  if (!screen || !(source instanceof PagedSource) || !source.capabilities.positions || source.learned == "page") return undefined
  const isExact = !source.capabilities.wholePages && asksForAScreen(behavior, ranking)
  const limit = isExact ? screen : pagesAtOnce * source.pageSize
  const row = placeOf(list)?.row ?? 0
  const first = isExact ? row : row - row % source.pageSize
  const abort = new AbortController()
  const answer = source.page({ first, limit, cursor: null }, abort.signal)
  // The list that takes the answer handles its failure.
  answer.catch(() => {})
  return { answer, abort, first, limit }
}

export class FirstRows {
  sections = []
  identifies = true
  isAsking = true
  listening = null
  pause = null

  constructor(page, itemID) {
    const { items, total, end, version = null } = page
    Object.assign(this, { items, itemID, version, source: { capabilities: {} } })
    const count = Math.max(total ?? 0, items.length)
    const nothing = () => undefined
    this.machine = {
      count, endIsKnown: total != null || !!end, phase: "loading", sectionsFailed: false, counters: undefined,
      loadedRanges: () => items.length ? [[0, items.length]] : [],
      state: (row) => (row < items.length ? "loaded" : "loading"), slot: (row) => `first ${row}`,
      // Events before the machine is there are sent to it later.
      viewport: nothing, pass: nothing, removeViewer: nothing, pin: nothing, refresh: nothing, reload: nothing, loadMore: nothing, failure: nothing,
    }
  }

  item(row) { return this.items[row] }
  key(item) { return identity(item, this.itemID) }
  rowOf(key) { return key === undefined ? -1 : this.items.findIndex((item) => this.key(item) === key) }
  reason() { return null }
  retry() {}
  close() {}
}
