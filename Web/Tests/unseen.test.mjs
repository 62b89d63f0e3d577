// How many rows came below what was on screen, beside a list that knows each of its rows.

import assert from "node:assert/strict"
import test from "node:test"
import { UnseenBelow } from "../paged-end.js"
import { RowMoves } from "../paged-geometry.js"
import { joined } from "../paged-ranges.js"

// A generator with a seed (xorshift), so that a failure is the same in each run.
const random = (seed) => () => ((seed ^= seed << 13), (seed ^= seed >>> 17), (seed ^= seed << 5), (seed >>> 0) / 2 ** 32)
const single = (rows) => joined(rows.map((row) => [row, row + 1]))

test("rows that come, go and move are counted below what was seen", () => {
  let most = 0
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed)
    const below = (count) => Math.floor(next() * count)
    let [last, told] = [0, 0]
    let list = Array.from({ length: below(30) }, () => last++)
    let unseen = new Set()
    const counted = new UnseenBelow((count) => { told = count })
    for (let step = 0; step < 20; step++) {
      const [end, isKnown] = [below(list.length + 1), next() < 0.8]
      counted.look(end, isKnown)
      for (const id of list.slice(0, end)) unseen.delete(id)
      const [gone, going] = [new Set(list.filter(() => next() < 0.1)), new Set(list.filter(() => next() < 0.1))]
      const moving = list.filter((id) => going.has(id) && !gone.has(id))
      const kept = list.filter((id) => !gone.has(id) && !moving.includes(id))
      const come = Array.from({ length: below(5) }, () => last++)
      const now = [...kept]
      for (const id of [...moving, ...come]) now.splice(below(now.length + 1), 0, id)
      const change = {
        removed: single([...gone].map((id) => list.indexOf(id))), inserted: single(come.map((id) => now.indexOf(id))),
        moved: moving.map((id) => [list.indexOf(id), now.indexOf(id)]),
      }
      const boundary = now.indexOf(kept.findLast((id) => list.indexOf(id) < end)) + 1
      unseen = new Set(now.filter((id, row) => unseen.has(id) || isKnown && come.includes(id) && row >= boundary))
      counted.follow(new RowMoves(change), change.inserted)
      list = now
      assert.equal(counted.count, unseen.size, `seed ${seed}, step ${step}`)
      assert.equal(told, unseen.size)
      most = Math.max(most, unseen.size)
    }
  }
  assert.ok(most > 5)
})

test("where thousands of places change at once, counting begins anew", () => {
  const counted = new UnseenBelow(() => {})
  counted.look(10, true)
  counted.follow(new RowMoves({ removed: [], inserted: [[20, 30]] }), [[20, 30]])
  assert.equal(counted.count, 10)
  const removed = Array.from({ length: 6000 }, (_, index) => [100 + 2 * index, 101 + 2 * index])
  counted.follow(new RowMoves({ removed, inserted: [] }), [])
  assert.equal(counted.count, 0)
})
