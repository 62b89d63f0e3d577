// The machine of PagingCore, compiled to WebAssembly, as a class.
//
//   const lists = await loadListMachine("paging.wasm")
//   const list = lists.make({ positions: true, total: true, pageSize: 50, seed: 1, effects })
//   list.viewport(performance.now(), 0, 20)
//
// The module is compiled once; each list has an instance and with it a memory of its own. The machine knows items and
// cursors as the small integers that the page gives them. It reads no clock: `now` is in milliseconds, and only grows.
//
// Effects are carried out one after the other when the event that caused them is over, so they may be answered at once:
//
//   request(id, what)    what: {kind: "positions", first, end} | {kind: "after", cursor, limit} | {kind: "sections"} | {kind: "changes", since} |
//                        {kind: "live", since}, a stream that stays open until it is cancelled or fails; versions are numbers, `null` for none;
//                        rows are half open, and the cursor is -1 for the first page; `skipsCaches` where a cache was found to be behind
//   cancel(id)           whatever it still answers is ignored
//   update({oldCount, newCount, removed, inserted, changed, moved})   arrays of [first, end]; `removed` counts in the old list;
//                        `moved` has pairs of where a row was and where it is; an event with several sends one after the other when
//                        the machine's state is that after the last
//   finished(job, failed)
//   wakeAt(milliseconds) when to call `wake`, or Infinity; replaces the time before
//
// A list holds up to 2^30 rows (1,073,741,824): numbers have 32 bits in there. What a server claims beyond is a defect of
// its answer, like a negative total, and is asked for again with back-off before it fails.

const none = -(2 ** 31)
const number = (value) => (value == null ? none : Math.max(none + 1, Math.min(Math.trunc(value), 2 ** 31 - 1)))

const memberships = ["fixed", "grows-on-top", "changes"]
const behaviorBits = ({ behavior, ranking, content }) =>
  Math.max(0, memberships.indexOf(behavior)) | (ranking == "rebuilt" ? 4 : 0) | (content == "changes" ? 8 : 0)
const failures = [
  "source", "total", "position", "emptyPage", "misplacedPage", "duplicateIdentifier", "repeatedCursor", "mixedVersions", "noProgress",
  "unsettled", "noWayAbove",
]

const bits = ({ positions, cursors, sections, wholePages, changes, live }) =>
  (positions ? 1 : 0) | (cursors ? 2 : 0) | (sections ? 4 : 0) | (changes ? 32 : 0) | (wholePages ? 512 : 0) | (live ? 1024 : 0)
const counters = [
  "requests", "cancellations", "failures", "lateAnswers", "rowsReceived", "rowsNeverShown", "duplicates", "mostInFlight",
  "placeholderRowMilliseconds", "latency",
]

/** Compiles the module; what it resolves to makes lists. It may be on its way already: `answer`. */
export async function loadListMachine(url, answer = fetch(url)) {
  const response = await answer
  // Servers that do not know the type answer with another, and the compiler that reads as it loads refuses that.
  const isNamed = response.headers.get("content-type")?.startsWith("application/wasm")
  if (!response.ok) throw new Error(`answered with ${response.status}`)
  return listMachines(
    await (isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())))
}

/** The same, of a module that is compiled already. */
export function listMachines(module) {
  return { make: (options) => new ListMachine(module, options) }
}

export class ListMachine {
  #machine
  #told = []
  #effects

  constructor(module, options) {
    const { pageSize = 50, maximumRequestSize, maximumRequestsInFlight = 4, itemBudget, seed = 1, effects = {} } = options
    this.#effects = effects
    const effect = (...told) => this.#told.push(told)
    this.#machine = new WebAssembly.Instance(module, { page: { effect } }).exports
    this.#machine.make(
      bits(options), behaviorBits(options), pageSize, number(maximumRequestSize), maximumRequestsInFlight, number(itemBudget), seed)
  }

  // Events

  start(now) { this.#carryOut(this.#machine.start(now)) }
  /** Tells which rows are on screen, and, where it is known, where scrolling will come to rest. */
  viewport(now, first, end, landingFirst = -1, landingEnd = -1) {
    const landing = landingFirst < 0 ? none : landingFirst
    this.#carryOut(this.#machine.viewport(now, first, end, landing, landingEnd))
  }
  /** Rows that are only passed, while a thumb is dragged: the first one keeps its place, and nothing is asked for. */
  pass(now, first, end) { this.#carryOut(this.#machine.pass(now, first, end)) }
  removeViewer(now) { this.#carryOut(this.#machine.removeViewer(now)) }
  wake(now) { this.#carryOut(this.#machine.wake(now)) }
  retry(now) { this.#carryOut(this.#machine.retry(now)) }
  releaseMemory(now) { this.#carryOut(this.#machine.releaseMemory(now)) }
  refresh(now) { return this.#carryOut(this.#machine.refresh(now)) }
  reload(now) { return this.#carryOut(this.#machine.reload(now)) }
  loadMore(now) { return this.#carryOut(this.#machine.loadMore(now)) }
  pin(first, end) { this.#machine.pin(first, end) }

  /** A page is there: its items as small integers, and what the answer says besides. */
  arrived(now, request, identifiers, { position, total, end, more, next, capabilities, version } = {}) {
    this.#put(identifiers)
    const goesOn = end ? 2 : next != null ? 3 : more ? 1 : 0
    this.#carryOut(this.#machine.arrived(
      now, request, identifiers.length, number(position), number(total), goesOn, next ?? 0,
      capabilities ? bits(capabilities) : none, number(version)))
  }
  sectionsArrived(now, request, counts) {
    this.#put(counts.map(number))
    this.#carryOut(this.#machine.sectionsArrived(now, request, counts.length))
  }
  /**
   * The answer to a request for changes; `null` where the server cannot tell. `{from, to}` are versions' numbers; `removed`, `edited` (or `null`)
   * and `carried` numbers of items, `added` pairs of an item's number and its position.
   */
  changesArrived(now, request, changes) {
    this.#carryOut(this.#machine.changesArrived(now, request, ...this.#putChanges(changes)))
  }
  /** Whether a page of that version is best held back until the stream has brought the list there. */
  expects(version) { return this.#machine.expects?.(version) === 1 }
  /** The stream told what happened. */
  liveChanges(now, request, changes) { this.#carryOut(this.#machine.liveChanges(now, request, ...this.#putChanges(changes))) }
  /** The stream told at which version the list is; `null` where it told only that something may have happened. */
  liveVersion(now, request, version) { this.#carryOut(this.#machine.liveVersion(now, request, number(version))) }
  failed(now, request, { transient = true, retryAfter = 0 } = {}) {
    this.#carryOut(this.#machine.failed(now, request, transient ? 1 : 0, retryAfter ?? 0))
  }

  // The state of the list

  get count() { return this.#machine.count() }
  get endIsKnown() { return this.#machine.endIsKnown() != 0 }
  get phase() { return ["idle", "loading", "refreshing", "failed"][this.#machine.phase()] }
  /** The item at a position, -1 for a placeholder. */
  identifier(position) { return this.#machine.identifier(position) }
  /** The position of an item, -1 where it is not loaded. */
  position(identifier) { return this.#machine.position(identifier) }
  /** The identity of a row, kept when it is loaded or evicted and when others come and go. */
  slot(position) { return this.#machine.slot(position) }
  state(position) { return ["placeholder", "loading", "failed", "loaded"][this.#machine.state(position)] }
  loadedRanges() {
    this.#machine.loadedRanges()
    return this.#told.splice(0).map(([, first, end]) => [first, end])
  }
  /** Why a row could not be loaded, or without a row the list as a whole: {kind, first, second}; see FailureKind in Effects.swift. */
  failure(position = -1) {
    this.#machine.failure(position)
    const [told] = this.#told.splice(0)
    return told && { kind: failures[told[1]], first: told[2], second: told[3] }
  }
  get sectionsFailed() { return this.#machine.sectionsFailed() != 0 }
  /** Items that keep their numbers though their rows may have been evicted. */
  rememberedNumbers() {
    this.#machine.rememberedNumbers()
    return this.#told.splice(0).map(([, number]) => number)
  }
  /** The section that a row is in, -1 where none is known. */
  sectionAt(position) { return this.#machine.sectionAt(position) }
  /** The first row of a section; of the one behind the last, the number of all rows. */
  sectionStart(section) { return this.#machine.sectionStart(section) }
  get counters() { return Object.fromEntries(counters.map((name, index) => [name, this.#machine.counter(index)])) }

  /** Bytes of memory that the list has in use, and that its instance has taken. */
  get memory() { return { used: this.#machine.bytesInUse(), reserved: this.#machine.memory.buffer.byteLength } }

  /** Lets go of the list's memory. Nothing may be called afterwards. */
  close() { this.#machine = this.#effects = null }

  #putChanges(changes) {
    if (!changes) return [0, none, none, none, 0]
    const { from, to, removed, added, edited, carried, total, hasMore } = changes
    const numbers = [removed.length, added.length, edited?.length ?? -1, carried.length, ...removed, ...added.flat(), ...edited ?? [], ...carried]
    this.#put(numbers)
    return [numbers.length, number(from), number(to), number(total), hasMore ? 1 : 0]
  }

  #put(numbers) {
    const room = this.#machine.room(numbers.length)
    new Int32Array(this.#machine.memory.buffer, room, numbers.length).set(numbers)
  }

  /** Carries out the machine's effects, and returns the job that the event began. */
  #carryOut(wakeAt) {
    const { request, cancel, update, finished, wakeAt: wake } = this.#effects
    const told = this.#told.splice(0)
    let job
    const changes = []
    let skipped
    const past = (id) => skipped === id && { skipsCaches: true }
    const kinds = [
      (id, first, end) => request?.(id, { kind: "positions", first, end, ...past(id) }),
      (id, cursor, limit) => request?.(id, { kind: "after", cursor, limit, ...past(id) }),
      (id) => request?.(id, { kind: "sections" }),
      (id) => cancel?.(id),
    ]
    for (const [kind, first, second] of told) {
      if (kind == 4) changes.push({ oldCount: first, newCount: second, removed: [], inserted: [], changed: [], moved: [] })
      else if (kind < 8 && kind > 4) changes.at(-1)[["removed", "inserted", "changed"][kind - 5]].push([first, second])
      else if (kind == 9) job = first
      else if (kind == 11) changes.at(-1).moved.push([first, second])
    }
    // Updates come first: a request may be answered at once, and the answer's update builds on these.
    for (const change of changes) update?.(change)
    for (const [kind, ...rest] of told) {
      if (kind == 12) skipped = rest[0]
      else if (kind < 4) kinds[kind](...rest)
      else if (kind > 14) request?.(rest[0], { kind: kind == 15 ? "changes" : "live", since: rest[1] < 0 ? null : rest[1] })
    }
    wake?.(wakeAt)
    for (const [kind, first, failed] of told) {
      if (kind == 8) finished?.(first, failed != 0)
    }
    return job
  }
}
