// The driver between the machine and the network. Items stay here; the machine knows each by a small number.

import { readNews } from "./paged-live.js"
import { defect } from "./paged-defects.js"

// Items that the machine has let go are kept until there are this many times the budget.
const slack = 2
// Errors that are remembered: more requests never fail at once.
const errorsKept = 200

export class PagedDriver {
  // `heard` is told of: `update(change)`, `loaded(first, count)`, `failed(error, what, first, end)`, `finished(job, failed)`. `what`
  // failed is "rows", "sections" or "live"; or "answer", where something in one is wrong, and all that came is shown.
  constructor(factory, source, { itemID = "id", changes, ...options }, heard) {
    const { pageSize, itemBudget } = options
    Object.assign(this, { source, itemID, itemBudget, changes, heard })
    this.items = new Map()
    this.numbers = new Map()
    // What servers say and the machine only compares: cursors, and versions of the list.
    this.names = []
    this.nameNumbers = new Map()
    this.flights = new Map()
    this.lastNumber = 0
    // Why requests failed, the latest ones by their names; what was told of answers, by its kind, and of what fails.
    this.errors = new Map()
    this.told = new Set()
    this.defects = new Set()
    // Whether items are told apart by their identifiers.
    this.identifies = true
    this.sections = []
    this.machine = factory.make({
      ...source.capabilities, ...options,
      maximumRequestSize: source.learned == "page" ? pageSize : 4 * pageSize,
      maximumRequestsInFlight: 4,
      effects: {
        request: (id, asked) => void this.send(id, asked),
        cancel: (id) => {
          this.flights.get(id)?.abort()
          this.flights.delete(id)
        },
        update: (change) => heard.update(change),
        finished: (job, failed) => heard.finished(job, failed),
        wakeAt: (time) => {
          clearTimeout(this.timer)
          if (time < Infinity) this.timer = setTimeout(() => this.machine.wake(performance.now()), Math.max(1, Math.ceil(time - performance.now())))
        },
      },
    })
  }

  // The item of a row; `undefined` for a placeholder.
  item(row) {
    return this.items.get(this.machine.identifier(row))
  }

  async send(id, asked) {
    if (asked.kind == "live") return this.listen(id, asked)
    const { length, sections } = this.source
    // A length known beforehand is told as one section of that length.
    if (asked.kind == "sections" && length && !sections) return this.machine.sectionsArrived(performance.now(), id, [length])
    const abort = new AbortController()
    this.flights.set(id, abort)
    const { first = this.machine.count, end = first + (asked.limit ?? 0) } = asked
    let answer, error
    try {
      if (asked.kind == "changes") answer = await this.source.changes(this.names[asked.since], abort.signal)
      else if (asked.kind == "sections") {
        answer = await this.source.sectionList(abort.signal)
        if (!Array.isArray(answer)) throw new TypeError("the source's sections are no array")
      } else {
        const cursor = asked.kind == "after" && asked.cursor >= 0 ? this.names[asked.cursor] : null
        answer = await this.source.page({ first: asked.kind == "after" && asked.cursor < 0 ? 0 : first, limit: end - first, cursor, skipsCaches: asked.skipsCaches }, abort.signal)
        if (!Array.isArray(answer?.items)) throw new TypeError("the source's page has no items")
      }
    } catch (thrown) {
      error = thrown
    }
    // Called off, or the list is gone.
    if (this.flights.get(id) != abort) return
    this.flights.delete(id)
    const now = performance.now()
    if (error) {
      this.errors.set(id, error)
      if (this.errors.size > errorsKept) this.errors.delete(this.errors.keys().next().value)
      if (asked.kind == "sections") this.sectionsError = error
      this.machine.failed(now, id, { transient: error.transient ?? false, retryAfter: error.retryAfter ?? null })
      if (asked.kind == "sections" || asked.kind == "changes") this.heard.failed(error, asked.kind)
      else this.heard.failed(error, "rows", first, end)
    } else if (asked.kind == "changes") {
      this.machine.changesArrived(now, id, this.numbered(answer))
      this.tidy(0)
    } else if (asked.kind == "sections") {
      this.sections = answer
      this.machine.sectionsArrived(now, id, answer.map((one) => one.count))
      this.heard.update(null)
    } else {
      for (const doubt of answer.doubts ?? []) this.doubt("total", doubt, first, first + answer.items.length)
      const { items, position = null, total, end: isEnd, next, capabilities, version } = answer
      this.machine.arrived(now, id, this.identify(items, position ?? first), {
        position, total, end: isEnd, next: next == null ? null : this.nameNumber(next), capabilities,
        version: version == null || !this.changes ? null : this.nameNumber(version),
      })
      for (const row of [first, -1]) this.tellDefect(row, first, end)
      this.heard.loaded(first, items.length)
      this.tidy(items.length)
    }
  }

  tidy(arrived) { if (this.itemBudget && this.items.size > slack * this.itemBudget + arrived) this.sweep() }

  // Hears what happens, until the machine has heard enough or the stream ends.
  async listen(id, { since }) {
    const abort = new AbortController()
    this.flights.set(id, abort)
    const isHeard = () => this.flights.get(id) == abort
    let error
    try {
      await this.source.listen(since == null ? null : this.names[since], (event) => isHeard() && this.hear(id, readNews(event)), abort.signal)
      error = Object.assign(new Error("the stream ended"), { transient: true })
    } catch (thrown) {
      error = thrown
    }
    if (!isHeard()) return
    this.flights.delete(id)
    this.machine.failed(performance.now(), id, { transient: error.transient ?? false, retryAfter: error.retryAfter ?? null })
    // A stream that breaks off is opened again, and nobody has to know.
    if (!error.transient) this.heard.failed(error, "live")
  }

  hear(id, { changes, version }) {
    const told = changes && this.numbered(changes)
    if (told) this.machine.liveChanges(performance.now(), id, told)
    else this.machine.liveVersion(performance.now(), id, version == null ? null : this.nameNumber(version))
    this.tidy(0)
  }

  // Changes, with numbers for items and versions; nothing where rows cannot be told apart. What is not loaded gets a number that is
  // forgotten.
  numbered(changes) {
    if (!changes || !this.identifies) return null
    const passing = new Map()
    const carried = changes.objects.map((item) => this.number(item))
    const number = (key) => {
      const known = this.numbers.get(key) ?? passing.get(key)
      if (known === undefined) passing.set(key, this.lastNumber++)
      return known ?? passing.get(key)
    }
    return {
      from: this.nameNumber(changes.from), to: this.nameNumber(changes.version), total: changes.total, hasMore: changes.hasMore, carried,
      removed: changes.removed.map(number), added: changes.added.map(({ id, index }) => [number(id), index]), edited: changes.edited?.map(number),
    }
  }

  // Why a row could not be loaded, or without a row the list; nothing where it did not fail for good.
  reason(row = -1) {
    const why = this.machine.failure(row)
    if (!why) return null
    return why.kind == "source" && this.errors.get(why.first) || new Error(defect(why) ?? "the request failed")
  }

  // Tells what the machine found wrong, once: no request failed, so nobody else does.
  tellDefect(row, first, end) {
    const why = this.machine.failure(row)
    const message = why && defect(why)
    if (message && !this.defects.has(message)) {
      this.defects.add(message)
      this.heard.failed(new Error(message), "rows", first, end)
    }
  }

  // Tells what is wrong with an answer whose rows are shown, of each kind once.
  doubt(kind, message, first, end) {
    if (this.told.has(kind)) return
    this.told.add(kind)
    this.heard.failed(new Error(message), "answer", first, end)
  }

  // The numbers of a page's items. Where two share an identifier, that says nothing: rows are told apart by their places from
  // then on, and all of them are shown. In a list that never changes that is so for rows of two pages too.
  identify(items, first) {
    const { itemID, machine } = this
    const places = new Map()
    const isStill = !this.changes && !this.hasRefreshed && this.source.capabilities?.positions
    for (const [index, item] of items.entries()) {
      if (!this.identifies) break
      const key = item?.[itemID]
      if (key == null) {
        this.doubt("missing", `row ${first + index + 1} has no "${itemID}": name the field that tells rows apart with item-id`, first, first + items.length)
        continue
      }
      const known = isStill && this.numbers.has(key) ? machine.position(this.numbers.get(key)) : -1
      const other = places.has(key) ? first + places.get(key) : known >= 0 && known != first + index ? known : -1
      if (other >= 0) {
        this.identifies = false
        const hint = isStill && !places.has(key) ? ", or say with behavior that rows come and go" : ""
        this.doubt(
          "repeated", `rows ${other + 1} and ${first + index + 1} both have ${JSON.stringify(key)} as their ${itemID}: name the field that ` +
          `tells rows apart with item-id${hint}`, first, first + items.length)
      }
      places.set(key, index)
    }
    return items.map((item) => this.number(item))
  }

  // The number of an item: the same for the same identifier for as long as it is held.
  number(item) {
    const key = this.identifies ? item?.[this.itemID] : null
    let number = key == null ? undefined : this.numbers.get(key)
    if (number === undefined) {
      number = this.lastNumber++
      if (key != null) this.numbers.set(key, number)
    }
    this.items.set(number, item)
    return number
  }

  // Forgets the items that the machine has let go.
  sweep() {
    const kept = new Map()
    for (const [first, end] of this.machine.loadedRanges()) {
      for (let row = first; row < end; row++) {
        const number = this.machine.identifier(row)
        kept.set(number, this.items.get(number))
      }
    }
    for (const number of this.machine.rememberedNumbers()) if (this.items.has(number)) kept.set(number, this.items.get(number))
    this.items = kept
    this.numbers = new Map()
    for (const [number, item] of kept) if (item?.[this.itemID] != null) this.numbers.set(item[this.itemID], number)
  }

  // The number of a cursor or a version.
  nameNumber(name) {
    const key = String(name)
    if (!this.nameNumbers.has(key)) this.nameNumbers.set(key, this.names.push(name) - 1)
    return this.nameNumbers.get(key)
  }

  close() {
    clearTimeout(this.timer)
    for (const abort of this.flights.values()) abort.abort()
    this.flights.clear()
    this.machine.close()
  }
}
