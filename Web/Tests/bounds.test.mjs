// The lists of remembered rows, and the requests that find a row again, have a bound.
import assert from "node:assert/strict"
import { test } from "node:test"
import { Items } from "../paged-items.js"
import { Names } from "../paged-names.js"
import { RowFinder } from "../paged-finding.js"

test("versions of a list that is listened to are forgotten, but the ones used last", () => {
  const names = new Names()
  const first = names.versionNumber("first")
  for (let version = 0; version < 10_000; version++) {
    assert.equal(names.version(names.versionNumber(`v${version}`)), `v${version}`)
    names.versionNumber("first")
  }
  assert.ok(names.size <= 200, names.size)
  assert.equal(names.versionNumber("first"), first)
  assert.equal(names.version(names.versionNumber("v9999")), "v9999")
  const forgotten = names.versionNumber("v0")
  assert.notEqual(forgotten, first + 1)
})

test("a cursor and a version of one name are two", () => {
  const names = new Names()
  assert.notEqual(names.cursorNumber("1"), names.versionNumber("1"))
  assert.equal(names.cursorNumber("1"), names.cursorNumber("1"))
})

test("items that were evicted are forgotten", () => {
  const items = new Items("id", 100)
  const machine = { loadedRanges: () => [[0, 100]], identifier: (row) => row, rememberedNumbers: () => [] }
  for (let row = 0; row < 1000; row++) {
    assert.equal(items.number({ id: row }), row)
    items.tidy(machine, 0)
  }
  assert.ok(items.size <= 201, items.size)
  assert.equal(items.known(0), 0)
  assert.equal(items.known(500), undefined)
})

const pages = (rows, asked) => ({
  page: async ({ first, limit }) => {
    asked.push([first, limit])
    return { items: rows.slice(first, first + limit).map((id) => ({ id })), version: "1" }
  },
})

test("a row is found where it went, or the one beside it, by few questions", async () => {
  const rows = Array.from({ length: 100_000 }, (_, row) => row)
  for (const [keys, near, found] of [[[50_000], 50_000, 50_000], [[50_000], 51_900, 50_000], [[50_000], 48_200, 50_000], [["gone", 50_001], 50_100, 50_001], [[3], 0, 3]]) {
    const asked = []
    assert.deepEqual(await new RowFinder(pages(rows, asked), "id").find(keys, near, rows.length), { row: found, version: "1" })
    assert.ok(asked.length <= 9)
  }
})

test("a row that is nowhere near is not searched for without an end", async () => {
  const asked = []
  const rows = Array.from({ length: 100_000 }, (_, row) => row)
  assert.equal(await new RowFinder(pages(rows, asked), "id").find(["gone"], 50_000, rows.length), null)
  assert.equal(asked.length, 9)
})

test("a server that tells positions is asked for them, and believed where the row is there", async () => {
  const asked = []
  const source = { ...pages([7, 8, 9], asked), position: async (key) => ({ gone: null, 8: 1, 9: 0 })[key] }
  assert.deepEqual(await new RowFinder(source, "id").find(["gone", 8], 0, 3), { row: 1, version: "1" })
  assert.deepEqual(asked, [[1, 1]])
  // The server's answer for 9 is wrong, and the pages say where it is.
  assert.deepEqual(await new RowFinder(source, "id").find([9], 0, 3), { row: 2, version: "1" })
})
