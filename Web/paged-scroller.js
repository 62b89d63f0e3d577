// Scrolls a list of any length in an element of bounded height, or with its page.
//
// The anchor is a row and how much of it is hidden above: that stays when rows come and go above, heights become
// known, the view changes its size. The browser's scroll position follows. A small movement (wheel, finger, keys) moves
// the same number of pixels; a large one comes from the scroll bar, and leads to the place in proportion. When scrolling
// rests, or comes near an end, the position is put back to where the scroll bar should be, and nothing moves on screen.

// Milliseconds without a movement that are a rest.
const rest = 150
// A thumb that is dragged pauses where no movement has come for some times as long as they take to come on this machine: milliseconds,
// at least and at most.
const [paces, shortestPause, longestPause] = [2.5, 60, 600]
// Frames in a row without a movement after which a fling is over that was stopped.
const stillFrames = 3

export class Scroller {
  anchor = { row: 0, offset: 0 }
  // The scroll position that `anchor` belongs to.
  position = 0
  // The end of a list that is shown from there.
  end = null
  #isByHand = false
  #isTouched = false

  #closed = new AbortController()

  // `view` is the element that scrolls, or a `PageWindow`. `draw` is called when other rows come into view, `rested` when scrolling rests.
  constructor(view, space, geometry, { draw, rested }) {
    Object.assign(this, { view, space, geometry, draw, rested })
    const { signal } = this.#closed
    const listen = (names, act) => names.split(" ").forEach((name) => view.addEventListener(name, act, { passive: true, signal }))
    listen("scroll", () => this.#scrolled())
    listen("wheel", () => (this.#isByHand = true))
    listen("touchstart touchmove", () => {
      this.#isByHand = this.#isTouched = true
      this.#isFlung = false
    })
    listen("touchend touchcancel", () => {
      this.#isTouched = false
      this.#isFlung = true
      this.#await()
    })
    listen("pointerdown", (event) => (this.#isByHand = event.pointerType == "touch"))
  }

  #scrolled() {
    // The rest of a fling.
    if (this.#isStopping) return this.#await()
    const [position, { geometry }] = [this.view.scrollTop, this]
    const by = position - this.position
    if (by !== 0) {
      this.#goal = null
      this.#isLeaving = by < 0
      // Half of what a pixel of the scroll bar is worth.
      const small = Math.max(2 * geometry.view, geometry.barMost / Math.max(1, geometry.view) / 2)
      const isSame = !geometry.isScaled && !geometry.isMeasured
      this.position = position
      if (!this.#isByHand && Math.abs(by) >= small) this.#dragged()
      if (isSame || !(this.#isByHand || Math.abs(by) < small)) this.anchor = geometry.clamped(geometry.at(geometry.fromBar(position)))
      else this.anchor = geometry.moved(this.anchor, by)
      if (this.end?.isReached) this.#goal = this.toEnd
      this.#keep()
      this.draw()
    }
    this.#await()
  }

  // Whether a finger is on the list, or leads it upwards.
  get isHeld() { return this.#isTouched || this.#isLeaving }
  #isLeaving = false

  // Whether the thumb is being dragged, so that its end is not known yet.
  isDragged = false
  #pace = 0
  #draggedAt = -Infinity
  #dragged() {
    const now = performance.now()
    const since = now - this.#draggedAt
    this.#draggedAt = now
    // A busy machine tells of movements seldom: these are no pauses.
    this.#pace = since < longestPause ? Math.max(since, 0.9 * this.#pace) : 0
    this.isDragged = true
    clearTimeout(this.pause)
    this.pause = setTimeout(() => {
      this.isDragged = false
      this.draw()
    }, Math.min(longestPause, Math.max(shortestPause, paces * this.#pace)))
  }

  #await() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.#rest(), rest)
  }

  #rest() {
    // A finger that holds the list still lets go of it later.
    if (this.#isTouched) return
    // Scrolling has begun again, and its event comes with the next frame: put back now, it would be undone.
    if (Math.abs(this.view.scrollTop - this.position) > 0.5) return this.#scrolled()
    this.#isByHand = this.#isLeaving = this.#isFlung = false
    this.geometry.settle()
    this.settle()
    this.rested()
  }

  // The element has been moved in the page, and is scrolled to its top by that.
  restore() {
    if (!this.#page) return void (this.view.scrollTop = this.position)
    this.#page.find()
    this.look()
  }

  // The page, where that is what scrolls.
  get #page() { return this.view.measure ? this.view : null }
  // Content before a list that scrolls with its page may have another height, which no event tells.
  look() {
    if (!this.#page || !this.#isPlaced) return
    this.#measure(this.position)
    if (Math.abs(this.view.scrollTop - this.position) > 0.5) this.#scrolled()
  }
  // A list begins where its page is scrolled to, and moves nothing.
  begin() {
    if (!this.#page || this.#isPlaced) return
    this.#isPlaced = true
    this.#measure(0)
    this.position = this.view.scrollTop
    this.anchor = this.geometry.at(this.geometry.fromBar(this.position))
  }
  #isPlaced = false
  #measure(position) {
    this.#page.measure(position)
    this.geometry.after = this.#page.after
  }
  // Another list begins with its first row, where that is not below the window's top.
  toTop() {
    this.#goal = null
    this.anchor = { row: 0, offset: Math.min(0, this.view.scrollTop) }
  }

  // Near an end the scroll bar must not end before the list, nor after it.
  #keep() {
    const { geometry, position } = this
    const place = geometry.placeOf(this.anchor)
    const room = Math.min(position, geometry.barMost - position, place, geometry.most - place)
    if (room < geometry.view && Math.abs(geometry.toBar(place) - position) > 1) this.settle()
  }

  // Puts the scroll bar where it belongs; nothing moves on screen.
  settle() {
    const { geometry, view, space } = this
    const height = `${geometry.barHeight}px`
    if (space.style.height != height) space.style.height = height
    const wanted = geometry.toBar(geometry.placeOf(this.anchor))
    if (Math.abs(wanted - view.scrollTop) >= 1 || wanted === 0) view.scrollTop = wanted
    this.position = view.scrollTop
    // How long the page is, is known when the list has its length.
    const short = this.position - wanted
    if (this.#page && Math.abs(short) >= 1) this.anchor = geometry.moved(this.anchor, short)
  }

  // Goes to a place, which is asked for again when heights become known, until the reader goes elsewhere.
  go(goal) {
    this.#stop()
    this.#goal = goal
    this.hold()
    this.settle()
    this.draw()
  }
  // A fling would carry the list on from there. It ends where there is nothing to scroll for some frames.
  #stop() {
    if (!this.#isFlung) return
    this.#isFlung = false
    this.#isStopping = true
    const { style } = this.view.scroller ?? this.view
    const { overflow, scrollbarGutter } = style
    Object.assign(style, { overflow: "hidden", scrollbarGutter: "stable" })
    let frames = 0
    const look = () => {
      if (Math.abs(this.view.scrollTop - this.position) > 0.5) {
        frames = 0
        this.settle()
      }
      if (++frames <= stillFrames) return requestAnimationFrame(look)
      Object.assign(style, { overflow, scrollbarGutter })
      this.#isStopping = false
    }
    requestAnimationFrame(look)
  }
  // Whether a finger has let go of the list since it was at rest; whether what that began is being stopped.
  #isFlung = false
  #isStopping = false

  hold() { this.anchor = this.geometry.clamped(this.#goal?.() ?? this.anchor) }
  #goal
  // The same, before there is a place to be held.
  aim(goal) { this.#goal = goal }
  get isAiming() { return !!this.#goal }
  toEnd = () => {
    const row = Math.max(0, this.geometry.count - 1)
    return { row, offset: this.geometry.view + this.geometry.boxHeight(row) }
  }

  // The length, the heights or the view have changed: the same row stays where it is.
  changed() {
    this.hold()
    this.settle()
  }
  // A row's box is to begin so many pixels below the view's top, also when heights become known.
  stay(row, below) {
    this.#goal = this.#held = () => below < 0 ? { row, offset: -below } : this.geometry.moved({ row, offset: 0 }, -below)
    this.changed()
  }
  #held
  // The content in view has moved by so many pixels, as heights have become known above it: it stays on screen, but for a way to a goal.
  follow(by) {
    if (this.#goal && this.#goal != this.#held) return false
    const { row, offset } = this.anchor
    this.#goal = null
    this.anchor = this.geometry.within({ row, offset: offset + by })
    return true
  }

  close() {
    this.#closed.abort()
    clearTimeout(this.timer)
    clearTimeout(this.pause)
  }
}
