// Where rows come from: one paginated JSON API, asked with `fetch`.
//
// | dialect | a page is asked for by | goes on with |
// | --- | --- | --- |
// | `offset` | `offset=100&limit=50` | any offset |
// | `page` | `page=3&size=50`, from `first-page` | any page |
// | `cursor` | `cursor=…&limit=50` | a value or an address in the answer |
// | `link` | `limit=50` | the header `Link: <…>; rel="next"` |
//
// Without a dialect the first answer tells: with a total it is `offset`, with a way on it is `cursor` or `link`.
// Items, total and way on are found by the names that are common, or at the paths that are given.

const itemNames = ["objects", "items", "results", "data", "rows", "records", "entries", "value"]
const envelopes = ["", "paging.", "pagination.", "meta.", "page.", "links.", "response_metadata."]
const totalNames = ["totalCount", "total_count", "totalItems", "totalElements", "total_results", "total", "count"]
const nextNames = ["next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_url", "next"]
const parameterNames = { offset: ["offset", "limit"], page: ["page", "size"], cursor: ["cursor", "limit"] }

// A value inside an answer, by its name or a path with dots.
export const field = (value, path) =>
  value != null && Object.hasOwn(value, path) ? value[path] : path.includes(".") ? path.split(".").reduce((inner, name) => inner?.[name], value) : undefined

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
  // `options`: fetch, dialect, names (of the parameters for place and size), pageSize, firstPage, items, total, next (paths),
  // sections (address), length (rows, where that is known and there are no sections).
  constructor(src, options = {}) {
    this.address = new URL(src, document.baseURI)
    Object.assign(this, options)
    this.learned = this.dialect
  }

  // What the machine may ask for; learned with the first page where no dialect is named.
  get capabilities() {
    const inOrder = this.learned == "cursor" || this.learned == "link"
    return { positions: !inOrder, cursors: inOrder, total: !inOrder, sections: !!(this.sections || this.length) }
  }

  // A page: its items, the total where it is told, the way on. `cursor` is what an earlier page told as `next`.
  async page({ first = 0, limit, cursor = null }, signal) {
    const url = this.pageAddress(first, limit, cursor)
    let answer
    try {
      answer = await this.ask(url, signal)
    } catch (error) {
      // Past the end some servers answer so.
      if (first > 0 && (error.status == 404 || error.status == 416)) return { items: [], end: true }
      throw error
    }
    const { body, headers } = answer
    const items = this.items ? field(body, this.items) : found(body)
    if (!Array.isArray(items)) throw new SourceError(`no list of items at '${this.items ?? "any usual place"}'`)
    const total = this.totalOf(body, headers)
    // Pages begin where pages begin, wherever rows were asked for.
    const position = this.learned == "page" ? first - first % this.pageSize : null
    const next = this.nextOf(body, headers, url)
    this.learned ??= total == null && next != null ? "cursor" : "offset"
    const { positions } = this.capabilities
    const end = positions ? total == null && items.length < (position == null ? limit : this.pageSize) : next == null
    return { items, position, total, end, next: positions ? null : next, capabilities: this.capabilities }
  }

  // The sections: `[{title, count}]`; those without rows are left out.
  async sectionList(signal) {
    const { body } = await this.ask(new URL(this.sections, this.address), signal)
    const all = Array.isArray(body) ? body : found(body) ?? []
    return all.map(({ title, count }) => ({ title: String(title), count: Math.trunc(+count) })).filter((one) => one.count > 0)
  }

  pageAddress(first, limit, cursor) {
    const url = new URL(cursor instanceof URL ? cursor : this.address)
    if (cursor instanceof URL) return url
    const kind = this.learned ?? "offset"
    const [place, size] = this.names ?? parameterNames[kind] ?? ["", "limit"]
    if (kind == "offset") url.searchParams.set(place, first)
    if (kind == "page") url.searchParams.set(place, Math.floor(first / this.pageSize) + this.firstPage)
    if (kind == "cursor" && cursor != null) url.searchParams.set(place, cursor)
    url.searchParams.set(size, kind == "page" ? this.pageSize : limit)
    return url
  }

  totalOf(body, headers) {
    const named = headers.get("X-Total-Count") ?? headers.get("X-WP-Total") ?? headers.get("Content-Range")?.split("/")[1]
    const total = this.total ? field(body, this.total) : named ?? common(body, totalNames)
    return total == null || total === "" || !(total >= 0) ? null : Math.trunc(total)
  }

  nextOf(body, headers, url) {
    const link = headers.get("Link")?.match(/<([^>]*)>[^<]*;\s*rel="?(?:[^"]*\s)?next(?![\w-])/i)?.[1]
    const next = link ?? (this.next ? field(body, this.next) : common(body, nextNames))
    if (next == null || next === "" || next === false) return null
    if (!link && !/^(https?:|\/|\?)/.test(next)) return next
    const address = new URL(next, url)
    // Whoever answers there is not who this page trusts with its requests.
    if (address.origin != url.origin) throw new SourceError(`the next page is on another site: ${address.origin}`)
    return address
  }

  async ask(url, signal) {
    let response
    try {
      response = await this.fetch(url, { signal, headers: { Accept: "application/json" } })
    } catch (error) {
      if (signal.aborted) throw error
      throw new SourceError(navigator.onLine ? "the server cannot be reached" : "you are offline", { transient: true })
    }
    const { status, headers } = response
    if (!response.ok) {
      const wait = headers.get("Retry-After")
      const retryAfter = wait && (+wait >= 0 ? +wait * 1000 : Math.max(0, Date.parse(wait) - Date.now()) || null)
      throw new SourceError(`the server answered ${status}`, { status, retryAfter, transient: status >= 500 || status == 429 || status == 408 })
    }
    try {
      return { body: await response.json(), headers }
    } catch (error) {
      if (signal.aborted) throw error
      throw new SourceError("the answer cannot be read", { transient: true })
    }
  }
}

const found = (body) =>
  Array.isArray(body) ? body
    : itemNames.map((name) => body?.[name]).find(Array.isArray) ?? Object.values(body ?? {}).find(Array.isArray)
