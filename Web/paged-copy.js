// Copies rows as text: a line each, fields parted by tabs, as spreadsheets take them. Rows that are not loaded are asked for.

import { field } from "./paged-source.js"

// The most rows that are copied at once.
export const mostCopied = 10_000
// Rows that one question asks for.
const block = 500

const cell = (value) => (value == null ? "" : typeof value == "object" ? JSON.stringify(value) : String(value)).replace(/[\t\r\n]+/g, " ")

export class Copier {
  // `fields`: the paths of what a row's cells show. `progress(done, count)` is told how many rows have been read.
  constructor(list, fields, progress) {
    Object.assign(this, { list, fields, progress })
  }

  // Whether all rows are loaded.
  isLoaded(ranges) {
    for (const [first, end] of ranges) for (let row = first; row < end; row++) if (this.list.item(row) === undefined) return false
    return true
  }
  text(ranges) {
    return ranges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, index) => this.#line(first + index, this.list.item(first + index))))
      .join("\n")
  }

  // The text of rows, wherever they are; throws where they cannot be had, or where the list changes meanwhile.
  async read(ranges, signal) {
    const count = ranges.reduce((sum, [first, end]) => sum + end - first, 0)
    if (count > mostCopied) throw new RangeError(`${count} rows are selected, and at most ${mostCopied} can be copied`)
    if (this.isLoaded(ranges)) return this.text(ranges)
    const { source } = this.list.driver
    if (!source.capabilities.positions) throw new Error("rows that are not loaded cannot be asked for in a list that is read in order")
    const lines = []
    const versions = new Set()
    for (const [first, end] of ranges) {
      for (let row = first; row < end;) {
        this.progress(lines.length, count)
        const limit = Math.min(block, end - row)
        const { items, position, version } = await source.page({ first: row, limit, cursor: null }, signal)
        signal.throwIfAborted()
        versions.add(version ?? null)
        if (versions.size > 1) throw new Error("the list changed while it was copied")
        const skipped = row - (position ?? row)
        const taken = items.slice(skipped, skipped + limit)
        if (skipped < 0 || !taken.length) throw new Error(`the server did not answer with row ${row + 1}`)
        lines.push(...taken.map((item, index) => this.#line(row + index, item)))
        row += taken.length
      }
    }
    this.progress(count, count)
    return lines.join("\n")
  }

  #line(row, item) {
    if (!this.fields.length) return cell(item)
    return this.fields.map((path) => cell(path == "#" ? row + 1 : field(item, path))).join("\t")
  }
}
