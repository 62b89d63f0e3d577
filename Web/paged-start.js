// Where a list begins that does not begin at its start: at the row with an identity (`start-at`), or at its end (`start="end"`). A list by
// position is asked where that is before it is asked for rows.

import { isShownFromEnd } from "./paged-options.js"
import { keptPlace } from "./paged-place.js"

// Rows that are asked for to learn how long a list is: two, as by these a source knows its first page again.
const leastRows = 2

// Milliseconds until what failed is asked for again, at most; and for how long a server may ask to be left alone without a reader being asked.
const [waits, longestWait] = [[500, 2000], 1000]

const patiently = async (ask, signal) => {
  for (const wait of waits) {
    try {
      return await ask()
    } catch (error) {
      if (!error.transient || error.retryAfter >= longestWait) throw error
      await new Promise((done) => setTimeout(done, Math.max(error.retryAfter, wait * (1 + Math.random()) / 2)))
      signal.throwIfAborted()
    }
  }
  return ask()
}

// Resolves to `{row, key}` or `{row, isEnd}`, with `error` where it could not be found; to nothing where the list begins at its start or where
// the reader was. `screen` is how many rows are seen at once.
export const findStart = async (list, source, { screen, isNew }, signal) => {
  const kept = isNew ? keptPlace(list) : undefined
  const key = kept ? null : list.getAttribute("start-at")
  const isEnd = isShownFromEnd(list) && !list.hasAttribute("start-row")
  if (kept && !kept.isEnd || key === null && !isEnd) return undefined
  let total = source.length
  let error
  const learn = async () => {
    const limit = source.capabilities.wholePages ? source.pageSize ?? leastRows : leastRows
    total = (await patiently(() => source.page({ first: 0, limit, cursor: null }, signal), signal)).total ?? null
  }
  if (key !== null) {
    // Where an address is not known the first page may tell it.
    if (source.capabilities.positions && source.places === undefined && source.pageSize) await learn()
    const row = source.capabilities.positions ? await patiently(() => source.position?.(key, signal), signal) : undefined
    if (row != null) return { row, offset: 0, key }
    const why = source.capabilities.positions ? 'pages do not say in "paging.position" where rows are: say so with positions' : inOrder
    error = new Error(row === null ? `there is no row ${key}`
      : source.refusal ? `start-at="${key}" needs to know where the row is: ${source.refusal.message}` : `start-at="${key}" needs a list that tells where a row is: ${why}`)
  }
  if (!isEnd) return { error }
  if (total === undefined && source.capabilities.positions) await learn()
  if (!source.capabilities.positions) return { error: error ?? new Error(`start="end" needs a list by position: ${inOrder}`) }
  if (total == null) return { error: error ?? new Error('start="end" needs a list that tells how many rows it has: no answer says so') }
  return { row: Math.max(0, total - Math.max(1, screen)), offset: 0, isEnd: true, error }
}
const inOrder = "this one is read in order, from its start"
