// Where rows are, in pixels from the top of the list. Pure arithmetic: no element is touched.
//
// A row's box is its section's header, where the section begins with it, and the row. Heights are fixed, or measured: then
// those that are not known count as the mean of those that are.

import { contains, without } from "./paged-ranges.js"

// The greatest height that browsers show well: Firefox renders blank from about 6 million pixels.
const tallest = 3_900_000
// At both ends the scroll bar and the list go pixel by pixel, so that the ends are exact.
const margin = 20_000
// Heights kept; when there are more, all but the mean is forgotten.
const heightsKept = 20_000

export class Geometry {
  count = 0
  view = 0
  starts = []
  headerHeight = 0
  #heights = new Map()
  #sum = 0

  // `height` is the fixed height of a row, or the first guess of one where heights are measured.
  constructor(height, isMeasured) {
    Object.assign(this, { height, isMeasured })
  }

  // The index of the section that a row is in; -1 without sections.
  sectionAt(row) {
    let [low, high] = [0, this.starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.starts[middle] <= row) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  isStart(row) { return this.headerHeight > 0 && this.starts[this.sectionAt(row)] === row }
  headerOf(row) { return this.isStart(row) ? this.headerHeight : 0 }
  boxHeight(row) { return this.headerOf(row) + (this.#heights.get(row) ?? this.height) }

  // The top of a row's box.
  top(row) { return row * this.height + (row > 0 ? this.sectionAt(row - 1) + 1 : 0) * this.headerHeight }
  get total() { return this.top(this.count) }
  get most() { return Math.max(0, this.total - this.view) }

  // The row whose box holds a place, and how much of the box is above the place.
  at(place) {
    let row = Math.min(this.count - 1, Math.floor(place / this.height))
    if (this.headerHeight && this.starts.length) {
      let low = 0
      while (low < row) {
        const middle = Math.ceil((low + row) / 2)
        if (this.top(middle) <= place) low = middle
        else row = middle - 1
      }
    }
    row = Math.max(0, row)
    return { row, offset: Math.max(0, place - this.top(row)) }
  }

  // A place so many pixels further on; walks over measured rows.
  moved({ row, offset }, by) {
    if (!this.isMeasured) return this.at(Math.min(this.most, Math.max(0, this.top(row) + offset + by)))
    offset += by
    while (offset < 0 && row > 0) offset += this.boxHeight(--row)
    while (row < this.count - 1 && offset >= this.boxHeight(row)) offset -= this.boxHeight(row++)
    return this.clamped({ row, offset: Math.max(0, offset) })
  }

  // The same place, or the last one where the list ends with the view.
  clamped({ row, offset }) {
    if (!this.isMeasured) return this.at(Math.min(this.most, this.top(row) + offset))
    offset -= Math.max(0, this.view - this.upTo({ row, offset }, this.view).below)
    const place = this.within({ row, offset })
    return { row: place.row, offset: Math.max(0, place.offset) }
  }
  // The same place, in the row that holds it. One that is not measured yet may be higher than is thought.
  within({ row, offset }) {
    while (offset < 0 && row > 0) offset += this.boxHeight(--row)
    while (row < this.count - 1 && this.#heights.has(row) && offset >= this.boxHeight(row)) offset -= this.boxHeight(row++)
    return { row, offset }
  }

  // How far a place is from the top; near both ends to the pixel, measured rows too.
  placeOf({ row, offset }) {
    if (this.isMeasured) {
      const near = Math.ceil(2 * this.view / this.height) + 2
      if (row < near) return this.heights(0, row) + offset
      if (this.count - row < near) return this.most - Math.max(0, this.heights(row, this.count) - offset - this.view)
    }
    return this.top(row) + offset
  }

  // How high the boxes of some rows are together, on top of a sum.
  heights(first, end, sum = 0) {
    for (let row = first; row < end; row++) sum += this.boxHeight(row)
    return sum
  }

  // The first row that begins no less than so many pixels below a place, or the list's end, and how far below that is.
  upTo({ row, offset }, pixels) {
    let below = -offset
    while (row < this.count && below < pixels) below += this.boxHeight(row++)
    return { end: row, below }
  }

  // How far a row is below a place; walks where rows are measured and near.
  distance({ row: from, offset }, row) {
    if (!this.isMeasured || Math.abs(row - from) > 500) return this.top(row) - this.top(from) - offset
    return row > from ? this.heights(from, row, -offset) : -this.heights(row, from, offset)
  }

  // Whether a row's height is another than is known.
  isOther(row, height) { return !(Math.abs(this.#heights.get(row) - height) < 0.5) }

  // Takes in measured heights; true where one is new.
  measured(row, height) {
    const known = this.#heights.get(row)
    if (!this.isOther(row, height)) return false
    if (known === undefined && this.#heights.size >= heightsKept) this.forget()
    this.#sum += height - (known ?? 0)
    this.#heights.set(row, height)
    return true
  }
  forget() {
    this.#heights.clear()
    this.#sum = 0
  }
  // Rows have come, gone or moved: the heights that are known go along.
  follow(moves) {
    if (this.#heights.size * moves.cost > 2_000_000) return this.forget()
    const before = [...this.#heights]
    this.forget()
    for (const [row, height] of before) if (!moves.isRemoved(row)) this.measured(moves.row(row), height)
  }
  // Takes the mean of what was measured for all other rows.
  settle() { if (this.isMeasured && this.#heights.size) this.height = this.#sum / this.#heights.size }

  // The scroll bar: as long as the list, or as browsers can show.

  get barHeight() { return Math.min(this.total, tallest) }
  get barMost() { return Math.max(0, this.barHeight - this.view) }
  get isScaled() { return this.total > tallest }
  // The scroll bar's position for a place; the ends pixel by pixel, the rest in proportion.
  toBar(place) { return scale(place, this.most, this.barMost) }
  fromBar(position) { return scale(position, this.barMost, this.most) }
}

// Where rows are after others came, went or moved: `removed` counts in the old list, `inserted` in the new.
export class RowMoves {
  #to
  #left
  #come

  constructor({ removed, inserted, moved = [] }) {
    this.removed = removed
    this.#to = new Map(moved)
    this.#left = [...removed, ...moved.map(([from]) => [from, from + 1])]
    this.#come = [...inserted, ...moved.map(([, to]) => [to, to + 1])].sort(([one], [other]) => one - other)
  }

  // How much work a row is.
  get cost() { return this.#left.length + this.#come.length }
  isRemoved(row) { return this.removed.some(([first, end]) => row >= first && row < end) }
  // Whether a row is no longer between those that were its neighbors.
  isGone(row) { return this.#left.some(([first, end]) => row >= first && row < end) }
  row(row) { return this.#to.get(row) ?? this.place(row) }
  // Where the rows of some ranges are that are left, without those that came between them: those that are still between their
  // neighbors, those that moved, and all.
  kept(ranges) {
    const kept = without(ranges, this.#left).map(([first, end]) => [this.place(first), this.place(end - 1) + 1])
    return without(kept, this.#come)
  }
  moved(ranges) { return [...this.#to].filter(([from]) => contains(ranges, from)).map(([, to]) => [to, to + 1]) }
  ranges(ranges) { return [...this.kept(ranges), ...this.moved(ranges)] }
  // Behind the last of the rows before one that neither go nor move.
  end(end) {
    let row = end - 1
    for (let left; row >= 0 && (left = this.#left.find(([first, end]) => row >= first && row < end));) row = left[0] - 1
    return row < 0 ? 0 : this.place(row) + 1
  }
  // The same place between its neighbors. A row that is gone hands on its place to the next.
  place(row) {
    let place = row
    for (const [first, end] of this.#left) if (first < row) place -= Math.min(end, row) - first
    for (const [first, end] of this.#come) if (first <= place) place += end - first
    return place
  }
}

const scale = (value, from, to) => {
  if (from === to || value <= margin) return Math.max(0, value)
  if (value >= from - margin) return Math.max(0, to - (from - value))
  return margin + (value - margin) * (to - 2 * margin) / (from - 2 * margin)
}
