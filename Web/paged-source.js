// Where rows come from: one paginated JSON API, asked with `fetch`.
//
// | dialect | a page is asked for by | goes on with |
// | --- | --- | --- |
// | `offset` | `offset=100&limit=50` | any offset |
// | `page` | `page=3&size=50`, from `first-page` | any page |
// | `cursor` | `cursor=…&limit=50` | a value or an address in the answer |
// | `link` | `limit=50` | the header `Link: <…>; rel="next"` |
//
// Without a dialect the first answer tells: the address of the next page by its parameters; else with a total it is `offset`,
// with a way on it is `cursor` or `link`.
// Items, total and way on are found by the names that are common, or at the paths that are given.

import { checkedTotal } from "./paged-total.js"
import { loadLater } from "./paged-machines.js"

const itemNames = ["objects", "items", "results", "data", "rows", "records", "entries", "value"]
const envelopes = ["", "paging.", "pagination.", "meta.", "page.", "links.", "response_metadata."]
const totalNames = ["totalCount", "total_count", "totalItems", "totalElements", "total_results", "total", "count"]
const nextNames = ["next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_url", "next"]
// Names of a parameter that numbers pages.
const pageNames = /^(p|pg|page|page_?(number|no|index)|current_?page)$/i
// Pages that one question may take, where the server's are much smaller than what is asked for.
const pagesJoined = 10
const parameterNames = { offset: ["offset", "limit"], page: ["page", "size"], cursor: ["cursor", "limit"] }

// Pages that one request asks for, at most.
export const pagesAtOnce = 4
// Whether the machine of a list that is asked for by positions first asks for a screen alone; for whole pages where rows may come, go or be in another order.
export const asksForAScreen = (behavior, ranking) => behavior == "fixed" && ranking == "stable"

// A value inside an answer, by its name or a path with dots.
export const field = (value, path) =>
  value != null && Object.hasOwn(value, path) ? value[path] : path.includes(".") ? path.split(".").reduce((inner, name) => inner?.[name], value) : undefined

// The identity of an item, at a name or a path: a text or a number; `undefined` where there is none.
export const identity = (item, path) => {
  const key = item?.[path] ?? (path.includes(".") ? field(item, path) : undefined)
  return key === null || typeof key == "object" ? undefined : key
}

const common = (body, names) => {
  for (const name of names) {
    for (const envelope of envelopes) {
      const value = field(body, envelope + name)
      if (value != null && typeof value != "object") return value
    }
  }
}

// A request that failed, and whether the same one may succeed later.
export class SourceError extends Error {
  constructor(message, { transient = false, retryAfter = null, status = 0 } = {}) {
    super(message)
    Object.assign(this, { transient, retryAfter, status })
  }
}

export class PagedSource {
  // `options`: fetch, sender (`() =>` the function that sends requests: lists that have the same one may share a stream), dialect, names (of the parameters for place and size), pageSize, firstPage, items, total, next (paths),
  // positions (where it is told in which row an identity is), live (where what happens is told: an address, or "" for the one that pages name), sort (what rows are sorted by) and sortName (the parameter for that), sections (address), length (rows, where that is known and there are no sections).
  constructor(src, options = {}) {
    this.address = new URL(src, document.baseURI)
    Object.assign(this, options)
    this.learned = this.dialect
    this.places = this.positions
  }

  // The kinds of requests that the machine may make; learned with the first page where no dialect is named.
  get capabilities() {
    const inOrder = this.learned == "cursor" || this.learned == "link"
    // Until it is known how pages are asked for, one answer is to show it.
    const wholePages = !inOrder && this.learned != "offset"
    const live = !!(this.live || this.told)
    return { live, changes: live && !inOrder, positions: !inOrder, cursors: inOrder, total: !inOrder, sections: !!(this.sections || this.length), wholePages }
  }

  // A page: its items, the total where it is told, the way on. `cursor` is what an earlier page told as `next`.
  async page(asked, signal) {
    if (this.learned == "page") return this.numberedPages(asked, signal)
    const { first = 0, limit, cursor = null, skipsCaches } = asked
    const answer = await this.answer(this.pageAddress(first, limit, cursor), first, signal, skipsCaches)
    if (!answer) return { items: [], end: true }
    const { items, total, next, version, warnings } = answer
    if (!this.learned) {
      this.learnFrom(answer, limit)
      if (this.learned == "page") {
        if (first > 0) return this.numberedPages(asked, signal)
        return { items, position: 0, total, end: false, next: null, capabilities: this.capabilities, warnings }
      }
      // Asked by a name that the server does not know, it answered its first page.
      if (first > 0 && this.names) return this.page(asked, signal)
    }
    const { positions } = this.capabilities
    if (positions) await this.refuseFirstPageAgain(items, first, signal)
    const end = positions ? total == null && items.length < limit : next == null
    return { items, position: null, total, end, next: positions ? null : next, capabilities: this.capabilities, version, warnings }
  }

  // Rows of a server with numbered pages. How many rows a page has is up to the server, whatever was asked for.
  async numberedPages({ first = 0, limit, skipsCaches }, signal) {
    const items = []
    let [total, isLast, start] = [null, false, 0]
    const versions = new Set()
    const warnings = []
    for (let number = null, joined = 0; joined < pagesJoined; joined++, number++) {
      number ??= Math.floor(first / this.rowsPerPage)
      if (!joined) start = number * this.rowsPerPage
      const answer = await this.answer(this.pageAddress(number * this.rowsPerPage, limit), first, signal, skipsCaches)
      const count = answer?.items.length ?? 0
      if (number == 0 && count == this.rowsPerPage) this.ownSize = count
      if (count != this.rowsPerPage && (!this.ownSize || count > this.ownSize) && await this.learnSize(answer, number, signal)) {
        return this.numberedPages({ first, limit, skipsCaches }, signal)
      }
      total = answer?.total ?? total
      versions.add(answer?.version)
      warnings.push(...(answer?.warnings ?? []))
      isLast = count < this.rowsPerPage && answer?.next == null
      items.push(...(answer?.items ?? []))
      if (isLast || start + items.length >= first + limit) break
    }
    return { items, position: start, total, end: isLast && total == null, next: null, capabilities: this.capabilities,
      version: versions.size == 1 ? [...versions][0] : null, warnings }
  }

  // Rows of a page: as many as the server's have, where it has shown that, else as many as it is asked for.
  get rowsPerPage() { return this.ownSize ?? this.pageSize }

  // Learns how many rows a page has, from the first one: returns whether that is another number than was thought.
  async learnSize(answer, number, signal) {
    const page = number == 0 ? answer : await this.answer(this.pageAddress(0, this.pageSize), 0, signal)
    const count = page?.items.length ?? 0
    if (count <= this.rowsPerPage && page?.next == null && !(page?.total > count)) return false
    const before = this.rowsPerPage
    this.ownSize = count
    return count != before
  }

  // Learns from the first answer how the others are asked for: the address of the next page has the server's own names.
  learnFrom({ items, total, next }, limit) {
    const query = next instanceof URL ? [...next.searchParams].filter(([, value]) => /^\d+$/.test(value)) : []
    const page = query.find(([name]) => pageNames.test(name))
    const place = query.find(([, value]) => +value > 0 && +value == items.length)
    // Whatever else the address has, a size has the value that was asked for or answered.
    const size = query.find((one) => one != page && one != place && (+one[1] == limit || +one[1] == items.length))?.[0]
    if (page && +page[1] > 0) {
      Object.assign(this, { learned: "page", names: [page[0], size ?? null], ownSize: items.length })
      // Asked by an offset, which it does not know, it answered its first page.
      this.firstPage = +page[1] - 1
    } else if (place && place[0] != "limit" && total != null) {
      this.learned = "offset"
      if (place[0] != "offset" || size && size != "limit") this.names = [place[0], size ?? "limit"]
    } else {
      this.learned = total == null && next != null ? "cursor" : "offset"
    }
  }

  // A server that does not know the parameter for the place answers its first page to every question. Rows that were first
  // may also be further down by now, so the first page is asked for again before anything is said.
  async refuseFirstPageAgain(items, first, signal) {
    const said = items.map((item) => JSON.stringify(item))
    if (first == 0) return void (this.firstRows = said)
    const isFirst = () => {
      const shared = said.slice(0, Math.min(said.length, this.firstRows?.length ?? 0))
      return new Set(shared).size > 1 && shared.every((row, index) => row == this.firstRows[index])
    }
    if (!isFirst()) return
    const again = await this.answer(this.pageAddress(0, items.length), 0, signal, true)
    this.firstRows = again.items.map((item) => JSON.stringify(item))
    if (!isFirst()) return
    const [name] = this.names ?? parameterNames.offset
    throw new SourceError(
      `the server answered its first page again when asked for row ${first + 1}: it does not know "${name}"; ` +
      "say with dialect= and names= how its pages are asked for")
  }

  // One answer, read; `null` where the server says that the place is past the end.
  async answer(url, first, signal, skipsCaches) {
    let answer
    try {
      answer = await this.#counted(await this.ask(url, signal, skipsCaches), url, signal, skipsCaches)
    } catch (error) {
      const isMissing = error.status == 404 || error.status == 416
      // Where there is no first page either there is no list.
      if (first > 0 && isMissing && !this.isMissing) return null
      this.isMissing = isMissing
      throw error
    }
    this.isMissing = false
    const { body, headers } = answer
    const items = this.items ? field(body, this.items) : found(body)
    if (!Array.isArray(items)) throw new SourceError(`no list of items at '${this.items ?? "any usual place"}'`)
    const warnings = []
    const at = this.capabilities.positions && this.learned != "page" ? first : 0
    const total = checkedTotal(totalIn(body, headers, this.total), at, items.length, warnings)
    if (this.live == "") this.learnStream(body, warnings)
    this.#learnPlaces(body)
    return { items, total, next: this.nextOf(body, headers, url), version: this.versionOf(body), warnings }
  }

  // Learns from a page where the positions of rows are told; of the project's own server they are beside its identifiers.
  #learnPlaces(body) {
    const [position, ids] = [field(body, "paging.position"), field(body, "paging.ids")]
    if (typeof position == "string") this.places = position
    else if (typeof ids == "string") this.places = ids.replace(/\/ids(?=\?|$)/, "/position")
  }

  // Learns from a page the address of the list's changes.
  learnStream(body, warnings) {
    const address = field(body, "paging.changes")
    if (typeof address == "string") this.told = address
    else if (!this.told) warnings.push('the server\'s pages do not say in "paging.changes" where the list can be listened to: say so with live')
  }

  // Where the row with a key is by now: `null` where there is none, `undefined` where the server does not tell, for which `refusal` may be why.
  async position(key, signal) {
    if (!this.places || typeof key == "object") return undefined
    const url = new URL(this.places, this.address)
    // Requests, which may carry credentials, stay on this page's origin.
    if (url.origin != this.address.origin) return undefined
    this.#addParameters(url)
    url.searchParams.set("id", key)
    try {
      const { body } = await this.ask(url, signal, true)
      return Number.isInteger(body?.offset) && body.offset >= 0 ? body.offset : undefined
    } catch (error) {
      if (error.status == 404) return null
      if (error.status < 400 || error.status >= 500) throw error
      this.refusal = error
      return undefined
    }
  }

  // The list's own parameters, which say which rows it has and in which order.
  #addParameters(url) {
    for (const [name, value] of this.address.searchParams) if (!url.searchParams.has(name)) url.searchParams.append(name, value)
    if (this.sort) url.searchParams.set(this.sortName ?? "sort", this.sort)
  }

  // The address of the changes since a version.
  changesAddress(since) {
    const url = new URL(this.live || this.told, this.address)
    this.#addParameters(url)
    if (since != null) url.searchParams.set("since", since)
    // As pages of this address are the project's own server's, it brings rows along where it is asked to.
    if (!this.live) url.searchParams.set("objects", "true")
    return url
  }

  // Where the project's own server tells several lists in one stream, and what this one is called there; nothing at another server.
  jointStream() {
    if (this.live || !this.told) return null
    const url = this.changesAddress(null)
    const [, base, name] = /^(.*)\/lists\/([^/]+)\/changes$/.exec(url.pathname) ?? []
    url.searchParams.delete("objects")
    return name ? { address: new URL(`${base}/changes`, url), name: name + url.search } : null
  }

  // The changes since a version; `null` where the server cannot tell.
  async changes(since, signal) {
    const { readChanges } = await loadLater()
    try {
      return readChanges((await this.ask(this.changesAddress(since), signal, true)).body, since)
    } catch (error) {
      if (error.status >= 400 && error.status < 500 && !error.transient) return null
      throw error
    }
  }

  // Receives changes from a version on, of this list or at an address that tells several; ends when the stream does.
  async listen(since, tell, signal, address = this.changesAddress(since)) {
    const headers = { Accept: "text/event-stream", ...since != null && { "Last-Event-ID": since } }
    const response = await this.answered(address, { signal, headers, cache: "no-store" }, signal)
    if (!response.headers.get("content-type")?.includes("event-stream")) throw new SourceError("what answers at the address in live sends no events")
    const { EventReader } = await loadLater()
    const events = new EventReader()
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    try {
      for (let part; !(part = await text.read()).done;) for (const event of events.take(part.value)) tell(event)
    } catch (error) {
      if (signal.aborted) throw error
    }
    throw new SourceError("the stream ended", { transient: true, retryAfter: events.retry })
  }

  // The sections: `[{title, count}]`; those without rows are left out.
  async sectionList(signal) {
    const { body } = await this.ask(new URL(this.sections, this.address), signal)
    const all = Array.isArray(body) ? body : found(body)
    if (!all?.every((one) => one?.count >= 0)) throw new SourceError("the answer is no list of sections, each with a title and a count")
    return all.map(({ title, count }) => ({ title: String(title), count: Math.trunc(+count) })).filter((one) => one.count > 0)
  }

  pageAddress(first, limit, cursor) {
    const url = new URL(cursor instanceof URL ? cursor : this.address)
    if (cursor instanceof URL) return url
    if (this.sort) url.searchParams.set(this.sortName ?? "sort", this.sort)
    const kind = this.learned ?? "offset"
    const [place, size] = this.names ?? parameterNames[kind] ?? ["", "limit"]
    if (kind == "offset") url.searchParams.set(place, first)
    if (kind == "page") url.searchParams.set(place, Math.floor(first / this.rowsPerPage) + this.firstPage)
    if (kind == "cursor" && cursor != null) url.searchParams.set(place, cursor)
    if (size) url.searchParams.set(size, kind == "page" ? this.pageSize : limit)
    return url
  }

  // The project's own server may tell an estimate in place of a total. It is asked to count once, and again when the list is refreshed; in between
  // the last count is the total.
  async #counted(answer, url, signal, skipsCaches) {
    if (answer.body?.paging?.exact !== false || url.searchParams.has("count")) return answer
    if (this.count === undefined || skipsCaches) {
      const exact = new URL(url)
      exact.searchParams.set("count", "exact")
      answer = await this.ask(exact, signal, skipsCaches)
      this.count = answer.body?.paging?.totalCount ?? null
    }
    if (answer.body?.paging && this.count != null) answer.body.paging.totalCount = this.count
    return answer
  }

  versionOf(body) {
    const version = field(body, this.version ?? "paging.version")
    return version == null || typeof version == "object" ? null : String(version)
  }

  nextOf(body, headers, url) {
    const link = headers.get("Link")?.match(/<([^>]*)>[^<]*;\s*rel="?(?:[^"]*\s)?next(?![\w-])/i)?.[1]
    const next = link ?? (this.next ? field(body, this.next) : common(body, nextNames))
    if (next == null || next === "" || next === false) return null
    if (!link && !/^(https?:|\/|\?)/.test(next)) return next
    const address = new URL(next, url)
    // Requests, which may carry credentials, stay on this page's origin.
    if (address.origin != url.origin) throw new SourceError(`the next page is on another site: ${address.origin}`)
    return address
  }

  async ask(url, signal, skipsCaches) {
    const options = { signal, headers: { Accept: "application/json" } }
    const response = await this.answered(url, skipsCaches ? { ...options, cache: "reload" } : options, signal)
    try {
      return { body: await response.json(), headers: response.headers }
    } catch (error) {
      if (signal.aborted) throw error
      throw new SourceError("the answer cannot be read", { transient: true })
    }
  }

  // The server's answer, or why there is none.
  async answered(url, options, signal) {
    let response
    try {
      response = await this.fetch(url, options)
    } catch (error) {
      if (signal.aborted) throw error
      throw new SourceError(navigator.onLine ? "the server cannot be reached" : "you are offline", { transient: true })
    }
    const { status, headers } = response
    if (!response.ok) {
      const wait = headers.get("Retry-After")
      const retryAfter = wait && (+wait >= 0 ? +wait * 1000 : Math.max(0, Date.parse(wait) - Date.now()) || null)
      throw new SourceError(`the server answered ${status}${await detailOf(response)}`, { status, retryAfter, transient: status >= 500 || status == 429 || status == 408 })
    }
    return response
  }
}

// Why a server refuses, where it says so as problem details (RFC 9457).
const detailOf = async (response) => {
  if (!response.headers.get("content-type")?.includes("problem+json")) return ""
  const { detail } = await response.json().catch(() => ({})) ?? {}
  return typeof detail == "string" && detail ? `: ${detail.slice(0, 300).replace(/\.$/, "")}` : ""
}

export const totalIn = (body, headers, path) => {
  const named = headers.get("X-Total-Count") ?? headers.get("X-WP-Total") ?? headers.get("Content-Range")?.split("/")[1]
  return path ? field(body, path) : named ?? common(body, totalNames)
}

export const found = (body) =>
  Array.isArray(body) ? body
    : itemNames.map((name) => body?.[name]).find(Array.isArray) ?? Object.values(body ?? {}).find(Array.isArray)
