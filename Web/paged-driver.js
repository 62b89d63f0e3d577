// The driver between the machine and the network. Items stay here; the machine knows each by a small number.

// Items that the machine has let go are kept until there are this many times the budget.
const slack = 2

export class PagedDriver {
  // `heard` is told of: `update(change)`, `loaded(first, count)`, `failed(error, first, end)`, `finished(job, failed)`.
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
    const { length, sections } = this.source
    // A length known beforehand is told as one section of that length.
    if (asked.kind == "sections" && !sections) return this.machine.sectionsArrived(performance.now(), id, [length])
    const abort = new AbortController()
    this.flights.set(id, abort)
    const { first = this.machine.count, end = first + (asked.limit ?? 0) } = asked
    let answer, error
    try {
      if (asked.kind == "sections") answer = await this.source.sectionList(abort.signal)
      else {
        const cursor = asked.kind == "after" && asked.cursor >= 0 ? this.names[asked.cursor] : null
        answer = await this.source.page({ first: asked.kind == "after" && asked.cursor < 0 ? 0 : first, limit: end - first, cursor, skipsCaches: asked.skipsCaches }, abort.signal)
      }
    } catch (thrown) {
      error = thrown
    }
    // Called off, or the list is gone.
    if (this.flights.get(id) != abort) return
    this.flights.delete(id)
    const now = performance.now()
    if (error) {
      this.machine.failed(now, id, { transient: error.transient ?? false, retryAfter: error.retryAfter ?? null })
      this.heard.failed(error, first, end)
    } else if (asked.kind == "sections") {
      this.sections = answer
      this.machine.sectionsArrived(now, id, answer.map((one) => one.count))
      this.heard.update(null)
    } else {
      const { items, position = null, total, end: isEnd, next, capabilities, version } = answer
      this.machine.arrived(now, id, this.identify(items, position ?? first), {
        position, total, end: isEnd, next: next == null ? null : this.nameNumber(next), capabilities,
        version: version == null || !this.changes ? null : this.nameNumber(version),
      })
      this.heard.loaded(first, items.length)
      if (this.itemBudget && this.items.size > slack * this.itemBudget + items.length) this.sweep()
    }
  }

  // The numbers of a page's items. Where two share an identifier, that says nothing: rows are told apart by their places from
  // then on, and all of them are shown.
  identify(items, first) {
    const places = new Map()
    items.forEach((item, index) => {
      const key = item?.[this.itemID]
      if (key == null || !this.identifies) return
      if (places.has(key)) {
        this.identifies = false
        const rows = `Rows ${first + places.get(key) + 1} and ${first + index + 1}`
        this.heard.failed(new Error(
          `${rows} both have "${key}" as their ${this.itemID}: name the field that tells rows apart with item-id.`), first, first + items.length)
      } else places.set(key, index)
    })
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
