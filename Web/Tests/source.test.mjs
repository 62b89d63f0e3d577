// Reading the answers of servers that have page sizes and parameters of their own.
import assert from "node:assert/strict"
import { test } from "node:test"

globalThis.document = { baseURI: "http://127.0.0.1/" }
const { PagedSource } = await import("../paged-source.js")

const books = Array.from({ length: 95 }, (_, index) => ({ id: index, title: `Book ${index}` }))
const signal = new AbortController().signal

// A source over a server that answers each address with a body, and the addresses that were asked.
function source(answer, options = {}) {
  const asked = []
  const made = new PagedSource("http://127.0.0.1/books", {
    pageSize: 50, firstPage: 1, ...options,
    fetch: async (url) => {
      asked.push(url.search)
      const body = answer(url.searchParams, url)
      return body ? Response.json(body) : new Response("{}", { status: 404 })
    },
  })
  return { source: made, asked }
}

// As Django REST framework answers by default: 20 rows a page, whatever was asked for.
const byPage = (size, name = "page") => (query) => {
  const page = +(query.get(name) ?? 1)
  if (page < 1 || (page - 1) * size >= books.length) return null
  const next = page * size < books.length ? `http://127.0.0.1/books?${name}=${page + 1}` : null
  return { count: books.length, next, results: books.slice((page - 1) * size, page * size) }
}

async function rows(made, first, limit) {
  const page = await made.page({ first, limit }, signal)
  const start = page.position ?? first
  return page.items.map((item, index) => [start + index, item.id])
}

for (const size of [20, 50, 100]) {
  test(`by page: rows are where a server with pages of ${size} has them`, async () => {
    const { source: made } = source(byPage(size), { dialect: "page" })
    for (const [first, limit] of [[0, 50], [50, 50], [50, 30], [90, 5], [10, 45]]) {
      const found = await rows(made, first, limit)
      assert.ok(found.every(([row, id]) => row == id), JSON.stringify(found.slice(0, 2)))
      const last = Math.min(first + limit, books.length) - 1
      assert.ok(found[0][0] <= first && found.at(-1)[0] >= last, `rows ${first} to ${last} were asked for`)
    }
  })
}

test("by page: a server's own size is found out where the first question is for the middle", async () => {
  const { source: made } = source(byPage(20), { dialect: "page" })
  assert.ok((await rows(made, 50, 40)).every(([row, id]) => row == id))
})

test("without a dialect: the address of the next page tells that pages are numbered", async () => {
  const { source: made, asked } = source(byPage(20, "p"))
  assert.deepEqual((await rows(made, 0, 50)).at(-1), [19, 19])
  assert.deepEqual(made.capabilities.positions, true)
  assert.ok((await rows(made, 60, 35)).every(([row, id]) => row == id))
  assert.match(asked.at(-1), /p=5/)
})

test("without a dialect: a parameter of the list's own is not taken for the size of a page", async () => {
  const { source: made, asked } = source((query) => {
    const answer = byPage(20)(query)
    return { ...answer, next: answer.next && `${answer.next}&year=1999` }
  })
  await rows(made, 0, 50)
  await rows(made, 60, 20)
  assert.equal(asked.at(-1), "?page=4")
})

test("without a dialect: the address of the next page tells what an offset is called", async () => {
  const { source: made } = source((query) => {
    const start = +(query.get("skip") ?? 0)
    const next = start + 20 < books.length ? `/books?skip=${start + 20}&top=20` : null
    return { total: books.length, next, items: books.slice(start, start + 20) }
  })
  await rows(made, 0, 50)
  assert.deepEqual((await rows(made, 70, 20))[0], [70, 70])
})

test("a first page that comes again is an error that says what to do, not rows", async () => {
  const { source: made } = source(() => ({ total: books.length, items: books.slice(0, 20) }))
  await rows(made, 0, 50)
  await assert.rejects(made.page({ first: 50, limit: 20 }, signal), /first page again.*dialect/)
})

test("a list that repeats its first row is no first page again", async () => {
  const same = books.map(() => ({ title: "Same" }))
  const { source: made } = source((query) => {
    const start = +(query.get("offset") ?? 0)
    return { total: same.length, items: same.slice(start, start + 20) }
  })
  await rows(made, 0, 50)
  assert.equal((await rows(made, 60, 20)).length, 20)
})

test("a stream's events are read, however it is cut", async () => {
  const { EventReader, readNews } = await import("../paged-live.js")
  const text = "retry: 2000\r\n\r\n: a comment\n\nid: 3-4\nevent: changes\ndata: {\"from\":\"3-3\",\ndata: \"version\":\"3-4\",\"removed\":[7],\"total\":9}\n\n" +
    "id: 3-4\nevent: version\ndata: {\"version\":\"3-4\"}\n\ndata: anything\n\nevent: changes\ndata: {\"from\":\"1\",\"removed\":3}\n\n"
  for (const size of [1, 2, 7, text.length]) {
    const reader = new EventReader()
    const news = []
    for (let at = 0; at < text.length; at += size) news.push(...reader.take(text.slice(at, at + size)).map(readNews))
    assert.equal(reader.retry, 2000)
    const changes = { from: "3-3", version: "3-4", total: 9, removed: [7], added: [], edited: null, objects: [], hasMore: false }
    assert.deepEqual(news, [{ changes }, { version: "3-4" }, { version: null }, { version: null }])
  }
})

test("a server that tells an estimate is asked to count once, and again when the list is refreshed", async () => {
  const { source: made, asked } = source((query) => {
    const [first, limit] = [+query.get("offset"), +query.get("limit")]
    const exact = query.get("count") == "exact"
    return { paging: { totalCount: exact ? 95 : 4711, exact, next: `/books?offset=${first + limit}` }, objects: books.slice(first, first + limit) }
  }, { dialect: "offset" })
  const totals = []
  for (const first of [0, 10, 20]) totals.push((await made.page({ first, limit: 10 }, signal)).total)
  assert.deepEqual(totals, [95, 95, 95])
  assert.equal(asked.length, 4)
  await made.page({ first: 0, limit: 10, skipsCaches: true }, signal)
  assert.deepEqual(asked.map((search) => search.includes("count=exact")), [false, true, false, false, false, true])
})
