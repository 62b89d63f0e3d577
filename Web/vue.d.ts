// Types of the component for Vue 3.

import type { VNode } from "vue"
import type { PagedList as PagedListElement, PagedListComponentProps } from "./paged-list.js"

export declare const PagedList: new <T = any>(props: PagedListComponentProps<T>) => {
  $props: PagedListComponentProps<T>
  $el: PagedListElement<T>
  $slots: {
    /** Renders a row in place of a template. */
    item?: (told: { item: T; row: number }) => VNode[]
    /** Templates: `<template data-for="placeholder">`. */
    default?: () => VNode[]
  }
}
