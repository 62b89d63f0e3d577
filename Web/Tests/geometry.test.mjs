// Where rows are: places and rows lead to each other, small moves are exact, the scroll bar meets both ends.

import assert from "node:assert/strict"
import test from "node:test"
import { Geometry, RowMoves } from "../paged-geometry.js"

// A generator with a seed (xorshift), so that a failure is the same in each run.
const random = (seed) => () => ((seed ^= seed << 13), (seed ^= seed >>> 17), (seed ^= seed << 5), (seed >>> 0) / 2 ** 32)

const make = (count, { isMeasured = false, sections = 0, view = 500 } = {}) => {
  const geometry = new Geometry(40, isMeasured)
  geometry.view = view
  geometry.count = count
  if (sections) {
    geometry.headerHeight = 30
    geometry.starts = Array.from({ length: sections }, (_, index) => Math.floor(index * count / sections))
  }
  return geometry
}

test("a place leads to its row and back, sections or not", () => {
  for (const [count, sections] of [[1, 0], [20, 3], [1000, 26], [1_000_000_000, 0], [1_000_000_000, 5000]]) {
    const [geometry, next] = [make(count, { sections }), random(7)]
    for (let turn = 0; turn < 500; turn++) {
      const row = Math.floor(next() * count)
      assert.deepEqual(geometry.at(geometry.top(row)), { row, offset: 0 })
      assert.equal(geometry.at(geometry.top(row) + geometry.boxHeight(row) - 0.5).row, row)
      assert.equal(geometry.top(row) + geometry.boxHeight(row), geometry.top(row + 1))
    }
  }
})

test("small moves move by as many pixels, and stop at both ends", () => {
  const [geometry, next] = [make(1_000_000_000), random(3)]
  let anchor = geometry.at(geometry.most / 3)
  for (let turn = 0; turn < 1000; turn++) {
    const by = Math.round(next() * 5000 - 2500)
    const before = geometry.placeOf(anchor)
    anchor = geometry.moved(anchor, by)
    assert.ok(Math.abs(geometry.placeOf(anchor) - before - by) < 0.01)
  }
  assert.deepEqual(geometry.moved({ row: 2, offset: 5 }, -1000), { row: 0, offset: 0 })
  assert.equal(geometry.placeOf(geometry.moved({ row: 999_999_990, offset: 0 }, 10_000)), geometry.most)
})

test("the scroll bar is bounded, rises with the place, and its ends are exact", () => {
  for (const count of [0, 3, 1000, 97_500, 97_600, 1_000_000_000]) {
    const geometry = make(count)
    assert.ok(geometry.barHeight <= 3_900_000)
    assert.equal(geometry.toBar(0), 0)
    assert.equal(geometry.toBar(geometry.most), geometry.barMost)
    assert.equal(geometry.fromBar(geometry.barMost), geometry.most)
    let last = -1
    for (let step = 0; step <= 1000; step++) {
      const place = geometry.most * step / 1000
      const bar = geometry.toBar(place)
      assert.ok(bar >= last)
      last = bar
      assert.ok(Math.abs(geometry.fromBar(bar) - place) <= Math.max(1e-6, place * 1e-9))
    }
    // Near the ends a pixel of the bar is a pixel of the list.
    if (geometry.isScaled) {
      assert.equal(geometry.toBar(15_000), 15_000)
      assert.equal(geometry.barMost - geometry.toBar(geometry.most - 15_000), 15_000)
    }
  }
})

test("measured rows: the way there and back is the same, and the end is the end", () => {
  const [geometry, next] = [make(10_000, { isMeasured: true }), random(11)]
  for (let row = 4000; row < 4400; row++) geometry.measured(row, 10 + Math.floor(next() * 200))
  const start = { row: 4200, offset: 3 }
  for (const by of [700, 5000, -4000, -120]) {
    const there = geometry.moved(start, by)
    const back = geometry.moved(there, -by)
    assert.equal(back.row, start.row)
    assert.ok(Math.abs(back.offset - start.offset) < 1e-6)
  }
  for (let row = 9980; row < 10_000; row++) geometry.measured(row, 90)
  const end = geometry.clamped({ row: 9999, offset: 0 })
  assert.deepEqual(end, { row: 9994, offset: 40 })
  assert.equal(geometry.placeOf(end), geometry.most)
})

test("a height that is told again changes nothing, another one does", () => {
  const geometry = make(100, { isMeasured: true })
  assert.equal(geometry.measured(3, 70), true)
  assert.equal(geometry.measured(3, 70.2), false)
  assert.equal(geometry.measured(3, 90), true)
  assert.equal(geometry.boxHeight(3), 90)
  geometry.settle()
  assert.equal(geometry.boxHeight(4), 90)
})

test("who reads stays with his row when others come and go", () => {
  const shifted = (row, removed, inserted, moved) => new RowMoves({ removed, inserted, moved }).place(row)
  assert.equal(shifted(10, [], [[0, 3]]), 13)
  assert.equal(shifted(10, [], [[11, 14]]), 10)
  assert.equal(shifted(10, [[2, 5]], []), 7)
  assert.equal(shifted(10, [[8, 20]], []), 8)
  assert.equal(shifted(10, [[0, 2], [4, 6]], [[0, 1], [30, 40]]), 7)
  // Against a list of letters.
  const next = random(5)
  for (let turn = 0; turn < 300; turn++) {
    const old = Array.from({ length: 30 }, (_, index) => `old ${index}`)
    const [first, size] = [Math.floor(next() * 25), Math.floor(next() * 5)]
    const kept = old.filter((_, index) => index < first || index >= first + size)
    const at = Math.floor(next() * kept.length)
    const now = [...kept.slice(0, at), "new", "new", ...kept.slice(at)]
    for (let row = 0; row < 30; row++) {
      if (row >= first && row < first + size) continue
      assert.equal(now[shifted(row, size ? [[first, first + size]] : [], [[at, at + 2]])], old[row])
    }
  }
})

test("heights go along with rows that come, go and move", () => {
  const geometry = new Geometry(40, true)
  geometry.count = 6
  for (let row = 0; row < 6; row++) geometry.measured(row, 100 + row)
  // Row 1 goes, row 4 moves to the top, and one comes before the last.
  const moves = new RowMoves({ removed: [[1, 2]], inserted: [[4, 5]], moved: [[4, 0]] })
  geometry.follow(moves)
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((row) => geometry.boxHeight(row)), [104, 100, 102, 103, 40, 105])
  assert.deepEqual([0, 2, 3, 4, 5].map((row) => moves.row(row)), [1, 2, 3, 0, 5])
  assert.equal(moves.isRemoved(1) && moves.isGone(4) && !moves.isRemoved(4) && !moves.isGone(2), true)
})
