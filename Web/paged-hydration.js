// Elements that came with the page's markup may be taken over by React (hydrated), which compares what it finds with what it would have
// made. Two things would differ: a template's children are in its content, where React does not look, and the list's view is beside
// the templates. So a template of the markup gets its children beside its content until it is known whose it is, and the view waits until
// scripts of the page have run.

// Milliseconds that the view waits for an idle moment after the page's scripts, at most.
const longestIdle = 500

const scriptsHaveRun = () => new Promise((done) => {
  if (document.readyState == "loading") document.addEventListener("DOMContentLoaded", done, { once: true })
  else if (document.readyState == "interactive" && performance.getEntriesByType("navigation")[0]?.domContentLoadedEventStart === 0) {
    document.addEventListener("DOMContentLoaded", done, { once: true })
  } else done()
})
const idle = () => new Promise((done) => globalThis.requestIdleCallback ? requestIdleCallback(done, { timeout: longestIdle }) : setTimeout(done, longestIdle))

// A page that is taken over later, when it has loaded more of itself, says so by an attribute, which it takes away when it has.
const isTakenOver = (list) => new Promise((done) => {
  const isOver = () => !list.hasAttribute("hydrate")
  if (isOver()) return done()
  new MutationObserver((_, observer) => {
    if (!isOver()) return
    observer.disconnect()
    done()
  }).observe(list, { attributes: true, attributeFilter: ["hydrate"] })
})

// React keeps its own state in the properties of elements that it has taken over.
const isTaken = (node) => Object.getOwnPropertyNames(node).some((name) => name.startsWith("__react"))
const isMarkup = (node) => Object.getOwnPropertyNames(node).some((name) => name.startsWith("__reactProps") && node[name]?.dangerouslySetInnerHTML)

// Readies an element's templates for being taken over; resolves when the view may be added.
export async function hydration(list) {
  const templates = [...list.querySelectorAll(":scope > template")].filter((one) => !one.firstChild)
  for (const one of templates) one.append(one.content.cloneNode(true))
  await scriptsHaveRun()
  await idle()
  await isTakenOver(list)
  for (const one of templates) {
    // React changes the children from now on; what was said as markup it changes in the content.
    if ([one, ...one.children].some(isTaken) && !isMarkup(one)) one.content.replaceChildren()
    else one.replaceChildren()
  }
}
