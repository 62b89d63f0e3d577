// Types of the component for Vue 3.

import type { HTMLAttributes, VNode } from "vue"
import type { PagedList as PagedListElement, PagedListComponentProps } from "./paged-list.js"

/** All others go to the element: `class`, `data-…`, `aria-…`, listeners of the DOM's events. */
type Props<T> = PagedListComponentProps<T> & Omit<HTMLAttributes, keyof PagedListComponentProps>

export declare const PagedList: new <T = any>(props: Props<T>) => {
  $props: Props<T>
  $el: PagedListElement<T>
  $slots: {
    /** Renders a row in place of a template. */
    item?: (told: { item: T; row: number }) => VNode[]
    /** Templates: `<template data-for="placeholder">`. */
    default?: () => VNode[]
  }
}
