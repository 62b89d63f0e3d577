// Reads rows wherever they are: those that are loaded at once, all others by asking for them.

import { inner } from "./paged-inner.js"
import { block, countOf, mostRead } from "./paged-ranges.js"

export class RowReader {
  // `progress(done, count)` is told how many rows have been read.
  constructor(list, progress) { Object.assign(this, { list, progress }) }

  isLoaded(ranges) {
    for (const [first, end] of ranges) for (let row = first; row < end; row++) if (this.list.item(row) === undefined) return false
    return true
  }
  // Rows that are loaded, each with its number.
  loaded(ranges) {
    return ranges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, index) => [first + index, this.list.item(first + index)]))
  }

  check(ranges) {
    const count = countOf(ranges)
    if (count > mostRead) throw new RangeError(`${count} rows are selected, and at most ${mostRead} can be copied`)
    return count
  }

  // Asks for rows; throws where they cannot be had, or where the list changes meanwhile.
  async read(ranges, signal) {
    const count = this.check(ranges)
    const { source } = this.list[inner].driver
    if (!source.capabilities.positions) throw new Error("rows that are not loaded cannot be asked for in a list that is read in order")
    const rows = []
    let version
    for (const [first, end] of ranges) {
      for (let row = first; row < end;) {
        this.progress?.(rows.length, count)
        const limit = Math.min(block, end - row)
        const page = await source.page({ first: row, limit, cursor: null }, signal)
        signal?.throwIfAborted()
        version ??= page.version
        if (page.version != version) throw new ListChanged()
        const skipped = row - (page.position ?? row)
        const taken = page.items.slice(skipped, skipped + limit)
        if (skipped < 0 || !taken.length) throw new Error(`the server did not answer with row ${row + 1}`)
        rows.push(...taken.map((item, index) => [row + index, item]))
        row += taken.length
      }
    }
    this.progress?.(count, count)
    return rows
  }
}

export class ListChanged extends Error {
  constructor() { super("the list changed while it was copied") }
}
