// How the lists of a page learn of changes. Over HTTP/1.1 a browser has six connections to a server, so that six lists that each listen to a
// stream would leave none for their rows: lists that show the same share a stream, those that show other rows of the project's own server one
// that tells of all of them, so many streams are open, and other lists ask.

import { readNews } from "./paged-live.js"

// Streams that are open at one server at once, where connections are few.
const mostStreams = 3
// Lists that show other rows each and share a stream, at most: as many as the project's server takes.
const mostJoined = 32
// Milliseconds for which a stream waits for lists that come at the same time.
const gathering = 50
// Milliseconds between two questions of a list that has no stream; and where the server cannot tell what happened, so that each answer
// has the list compared.
const [askEvery, compareEvery] = [700, 5000]

const open = new Set()
// Addresses at which a server was asked for a stream of several lists, and has none.
const refused = new Set()

// Whether one connection takes any number of streams.
const isShared = (origin) => performance.getEntriesByType("resource")
  .some(({ name, nextHopProtocol }) => /^h[23]/.test(nextHopProtocol) && name.startsWith(`${origin}/`))

const wait = (time, signal) => new Promise((done, fail) => {
  const timer = setTimeout(done, time)
  signal.addEventListener("abort", () => {
    clearTimeout(timer)
    fail(signal.reason)
  }, { once: true })
})

// Where a source's list is told: at an address, by a name where that tells several lists.
const addressedBy = (source) => {
  const joint = source.jointStream?.()
  if (joint && !refused.has(joint.address.href)) return joint
  const address = source.changesAddress?.(null)
  return { address, name: "" }
}

// A stream, and the lists that listen to it. It ends when the last of them has gone.
class Stream {
  // Lists by their names: `{source, version, listeners}`, where the version is the one that was told last.
  #lists = new Map()
  #abort
  #timer

  constructor({ address }, sender) {
    Object.assign(this, { address, sender })
    open.add(this)
  }

  takes({ address, name }, sender) {
    return !!address && address.href == this.address?.href && sender === this.sender && (this.#lists.has(name) || this.#lists.size < mostJoined)
  }

  // Tells each event until the stream ends. A list that comes later is told first at which version the others are.
  listen({ name }, source, since, tell, signal) {
    return new Promise((done, fail) => {
      const one = { done, fail, tell: (event) => {
        try {
          tell(event)
        } catch (error) {
          // The other lists are told all the same.
          reportError(error)
        }
      } }
      const isNew = !this.#lists.has(name)
      if (isNew) this.#lists.set(name, { source, version: since, listeners: new Set() })
      const { version, listeners } = this.#lists.get(name)
      listeners.add(one)
      signal.addEventListener("abort", () => {
        fail(signal.reason)
        listeners.delete(one)
        if (!listeners.size && this.#lists.get(name)?.listeners == listeners) this.#lists.delete(name)
        if (!this.#lists.size) this.#close()
      }, { once: true })
      if (isNew && !name) this.#connect()
      else if (isNew) this.#timer ??= setTimeout(() => this.#connect(), gathering)
      else if (version != null) one.tell({ name: "version", id: null, data: JSON.stringify({ version }) })
    })
  }

  // Listens to all lists, each from its version on. The old stream closes when the new one opens.
  #connect() {
    this.#timer = undefined
    this.#abort?.abort()
    const { signal } = (this.#abort = new AbortController())
    const lists = [...this.#lists]
    const [[name, { source, version }]] = lists
    const isJoint = lists.length > 1
    const told = (event) => {
      const { changes, version, list } = readNews(event)
      const joined = this.#lists.get(isJoint ? list : name)
      if (!joined) return
      joined.version = changes?.version ?? version ?? joined.version
      for (const one of [...joined.listeners]) one.tell(event)
    }
    const listening = async () => isJoint ? source.listen(sinceOf(lists), told, signal, jointAddress(this.address, lists)) : source.listen(version, told, signal)
    listening().catch((error) => error).then((error) => {
      if (signal.aborted) return
      const isRefused = isJoint && error?.status >= 400 && !error.transient
      if (isRefused) refused.add(this.address.href)
      this.#close()
      for (const { version, listeners } of this.#lists.values()) {
        for (const { done, fail } of listeners) error ? fail(isRefused ? new Refused(version) : error) : done()
      }
    })
  }

  #close() {
    open.delete(this)
    clearTimeout(this.#timer)
    this.#abort?.abort()
  }
}

// The server tells one list at a time; what it told until then ended at a version.
class Refused extends Error {
  constructor(version) {
    super()
    this.version = version
  }
}

const sinceOf = (lists) => lists.filter(([, { version }]) => version != null)
  .map(([name, { version }]) => `${encodeURIComponent(name)}=${encodeURIComponent(version)}`).join("&") || null
const jointAddress = (address, lists) => {
  const url = new URL(address)
  url.search = `lists=${lists.map(([name]) => encodeURIComponent(name)).join(",")}&objects=true`
  return url
}

// Tells each event until the stream ends; asks for changes as long as no stream can be had. `way` is told which of the two it
// is: "stream" or "poll".
export async function listenOrAsk(source, since, tell, signal, way) {
  // Without a version it is the same address for all that show the same, as long as their requests are sent in one way.
  const sender = source.sender?.()
  for (;;) {
    const place = addressedBy(source)
    const { origin } = place.address ?? {}
    const isFree = () => !origin || isShared(origin) || [...open].filter(({ address }) => address?.origin == origin).length < mostStreams
    const stream = [...open].find((one) => one.takes(place, sender)) ?? (isFree() ? new Stream(place, sender) : null)
    if (stream) {
      way("stream")
      try {
        return await stream.listen(place, source, since, tell, signal)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        since = error.version
      }
    } else {
      way("poll")
      since = await askOnce(source, since, tell, signal)
    }
  }
}

// Tells the changes since a version, and returns the list's version after them.
async function askOnce(source, since, tell, signal) {
  await wait(askEvery, signal)
  const changes = since == null ? null : await source.changes(since, signal)
  if (changes) {
    if (changes.version !== since) tell({ name: "changes", id: null, data: JSON.stringify(changes) })
    return changes.version
  }
  await wait(compareEvery - askEvery, signal)
  tell({ name: "version", id: null, data: "{}" })
  return since
}
