// A list that scrolls with its page (`scroll="page"`): the document is what scrolls, or an element around the list, and other content may be before
// and after it.

import { Geometry } from "./paged-geometry.js"

// Pixels that are a movement, and no rounding.
const leastMovement = 0.5

export const scrollsWithPage = (list) => list.getAttribute("scroll") == "page"

const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
// The element that such a list scrolls with: the nearest one around it that scrolls, or the document's. How a page's body overflows is the
// document's, unless its root has something of its own.
const scrollerOf = (list) => {
  const { scrollingElement, documentElement, body } = list.ownerDocument
  for (let one = list; (one = one.parentElement ?? one.getRootNode().host); ) {
    if (one != documentElement && scrolls(one) && (one != body || getComputedStyle(documentElement).overflowY != "visible")) return one
  }
  return scrollingElement ?? documentElement
}
// Pixels of a list that are seen at once, at most.
export const heightInSight = (list) => (scrollsWithPage(list) ? scrollerOf(list) : list).clientHeight

// Pixels on screen for each of an element's own: there may be a `zoom` around it, which is told exactly, or a transform.
const scaleOf = (element) => {
  const { offsetHeight, currentCSSZoom = 1 } = element
  const { height } = element.getBoundingClientRect()
  return !offsetHeight || Math.abs(height - offsetHeight * currentCSSZoom) < 1 ? currentCSSZoom : height / offsetHeight
}

// The page as an element that scrolls, in pixels of the list: `scrollTop` is 0 where the list begins with the window, less where content before
// the list is seen, and more than the list is high where only content after it is. The window is what the page scrolls in, without what it
// keeps at its top (`scroll-padding-top`).
export class PageWindow {
  // Pixels of the page behind the list.
  after = 0
  #top = 0
  // Pixels of the list for one of the scroller's, and those of the scroller that are covered at its top.
  #ratio = 1
  #covered = 0
  #listeners = []

  constructor(list, view) {
    Object.assign(this, { list, view })
    this.find()
  }
  // Finds out what the list scrolls with: it may have been moved in the page.
  find() {
    const scroller = scrollerOf(this.list)
    if (scroller == this.scroller) return
    this.scroller = scroller
    for (const [name, act, options] of this.#listeners) {
      this.#target.addEventListener(name, act, options)
    }
  }
  get #isDocument() { return this.scroller == document.scrollingElement || this.scroller == document.documentElement }
  get #target() { return this.#isDocument ? document : this.scroller }

  get clientHeight() { return Math.max(0, this.scroller.clientHeight - this.#covered) * this.#ratio }
  get scrollTop() { return this.scroller.scrollTop * this.#ratio - this.#top }
  // A page may have its scrolling animated, which would be late here.
  set scrollTop(position) { this.scroller.scrollTo({ left: this.scroller.scrollLeft, top: (position + this.#top) / this.#ratio, behavior: "instant" }) }
  addEventListener(...all) {
    this.#listeners.push(all)
    this.#target.addEventListener(...all)
  }

  // Content before the list has another height: rows that reach the window's top stay where they are. Where the browser has kept
  // them there already, nothing is left to do.
  measure(position) {
    const { scroller, view } = this
    const [scale, outer] = [scaleOf(view), this.#isDocument ? 1 : scaleOf(scroller)]
    const ratio = outer / scale
    const covered = parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0
    const isOther = ratio != this.#ratio || covered != this.#covered
    this.#ratio = ratio
    this.#covered = covered
    if (isOther) view.parentNode.style.setProperty("--paged-top", `${covered * ratio}px`)
    const box = view.getBoundingClientRect()
    const begin = (this.#isDocument ? 0 : scroller.getBoundingClientRect().top + scroller.clientTop * outer) + covered * outer
    const [top, bottom] = [(box.top - begin) / scale, (box.bottom - begin) / scale]
    this.after = (scroller.scrollHeight - scroller.scrollTop - covered) * ratio - bottom
    const by = top + scroller.scrollTop * ratio - this.#top
    if (!isOther && Math.abs(by) < leastMovement) return
    this.#top += by
    if (position > 0 && Math.abs(top + position) >= leastMovement) this.scrollTop = isOther ? position : this.scrollTop + by
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
