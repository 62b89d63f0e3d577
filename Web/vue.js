// <paged-list> as a component of Vue 3: `import { PagedList } from "paged-list/vue"`. Web/README.md shows its use.

import { defineComponent, Fragment, h, onBeforeUnmount, onMounted, onUpdated, shallowRef, Teleport, triggerRef } from "vue"
import { attributes, events, Hosts, listen, properties, set, written } from "./hosts.js"
import "./paged-list.js"

export const PagedList = defineComponent({
  name: "PagedList",
  props: [...attributes, ...properties],
  emits: events,
  setup(props, { slots, emit }) {
    const list = shallowRef(null)
    const hosts = shallowRef(new Hosts(() => triggerRef(hosts)))
    const bringUp = () => {
      set(list.value, props)
      list.value.fill = slots.item ? hosts.value.fill : undefined
    }
    let end
    onMounted(() => {
      // A server's markup is taken over.
      list.value.removeAttribute("hydrate")
      bringUp()
      end = listen(list.value, emit)
    })
    onUpdated(bringUp)
    onBeforeUnmount(() => end())
    return () => h("paged-list", { ref: list, hydrate: globalThis.document ? undefined : "", ...written(props) }, [
      slots.default?.(),
      slots.item && h(Fragment, hosts.value.all.map(({ element, key, item, position }) => h(Teleport, { to: element, key }, slots.item({ item, row: position })))),
    ])
  },
})
