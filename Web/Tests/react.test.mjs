// The components for React and Vue have a property for each attribute of the element.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { attributes as known, events } from "../hosts.js"
import { attributes } from "../paged-options.js"

test("each attribute is a property of the components, and typed", async () => {
  const read = (name) => readFile(new URL(`../${name}`, import.meta.url), "utf8")
  const [types, written] = await Promise.all([read("paged-list.d.ts"), read("react.d.ts")])
  const property = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  assert.deepEqual([...known].sort(), attributes.map(property).sort())
  for (const name of known) assert.match(types, new RegExp(`^  ${name}\\?: `, "m"))
  for (const name of attributes) assert.ok(written.includes(`"${name}"`), name)
})

test("each event of the element is one of the components, and typed", async () => {
  const types = await readFile(new URL("../paged-list.d.ts", import.meta.url), "utf8")
  assert.deepEqual([...types.matchAll(/"paged-list:(\w+)": CustomEvent/g)].map(([, name]) => name).sort(), [...events].sort())
  for (const name of events) assert.match(types, new RegExp(`^  on${name[0].toUpperCase()}${name.slice(1)}\\?: `, "m"))
})
