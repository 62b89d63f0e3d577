// Draws the rows near the view: which ones, their content, and their positions in pixels.

import { Edge } from "./paged-edge.js"
import { inner } from "./paged-inner.js"

// The slot of a placeholder row past the list's count.
const ghost = (row) => `ghost ${row}`
// How often rows are measured in a frame, where that shows that others are in view than was thought.
const passes = 4

export class Drawing {
  // The row at which scrolling will come to rest, where that is known.
  landing = -1
  #frame

  // `parts`: view, sticky and its header, rows, notices, geometry, scroller, keys, jump. `place` is where the reader was, until the
  // list is that long. `moved` is called with the rows on screen when they are others, `came` when a list that follows its end has got rows there.
  constructor(list, parts, { place, moved, came }) {
    Object.assign(this, { list, ...parts, place, moved, came })
    this.edge = new Edge(parts.view, parts.geometry)
  }

  element(row) { return this.rows.of(this.#slot(row)) }

  // Shows another list from its beginning: what was shown until now has stayed until its first rows came.
  renew(place) {
    const { geometry, scroller, keys, rows } = this
    keys.row = -1
    this.selection?.clear()
    this.unseen.forget()
    geometry.forget()
    this.edge.forget()
    geometry.starts = []
    this.#known = undefined
    this.place = place
    scroller.toTop()
    rows.unslot()
    this.layout()
    keys.look()
  }

  // Another machine has the rows that are shown: it is to know which these are.
  retell() {
    this.#isUntold = true
    this.layout()
  }

  later() { this.#frame ||= requestAnimationFrame(() => this.layout()) }
  // Does at once what waits for the next frame.
  layoutNow() { if (this.#frame) this.layout() }
  close() {
    cancelAnimationFrame(this.#frame)
  }

  // Takes in how long the list is and how large the view, and draws.
  layout() {
    cancelAnimationFrame(this.#frame)
    this.#frame = null
    const { list, geometry, view, scroller } = this
    const { clientHeight } = scroller.view
    const { sections, count, [inner]: { machine } } = list
    if (!machine) {
      const { words, [inner]: { trouble } } = list
      const notice = trouble && { kind: "failed", top: 0, bottom: clientHeight, message: words.failed(trouble.error.message) }
      if (trouble) this.rendered.end()
      const said = trouble ? [{ ...notice, value: { message: trouble.error.message, text: notice.message } }] : []
      return this.notices.show(said, clientHeight)
    }
    if (geometry.isMeasured && this.#width !== view.clientWidth) geometry.forget()
    this.#width = view.clientWidth
    const above = this.columns?.height ?? 0
    if (above != this.#above) {
      view.style.setProperty("--paged-columns-height", `${above}px`)
      // A header that is not seen takes no room.
      view.style.setProperty("--paged-columns-least", above ? "min-content" : 0)
    }
    const wide = above && this.columns.width
    const across = wide > view.clientWidth ? wide : 0
    if (across != this.#across) {
      const lay = () => view.style.setProperty("--paged-columns-width", `${this.#across}px`)
      // Where columns become wider the view may get a scroll bar, and other room: no observer is to tell of that in the frame in which it told of them.
      const isFirst = this.#across === undefined
      this.#across = across
      isFirst ? lay() : requestAnimationFrame(lay)
    }
    this.#above = above
    const oldView = geometry.view
    geometry.view = Math.max(0, clientHeight - above)
    // As when a keyboard comes up: what is at the bottom stays there.
    if (this.end && oldView && oldView != geometry.view && !scroller.isAiming) scroller.anchor = geometry.moved(scroller.anchor, oldView - geometry.view)
    // Nothing is loaded before there is a screen to load for: a list that is not shown yet waits.
    this.#isShown ||= geometry.view > 0
    if (!this.#isShown) return
    this.#measure()
    if (sections != this.#known) {
      this.#known = sections
      let start = 0
      geometry.starts = sections.map((one) => (start += one.count) - one.count)
    }
    scroller.begin()
    scroller.look()
    const { place } = this
    if (place && (count > place.row || count && machine.endIsKnown)) {
      // Of a list that is shorter by now its end is shown.
      scroller.anchor = count > place.row ? { row: place.row, offset: place.offset } : { row: count - 1, offset: 0 }
      if (place.isEnd) scroller.aim(scroller.toEnd)
      else if (place.key !== undefined) scroller.aim(() => this.#placeOf(place))
      this.place = null
    }
    this.#tellExtent(above)
    scroller.changed()
    this.jump.layout()
    this.draw()
  }
  // A list whose height the page leaves open is as high as what is in it.
  #tellExtent(above) {
    const { geometry, list } = this
    const extent = list.count ? `${Math.ceil(geometry.barHeight + above)}px` : ""
    if (extent != list.style.getPropertyValue("--paged-extent")) list.style.setProperty("--paged-extent", extent)
  }
  #known
  #width
  #isShown = false
  // How high and how wide the columns' header is.
  #above = 0
  #across

  // Before the first answer the list is a screen of placeholders; where it may go on, one placeholder is at its end.
  #measure() {
    const { geometry, list: { count, phase, [inner]: { machine } } } = this
    const isFailed = phase == "failed"
    const screen = isFailed ? 1 : Math.ceil(geometry.view / geometry.height)
    geometry.count = count + (machine.endIsKnown ? 0 : count || isFailed ? 1 : screen)
  }

  // A row that was looked for may have moved before the list told of that; an attribute has its identity as text.
  #placeOf({ row, key }) {
    const { driver } = this.list[inner]
    return { row: [driver.rowOf(key), driver.rowOf(+key)].find((one) => one >= 0) ?? row, offset: 0 }
  }

  // Rows have come, gone or moved: the first one on screen that is left stays where it is, to the pixel.
  follow(moves, { oldCount, inserted }) {
    const { geometry, scroller, keys, list } = this
    scroller.look()
    const { row: first, offset } = scroller.anchor
    const end = Math.min(list.viewport.end, oldCount)
    let [row, below] = [first, -offset]
    while (row < end && moves.isGone(row)) below += geometry.boxHeight(row++)
    if (row >= end) [row, below] = [first, -offset]
    const sticks = this.end?.sticks && this.list[inner].machine.endIsKnown
    // Rows that the list follows at its end are seen.
    this.unseen.follow(moves, sticks ? [] : inserted)
    geometry.follow(moves)
    this.edge.forget()
    this.#measure()
    if (keys.row >= 0 && keys.row < oldCount) {
      this.#isBereft ||= moves.isRemoved(keys.row)
      keys.row = Math.min(moves.row(keys.row), list.count - 1)
    }
    this.selection?.follow(moves)
    if (sticks) {
      this.end.push(moves, row, below)
      if (inserted.at(-1)?.[1] == geometry.count) this.came()
      scroller.aim(scroller.toEnd)
      return scroller.changed()
    }
    // Rows past the old end of the list do not move when it grows there.
    if (first < oldCount) scroller.stay(moves.place(row), below)
  }

  draw(moves) {
    const { list, geometry, scroller, rows, view } = this
    const { machine } = list[inner]
    const reach = Math.max(200, geometry.view / 2)
    rows.near(scroller.position)
    rows.begin()
    for (let pass = 0; pass < passes; pass++) {
      const { anchor } = scroller
      let [first, above] = [anchor.row, -anchor.offset]
      while (first > 0 && above > -reach) above -= geometry.boxHeight(--first)
      const { end } = geometry.upTo(anchor, geometry.view + reach)
      this.#drawn = { first, end }
      if (!this.#drawRows(first, end, above, pass == passes - 1)) break
      scroller.hold()
    }
    rows.end()
    if (this.#isBereft && this.keys.hasFocus) this.focus(this.keys.row)
    this.#isBereft = false
    this.end?.settle()
    this.keys.sync()
    const [first, end] = this.#visible()
    if (rows.sort(first, end)) scroller.view.scrollTop = scroller.position
    const isSame = list.viewport.first == first && list.viewport.end == end
    list.viewport = { first, end }
    // Data that arrives is no movement: the machine reckons from these how fast the reader goes.
    this.#isUntold ||= moves || !isSame || (!list.count && !machine.endIsKnown && !this.#isBegun)
    this.#isBegun = true
    // Where a thumb passes while it is dragged nobody will look; but what changes meanwhile must not move the row that is there.
    if (scroller.isDragged) {
      if (!isSame) machine.pass(performance.now(), first, end)
    } else if (this.#isUntold) {
      this.#isUntold = false
      // A list that is not loaded yet loads where the reader will be; one that is out of sight has to learn its length.
      const by = list.count ? 0 : this.place?.row ?? 0
      const least = !end && !list.count ? 1 : end
      machine.viewport(performance.now(), first + by, least + by, this.landing, this.landing + end - first)
    }
    this.#header(first)
    const isUnread = scroller.isDragged && list.item(first) === undefined
    this.hint.show(isUnread ? first : -1, list.sections[geometry.sectionAt(first)]?.title, geometry.view)
    let isBusy = view.dataset.old !== undefined
    for (let row = first; row < end && !isBusy; row++) isBusy = !list.item(row) && machine.state(row) != "failed"
    if (isBusy != (view.getAttribute("aria-busy") == "true")) view.setAttribute("aria-busy", isBusy)
    const shown = machine.endIsKnown ? list.count + rows.headers : -1
    if (rows.role == "row" && view.getAttribute("aria-rowcount") != shown) view.setAttribute("aria-rowcount", shown)
    this.isBusy = isBusy
    if (!isBusy && (list.count || machine.endIsKnown || list.phase == "failed")) this.rendered.end()
    this.#showNotices(first, end)
    this.unseen.look(end, machine.endIsKnown)
    if (!isSame) this.moved({ first, end })
  }
  // Notices are placed from where the list begins, which is below the window's top where content before it is seen, to where it ends.
  #showNotices(first, end) {
    const { geometry, scroller, view } = this
    const { position } = scroller
    const lead = Math.max(0, -position)
    const notices = this.#notices(first, end)
    if (!notices.length) return this.notices.show([], geometry.view)
    const rest = scroller.view == view ? geometry.view : view.offsetHeight - this.#above - Math.max(0, position)
    const height = Math.min(geometry.view - lead, rest)
    const within = (y) => Math.max(0, Math.min(height, y - lead))
    this.notices.show(notices.map((one) => ({ ...one, top: within(one.top), bottom: within(one.bottom) })), height)
  }
  // The row that is to have the focus, wherever it is scrolled to; the list itself where there is no such row.
  focus(row) { ((row < 0 ? null : this.element(row)) ?? this.view).focus({ preventScroll: true }) }
  isBusy = false
  // The row that has the focus is gone: the one that is now in its place is to have it.
  #isBereft = false
  #isBegun = false
  #drawn
  #isUntold = false

  // Drawn rows have other heights: they are put below each other anew. No other row is drawn yet, which would have to be observed too.
  restack() {
    const { geometry, scroller, rows, list } = this
    if (!list[inner].machine || !this.#drawn || this.#frame) return
    const { first, end } = this.#drawn
    const drawn = [...rows.elements].filter(({ known: { row } }) => row >= first && row < end)
    const heights = this.#heights(drawn)
    const other = drawn.filter((element, index) => geometry.isOther(element.known.row, heights[index]))
    if (!other.length) return
    // Where nearly all rows are of another height, as with larger text, those that are not drawn are too.
    if (other.length > drawn.length / 2) geometry.forget()
    for (let pass = 0; pass < 2 && this.#drawRows(first, end, geometry.distance(scroller.anchor, first), pass == 1); pass++) scroller.hold()
    if (other.length > drawn.length / 2) geometry.settle()
    this.later()
  }

  // The heights of elements in the list's own pixels: what is around the list may show it larger or smaller (`zoom`, a dialog that grows when it opens).
  #heights(elements) {
    const { view } = this
    const isScaled = Math.abs(view.getBoundingClientRect().height - view.offsetHeight) > 0.5
    return elements.map((element) => isScaled ? parseFloat(getComputedStyle(element).height) || 0 : element.getBoundingClientRect().height)
  }

  // Why a row has no item, where that is for good.
  #failure(row) {
    const { list: { count, [inner]: { driver } } } = this
    return row < count ? (driver.machine.state(row) == "failed" ? driver.reason(row) : null) : driver.reason()
  }

  // The notices in place of rows: one for neighboring rows that failed for one reason.
  #notices(first, end) {
    const { list, geometry, scroller } = this
    const { count, words } = list
    const of = ({ message }, top, bottom, text = words.failed(message)) =>
      ({ kind: "failed", top, bottom, value: { message, text }, message: text })
    const { trouble, progress, machine } = list[inner]
    if (progress) return [{ kind: "progress", top: 0, bottom: 0, value: { text: progress }, message: progress }]
    if (machine.endIsKnown && !count && list.phase == "idle" && !trouble) {
      return [{ kind: "empty", top: 0, bottom: geometry.view, value: { text: words.empty }, message: words.empty }]
    }
    const notices = []
    let y = (this.end?.lead ?? 0) - scroller.anchor.offset
    for (let row = scroller.anchor.row; row < Math.min(end, geometry.count); row++) {
      const [top, bottom] = [y + geometry.headerOf(row), y += geometry.boxHeight(row)]
      const error = list.item(row) === undefined && this.#failure(row)
      if (!error) continue
      const last = notices.at(-1)
      if (last?.end == row && last.value.message == error.message) Object.assign(last, { end: row + 1, bottom: Math.min(bottom, geometry.view) })
      else notices.push({ ...of(error, Math.max(top, geometry.headerHeight, 0), Math.min(bottom, geometry.view)), end: row + 1 })
    }
    if (notices.length == 1 && !count) notices[0].bottom = geometry.view
    if (!notices.length && trouble) notices.push(of(trouble.error, 0, 0, trouble.text))
    return notices
  }

  // The row in which something is shown before all else, a dialog or what fills the screen. Like the one with the focus it stays.
  get #rowBeforeAll() {
    const element = this.rows.body.querySelector(":modal,:fullscreen")?.closest(".paged-row:not([hidden])")
    return element ? this.list[inner].driver.rowOf(element.known.key) : -1
  }

  // The identity of a row's element.
  #slot(row) { return row < this.list.count ? this.list[inner].machine.slot(row) : ghost(row) }

  // Draws rows from a distance below the view's top; true where a height was other than thought, which leaves them where they were.
  #drawRows(first, end, above, isLast) {
    const { list, geometry, scroller, rows } = this
    const { count, sections, [inner]: { machine, driver } } = list
    const setSize = machine.endIsKnown ? count : -1
    const wanted = []
    for (let row = first; row < end; row++) wanted.push(row)
    for (const row of [this.keys.row, this.#rowBeforeAll]) if (row >= 0 && row < geometry.count && !wanted.includes(row)) wanted.push(row)
    const slots = wanted.map((row) => this.#slot(row))
    const items = wanted.map((row) => (row < count ? list.item(row) : undefined))
    const keys = items.map((item) => item === undefined ? undefined : driver.key(item))
    rows.keep(slots, wanted.map(ghost), keys)
    const elements = wanted.map((row, index) => {
      const value = items[index]
      const isFailed = value === undefined && (row < count ? machine.state(row) == "failed" : list.phase == "failed")
      return rows.show({
        slot: slots[index], row, count: setSize, kind: value !== undefined ? "item" : isFailed ? "failed" : "placeholder",
        key: keys[index], value,
        section: geometry.isStart(row) ? sections[geometry.sectionAt(row)]?.title : undefined, isSelected: this.selection?.has(row),
        // Nothing is loaded for what a thumb passes, which says where it is in its place.
        place: scroller.isDragged && value === undefined ? list.words.place : undefined, title: sections[geometry.sectionAt(row)]?.title,
      })
    })
    let isOther = false
    if (geometry.isMeasured) {
      const heights = this.#heights(elements)
      wanted.forEach((row, index) => { if (heights[index] > 0) isOther = geometry.measured(row, heights[index]) || isOther })
      const by = this.edge.movedFrom(scroller.anchor)
      if (by) isOther = scroller.follow(by) || isOther
      if (isOther && !isLast) return true
      if (isOther) this.later()
      this.edge.look(scroller.anchor, first, elements.slice(0, end - first))
    }
    let y = scroller.position + above
    elements.forEach((element, index) => {
      const row = wanted[index]
      const header = geometry.headerOf(row)
      if (row >= first && row < end) {
        if (header) rows.showHeader(geometry.sectionAt(row), sections[geometry.sectionAt(row)]?.title, y)
        rows.place(element, y + header)
        y += geometry.boxHeight(row)
      } else {
        // It keeps the focus out of sight: above or below, and inside the list's extent.
        const side = scroller.position + (row < first ? -2 : 2) * (geometry.view + geometry.height)
        rows.place(element, Math.max(-geometry.height, Math.min(side, geometry.barHeight - geometry.height)))
      }
    })
    return false
  }

  #visible() {
    const { geometry, scroller: { anchor } } = this
    const { end } = geometry.upTo(anchor, geometry.view - 0.01)
    // Where a page is scrolled past the list nothing of it is seen.
    if (anchor.offset >= geometry.boxHeight(anchor.row)) return [end, end]
    // A row that the section's header covers is not seen.
    const isCovered = anchor.row + 1 < end && geometry.starts.length && !geometry.isStart(anchor.row + 1)
      && geometry.boxHeight(anchor.row) - anchor.offset <= geometry.headerHeight
    return [isCovered ? anchor.row + 1 : anchor.row, end]
  }

  // The header of the section that is looked at stays at the top, until the next one pushes it away.
  #header(first) {
    const { geometry } = this
    const index = geometry.headerHeight ? geometry.sectionAt(first) : -1
    this.jump.mark(index)
    this.header.hidden = index < 0
    if (index < 0) return
    const next = geometry.starts[index + 1] ?? Infinity
    const away = next < geometry.count ? Math.min(0, geometry.distance(this.scroller.anchor, next) - geometry.headerHeight) : 0
    this.header.style.transform = `translateY(${Math.max(-geometry.headerHeight, away)}px)`
    this.rows.label(this.header, this.list.sections[index].title)
  }

  // Draws everything by other templates.
  renewTemplates(templates) {
    Object.assign(this.rows.templates, { templates })
    this.rows.renew()
    this.rows.relabel(this.header)
    this.notices.renew()
    if (this.geometry.isMeasured) this.geometry.forget()
    this.later()
  }
}
