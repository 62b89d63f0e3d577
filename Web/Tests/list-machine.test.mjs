// The machine in WebAssembly, behind its class. `make web` builds what is tested; `node --test Web/Tests` runs this.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { listMachines } from "../list-machine.js"

const built = new URL("../../.build/web/paging.wasm", import.meta.url)
const lists = listMachines(await WebAssembly.compile(await readFile(built)))

/** A list with what it asked for, in the order it did. */
function make(options = {}) {
  const told = { requests: [], cancelled: [], updates: [], finished: [], wakeAt: Infinity }
  const list = lists.make({
    positions: true, wholePages: options.positions !== false, total: true, pageSize: 50, seed: 1, ...options,
    effects: {
      request: (id, what) => told.requests.push({ id, ...what }),
      cancel: (id) => told.cancelled.push(id),
      update: (update) => told.updates.push(update),
      finished: (job, failed) => told.finished.push([job, failed]),
      wakeAt: (time) => { told.wakeAt = time },
    },
  })
  return { list, told }
}

const range = (first, end) => Array.from({ length: end - first }, (_, index) => first + index)

/** Answers a request for positions from a list of so many rows, each its own identifier. */
function answer(list, now, { id, first, end }, count) {
  list.arrived(now, id, range(first, Math.max(first, Math.min(end, count))), { position: first, total: count })
}

test("a page fills what is on screen", () => {
  const { list, told } = make()
  assert.equal(list.phase, "idle")
  list.viewport(0, 0, 20)
  assert.equal(list.phase, "loading")
  assert.deepEqual(told.requests, [{ id: 1, kind: "positions", first: 0, end: 200 }])
  answer(list, 40, told.requests[0], 1_000)
  assert.equal(list.phase, "idle")
  assert.equal(list.count, 1_000)
  assert.equal(list.endIsKnown, true)
  assert.deepEqual(told.updates, [{ oldCount: 0, newCount: 1_000, removed: [], inserted: [[0, 1_000]], changed: [], moved: [] }])
  assert.deepEqual(list.loadedRanges(), [[0, 200]])
  assert.equal(list.identifier(7), 7)
  assert.equal(list.identifier(200), -1)
  assert.equal(list.identifier(1_000), -1)
  assert.equal(list.position(199), 199)
  assert.equal(list.position(200), -1)
  assert.equal(list.state(7), "loaded")
  assert.equal(list.state(300), "placeholder")
  assert.equal(new Set(range(0, 1_000).map((position) => list.slot(position))).size, 1_000)
  assert.equal(told.wakeAt, Infinity)
})

test("a server that any rows can be asked of is asked for the screen first, and then for what is around it", () => {
  const { list, told } = make({ wholePages: false })
  list.viewport(0, 0, 20)
  assert.deepEqual(told.requests, [{ id: 1, kind: "positions", first: 0, end: 20 }])
  answer(list, 40, told.requests[0], 1_000)
  assert.deepEqual(told.requests.slice(1).map(({ first }) => first), [20])
  assert.deepEqual(list.loadedRanges(), [[0, 20]])
})

test("what is passed is cancelled, and its late answer ignored", () => {
  const { list, told } = make({ maximumRequestsInFlight: 2 })
  list.viewport(0, 0, 20)
  answer(list, 200, told.requests.shift(), 100_000)
  list.viewport(1_000, 50_000, 50_020)
  const passed = told.requests.shift()
  assert.ok(passed.first <= 50_000 && passed.end >= 50_020)
  list.viewport(1_010, 90_000, 90_020)
  list.viewport(1_100, 90_000, 90_020)
  assert.deepEqual(told.cancelled, [passed.id])
  const updates = told.updates.length
  answer(list, 1_110, passed, 100_000)
  assert.equal(told.updates.length, updates)
  assert.equal(list.identifier(50_000), -1)
  assert.equal(list.counters.lateAnswers, 1)
  assert.equal(list.counters.cancellations, 1)
  const landed = told.requests.find(({ first, end }) => first <= 90_000 && end >= 90_020)
  answer(list, 1_200, landed, 100_000)
  assert.equal(list.identifier(90_010), 90_010)
})

test("a failed request is repeated, later and later, and then failed", () => {
  const { list, told } = make()
  list.viewport(0, 0, 20)
  let now = 0
  const waits = []
  for (let attempt = 1; attempt <= 3; attempt++) {
    const request = told.requests.pop()
    assert.equal(request.id, attempt)
    list.failed(now, request.id)
    if (attempt == 3) break
    assert.ok(told.wakeAt >= now && told.wakeAt <= now + 500 * 2 ** (attempt - 1), `woken at ${told.wakeAt}`)
    waits.push(told.wakeAt - now)
    list.wake(told.wakeAt - 0.5)
    assert.equal(told.requests.length, 0)
    now = told.wakeAt
    list.wake(now)
  }
  assert.equal(list.phase, "failed")
  assert.equal(told.wakeAt, Infinity)
  list.retry(now + 10_000)
  assert.ok(told.requests.length > 0)
  for (const request of told.requests.splice(0)) answer(list, now + 10_100, request, 30)
  assert.equal(list.phase, "idle")
  assert.equal(list.counters.failures, 3)

  const other = make({ seed: 2 })
  other.list.viewport(0, 0, 20)
  other.list.failed(0, 1)
  assert.notEqual(other.told.wakeAt, waits[0])
})

test("Retry-After is waited out, and a lasting failure is not repeated", () => {
  const { list, told } = make()
  list.viewport(0, 0, 20)
  list.failed(10, 1, { retryAfter: 5_000 })
  assert.equal(told.wakeAt, 5_010)
  list.wake(5_010)
  list.failed(5_020, 2, { transient: false })
  assert.equal(told.wakeAt, Infinity)
  assert.equal(list.phase, "failed")
})

test("a list with cursors grows at its end", () => {
  const { list, told } = make({ positions: false, cursors: true, total: false })
  list.viewport(0, 0, 20)
  assert.deepEqual(told.requests, [{ id: 1, kind: "after", cursor: -1, limit: 50 }])
  list.arrived(50, 1, range(0, 50), { next: 11 })
  assert.equal(list.count, 50)
  assert.equal(list.endIsKnown, false)
  list.viewport(500, 30, 50)
  assert.deepEqual(told.requests[1], { id: 2, kind: "after", cursor: 11, limit: 50 })
  const job = list.loadMore(510)
  // An item that the list already has comes again, because another was put in above.
  list.arrived(600, 2, range(49, 99), { end: true })
  assert.equal(list.count, 99)
  assert.equal(list.endIsKnown, true)
  assert.equal(list.counters.duplicates, 1)
  assert.deepEqual(told.finished, [[job, false]])
})

test("a cursor that leads back ends in a failure", () => {
  const { list, told } = make({ positions: false, cursors: true })
  list.viewport(0, 0, 20)
  let now = 0
  for (let page = 0; page < 40 && told.requests.length > 0; page++) {
    const { id } = told.requests.pop()
    list.arrived((now += 100), id, range(page * 50, page * 50 + 50), { next: page % 3 })
    list.viewport((now += 100), list.count - 20, list.count)
  }
  assert.equal(list.phase, "failed")
  assert.ok(list.count < 500)
})

test("sections are asked for and say where rows are", () => {
  const { list, told } = make({ sections: true })
  assert.equal(list.sectionAt(0), -1)
  list.viewport(0, 0, 20)
  assert.deepEqual(told.requests.map(({ kind }) => kind), ["positions", "sections"])
  list.sectionsArrived(20, 2, [3, 0, 97])
  assert.equal(list.count, 100)
  assert.equal(list.endIsKnown, true)
  assert.deepEqual([0, 2, 3, 99, 100].map((position) => list.sectionAt(position)), [0, 0, 2, 2, -1])
  assert.deepEqual([0, 1, 2, 3, 9].map((section) => list.sectionStart(section)), [0, 3, 3, 100, 100])
})

test("a refresh keeps what is shown until the new rows are there", () => {
  const { list, told } = make()
  list.viewport(0, 0, 20)
  answer(list, 40, told.requests.shift(), 400)
  const job = list.refresh(1_000)
  assert.equal(list.phase, "refreshing")
  assert.equal(list.identifier(0), 0)
  assert.deepEqual(told.finished, [])
  const { id, first, end } = told.requests.shift()
  // Ten rows are gone from the top: the rows below have moved up, and are not shown twice.
  list.arrived(1_050, id, range(first + 10, end + 10), { position: first, total: 390 })
  assert.deepEqual(told.finished, [[job, false]])
  assert.equal(list.count, 390)
  assert.equal(list.identifier(0), 10)
  const shown = range(0, 390).map((position) => list.identifier(position)).filter((item) => item >= 0)
  assert.equal(new Set(shown).size, shown.length)
  assert.equal(list.phase, "idle")
})

test("a reload empties the list, and answers from before it are ignored", () => {
  const { list, told } = make()
  list.viewport(0, 0, 20)
  answer(list, 40, told.requests.shift(), 400)
  list.viewport(1_000, 300, 320)
  const before = told.requests.shift()
  const job = list.reload(1_010)
  assert.deepEqual(told.cancelled, [before.id])
  assert.equal(list.count, 0)
  answer(list, 1_020, before, 400)
  assert.equal(list.count, 0)
  answer(list, 1_030, told.requests.shift(), 300)
  assert.equal(list.count, 300)
  assert.deepEqual(told.finished, [[job, false]])
})

test("a list of a billion rows", () => {
  const { list, told } = make()
  const count = 1_000_000_000
  list.viewport(0, 0, 20)
  answer(list, 40, told.requests.shift(), count)
  assert.equal(list.count, count)
  for (const first of [999_999_980, 123_456_789, 500_000_000]) {
    list.viewport(first, first, first + 20)
    list.viewport(first + 100, first, first + 20)
    for (const request of told.requests.splice(0)) answer(list, first + 150, request, count)
    for (const position of range(first, first + 20)) assert.equal(list.identifier(position), position)
  }
  assert.ok(list.slot(count - 1) > list.slot(0))
})

test("what a server says cannot end the page", () => {
  const hostile = [-1, 2 ** 31, 1e300, NaN, -(2 ** 31), 0, 1, 2 ** 30, 2 ** 30 + 1, 2 ** 31 - 1]
  for (const total of hostile) {
    for (const position of hostile) {
      const { list, told } = make({ itemBudget: 100 })
      list.viewport(0, 0, 20)
      list.arrived(10, told.requests[0].id, range(0, 60), { position, total })
      list.viewport(20, 2 ** 31 - 1, 2 ** 31 - 1)
      list.viewport(30, 0, 20)
      for (const { id } of told.requests.slice(1)) list.failed(40, id, { retryAfter: total })
      assert.ok(list.count >= 0 && list.count <= 2 ** 30, `total ${total}, position ${position}`)
    }
  }
})

test("items over the budget are evicted, but not those pinned", () => {
  const { list, told } = make({ itemBudget: 500 })
  list.viewport(0, 0, 20)
  answer(list, 40, told.requests.shift(), 100_000)
  list.pin(5, 6)
  for (let first = 1_000; first < 20_000; first += 1_000) {
    list.viewport(first, first, first + 20)
    for (const request of told.requests.splice(0)) answer(list, first + 100, request, 100_000)
  }
  const loaded = list.loadedRanges().reduce((sum, [first, end]) => sum + end - first, 0)
  assert.ok(loaded <= 500, `${loaded} items are kept`)
  assert.equal(list.identifier(5), 5)
  assert.equal(list.identifier(1_005), -1)
})

/** Scrolls to and fro for so many seconds, 60 frames each, and returns what the list uses afterwards. */
function scrolled(seconds) {
  const { list, told } = make({ itemBudget: 2_000 })
  list.viewport(0, 0, 20)
  const due = []
  let row = 0
  for (let frame = 1; frame <= seconds * 60; frame++) {
    const now = frame * 1000 / 60
    row += (Math.floor(frame / 900) % 2 == 0 ? 1 : -1) * (frame % 300 < 200 ? 7 : 0)
    list.viewport(now, Math.max(0, row), Math.max(0, row) + 20)
    for (const request of told.requests.splice(0)) due.push({ now: now + 80, request })
    while (due.length > 0 && due[0].now <= now) answer(list, now, due.shift().request, 1_000_000)
    told.updates.length = told.cancelled.length = 0
  }
  list.removeViewer(seconds * 1000 + 100)
  return list.memory
}

test("memory does not grow with scrolling", () => {
  const [short, long] = [scrolled(60), scrolled(600)]
  assert.equal(long.reserved, short.reserved)
  assert.ok(long.used <= short.used * 1.1, `${short.used} bytes after a minute, ${long.used} after ten`)
})

test("lists do not know of each other, and a closed one is gone", () => {
  const [one, other] = [make(), make()]
  one.list.viewport(0, 0, 20)
  answer(one.list, 10, one.told.requests[0], 100)
  assert.equal(other.list.count, 0)
  one.list.close()
  assert.throws(() => one.list.count)
})

const changingLists = listMachines(await WebAssembly.compile(await readFile(new URL("../../.build/web/paging-changing.wasm", import.meta.url))))

/** A list that changes, looked at in its first 100 of 400 rows, and what its updates tell. */
function changing(options) {
  const told = { requests: [], updates: [] }
  const list = changingLists.make({
    positions: true, total: true, pageSize: 50, seed: 1, behavior: "changes", ...options,
    effects: { request: (id, what) => told.requests.push({ id, ...what }), update: (update) => told.updates.push(update) },
  })
  list.viewport(0, 0, 20)
  answer(list, 40, told.requests.shift(), 400)
  told.updates.length = 0
  return { list, told }
}

test("rows that come on top and go are told as such", () => {
  const { list, told } = changing()
  list.refresh(1_000)
  const { id, first, end } = told.requests.shift()
  // Three new rows, and the fifth has gone.
  const now = [1_000, 1_001, 1_002, 0, 1, 2, 3, ...range(5, 400)]
  list.arrived(1_040, id, now.slice(first, end), { position: first, total: now.length })
  assert.deepEqual(told.updates[0].inserted[0], [0, 3])
  assert.deepEqual(told.updates[0].removed[0], [4, 5])
  assert.equal(list.count, 402)
  assert.deepEqual(range(0, 9).map((row) => list.identifier(row)), now.slice(0, 9))
})

test("why a list failed is told", () => {
  const { list, told } = make({ positions: false, cursors: true, total: false })
  list.viewport(0, 0, 20)
  for (let page = 0; page < 9 && told.requests.length; page++) {
    list.arrived(page * 100, told.requests.shift().id, range(page * 50, page * 50 + 50), { next: page % 2 })
    list.viewport(page * 100 + 50, list.count - 20, list.count)
  }
  assert.equal(list.failure().kind, "repeatedCursor")
  const other = make()
  other.list.viewport(0, 0, 20)
  other.list.failed(10, 1, { transient: false })
  assert.deepEqual(other.list.failure(), { kind: "source", first: 1, second: 0 })
  assert.equal(make().list.failure(), undefined)
})
