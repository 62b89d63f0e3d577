// The driver between the machine and the network. Items stay here; the machine knows each by a small number.

import { readNews } from "./paged-live.js"
import { defect } from "./paged-defects.js"
import { AnswerWarnings } from "./paged-warnings.js"
import { Items } from "./paged-items.js"
import { Names } from "./paged-names.js"
import { pagesAtOnce } from "./paged-source.js"
import { listenOrAsk } from "./paged-streams.js"

// Errors that are remembered: more requests never fail at once.
const errorsKept = 200
// The least wait of a server, in milliseconds, that a reader is told of.
const shortestTold = 1000
// Milliseconds that a page which came ahead of the stream waits for it, at most: a delay that goes unnoticed.
const earlyWait = 200
// Milliseconds that a timer takes.
const longestTimer = 2 ** 31 - 1

export class PagedDriver {
  names = new Names()
  flights = new Map()
  // Pages that came ahead of the stream, `{version, take}` by the numbers of their requests: each waits until the list is at its version.
  early = new Map()
  // The stream that is listened to; -1 for none.
  stream = -1
  // How changes are learned: by a "stream", or by asking ("poll").
  listening = null
  // Why requests failed, the latest ones by their numbers.
  errors = new Map()
  sections = []
  // The version that the server named last.
  version = null
  // Until when the server asked to be left alone, and why: `{error, until}`, in milliseconds of the day's clock.
  pause = null

  // `observer` is told of: `update(change)`, `loaded(first, count)`, `failed(error, what, first, end)`, `finished(job, failed)`, and
  // `told(changes)` by a stream or an answer. `what` failed is "rows", "sections", "changes" or "live"; or "answer", where something in one
  // is wrong, and all that came is shown.
  // `ahead` is the answer for the first rows, `{answer, abort, first, limit}`, where it was asked for already. `paused` is told that `pause` is another.
  constructor(factory, source, { itemID = "id", changes, ahead, ...options }, observer) {
    const { pageSize, itemBudget } = options
    Object.assign(this, { source, changes, ahead, observer, items: new Items(itemID, itemBudget) })
    this.machine = factory.make({
      ...source.capabilities, ...options,
      maximumRequestSize: source.learned == "page" ? pageSize : pagesAtOnce * pageSize,
      maximumRequestsInFlight: 4,
      effects: {
        request: (id, asked) => void this.send(id, asked),
        cancel: (id) => {
          this.flights.get(id)?.abort()
          this.early.delete(id)
          if (id === this.stream) this.listening = null
          this.flights.delete(id)
        },
        update: (change) => observer.update(change),
        finished: (job, failed) => observer.finished(job, failed),
        wakeAt: (time) => {
          clearTimeout(this.timer)
          if (time < Infinity) this.timer = setTimeout(() => this.machine.wake(performance.now()), Math.max(1, Math.ceil(time - performance.now())))
        },
      },
    })
    this.warnings = new AnswerWarnings(this.machine, this.items, (...all) => observer.failed(...all))
  }

  // The item of a row; `undefined` for a placeholder.
  item(row) { return this.items.get(this.machine.identifier(row)) }
  get itemID() { return this.items.itemID }
  get identifies() { return this.items.identifies }
  key(item) { return this.items.key(item) }
  // Where the row with an identity is, -1 where it is not loaded.
  rowOf(key) {
    const number = key === undefined ? undefined : this.items.known(key)
    return number === undefined ? -1 : this.machine.position(number)
  }
  // Whether an answer is awaited; a stream is none.
  get isAsking() { return this.early.size > 0 || [...this.flights.keys()].some((id) => id !== this.stream) }

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
      answer = await this.#answer(asked, first, end, abort.signal)
    } catch (thrown) {
      error = thrown
    }
    // Cancelled, or the list is gone.
    if (this.flights.get(id) != abort) return
    this.flights.delete(id)
    if (error) return this.#failed(id, asked.kind, error, first, end)
    const now = performance.now()
    if (asked.kind == "changes") {
      this.machine.changesArrived(now, id, this.#numbered(answer))
      this.#told(answer)
      this.#takeEarly()
    } else if (asked.kind == "sections") {
      this.sections = answer
      this.machine.sectionsArrived(now, id, answer.map((one) => one.count))
      this.observer.update(null)
    } else this.#whenLevel(id, answer.version, () => this.#arrived(id, answer, first, end))
  }

  // Takes a page in, now or when the stream has brought the list to its version: taken at once it would be refused, what happened in between
  // asked for, and then the page once more.
  #whenLevel(id, name, take) {
    const version = name == null || !this.changes ? null : this.names.versionNumber(name)
    if (version == null || !this.machine.expects(version)) return take()
    this.early.set(id, { version, take })
    setTimeout(() => this.#takeEarly(id), earlyWait)
  }
  // Takes in the pages that wait no longer, and the one that has waited for long enough.
  #takeEarly(due) {
    for (const [id, { version, take }] of this.early) {
      if (id !== due && this.machine.expects(version)) continue
      this.early.delete(id)
      take()
    }
  }

  async #answer(asked, first, end, signal) {
    const { source, names } = this
    if (asked.kind == "changes") {
      const since = names.version(asked.since)
      return since === undefined ? null : source.changes(since, signal)
    }
    if (asked.kind == "sections") {
      const sections = await source.sectionList(signal)
      if (!Array.isArray(sections)) throw new TypeError("the source's sections are no array")
      return sections
    }
    const isAfter = asked.kind == "after"
    const cursor = isAfter && asked.cursor >= 0 ? names.cursor(asked.cursor) : null
    const row = isAfter && asked.cursor < 0 ? 0 : first
    const page = await (this.#takeAhead(row, end - first, cursor, signal) ?? source.page({ first: row, limit: end - first, cursor, skipsCaches: asked.skipsCaches }, signal))
    if (!Array.isArray(page?.items)) throw new TypeError("the source's page has no items")
    return page
  }

  // The first request has gone out before the machine was there.
  #takeAhead(row, limit, cursor, signal) {
    const { ahead } = this
    this.ahead = null
    if (!ahead || row != ahead.first || limit > ahead.limit || cursor != null) return void ahead?.abort.abort()
    signal.addEventListener("abort", () => ahead.abort.abort(), { once: true })
    return ahead.answer
  }

  #arrived(id, answer, first, end) {
    const { warnings, names, machine } = this
    const { items, position = null, total, end: isEnd, next, capabilities, version } = answer
    for (const warning of answer.warnings ?? []) warnings.ofTotal(warning, first, first + items.length)
    warnings.ofIdentities(items, position ?? first, !this.changes && !this.hasRefreshed && this.source.capabilities?.positions)
    machine.arrived(performance.now(), id, items.map((item) => this.items.number(item)), {
      position, total, end: isEnd, next: next == null ? null : names.cursorNumber(next), capabilities,
      version: version == null || !this.changes ? null : names.versionNumber(version),
    })
    if (version != null) this.version = version
    for (const row of [first, -1]) warnings.ofRow(row, first, end)
    this.observer.loaded(first, items.length)
    this.items.tidy(machine, items.length)
  }

  // The server asked to be left alone for a while: nothing is asked for until then.
  #setPause(pause) {
    if (!pause && !this.pause) return
    clearTimeout(this.pauseTimer)
    this.pause = pause
    if (pause) this.pauseTimer = setTimeout(() => this.#setPause(null), Math.min(longestTimer, Math.max(0, pause.until - Date.now())))
    this.observer.paused()
  }
  // Asks again for what failed, and for what waits.
  retry() {
    this.warnings.forget()
    this.#setPause(null)
    this.machine.retry(performance.now())
  }

  #failed(id, kind, error, first, end) {
    if (error.transient && error.retryAfter >= shortestTold) this.#setPause({ error, until: Date.now() + error.retryAfter })
    this.errors.set(id, error)
    if (this.errors.size > errorsKept) this.errors.delete(this.errors.keys().next().value)
    if (kind == "sections") this.sectionsError = error
    this.machine.failed(performance.now(), id, { transient: error.transient ?? false, retryAfter: error.retryAfter ?? null })
    if (kind == "sections" || kind == "changes") this.observer.failed(error, kind)
    else this.observer.failed(error, "rows", first, end)
  }

  // Listens to changes, until the machine has received enough or the stream ends.
  async listen(id, { since }) {
    const abort = new AbortController()
    this.flights.set(id, abort)
    this.stream = id
    const isListening = () => this.flights.get(id) == abort
    let error
    try {
      const from = (since == null ? null : this.names.version(since)) ?? null
      const tell = (event) => isListening() && this.#receive(id, readNews(event))
      await listenOrAsk(this.source, from, tell, abort.signal, (way) => { this.listening = way })
      error = Object.assign(new Error("the stream ended"), { transient: true })
    } catch (thrown) {
      error = thrown
    }
    if (!isListening()) return
    this.flights.delete(id)
    this.#takeEarly()
    this.listening = null
    this.machine.failed(performance.now(), id, { transient: error.transient ?? false, retryAfter: error.retryAfter ?? null })
    // A stream that breaks off is opened again without an error.
    if (!error.transient) this.observer.failed(error, "live")
  }

  #receive(id, { changes, version }) {
    const numbered = changes && this.#numbered(changes)
    if (numbered) this.machine.liveChanges(performance.now(), id, numbered)
    else this.machine.liveVersion(performance.now(), id, version == null ? null : this.names.versionNumber(version))
    this.#told(changes)
    this.#takeEarly()
  }
  #told(changes) {
    if (changes) {
      this.version = changes.version
      this.observer.told(changes)
    }
    this.items.tidy(this.machine, 0)
  }

  // Changes, with numbers for items and versions; nothing where rows cannot be told apart. What is not loaded gets a number that is
  // forgotten.
  #numbered(changes) {
    const { items, names } = this
    if (!changes || !items.identifies) return null
    const passing = new Map()
    const carried = changes.objects.map((item) => items.number(item))
    const number = (key) => {
      const known = items.known(key) ?? passing.get(key)
      if (known === undefined) passing.set(key, items.passing())
      return known ?? passing.get(key)
    }
    return {
      from: names.versionNumber(changes.from), to: names.versionNumber(changes.version), total: changes.total, hasMore: changes.hasMore, carried,
      removed: changes.removed.map(number), added: changes.added.map(({ id, index }) => [number(id), index]), edited: changes.edited?.map(number),
    }
  }

  // Why a row could not be loaded, or without a row the list; nothing where it did not fail for good.
  reason(row = -1) {
    const why = this.machine.failure(row)
    if (!why) return null
    return why.kind == "source" && this.errors.get(why.first) || new Error(defect(why) ?? "the request failed")
  }

  close() {
    clearTimeout(this.timer)
    clearTimeout(this.pauseTimer)
    this.ahead?.abort.abort()
    this.early.clear()
    for (const abort of this.flights.values()) abort.abort()
    this.flights.clear()
    this.machine.close()
  }
}
