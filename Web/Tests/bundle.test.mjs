// The element in a bundle: what is said where a bundle has lost the place of its files.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { test } from "node:test"
import { fileURLToPath } from "node:url"

const machines = fileURLToPath(new URL("../paged-machines.js", import.meta.url))

test("a bundle that is no ES module says so", async () => {
  const bundle = execFileSync("esbuild", [machines, "--bundle", "--format=iife", "--global-name=bundle", "--log-level=error"], { encoding: "utf8" })
  const { machine } = new Function(`${bundle}; return bundle`)()
  await assert.rejects(machine(false), { message: /^paging\.wasm cannot be found: the bundle must be an ES module \(esbuild --format=esm\)/ })
})
