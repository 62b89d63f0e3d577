// Types of the component for React, and of the element itself in JSX.

import type { DetailedHTMLProps, HTMLAttributes, ReactElement, ReactNode, Ref } from "react"
import type { PagedList as PagedListElement, PagedListComponentProps } from "./paged-list.js"

/** All others go to the element: `data-…`, `aria-…`, handlers of the DOM's events. */
export interface PagedListProps<T = any> extends PagedListComponentProps<T>, Omit<HTMLAttributes<PagedListElement>, keyof PagedListComponentProps> {
  /** Renders a row in place of a template. */
  renderItem?: (item: T, row: number) => ReactNode
  /** Templates: `<template data-for="placeholder">`. */
  children?: ReactNode
}

export declare const PagedList: <T = any>(props: PagedListProps<T> & { ref?: Ref<PagedListElement<T>> }) => ReactElement | null

/** Attributes of the element, as they are written in JSX. */
type Written = {
  [Name in "src" | "label" | "layout" | "scroll" | "live" | "sort" | "selectable" | "activate-on" | "sections" | "dialect" | "names" | "items" | "total" | "next" | "version" | "behavior"
    | "hydrate" | "ranking" | "content" | "length" | "row-height" | "section-height" | "page-size" | "item-budget" | "item-id" | "sort-name" | "first-page" | "start-row" | "start-at" | "start" | "end-threshold" | "positions"]?: string | number
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "paged-list": DetailedHTMLProps<HTMLAttributes<PagedListElement>, PagedListElement> & Written & { class?: string }
    }
  }
}
