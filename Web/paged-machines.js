// The machines that lists are made with: those that never change take the small one.

// The part of the element that lists need with their machine, behind the first rows: what paged-later.js exports, once it is there.
export let later = null
let coming
export const loadLater = () => coming ??= import("./paged-later.js").then((all) => later = all, (error) => {
  coming = null
  throw error
})

const addresses = {
  "paging.wasm": () => new URL("paging.wasm", import.meta.url),
  "paging-changing.wasm": () => new URL("paging-changing.wasm", import.meta.url),
}
const loading = new Map()

// Where a bundle is none of modules, nothing says where its files are.
const load = async (name) => {
  if (!import.meta.url) throw new Error(`${name} cannot be found: the bundle must be an ES module (esbuild --format=esm), loaded by <script type="module">`)
  const address = addresses[name]()
  // Both come at once.
  const answer = fetch(address)
  try {
    const [{ loadListMachine }] = await Promise.all([loadLater(), answer])
    return await loadListMachine(address, answer)
  } catch (error) {
    throw new Error(`${name} cannot be loaded from ${address}: ${error.message}. It belongs beside the script that <paged-list> is in: paged-list.js, or your bundle`)
  }
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
