// The small machine against the whole one: over lists that do not change both do the same. It leaves out what takes rows to come, go or move
// elsewhere than at the list's end.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { listMachines } from "../list-machine.js"

const machineOf = async (name) => listMachines(await WebAssembly.compile(await readFile(new URL(`../../.build/web/${name}`, import.meta.url))))
const machines = await Promise.all(["paging.wasm", "paging-changing.wasm"].map(machineOf))
const steps = 60

/** Numbers that follow from a seed, each below `most`. */
const random = (seed) => (most) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor(seed / 2 ** 32 * most)
}

/** The effects and the state of a machine in a history that a seed draws. */
function history(lists, seed, isInOrder) {
  const draw = random(seed)
  const [told, open] = [[], []]
  const list = lists.make({
    positions: !isInOrder, cursors: isInOrder, total: !isInOrder, pageSize: 10, itemBudget: 60, seed: 1,
    effects: {
      request: (id, what) => (told.push(["request", id, what]), open.push({ id, ...what })),
      cancel: (id) => told.push(["cancel", id]), update: (update) => told.push(["update", update]), finished: (...all) => told.push(["finished", ...all]),
      wakeAt: (time) => told.push(["wake", time]),
    },
  })
  // The server's list grows and shrinks at its end.
  let [count, now] = [draw(200), 0]
  for (let step = 0; step < steps; step++) {
    now += 1 + draw(300)
    const act = draw(10)
    if (act < 3) {
      const first = draw(list.count + 5)
      list.viewport(now, first, first + 12)
    } else if (act == 3) count = draw(200)
    else if (act == 4) told.push(["job", [() => list.refresh(now), () => list.reload(now), () => list.loadMore(now), () => list.retry(now), () => list.releaseMemory(now)][draw(5)]()])
    else if (act == 5) list.wake(now)
    else if (open.length) {
      const [{ id, kind, first, end, cursor, limit }] = open.splice(draw(open.length), 1)
      const start = kind == "after" ? Math.max(0, cursor) : first
      const stop = Math.max(start, Math.min(count, kind == "after" ? start + limit - draw(3) : end))
      const items = Array.from({ length: stop - start }, (_, index) => start + index)
      if (draw(8) == 0) list.failed(now, id, { transient: draw(2) == 0 })
      else if (kind == "after") list.arrived(now, id, items, stop < count ? { next: stop } : { end: true })
      else list.arrived(now, id, items, { position: start, total: count })
    }
    told.push([list.count, list.phase, list.endIsKnown, list.loadedRanges(), Array.from({ length: list.count }, (_, row) => [list.slot(row), list.identifier(row), list.state(row)])])
  }
  list.close()
  return told
}

for (const isInOrder of [false, true]) {
  test(`both machines do the same for lists ${isInOrder ? "that are read in order" : "by position"}`, () => {
    for (let seed = 1; seed <= 40; seed++) {
      const [small, whole] = machines.map((lists) => history(lists, seed, isInOrder))
      assert.deepEqual(small, whole, `seed ${seed}`)
    }
  })
}

test("histories grow and shrink lists", () => {
  const updates = Array.from({ length: 40 }, (_, index) => history(machines[0], index + 1, false)).flat().filter(([kind]) => kind == "update").map(([, update]) => update)
  assert.ok(updates.some(({ removed, oldCount }) => oldCount && removed.length))
  assert.ok(updates.some(({ inserted, oldCount }) => oldCount && inserted.length))
})
