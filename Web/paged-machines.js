// The machines that lists are made with: those that never change take the small one.

import { loadListMachine } from "./list-machine.js"

const addresses = {
  "paging.wasm": () => new URL("paging.wasm", import.meta.url),
  "paging-changing.wasm": () => new URL("paging-changing.wasm", import.meta.url),
}
const loading = new Map()

const nameOf = (changes) => changes ? "paging-changing.wasm" : "paging.wasm"
export const isMachineLoading = (changes) => loading.has(nameOf(changes))

export const machine = (changes) => {
  const name = nameOf(changes)
  if (!loading.has(name)) {
    loading.set(name, loadListMachine(addresses[name]()).catch((error) => {
      loading.delete(name)
      throw new Error(`${name} cannot be loaded, which belongs beside paged-list.js: ${error.message}`)
    }))
  }
  return loading.get(name)
}
