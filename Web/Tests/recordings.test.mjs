// Runs of the machine of apps, recorded by `MachineRecordingTests`: the page's machine has to ask for the same.
import assert from "node:assert/strict"
import { readdir, readFile } from "node:fs/promises"
import { test } from "node:test"
import { listMachines } from "../list-machine.js"

const built = new URL("../../.build/web/paging.wasm", import.meta.url)
const folder = new URL("../../Tests/PagingCoreTests/Machine/Recordings/", import.meta.url)
const lists = listMachines(await WebAssembly.compile(await readFile(built)))

function make([capabilities, pageSize, maximumRequestsInFlight, itemBudget, seed], said) {
  const pairs = (name, ranges) => ranges.map(([first, end]) => `> ${name} ${first} ${end}`)
  const requests = []
  const list = lists.make({
    positions: (capabilities & 1) != 0, cursors: (capabilities & 2) != 0, sections: (capabilities & 4) != 0,
    pageSize, maximumRequestsInFlight, seed, itemBudget: itemBudget < 0 ? null : itemBudget,
    effects: {
      request: (id, { kind, first, end, cursor, limit }) => requests.push(
        kind == "positions" ? `> positions ${id} ${first} ${end}`
          : kind == "after" ? `> after ${id} ${cursor} ${limit}` : `> sections ${id}`),
      cancel: (id) => said.push(`> cancel ${id}`),
      update: ({ oldCount, newCount, removed, inserted, changed }) => said.updates = [
        `> update ${oldCount} ${newCount}`, ...pairs("removed", removed), ...pairs("inserted", inserted),
        ...pairs("changed", changed)],
      finished: (job, failed) => said.finished.push(`> finished ${job} ${failed ? 1 : 0}`),
      wakeAt: (time) => { said.wakeAt = time },
    },
  })
  return { list, requests }
}

function play(list, event, values) {
  const [now, ...rest] = values
  switch (event) {
    case "viewport": return list.viewport(now, ...rest)
    case "arrived": {
      const [id, first, count, position, total, end, cursor] = rest
      const items = Array.from({ length: count }, (_, index) => first + index)
      const known = (number) => (number < 0 ? null : number)
      return list.arrived(now, id, items, { position: known(position), total: known(total), end, next: known(cursor) })
    }
    case "sections": return list.sectionsArrived(now, rest[0], rest.slice(1))
    case "failed": return list.failed(now, rest[0], { transient: rest[1] == 1, retryAfter: rest[2] })
    default: return list[event](now)
  }
}

const value = (word) => (word == "true" ? true : word == "false" ? false : Number(word))

for (const name of (await readdir(folder)).sort()) {
  test(`asks for the same as apps do: ${name}`, async () => {
    const lines = (await readFile(new URL(name, folder), "utf8")).replace(/\n+$/, "").split("\n")
    const said = []
    const { list, requests } = make(lines[0].split(" ").slice(1).map(Number), said)
    let events = 0
    for (let index = 1; index < lines.length; events++) {
      const [event, ...words] = lines[index].split(" ")
      Object.assign(said, { length: 0, updates: [], finished: [] })
      requests.length = 0
      play(list, event, words.map(value))
      const expected = []
      const start = index
      while (++index < lines.length && lines[index].startsWith(">")) expected.push(lines[index])
      const loaded = list.loadedRanges().map(([first, end]) => `${first}-${end}`).join(" ")
      const wake = expected.find((line) => line.startsWith("> wake"))
      assert.deepEqual(
        [...said, ...requests, ...said.updates, ...said.finished, wake, `> list ${list.count} ${list.endIsKnown} ${loaded}`],
        expected, `line ${start + 1}: ${lines[start]}`)
      const time = wake.slice(7)
      assert.equal(said.wakeAt, time == "inf" ? Infinity : Number(time), `line ${start + 1}: ${lines[start]}`)
    }
    assert.equal(events, 250)
  })
}
