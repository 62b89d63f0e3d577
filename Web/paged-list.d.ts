// Types of <paged-list>. README.md says what each of these does.

// `Item` is a row of the list, as the server or the source has it: `document.querySelector<PagedList<Book>>("paged-list")`.

/** A source of an app's own, in place of an address. */
export interface PagedListSource<Item = any> {
  /** The kinds of requests; `positions` alone where a page can be asked for from any row. */
  readonly capabilities: {
    positions?: boolean
    cursors?: boolean
    total?: boolean
    sections?: boolean
    /** Changes since a version: on request, and as a stream. */
    changes?: boolean
    live?: boolean
    /** Answers come in pages of one size: what is asked for is rounded up to whole pages. */
    wholePages?: boolean
  }
  /** Rows from `first` on, or those that follow `cursor`. What it throws may have `transient`: whether the same may succeed later. */
  page(
    asked: { first: number; limit: number; cursor: unknown; skipsCaches?: boolean }, signal: AbortSignal,
  ): Promise<PagedPage<Item>>
  /** The changes since a version, where `capabilities.changes`; `null` where that cannot be told. */
  changes?(since: string, signal: AbortSignal): Promise<PagedChanges<Item> | null>
  /** Tells each event of a stream until it ends or is cancelled, where `capabilities.live`. */
  listen?(
    since: string | null, tell: (event: { name: string; id: string | null; data: string }) => void, signal: AbortSignal,
  ): Promise<never>
  sectionList?(signal: AbortSignal): Promise<PagedSection[]>
  /** In which row an identity is: `null` where it is in none, `undefined` where that cannot be told. */
  position?(key: unknown, signal?: AbortSignal): Promise<number | null | undefined>
}

export interface PagedPage<Item = any> {
  items: Item[]
  /** Where the first of the items is in the list, where that is not what was asked for. */
  position?: number | null
  /** How many rows the whole list has. */
  total?: number | null
  /** Whether the list ends with this page. */
  end?: boolean
  /** Leads to the next page, in a list that is read in order. */
  next?: unknown
  /** Names the state of the list that the page shows. */
  version?: string | null
}

export interface PagedChanges<Item = any> {
  from: string
  version: string
  total: number | null
  removed: unknown[]
  added: { id: unknown; index: number }[]
  /** `null` where any row may have changed. */
  edited: unknown[] | null
  /** Rows that were added or edited, as they are now. */
  objects: Item[]
  hasMore: boolean
}

export interface PagedSection { title: string; count: number }

/** `previous` is the item as the element showed it; `isNew` where it shows it for the first time. */
export type PagedFill<Item = any> = (element: HTMLElement, item: Item, told: { row: number; previous?: Item; isNew: boolean }) => void

/** Ranges of rows, `[first, end]`. */
export interface PagedSelection extends Array<[first: number, end: number]> {
  /** The identities of the rows, where all of them are loaded. */
  readonly ids: unknown[] | null
  /** Whether these are the rows that the server has there, at `version`. */
  readonly isExact: boolean
  readonly version: string | null
  /** Whether all rows are selected but some. */
  readonly isAllBut: boolean
}

/** Texts that the list shows or announces, in the reader's language. */
export interface PagedListWords {
  sections: string
  loaded(first: number, last: number, count: number): string
  failed(message: string): string
  /** The server asked to wait; `until` is a time of the day. */
  waiting(message: string, until: string): string
  sectionsFailed(message: string): string
  refreshFailed(message: string): string
  retry: string
  empty: string
  /** Where a thumb that is dragged is in the list. */
  hint(row: number, count: number, section: string | undefined): string
  /** The text in a row that is not loaded, while a thumb passes it: where it is. */
  place(row: number, section: string | undefined): string
  /** The list begins elsewhere than `start-at` or `start` says. */
  notThere(message: string): string
  /** Rows came below the last one that was on screen. */
  unseen(count: number): string
  printed(first: number, last: number, count: number): string
  copying(done: number, count: number): string
  copied(count: number): string
  copyFailed(message: string): string
}

export interface PagedListEventMap<Item = any> {
  "paged-list:load": CustomEvent<{ first: number; count: number }>
  "paged-list:error": CustomEvent<{
    error: Error
    what: "rows" | "sections" | "answer" | "machine" | "start" | "changes" | "live" | "copy" | "attribute"
    first?: number
    end?: number
  }>
  "paged-list:viewport": CustomEvent<{ first: number; end: number }>
  "paged-list:finished": CustomEvent<{ job: number; failed: boolean; error: Error | null }>
  "paged-list:selection": CustomEvent<{ ranges: [first: number, end: number][]; count: number; isExact: boolean }>
  /** Enter, or a double click; with `activate-on="click"` one click. `id` is the identity of the item, where it has one. */
  "paged-list:activate": CustomEvent<{ row: number; item: Item; id: unknown }>
  "paged-list:sort": CustomEvent<{ sort: string | null }>
  "paged-list:columns": CustomEvent<{ widths: string[] }>
  "paged-list:copied": CustomEvent<{ count: number }>
  "paged-list:unseen": CustomEvent<{ count: number }>
}

export class PagedList<Item = any> extends HTMLElement {
  /** The list's address. */
  get src(): string | null
  set src(address: string | null)
  /** Where rows come from instead of an address. The list begins anew with another. */
  get source(): PagedListSource<Item> | undefined
  set source(source: PagedListSource<Item> | undefined)
  /** How requests are sent. */
  get fetch(): typeof globalThis.fetch | undefined
  set fetch(fetch: ((url: URL, options: RequestInit) => Promise<Response>) | undefined)
  /** Does with a row's element what fields cannot: when it shows an item for the first time, and when the item has changed. */
  get fill(): PagedFill<Item> | undefined
  set fill(fill: PagedFill<Item> | undefined)
  /** Whether two items with one identity read the same; without it their fields are compared. */
  get isEqual(): ((one: Item, other: Item) => boolean) | undefined
  set isEqual(isEqual: ((one: Item, other: Item) => boolean) | undefined)
  /** The list's name for screen readers. */
  get label(): string | null
  set label(label: string | null)
  words: PagedListWords
  /** Ways to show a field, by the names that `data-format` has. To be set before rows are shown. */
  formats: Record<string, (value: unknown, item: Item) => string>

  readonly count: number
  readonly phase: "idle" | "loading" | "refreshing" | "failed"
  /** How many rows came below the last one that was on screen. */
  readonly unseenBelow: number
  readonly viewport: { first: number; end: number }
  /** How the list hears what happens: by a stream, or by asking, where too many lists of the page listen. */
  readonly listening: "stream" | "poll" | null
  readonly loadedRanges: [first: number, end: number][]
  readonly counters: Record<string, number> | undefined
  /** The sections that are there; what is set is their address. */
  get sections(): PagedSection[]
  set sections(address: string | null | PagedSection[])

  /** The order of rows: a column's name, with `-` before it where values fall. */
  get sort(): string | null
  set sort(sort: string | null)
  /** The rows that are selected, whether they are loaded or not. */
  get selection(): PagedSelection
  set selection(ranges: [first: number, end: number][])
  /** The identities of all rows that are selected, at most 10,000; rejected where it cannot be known any more which these are. */
  selectedIDs(): Promise<unknown[]>
  /** The columns' widths, as in `grid-template-columns`. */
  columnWidths: string[]
  /**
   * Rows as text, those that are selected where none are named: a line each, fields parted by tabs; as "csv" with the names of columns above.
   * Rows that are not loaded are asked for, at most 10,000.
   */
  copyText(ranges?: [first: number, end: number][] | null, options?: { format?: "text" | "csv" }): Promise<string>

  item(row: number): Item | undefined
  element(row: number): HTMLElement | undefined
  /** Asks for what is on screen again; `paged-list:finished` tells with what this returns that it is over. */
  refresh(): number | undefined
  /** Empties the list and begins anew. */
  reload(): number | undefined
  loadMore(): number | undefined
  /** Asks again for what failed. */
  retry(): void
  /** Calls `fill` for the rows on screen again. */
  redraw(): void
  scrollToRow(row: number, options?: { align?: "start" | "center" | "end" | "nearest"; focus?: boolean; landing?: number }): void
  /** To the end of what is known; a list that is shown from its end follows then what comes there. */
  scrollToEnd(): void
  /** Scrolls to the row with an identity, loaded or not, and resolves to it; rejected where there is none, or the server does not tell. */
  scrollToID(id: unknown, options?: { align?: "start" | "center" | "end" | "nearest"; focus?: boolean }): Promise<number>
  scrollToSection(index: number, options?: { align?: "start" | "center" | "end" | "nearest"; focus?: boolean }): void
  focusRow(row: number): void

  addEventListener<Name extends keyof PagedListEventMap<Item>>(
    type: Name, listener: (this: PagedList<Item>, event: PagedListEventMap<Item>[Name]) => void, options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void
}

/** The element's attributes, as its components for React and Vue have them. */
export interface PagedListAttributes {
  src?: string
  length?: number
  rowHeight?: number | string
  sectionHeight?: number | string
  pageSize?: number
  itemBudget?: number
  itemId?: string
  label?: string
  layout?: "list" | "grid"
  scroll?: "page"
  live?: boolean | string
  sort?: string | null
  sortName?: string
  selectable?: "single" | "multiple"
  /** One click on a row activates it, in place of two. */
  activateOn?: "click"
  sections?: string
  dialect?: "offset" | "page" | "cursor" | "link"
  names?: string
  firstPage?: number
  startRow?: number
  startAt?: string | number
  start?: "end"
  endThreshold?: number | string
  positions?: string
  items?: string
  total?: string
  next?: string
  version?: string
  behavior?: "fixed" | "grows-on-top" | "changes"
  ranking?: "stable" | "rebuilt"
  content?: "fixed" | "changes"
}

type Handler<T, Name extends keyof PagedListEventMap> = (event: PagedListEventMap<T>[Name]) => void

/** Properties that the components for React and Vue share. */
export interface PagedListComponentProps<T = any> extends PagedListAttributes {
  source?: PagedListSource<T>
  fetch?: (url: URL, options: RequestInit) => Promise<Response>
  isEqual?: (one: T, other: T) => boolean
  words?: Partial<PagedListWords>
  formats?: Record<string, (value: unknown, item: T) => string>
  onLoad?: Handler<T, "paged-list:load">
  onError?: Handler<T, "paged-list:error">
  onViewport?: Handler<T, "paged-list:viewport">
  onFinished?: Handler<T, "paged-list:finished">
  onSelection?: Handler<T, "paged-list:selection">
  onActivate?: Handler<T, "paged-list:activate">
  onSort?: Handler<T, "paged-list:sort">
  onColumns?: Handler<T, "paged-list:columns">
  onCopied?: Handler<T, "paged-list:copied">
  onUnseen?: Handler<T, "paged-list:unseen">
}

declare global {
  interface HTMLElementTagNameMap { "paged-list": PagedList }
}
