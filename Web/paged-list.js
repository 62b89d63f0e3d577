// <paged-list>: a list of any size that scrolls as though every row were already there. Web/README.md shows its use.
//
// Attributes: src, length (rows, where that is known beforehand), row-height (pixels; absent where rows are to be measured),
// section-height, sort and sort-name (what rows are sorted by, and the parameter for that), selectable ("single" or "multiple"), page-size,
// live (where what happens to the list is told; without a value where its pages say so), item-budget, item-id, behavior, ranking and content (how the list changes while it is read:
// `natures`), label, layout ("list" or "grid"), scroll ("page": with the page), sections (the address of a list of titles and counts), dialect, names, first-page,
// start-row, start-at and start ("end": shown from its end) with end-threshold, positions, items, total, next, version (as in paged-source.js). A template each for data-for="item", "placeholder", "section", "columns", "failed"
// and "empty".
//
// Events: paged-list:load {first, count}, paged-list:error {error, what, first, end}, paged-list:viewport {first, end},
// paged-list:finished {job, failed, error}: what refresh, reload and loadMore return is over. What failed is "rows", "sections",
// "machine", "start", "changes", "live", "copy" or "attribute"; of an "answer" something is wrong, and all that came is shown. paged-list:selection
// {ranges, count, isExact}, paged-list:activate {row, item, id}: Enter, or a double click (one with activate-on="click"). paged-list:sort {sort}, before another order is asked
// for, which can be prevented; paged-list:columns {widths}; paged-list:copied {count}; paged-list:unseen {count}, of rows that came below.

import { Options, attributes, isShownFromEnd, natures, viewAttributes } from "./paged-options.js"
import { ListView, removeParts, templatesOf } from "./paged-view.js"
import { PagedSource } from "./paged-source.js"
import { FirstRows, askAhead, screenOf } from "./paged-first.js"
import { RowMoves } from "./paged-geometry.js"
import { markRendered } from "./paged-rendered.js"
import { adoptStyle } from "./paged-style.js"
import { hydration } from "./paged-hydration.js"
import { inner } from "./paged-inner.js"
import { isMachineLoading, later, loadLater, machine } from "./paged-machines.js"
import { words } from "./paged-words.js"

// Properties that may be set before the element is defined.
const early = ["source", "fill", "isEqual", "label", "src", "sections", "sort"]

// Milliseconds for which the first request has the line for itself, at most.
const headStart = 250

// The address of a list, however it is sorted or searched; a source of an app's own is one by itself.
const addressOf = (source) => source.address ? source.address.origin + source.address.pathname : source
// A time of today, or with its day.
const timeOf = (time) => {
  const date = new Date(time)
  return date.toDateString() == new Date().toDateString() ? date.toLocaleTimeString() : date.toLocaleString()
}

export class PagedList extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = attributes

  // An app may set `fetch`, how requests are sent; `fill`, how an item's element is filled beyond its fields, and `isEqual`, whether two
  // items read the same; `source`, where rows come from instead of `src`; `label`; and, before rows are shown, some or all of `words`,
  // the texts. All that may be set before the element is defined, too.
  words = { ...words, ...this.words }
  viewport = { first: 0, end: 0 }
  // Ways to show a field's value, by the names that `data-format` has: `(value, item) => text`.
  formats = this.formats ?? {}

  constructor() {
    super()
    // Elements that were there before this one was defined came with the page's markup.
    if (this.isConnected) this.#hydrated = hydration(this)
    // Whatever was set before the element was defined hides what it has of that name.
    for (const name of early) {
      if (!Object.hasOwn(this, name)) continue
      const value = this[name]
      delete this[name]
      this[name] = value
    }
  }

  // The app's own; requests to come take another `fetch`, rows that are shown are brought up to date by another `fill` at once.
  fetch = this.fetch
  get fill() { return this.#fill }
  set fill(fill) {
    if (fill === this.#fill) return
    this.#fill = fill
    if (this.#view) this.#view.drawing.rows.fill = fill
    this.redraw()
  }
  #fill
  get isEqual() { return this.#isEqual }
  set isEqual(isEqual) {
    this.#isEqual = isEqual
    if (this.#view) this.#view.drawing.rows.isEqual = isEqual
  }
  #isEqual
  get source() { return this.#source }
  set source(source) {
    if (source === this.#source) return
    this.#source = source
    if (this.isConnected) this.#begin()
  }
  #source
  get sort() { return this.getAttribute("sort") }
  set sort(sort) { this.#reflect("sort", sort) }
  get label() { return this.getAttribute("label") }
  set label(label) { this.#reflect("label", label) }
  get src() { return this.getAttribute("src") }
  set src(src) { this.#reflect("src", src) }
  // Frameworks set the property where there is one of an attribute's name.
  get scroll() { return super.scroll }
  set scroll(word) { this.#reflect("scroll", word) }
  set sections(address) { this.#reflect("sections", address) }
  #reflect(name, value) { value == null ? this.removeAttribute(name) : this.setAttribute(name, value) }

  // For the parts of the element.
  [inner] = this.#inner()
  #inner() {
    const list = this
    return {
      get driver() { return list.#driver },
      get machine() { return list.#machine },
      get trouble() { return list.#trouble },
      get progress() { return list.#view?.clipboard?.progress ?? null },
      // The place where a list begins that the reader has not seen yet.
      get startingPlace() {
        const row = list.#options.number("start-row")
        return list.#beginning?.row !== undefined ? list.#beginning : row ? { row, offset: 0 } : undefined
      },
      // A reader who scrolls has seen that the list begins elsewhere than it was to.
      scrolled() { list.#astray = null },
      activate(row) {
        const item = list.item(row)
        if (item !== undefined) list.#tell("activate", { row, item, id: list.#driver.key(item) })
      },
      pin: (row) => list.#machine?.pin(Math.max(0, row), row + 1),
      tellColumns: () => list.#tell("columns", { widths: list.columnWidths }),
      // Asks for another order: of a column's rising values, then its falling ones, then the list's own.
      sortBy(name) {
        const sort = { [name]: `-${name}`, [`-${name}`]: null }[list.sort ?? ""]
        const wanted = sort === undefined ? name : sort
        const event = new CustomEvent("paged-list:sort", { detail: { sort: wanted }, bubbles: true, composed: true, cancelable: true })
        if (list.dispatchEvent(event)) list.sort = wanted
      },
    }
  }

  get #machine() { return this.#driver?.machine }
  get count() { return this.#machine?.count ?? 0 }
  get phase() { return this.#machine?.phase ?? (this.#broken ? "failed" : "loading") }
  // Failures of other things than rows, in words: the machine, the sections, the last refresh; or that the server asked to wait.
  get #trouble() {
    if (this.#broken) return { error: this.#broken }
    const [driver, { words }] = [this.#driver, this]
    const pause = (this.#next ?? driver)?.pause
    if (pause) return { error: pause.error, text: words.waiting(pause.error.message, timeOf(pause.until)) }
    if (this.#astray) return { error: this.#astray, text: words.notThere(this.#astray.message) }
    if (driver?.machine.sectionsFailed) return { error: driver.sectionsError, text: words.sectionsFailed(driver.sectionsError.message) }
    const error = this.count && this.phase == "failed" && driver.reason()
    return error ? { error, text: words.refreshFailed(error.message) } : null
  }
  // How the list learns of changes: by a "stream", or by asking ("poll") where too many lists listen; `null` where it does not.
  get listening() { return this.#driver?.listening ?? null }
  // How many rows came below the last one that was on screen.
  get unseenBelow() { return this.#view?.drawing.unseen.count ?? 0 }
  get counters() { return this.#machine?.counters }
  get loadedRanges() { return this.#machine?.loadedRanges() ?? [] }
  get sections() { return this.#driver?.sections ?? [] }
  item(row) { return this.#driver?.item(row) }

  connectedCallback() {
    if (!this.#view) removeParts(this)
    markRendered(this)
    adoptStyle(this)
    addEventListener("online", this.#online)
    addEventListener("pagehide", this.#left)
    document.addEventListener("visibilitychange", this.#looked)
    this.#watchTemplates()
    // An element that was moved in the page keeps what it has, but not where it was scrolled to.
    if (!this.#view) return void this.#begin()
    this.#view.drawing.scroller.restore()
  }
  disconnectedCallback() {
    removeEventListener("online", this.#online)
    removeEventListener("pagehide", this.#left)
    document.removeEventListener("visibilitychange", this.#looked)
    this.#templates.disconnect()
    queueMicrotask(() => this.isConnected || this.#end())
  }
  attributeChangedCallback(name, old, value) {
    if (!this.isConnected || old === value) return
    // It is read with each click.
    if (name == "activate-on") return void this.#options.activateOn
    if (name == "label") return this.#view?.element.setAttribute("aria-label", value ?? "")
    this.#options.forget()
    if (viewAttributes.includes(name) && this.#driver) return this.#rebuild()
    if (name == "sections" && (old == null) != (value == null)) this.#isOther = true
    this.#begin()
  }
  // Whether the view itself is to be built anew with the next list.
  #isOther = false
  #options = new Options(this, (error) => this.#tell("error", { what: "attribute", error }))
  #hydrated

  // Templates may come after the element, and be others later.
  #templates = globalThis.MutationObserver && new MutationObserver((changes) => {
    const isTemplate = (node) => node.nodeName == "TEMPLATE"
    const ofList = (change) => change.target == this
    const told = changes.filter((change) => !ofList(change) || [...change.addedNodes, ...change.removedNodes].some(isTemplate))
    if (!told.length) return
    this.#watchTemplates()
    if (!this.#view) return
    const templates = templatesOf(this)
    const isOfColumns = ({ target }) => (target.getRootNode() == templates.columns?.content || templates.columns?.contains(target)) && target != this
    if (!!templates.columns != !!this.#view.drawing.columns || told.some(isOfColumns)) this.#rebuild()
    else this.#view.drawing.renewTemplates(templates)
  })
  #watchTemplates() {
    this.#templates.disconnect()
    this.#templates.observe(this, { childList: true })
    const all = { childList: true, subtree: true, characterData: true, attributes: true }
    for (const template of Object.values(templatesOf(this))) for (const node of [template, template.content]) this.#templates.observe(node, all)
  }
  #online = () => this.retry()
  #left = () => this.#view?.keepPlace()
  // A page in the background has no reader: its stream is closed until the page is shown again.
  #looked = () => {
    if (document.visibilityState == "hidden") this.#left()
    if (!this.#machine || !this.hasAttribute("live")) return
    const { first, end } = this.viewport
    if (document.visibilityState == "hidden") this.#machine.removeViewer(performance.now())
    else this.#machine.viewport(performance.now(), first, end)
  }

  #driver
  #view
  // The list that is awaited: the rows that are shown stay until its own have come.
  #next = null
  // Where the list begins, where that had to be found out; and why it begins elsewhere.
  #beginning
  #astray = null
  #finding
  // Why there is no list at all, where its machine or its source could not be made.
  #broken = null
  #start = 0

  // Begins anew with what the attributes say; once, however many of them were changed.
  async #begin() {
    const start = ++this.#start
    this.#logged.clear()
    await null
    const isOver = () => start != this.#start || !this.isConnected
    if (isOver() || !(this.src || this.source)) return
    this.#next?.close()
    this.#next = null
    this.#finding?.abort()
    let ahead
    try {
      const { nature } = this.#options
      this.#options.word("scroll", ["page"])
      void this.#options.activateOn
      const changes = Object.entries(nature).some(([name, value]) => value != natures[name][0])
      const options = this.#options.source
      const source = this.source ?? new PagedSource(this.src, { ...options, fetch: (...all) => (this.fetch ?? fetch)(...all), sender: () => this.fetch ?? fetch })
      await this.#find(source, changes)
      if (isOver()) return
      if (!this.#driver || this.#isOther) {
        ahead = askAhead(this, source, { options: this.#options, nature })
        await this.#hydrated
        if (isOver()) return void ahead?.abort.abort()
        this.#end()
        this.#build()
      }
      this.#view.drawing.columns?.mark()
      const factory = await this.#untilMachine(changes, ahead, isOver)
      if (isOver()) return void ahead?.abort.abort()
      this.#view.takeLater()
      const driver = new later.PagedDriver(factory, source, {
        pageSize: options.pageSize, itemBudget: this.#options.number("item-budget") ?? 5000, itemID: this.getAttribute("item-id") ?? "id",
        seed: Math.floor(Math.random() * 2 ** 31), changes, ahead, ...nature,
      }, this.#driverEvents(() => driver))
      if (this.#driver) return this.#await(driver)
      this.#driver = driver
    } catch (error) {
      ahead?.abort.abort()
      if (isOver()) return
      if (this.#driver || !this.#view) {
        this.#end()
        this.#build()
      }
      this.#broken = error
      this.#failed(error, "machine")
    }
    this.#view.drawing.layout()
  }

  // Finds out at which row the list begins.
  async #find(source, changes) {
    this.#beginning = this.#astray = null
    const start = this.#options.word("start", ["end"])
    if (start && !isShownFromEnd(this)) this.#tell("error", { what: "attribute", error: new Error('start="end" does not go with scroll="page": it is ignored') })
    if (!isShownFromEnd(this) && !this.hasAttribute("start-at")) return
    // It comes meanwhile.
    machine(changes).catch(() => {})
    this.#finding = new AbortController()
    const { findStart } = await loadLater()
    const { error, ...place } = await findStart(this, source, { screen: screenOf(this, this.#options), isNew: !this.#view }, this.#finding.signal) ?? {}
    this.#beginning = place
    this.#astray = error ?? null
    if (error) this.#tell("error", { what: "start", error })
  }

  // The machine; the first rows are shown where they are there before it. They have a head start, as on a slow line the WebAssembly would take
  // most of it.
  async #untilMachine(changes, ahead, isOver) {
    if (ahead && !isMachineLoading(changes)) {
      await Promise.race([ahead.answer.catch(() => {}), new Promise((done) => setTimeout(done, headStart))])
    }
    const factory = machine(changes)
    if (ahead && !ahead.first && !this.hasAttribute("sections")) {
      const first = await Promise.race([factory.then(() => null), ahead.answer]).catch(() => null)
      if (first?.items?.length && !this.#driver && !isOver()) {
        this.#driver = new FirstRows(first, this.getAttribute("item-id") ?? "id")
        this.#view.drawing.layout()
      }
    }
    return factory
  }

  #driverEvents(driver) {
    const isShown = () => driver() == this.#driver
    return {
      update: (change) => isShown() && this.#updated(change),
      told: (changes) => isShown() && this.#view.selection?.told(changes),
      loaded: (first, count) => {
        this.#take(driver())
        this.#loaded(first, count)
      },
      failed: (...all) => {
        if (driver().machine.phase == "failed") this.#take(driver())
        this.#failed(...all)
      },
      finished: (job, failed) => this.#finished(job, failed),
      paused: () => {
        this.#view?.voice.say()
        this.#view?.drawing.later()
      },
    }
  }
  #await(driver) {
    this.#next = driver
    if (!(this.#driver instanceof FirstRows)) this.#view.await(true)
    const row = this[inner].startingPlace?.row ?? 0
    driver.machine.viewport(performance.now(), row, row + this.#view.screen)
  }
  #take(driver) {
    if (driver != this.#next) return
    this.#next = null
    const old = this.#driver
    old.close()
    this.#driver = driver
    // The same rows, and the reader may have gone on.
    if (old instanceof FirstRows) return this.#view.drawing.retell()
    // Sorted or searched, a list has the same items; of another one an identity is another item, which gets nothing that was typed.
    if (old.itemID != driver.itemID || addressOf(old.source) != addressOf(driver.source)) this.#view.drawing.rows.renew()
    this.viewport = { first: 0, end: 0 }
    this.#view.renew()
  }

  #build() {
    this.#view = new ListView(this, this.#options, (name, detail) => this.#tell(name, detail))
    Object.assign(this.#view.drawing.rows, { fill: this.#fill, isEqual: this.#isEqual })
  }
  // Shows the same list in another way; the row at the top stays.
  #rebuild() {
    const { drawing: { scroller: { anchor }, keys }, selection } = this.#view
    const ranges = selection?.shown
    const [row, hasFocus] = [keys.row, keys.hasFocus]
    this.#view.close()
    this.viewport = { first: 0, end: 0 }
    this.#build()
    const { drawing } = this.#view
    drawing.place = anchor
    drawing.keys.row = row
    if (ranges?.length && this.#view.selection) this.#view.selection.ranges = ranges
    drawing.layout()
    if (hasFocus) drawing.focus(row)
  }
  #end() {
    this.#driver?.close()
    this.#next?.close()
    this.#view?.close()
    this.#finding?.abort()
    this.#driver = this.#next = this.#view = this.#broken = null
    this.#isOther = false
    this.viewport = { first: 0, end: 0 }
  }

  // Commands

  refresh() {
    if (this.#driver) this.#driver.hasRefreshed = true
    return this.#machine?.refresh(performance.now())
  }
  reload() { return this.#machine?.reload(performance.now()) }
  loadMore() { return this.#machine?.loadMore(performance.now()) }
  retry() {
    if (this.#broken || this.#astray) return void this.#begin()
    ;(this.#next ?? this.#driver)?.retry()
    this.#view?.drawing.later()
  }
  // Fills the rows on screen again: what `fill` shows besides items is another.
  redraw() {
    this.#view?.drawing.rows.redraw()
    this.#view?.drawing.later()
  }
  element(row) { return this.#view?.drawing.element(row) }

  get columnWidths() { return this.#view?.drawing.columns?.widths ?? [] }
  set columnWidths(widths) { if (this.#view?.drawing.columns) this.#view.drawing.columns.widths = widths }

  // The rows that are selected, as ranges, whether they are loaded or not; `ids`, `version`, `isExact` and `isAllBut` belong to them.
  get selection() { return this.#view?.selection?.described ?? [] }
  set selection(ranges) { if (this.#view?.selection) this.#view.selection.ranges = ranges }
  // The identities of all rows that are selected. Where the list has changed, its ranges are looked up first.
  async selectedIDs() {
    const driver = this.#driver
    if (driver && !driver.identifies) throw new Error(`rows are not told apart by their ${driver.itemID}`)
    return (await (await this.#clipboard()).rows()).map(([, item]) => driver.key(item))
  }
  // Rows as text, those that are selected where none are named: a line each, fields parted by tabs, or as a file of the format "csv". Rows that
  // are not loaded are asked for.
  async copyText(ranges, { format } = {}) { return (await this.#clipboard()).text(ranges, format) }
  async #clipboard() {
    await loadLater()
    this.#view.takeLater()
    return this.#view.clipboard
  }

  scrollToRow(row, options) { this.#view?.scrollToRow(row, options) }
  scrollToEnd() { this.#view?.scrollToEnd() }
  // Resolves to the row with an identity, and scrolls there, loaded or not.
  async scrollToID(id, options) {
    const driver = this.#driver
    const loaded = driver?.rowOf(id) ?? -1
    const row = loaded < 0 ? await driver?.source.position?.(id, new AbortController().signal) : loaded
    if (driver != this.#driver) return -1
    if (row == null) throw new Error(row === null ? `there is no row ${id}` : driver.source.refusal?.message ?? "the server does not tell where a row is")
    this.scrollToRow(row, options)
    return row
  }
  scrollToSection(index, options) { this.#view?.scrollToSection(index, options) }
  focusRow(row) { this.#view?.focusRow(row) }

  // The machine's events

  #updated(change) {
    if (!this.#machine) return
    const { drawing } = this.#view
    if (change?.oldCount > 0 && change.removed.length + change.inserted.length + change.moved.length) {
      drawing.follow(new RowMoves(change), change)
      // The scroll position and the rows' positions agree whenever other code reads them.
      queueMicrotask(() => this.#view?.drawing.layoutNow())
    }
    drawing.later()
  }
  #loaded(first, count) {
    this.#tell("load", { first, count })
    const { voice, drawing, selection } = this.#view
    selection?.loaded()
    voice.loaded()
    drawing.later()
  }
  #finished(job, failed) {
    this.#view.selection?.markStaleUnless(this.#driver?.version)
    this.#tell("finished", { job, failed, error: failed ? this.#driver.reason() : null })
    this.#view.drawing.later()
  }
  #failed(error, what, first, end) {
    this.#tell("error", { error, what, first, end })
    this.#view.voice.say()
    this.#view.drawing.later()
  }
  #tell(name, detail) {
    const event = new CustomEvent(`paged-list:${name}`, { detail, bubbles: true, composed: true, cancelable: name == "error" })
    if (name != "error") return void this.dispatchEvent(event)
    // A listener that handles an error reads it, or prevents its default; else the console has it, once for each kind.
    let isHandled = false
    Object.defineProperty(event, "detail", { get: () => (isHandled = true, detail) })
    if (!this.dispatchEvent(event) || isHandled || this.#logged.has(detail.what)) return
    this.#logged.add(detail.what)
    console.error(`<paged-list src="${this.src ?? ""}">, ${detail.what}:`, detail.error)
  }
  // Kinds of errors that the console has, of the list that is shown.
  #logged = new Set()
}

// Another script of the page may have brought it.
if (globalThis.customElements && !customElements.get("paged-list")) customElements.define("paged-list", PagedList)
