// The component for React has a property for each attribute of the element.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { attributes } from "../paged-options.js"

test("each attribute is a property of the component, and typed", async () => {
  const read = (name) => readFile(new URL(`../${name}`, import.meta.url), "utf8")
  const [script, types] = await Promise.all([read("react.js"), read("react.d.ts")])
  const known = [.../const attributes = \[([^\]]*)\]/.exec(script)[1].matchAll(/"(\w+)"/g)].map(([, name]) => name)
  const property = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  assert.deepEqual([...known].sort(), attributes.map(property).sort())
  for (const name of known) assert.match(types, new RegExp(`^  ${name}\\?: `, "m"))
  for (const name of attributes) assert.ok(types.includes(`"${name}"`), name)
})
