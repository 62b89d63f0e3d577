// A list that is shown from its end (`start="end"`), as a conversation is: it sits at the bottom where it is short, follows what comes at its end
// while the reader is there, and says elsewhere how many rows came below.

import { joined, without } from "./paged-ranges.js"

// Milliseconds in which rows are pushed up.
const pushTime = 200

// When more rows than these change at once, new ones are no longer counted.
const mostPlaces = 5000

// The rows that came below the last row that was on screen.
export class UnseenBelow {
  // Behind the last row that was on screen; nothing until one was.
  #end
  #isEndKnown = false
  #rows = []

  // `changed` is told of another count.
  constructor(changed) { this.changed = changed }

  get count() { return this.#rows.reduce((sum, [first, end]) => sum + end - first, 0) }

  #take(rows) {
    const { count } = this
    this.#rows = rows
    if (this.count != count) this.changed(this.count, this.count > count)
  }
  forget() {
    this.#end = undefined
    this.#take([])
  }
  // Rows up to `end` are on screen.
  look(end, isEndKnown) {
    [this.#end, this.#isEndKnown] = [end, isEndKnown]
    if (this.#rows.length) this.#take(without(this.#rows, [[0, end]]))
  }
  // Rows that are inserted where the end is not known are only loaded.
  follow(moves, inserted) {
    if (this.#end === undefined) return
    if (moves.cost > mostPlaces) return this.forget()
    const end = (this.#end = moves.end(this.#end))
    this.#take(joined([...moves.ranges(this.#rows), ...this.#isEndKnown ? without(inserted, [[0, end]]) : []]))
  }
}

export class EndEdge {
  // Pixels above the rows of a list that is shorter than the view.
  lead = 0
  #pushed

  // `threshold` is how many pixels from its end the list still follows what comes there.
  constructor({ list, geometry, scroller, rows, view }, threshold) { Object.assign(this, { list, geometry, scroller, rows, view, threshold }) }

  // Pixels from the view's bottom to the list's end.
  get #distance() {
    const { geometry, scroller } = this
    const { end, below } = geometry.upTo(scroller.anchor, geometry.view + this.threshold + 1)
    return end < geometry.count ? Infinity : below - geometry.view
  }
  get isReached() { return this.#distance < 1 }
  // A finger on the screen, or a way upwards, is not pulled along.
  get sticks() { return !this.scroller.isHeld && this.#distance <= Math.max(1, this.threshold) }

  // Rows have come, and the others are to be pushed up: `row` was so far below the view's top, and is another row now.
  push(moves, row, below) {
    const { row: old = row, top = below + this.lead } = this.#pushed ?? {}
    this.#pushed = { row: moves.place(old), top }
  }

  // The rows have been drawn: they are put at the bottom, and move there where others have come.
  settle() {
    const { geometry, rows: { body }, scroller } = this
    const { end, below } = geometry.upTo({ row: 0, offset: 0 }, geometry.view)
    const lead = end < geometry.count ? 0 : Math.max(0, geometry.view - below)
    if (lead != this.lead) body.style.marginTop = `calc(var(--paged-columns-height, 0px) + ${lead}px)`
    this.lead = lead
    const pushed = this.#pushed
    this.#pushed = null
    if (!pushed || !matchMedia("(prefers-reduced-motion: no-preference)").matches) return
    const by = pushed.top - geometry.distance(scroller.anchor, pushed.row) - lead
    // Rows farther away are not drawn.
    if (by >= 1 && by <= geometry.view / 2) body.animate([{ translate: `0 ${by}px` }, { translate: "0 0" }], { duration: pushTime, easing: "ease-out" })
  }
}
