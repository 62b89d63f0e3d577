// The package as others install it: from the file, without a network.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { fileURLToPath } from "node:url"

const tarball = fileURLToPath(new URL("../../.build/paged-list.tgz", import.meta.url))
const run = (folder, command, ...rest) => execFileSync(command, rest, { cwd: folder, encoding: "utf8", stdio: "pipe" })
const hasNPM = (() => {
  try { return !!run(".", "npm", "--version") } catch { return false }
})()

test("it installs from its file and is imported by its name", { skip: !hasNPM && "npm is not there" }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "paged-list-"))
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }))
    run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", tarball)
    const files = await readdir(join(folder, "node_modules/paged-list"))
    assert.deepEqual(files.sort(), [
      "LICENSE", "README.md", "first-rows.js", "hosts.js", "package.json", "paged-later.js", "paged-list.d.ts", "paged-list.js", "paging-changing.wasm", "paging.wasm", "react.d.ts",
      "react.js", "theme.css", "vue.d.ts", "vue.js"])
    const said = run(folder, process.execPath, "--input-type=module", "--eval", `
      globalThis.fetch = () => { throw new Error("fetched") }
      const { PagedList } = await import("paged-list")
      console.log(PagedList.observedAttributes.includes("behavior"), import.meta.resolve("paged-list/paging.wasm").split("/").pop())`)
    assert.equal(said.trim(), "true paging.wasm")
  } finally {
    await rm(folder, { recursive: true })
  }
})
