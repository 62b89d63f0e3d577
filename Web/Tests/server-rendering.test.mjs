// The element's module is imported where pages are rendered on a server, which has no document.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { test } from "node:test"
import { fileURLToPath } from "node:url"

const element = new URL("../paged-list.js", import.meta.url).href

test("the module can be imported without a document, and asks for nothing", () => {
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", `
    globalThis.fetch = () => { throw new Error("fetched") }
    const { PagedList } = await import(${JSON.stringify(element)})
    console.log(typeof PagedList, PagedList.observedAttributes.includes("src"))
  `], { encoding: "utf8", cwd: fileURLToPath(new URL(".", import.meta.url)) })
  assert.equal(said.trim(), "function true")
})
