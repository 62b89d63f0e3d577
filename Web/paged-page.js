// A list that scrolls with its page (`scroll="page"`): the document is what scrolls, and other content may be before and after the list.

import { Geometry } from "./paged-geometry.js"

// Pixels that are a movement, and no rounding.
const leastMovement = 0.5

export const scrollsWithPage = (list) => list.getAttribute("scroll") == "page"
// Pixels of a list that are seen at once, at most.
export const heightInSight = (list) => scrollsWithPage(list) ? document.documentElement.clientHeight : list.clientHeight

// The document as an element that scrolls: `scrollTop` is 0 where the list begins with the window, less where content before the list
// is seen, and more than the list is high where only content after it is.
export class PageWindow {
  // Pixels of the page behind the list.
  after = 0
  #top = 0
  #view

  constructor(view) { this.#view = view }
  get clientHeight() { return document.documentElement.clientHeight }
  get scrollTop() { return scrollY - this.#top }
  // A page may have its scrolling animated, which would be late here.
  set scrollTop(position) { scrollTo({ left: scrollX, top: position + this.#top, behavior: "instant" }) }
  addEventListener(...all) { document.addEventListener(...all) }

  // Content before the list has another height: rows that reach the window's top stay where they are. Where the browser has kept
  // them there already, nothing is left to do.
  measure(position) {
    const { top, bottom } = this.#view.getBoundingClientRect()
    this.after = document.documentElement.scrollHeight - bottom - scrollY
    const by = top + scrollY - this.#top
    if (Math.abs(by) < leastMovement) return
    this.#top += by
    if (position > 0 && Math.abs(top + position) >= leastMovement) this.scrollTop += by
  }
}

// Where rows are in such a list. A place may be before its first row (an offset less than 0) and behind its last.
export class PageGeometry extends Geometry {
  // Pixels of the page behind the list.
  after = 0
  // The list may go up until its end reaches the window's top.
  get most() { return this.total }
  get barMost() { return this.barHeight }
  toBar(place) { return place < 0 ? place : super.toBar(place) }
  fromBar(position) { return position < 0 ? position : super.fromBar(position) }

  at(place) {
    const { row } = super.at(place)
    return { row, offset: place - this.top(row) }
  }
  moved({ row, offset }, by) {
    if (!this.isMeasured) return this.at(this.top(row) + offset + by)
    // The list has become shorter.
    if (row > 0 && row >= this.count) [row, offset] = [Math.max(0, this.count - 1), this.boxHeight(this.count - 1)]
    offset += by
    while (offset < 0 && row > 0) offset += this.boxHeight(--row)
    while (row < this.count - 1 && offset >= this.boxHeight(row)) offset -= this.boxHeight(row++)
    return { row, offset }
  }
  // The page ends where it does: behind the list there is as much content as there is.
  clamped(place) {
    const room = this.view - this.after
    if (!this.isMeasured) return this.at(Math.min(this.total - room, this.top(place.row) + place.offset))
    const held = place.row < this.count ? this.within(place) : this.moved(place, 0)
    const by = this.upTo(held, room).below - room
    return by < 0 ? this.moved(held, by) : held
  }
  placeOf({ row, offset }) {
    if (this.isMeasured) {
      const near = Math.ceil(2 * this.view / this.height) + 2
      if (row < near) return this.heights(0, row) + offset
      if (this.count - row < near) return this.most - this.heights(row, this.count) + offset
    }
    return this.top(row) + offset
  }
}
