// Finds the row of an identity where the list may have changed in places that were not loaded.

import { identity } from "./paged-source.js"

// Rows that one question asks for while a row is searched for, and the questions that may take: rows are found that moved by up to
// 2000 places.
const searchBlock = 500
const mostQuestions = 9

export class RowFinder {
  constructor(source, itemID) { Object.assign(this, { source, itemID }) }

  key(item) { return identity(item, this.itemID) }

  // Where the first of some rows is that is still there, and at which version of the list: `{row, version}`, or `null` where none was
  // found. `near` is where it was, in a list of `count` rows.
  async find(keys, near, count, signal) {
    for (const key of keys) {
      const row = await this.source.position?.(key, signal)
      if (row == null) {
        if (row === undefined) break
        continue
      }
      const { items, position, version } = await this.#page(row, 1, signal)
      if (this.key(items[row - (position ?? row)]) === key) return { row, version: version ?? null }
    }
    return this.#search(keys, near, count, signal)
  }

  // Looks at the pages around a place, farther and farther away.
  async #search(keys, near, count, signal) {
    const middle = near - searchBlock / 2
    for (let question = 0; question < mostQuestions; question++) {
      const away = Math.ceil(question / 2) * (question % 2 ? searchBlock : -searchBlock)
      const first = Math.max(0, middle + away)
      const end = Math.min(count, middle + away + searchBlock)
      if (first >= end) continue
      const { items, position, version } = await this.#page(first, end - first, signal)
      const places = new Map(items.map((item, index) => [this.key(item), (position ?? first) + index]))
      const key = keys.find((one) => places.has(one))
      if (key !== undefined) return { row: places.get(key), version: version ?? null }
    }
    return null
  }

  // Past caches: an answer from before the change is of no use.
  async #page(first, limit, signal) {
    const page = await this.source.page({ first, limit, cursor: null, skipsCaches: true }, signal)
    signal?.throwIfAborted()
    return page
  }
}
