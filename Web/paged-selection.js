// Which rows are selected, loaded or not: those between two rows of which the identities are known, for each range. Or all rows of
// the list but such ranges.
//
// Where the list changes in places that nobody has seen, the numbers of rows are estimates. The selection is then not exact, until
// the ends of its ranges have been looked up. Rows that came between them since are not selected.

import { inner } from "./paged-inner.js"
import { loadLater } from "./paged-machines.js"
import { block, contains, countOf, joined, mostRead, without } from "./paged-ranges.js"

// Ranges whose ends are asked for by themselves; those of more are looked up when somebody wants to know.
const mostAsked = 4
// Times that ends are looked up again, where the list changed meanwhile.
const lookUps = 3
// Milliseconds without a change after which the ends are looked up.
const pauseBeforeLookUp = 500
// Rows that came between the ends of a range of which the identities are kept, so that they are not selected; and those that are looked up
// one by one to say where they are, or by some questions for all rows between the ends.
const [mostNew, mostLookedUp, mostPages] = [100_000, 16, 4]

// Identities that are kept of an end of a selection, the outermost first: where that row is gone, the next one is the end.
const keysKept = 5

export class Selection {
  // `{first, end, heads, tails}`: where a range is in this list as it is numbered now, and the identities of its first and last rows.
  #spans = []
  // Whether the ranges are those that are not selected.
  #isAllBut = false
  // The identities of rows that came between the ends of a range, and are not of it.
  #newcomers = new Set()
  // Whether there were too many of them.
  #isLost = false
  // The row from which a range is drawn, and what was selected before it.
  #from = -1
  #before = []
  // Rises when the list may have changed in unseen places.
  #generation = 0
  // Where the server has the rows: all between the ends, and those that are selected; `null` for as they are shown.
  #confirmed = { generation: 0, between: null, ranges: null, version: null }
  #timer
  #abort = new AbortController()

  // `changed` is called when other rows are selected, or are known exactly.
  constructor(list, mode, changed) {
    Object.assign(this, { list, isMultiple: mode != "single", changed })
  }

  // The selection, as this list numbers its rows.
  get shown() { return (this.#shown ??= this.#show()) }
  #shown
  #show() {
    const { count, [inner]: { driver } } = this.list
    const came = [...this.#newcomers].map((key) => driver.rowOf(key)).filter((row) => row >= 0).map((row) => [row, row + 1])
    const ranges = without(joined(this.#spans.map(({ first, end }) => [first, end])), joined(came))
    return this.#isAllBut ? without([[0, count]], ranges) : ranges
  }
  // The same as the server numbers them, as far as that is known.
  get ranges() { return (this.isExact && this.#confirmed.ranges || this.shown).map((range) => [...range]) }
  set ranges(ranges) { this.#select(ranges, false, true) }
  get count() { return this.ranges.reduce((sum, [first, end]) => sum + end - first, 0) }
  // Whether these are the rows that the server has there at `version`.
  get isExact() { return !this.#spans.length || this.#isConfirmed && this.#confirmed.ranges !== undefined }
  // Whether it is known where the ends of all ranges are.
  get #isConfirmed() { return this.#confirmed.generation == this.#generation && !this.#isLost }
  // The server's rows that those that are selected are among; of which, `takes` says.
  get between() {
    const { between } = this.#confirmed
    return this.#isAllBut ? [[0, this.list.count]] : between ?? this.shown
  }
  get version() { return this.#confirmed.version }
  get isAllBut() { return this.#isAllBut }
  has(row) { return contains(this.shown, row) }

  // The ranges as an app sees them: with the identities of their rows where all of these are loaded.
  get described() {
    const { list, isExact, version, isAllBut, shown } = this
    const ids = () => {
      const { driver } = list[inner]
      if (!driver?.identifies || countOf(shown) > mostRead) return null
      const keys = []
      for (const [first, end] of shown) for (let row = first; row < end; row++) {
        const item = list.item(row)
        if (item === undefined) return null
        keys.push(driver.key(item))
      }
      return keys
    }
    return Object.defineProperties(this.ranges, {
      ids: { get: ids }, isExact: { value: isExact }, version: { value: version }, isAllBut: { value: isAllBut },
    })
  }

  only(row) {
    this.#begin(row, [])
    this.#select([[row, row + 1]])
  }
  toggle(row) {
    if (!this.isMultiple) return this.has(row) ? this.clear() : this.only(row)
    const isSelected = this.has(row)
    const ranges = this.#isAllBut ? without([[0, this.list.count]], this.shown) : this.shown
    const other = isSelected != this.#isAllBut ? without(ranges, [[row, row + 1]]) : [...ranges, [row, row + 1]]
    this.#begin(row, without(this.shown, [[row, row + 1]]))
    this.#select(other, this.#isAllBut)
  }
  // Selects everything from where the range began, or from a row where none has, to a row.
  extend(to, from) {
    if (!this.isMultiple) return this.only(to)
    if (this.#from < 0) this.#begin(from, [])
    this.#select([...this.#before, [Math.min(this.#from, to), Math.max(this.#from, to) + 1]])
  }
  all() { if (this.isMultiple) this.#select([], true) }
  clear() {
    this.#begin(-1, [])
    this.#select([])
  }
  #begin(row, before) { [this.#from, this.#before] = [row, before] }

  #select(ranges, isAllBut = false, isNew = false) {
    const most = this.list.count
    const wanted = joined(ranges.map(([first, end]) => [Math.max(0, Math.trunc(first)), Math.min(most, Math.trunc(end))]))
    const before = JSON.stringify([this.#isAllBut, this.shown])
    const old = isNew || this.#isAllBut != isAllBut ? [] : this.#spans
    const wasExact = this.isExact
    // A search for the old selection's rows no longer counts.
    this.#generation++
    this.#isAllBut = isAllBut
    this.#spans = wanted.map(([first, end]) => ({
      first, end, heads: old.find((one) => one.first == first)?.heads ?? [], tails: old.find((one) => one.end == end)?.tails ?? [],
    }))
    if (!old.length) [this.#newcomers, this.#isLost] = [new Set(), false]
    // A newcomer that the reader selects counts as selected.
    for (const key of this.#newcomers) if (contains(wanted, this.list[inner].driver.rowOf(key))) this.#newcomers.delete(key)
    this.#shown = undefined
    this.#learn()
    // Of ends that were there before it is still open where they are.
    if (!old.length || wasExact) this.#trust()
    if (JSON.stringify([isAllBut, this.shown]) == before) return
    this.changed()
    if (this.list[inner].driver?.changes) this.#ask()
  }
  #trust() { this.#confirmed = { generation: this.#generation, between: null, ranges: null, version: this.list[inner].driver?.version ?? null } }

  // Takes the identities of ends that are loaded.
  #learn() {
    const { list, list: { [inner]: { driver } } } = this
    if (!driver?.identifies) return
    const keys = (row, step, last) => {
      const found = []
      for (; found.length < keysKept && (last - row) * step >= 0; row += step) {
        const item = list.item(row)
        if (item === undefined) break
        found.push(driver.key(item))
      }
      return found
    }
    for (const span of this.#spans) {
      if (!span.heads.length) span.heads = keys(span.first, 1, span.end - 1)
      if (!span.tails.length) span.tails = keys(span.end - 1, -1, span.first)
    }
  }
  // Rows have come: ends may be among them.
  loaded() {
    const before = JSON.stringify(this.shown)
    this.#shown = undefined
    const { version } = this.list[inner].driver
    if (version != null) this.markStaleUnless(version)
    this.#place()
    if (this.isExact) this.#learn()
    if (JSON.stringify(this.shown) != before) this.changed()
    this.#trustWhole()
  }
  // Ends that are loaded have their positions.
  #place() {
    const { driver } = this.list[inner]
    for (const span of this.#spans) {
      const [first, last] = [driver?.rowOf(span.heads[0]) ?? -1, driver?.rowOf(span.tails[0]) ?? -1]
      if (first >= 0 && (first < span.end || last >= first)) span.first = first
      if (last >= span.first) span.end = last + 1
    }
    this.#shown = undefined
  }
  // A list that is loaded as a whole, and is told what happens, numbers its rows as the server does.
  #trustWhole() {
    const { list: { count, listening, loadedRanges: [range], [inner]: { driver } } } = this
    if (this.isExact || this.#isLost || !listening || driver.version == null || range?.[0] != 0 || range[1] != count) return
    clearTimeout(this.#timer)
    this.#trust()
    this.changed()
  }
  // The list has been compared with the server's: where it is at the version that is known, all rows are where they were.
  markStaleUnless(version) { if (version == null || version !== this.version) this.markStale() }

  // Asks for the identities of ends that are not loaded, while their places are still known.
  async #ask() {
    const { driver, driver: { source } } = this.list[inner]
    const generation = this.#generation
    const open = this.#spans.filter(({ heads, tails }) => !heads.length || !tails.length)
    if (!source.capabilities.positions || open.length > mostAsked) return
    for (const span of open) {
      for (const [name, first] of [["heads", span.first], ["tails", Math.max(span.first, span.end - keysKept)]]) {
        if (span[name].length) continue
        const { items, position, version = null } = await source.page(
          { first, limit: Math.min(keysKept, span.end - first), cursor: null }, this.#abort.signal).catch(() => ({ items: [] }))
        // Only an answer of the same state tells which rows were meant.
        if (generation != this.#generation || !driver.identifies || version != (driver.version ?? version)) return
        const own = items.slice(first - (position ?? first)).slice(0, span.end - first).map((item) => driver.key(item)).filter((key) => key != null)
        if (!span[name].length) span[name] = name == "heads" ? own : own.reverse()
      }
    }
  }

  // Rows have come, gone or moved in this list.
  follow(moves) {
    const before = JSON.stringify(this.shown)
    if (this.#from >= 0) this.#from = moves.isRemoved(this.#from) ? -1 : moves.row(this.#from)
    this.#before = joined(moves.ranges(this.#before))
    const loaded = this.list.loadedRanges
    this.#spans = this.#spans.flatMap(({ first, end, heads, tails }) => {
      const kept = joined(moves.kept([[first, end]]))
      const moved = moves.moved([[first, end]]).map(([first, end]) => ({ first, end, heads: [], tails: [] }))
      if (!kept.length) return moved
      const span = { first: kept[0][0], end: kept.at(-1)[1], heads, tails }
      // Newcomers among rows that are not loaded yet are found when these are read, where the server tells which rows came.
      for (const [from, to] of loaded) {
        for (const [low, high] of without([[Math.max(from, span.first), Math.min(to, span.end)]], kept)) {
          for (let row = low; row < high; row++) this.#came(this.list[inner].driver.key(this.list.item(row)))
        }
      }
      return [span, ...moved]
    })
    this.markStale()
    if (JSON.stringify(this.shown) != before) this.changed()
  }
  #came(key) {
    if (key === undefined) return
    if (this.#newcomers.size < mostNew) this.#newcomers.add(key)
    else this.#isLost = true
  }

  // The server told which rows came, by their identities and places. Where the ranges' positions are not known, any of the rows may be between
  // their ends.
  told({ added, removed }) {
    if (!this.#spans.length) return
    const margin = added.length + removed.length
    const isNear = (index) => this.between.some(([first, end]) => index >= first - margin && index < end + margin)
    const gone = new Set(removed)
    const isKnown = this.#isConfirmed && !this.#isAllBut
    for (const { id, index } of added) if (!gone.has(id) && (!isKnown || isNear(index))) this.#came(id)
    this.markStale()
    this.#trustWhole()
  }

  // The list may have changed in places that are not loaded.
  markStale() {
    if (!this.#spans.length) return
    this.#generation++
    this.#place()
    clearTimeout(this.#timer)
    if (this.#spans.length <= mostAsked) this.#timer = setTimeout(() => this.#lookUp(), pauseBeforeLookUp)
  }
  // Of rows that are all loaded it is known which they are, wherever they are by now.
  #lookUp() { if (!this.described.ids) this.confirm(this.#abort.signal).catch(() => {}) }

  // Looks up where the ends are by now; throws where that cannot be known.
  async confirm(signal) {
    for (let attempt = 0; attempt < lookUps && !this.isSettled; attempt++) {
      const [generation, { count, [inner]: { driver } }] = [this.#generation, this.list]
      if (!driver?.identifies || this.#isLost) break
      const found = await this.#find(driver, count, signal)
      if (generation != this.#generation || !found) continue
      const { places, between, version } = found
      const came = await this.#findNewcomers(driver, found, signal)
      if (generation != this.#generation) continue
      // The list is where the server is: its rows are numbered so, too.
      if (version == driver.version) this.#spans.forEach((span, index) => ([span.first, span.end] = places[index]))
      this.#place()
      const ranges = came && without(between, came)
      this.#confirmed = {
        generation, version, between,
        ranges: this.#isAllBut && ranges ? without([[0, count]], ranges) : ranges,
      }
      this.changed()
    }
    if (!this.isSettled) throw new UnknownRows()
  }
  // Whether it is known which rows are selected, wherever the server has them.
  get isSettled() { return !this.#spans.length || this.#isConfirmed }

  // Where the server has the rows between the ends; nothing where it is at two versions meanwhile.
  async #find(driver, count, signal) {
    const { RowFinder } = await loadLater()
    const finder = new RowFinder(driver.source, driver.itemID)
    const [ranges, versions] = [[], new Set()]
    for (const { first, end, heads, tails } of this.#spans) {
      const head = await finder.find(heads, first, count, signal)
      const tail = head && await finder.find(tails, end - 1, count, signal)
      if (!tail) throw new UnknownRows()
      ranges.push([head.row, tail.row + 1])
      versions.add(head.version).add(tail.version)
    }
    return versions.size > 1 ? null : { places: ranges, between: joined(ranges), version: [...versions][0] ?? null }
  }
  // Where the rows are that came since; `undefined` where that takes too much to find out.
  async #findNewcomers(driver, { between, version }, signal) {
    const { size } = this.#newcomers
    const pages = Math.ceil(countOf(between) / block)
    if (pages <= mostPages && size > pages) {
      const { RowReader } = await loadLater()
      const rows = await new RowReader(this.list).read(between, signal)
      return driver.version == version ? joined(rows.filter(([, item]) => this.#newcomers.has(driver.key(item))).map(([row]) => [row, row + 1])) : undefined
    }
    if (size > mostLookedUp) return undefined
    const came = []
    for (const key of this.#newcomers) {
      const row = await driver.source.position?.(key, signal)
      if (row === undefined) return undefined
      if (row !== null) came.push([row, row + 1])
    }
    return joined(came)
  }

  // Whether a row of those `between` is selected, by its item and by where the server has it.
  takes(item, row) {
    const isNew = this.#newcomers.has(this.list[inner].driver.key(item))
    if (!this.#isAllBut) return !isNew
    const out = this.#confirmed.between ?? this.#spans.map(({ first, end }) => [first, end])
    return isNew || !contains(out, row)
  }

  close() {
    clearTimeout(this.#timer)
    this.#abort.abort()
  }
}

export class UnknownRows extends Error {
  constructor() { super("the list has changed, and it cannot be known any more which rows were selected") }
}
