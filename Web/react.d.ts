// Types of the component for React, and of the element itself in JSX.

import type { CSSProperties, DetailedHTMLProps, ForwardedRef, HTMLAttributes, ReactElement, ReactNode } from "react"
import type { PagedList as PagedListElement, PagedListEventMap, PagedListSource, PagedListWords } from "./paged-list.js"

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
  sections?: string
  dialect?: "offset" | "page" | "cursor" | "link"
  names?: string
  firstPage?: number
  startRow?: number
  items?: string
  total?: string
  next?: string
  version?: string
  behavior?: "fixed" | "grows-on-top" | "changes"
  ranking?: "stable" | "rebuilt"
  content?: "fixed" | "changes"
}

type Handler<Name extends keyof PagedListEventMap> = (event: PagedListEventMap[Name]) => void

export interface PagedListProps<T = any> extends PagedListAttributes {
  /** What a row shows, where no template says it. */
  renderItem?: (item: T, row: number) => ReactNode
  /** Templates: `<template data-for="placeholder">`. */
  children?: ReactNode
  className?: string
  style?: CSSProperties
  id?: string
  source?: PagedListSource
  fetch?: (url: URL, options: RequestInit) => Promise<Response>
  isEqual?: (one: T, other: T) => boolean
  words?: Partial<PagedListWords>
  formats?: Record<string, (value: unknown, item: T) => string>
  onLoad?: Handler<"paged-list:load">
  onError?: Handler<"paged-list:error">
  onViewport?: Handler<"paged-list:viewport">
  onFinished?: Handler<"paged-list:finished">
  onSelection?: Handler<"paged-list:selection">
  onActivate?: Handler<"paged-list:activate">
  onSort?: Handler<"paged-list:sort">
  onColumns?: Handler<"paged-list:columns">
  onCopied?: Handler<"paged-list:copied">
}

export declare const PagedList: <T = any>(props: PagedListProps<T> & { ref?: ForwardedRef<PagedListElement> }) => ReactElement | null

/** Attributes of the element, as they are written in JSX. */
type Written = {
  [Name in "src" | "label" | "layout" | "scroll" | "live" | "sort" | "selectable" | "sections" | "dialect" | "names" | "items" | "total" | "next" | "version" | "behavior"
    | "ranking" | "content" | "length" | "row-height" | "section-height" | "page-size" | "item-budget" | "item-id" | "sort-name" | "first-page" | "start-row"]?: string | number
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "paged-list": DetailedHTMLProps<HTMLAttributes<PagedListElement>, PagedListElement> & Written & { class?: string }
    }
  }
}
