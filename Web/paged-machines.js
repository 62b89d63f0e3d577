// The machines that lists are made with: those that never change take the small one.

import { loadListMachine } from "./list-machine.js"

const addresses = {
  "paging.wasm": () => new URL("paging.wasm", import.meta.url),
  "paging-changing.wasm": () => new URL("paging-changing.wasm", import.meta.url),
}
const loading = new Map()

// Where a bundle is none of modules, nothing says where its files are.
const load = async (name) => {
  if (!import.meta.url) throw new Error(`${name} cannot be found: the bundle must be an ES module (esbuild --format=esm), loaded by <script type="module">`)
  const address = addresses[name]()
  return loadListMachine(address).catch((error) => {
    throw new Error(`${name} cannot be loaded from ${address}: ${error.message}. It belongs beside the script that <paged-list> is in: paged-list.js, or your bundle`)
  })
}

const nameOf = (changes) => changes ? "paging-changing.wasm" : "paging.wasm"
export const isMachineLoading = (changes) => loading.has(nameOf(changes))

export const machine = (changes) => {
  const name = nameOf(changes)
  if (!loading.has(name)) {
    loading.set(name, load(name).catch((error) => {
      loading.delete(name)
      throw error
    }))
  }
  return loading.get(name)
}
