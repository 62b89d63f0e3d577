// The element's own style; what rows look like is the page's. A sheet made here needs no inline style in the page.

const rules = [
  // Sheets made from script come after the page's own: in a layer without weight, whatever the page says of this wins, a theme too.
  "@layer paged-list{",
  ":where(paged-list){display:block;position:relative;overflow:hidden;height:400px}",
  ":where(.paged-columns,.paged-notice,.paged-hint){background:Canvas;color:CanvasText}",
  ":where(.paged-notice,.paged-hint){border:1px solid}",
  // A page may hide it from the eye.
  ":where(.paged-columns){position:sticky}",
  ":where(.paged-hint){border-radius:6px}",
  ":where(.paged-column>button:focus-visible){outline:2px solid;outline-offset:-2px}",
  ":where(.paged-row[aria-selected=true]){background:color-mix(in srgb,Highlight 24%,Canvas);box-shadow:inset 3px 0 color-mix(in srgb,Highlight,CanvasText 35%)}",
  ":where(.paged-jump button){border:0;background:none;color:inherit}",
  ":where(.paged-jump button[aria-current]){background:Highlight;color:HighlightText}",
  // A row that has come is there in its first frame, and one animation a row brings it up, where the page has none of its own.
  "@media (prefers-reduced-motion:no-preference){:where(.paged-row[data-fresh]){animation:paged-fresh .2s}}",
  "}",
  // Of use where the page leaves the height open, or the width to what is in the list, as in a dialog.
  "paged-list::before{content:'';display:block;width:20em;max-width:100%;height:min(var(--paged-extent,400px),100vh)}",
  ".paged-view{position:absolute;inset:0;overflow:auto;overflow-anchor:none;scroll-behavior:auto;contain:strict}",
  // A row that the keyboard leads to is below the headers.
  ".paged-view{scroll-padding-top:calc(var(--paged-columns-height,0px) + var(--paged-section-height,0px))}",
  "[scroll=page] .paged-rows :focus{scroll-margin-top:calc(var(--paged-columns-height,0px) + var(--paged-section-height,0px))}",
  ".paged-space{width:1px}",
  // With its page the list is as high as its rows, and the page is what scrolls.
  "paged-list[scroll=page]{display:grid;grid-template-columns:minmax(0,1fr);height:auto!important;max-height:none!important;overflow:visible clip;overflow-anchor:none}",
  "paged-list[scroll=page]::before{display:none}",
  "[scroll=page]>.paged-view{grid-area:1/1;position:relative;inset:auto;overflow:visible;contain:layout style;min-height:5em}",
  "[scroll=page]>.paged-jump{grid-area:1/1;position:sticky;inset:var(--paged-top,0px) auto auto;justify-self:end;height:min(100vh - var(--paged-top,0px),var(--paged-extent,100vh))}",
  ".paged-rows{position:absolute;top:0;left:0;right:0;height:0}",
  ".paged-row,.paged-header{position:absolute;top:0;left:0;right:0;box-sizing:border-box}",
  ".paged-rows>:where(.paged-row){height:var(--paged-row-height);contain:layout style}",
  ".paged-header{height:var(--paged-section-height);z-index:1}",
  // Rows that a server rendered are in the page's flow until the list's own are drawn.
  "paged-list>.paged-row{position:static}",
  "paged-list[data-rendered]{display:block}",
  "paged-list[data-rendered]::before{display:none}",
  "paged-list[data-rendered]>.paged-view{position:absolute;inset:0;visibility:hidden}",
  ".paged-row[hidden],.paged-header[hidden]{display:none}",
  ".paged-sticky{position:sticky;top:calc(var(--paged-top,0px) + var(--paged-columns-height,0px));height:0;z-index:2}",
  ".paged-rows{margin-top:var(--paged-columns-height,0px)}",
  ".paged-columns{top:var(--paged-top,0px);z-index:3;box-sizing:border-box}",
  ".paged-column{position:relative}",
  ":where(.paged-columns,.paged-columns~.paged-rows>.paged-row){display:grid;grid-template-columns:var(--paged-columns);align-items:center}",
  ":where(.paged-column,.paged-columns~.paged-rows [role=gridcell]){min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}",
  // As wide as the columns need, and the rows with them, but for lists that scroll with their page.
  ":where(paged-list:not([scroll=page]) .paged-columns){min-width:var(--paged-columns-least)}",
  ":where(paged-list:not([scroll=page]) .paged-columns~.paged-rows){min-width:var(--paged-columns-width)}",
  ":where(.paged-column>button){all:unset;cursor:pointer;font:inherit;min-height:24px;max-width:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:top}",
  ".paged-column[aria-sort=ascending]>button::after{content:' ↑' / ''}",
  ".paged-column[aria-sort=descending]>button::after{content:' ↓' / ''}",
  ".paged-grip{position:absolute;inset-block:0;inset-inline-end:0;width:8px;cursor:col-resize;touch-action:none}",
  ":where(paged-list[activate-on=click] .paged-row[data-kind=item]){cursor:pointer}",
  // Where colors are forced, backgrounds and shadows are taken away; an outline is for the focus.
  "@media (forced-colors:active){.paged-row[aria-selected=true]::before,.paged-jump button[aria-current]{forced-color-adjust:none}"
    + ".paged-row[aria-selected=true]::before{content:'';position:absolute;inset-block:0;inset-inline-start:0;width:8px;background:Highlight}}",
  ".paged-notice{position:absolute;left:0;right:0;z-index:1;width:fit-content;box-sizing:border-box;margin:0 auto}",
  ":where(.paged-notice){max-width:calc(100% - 16px);padding:.5em 1em}",
  ":where(.paged-notice,.paged-notice>[role=gridcell]){display:flex;align-items:center;gap:1em}",
  // The page's own style of a placeholder is left alone: the place is beside it.
  ".paged-row[data-place]::after{content:attr(data-place) / '';position:absolute;inset-block:0;inset-inline-end:0;display:flex;align-items:center}",
  ":where(.paged-row[data-place])::after{padding-inline:1em;color:CanvasText;font-variant-numeric:tabular-nums}",
  ".paged-hint{position:absolute;inset-inline:0;width:fit-content;margin:0 auto;translate:0 -50%;pointer-events:none;z-index:2}",
  ".paged-hint[hidden]{display:none}",
  ":where(.paged-hint){padding:.4em .9em;font-size:1.1em;font-variant-numeric:tabular-nums}",
  ".paged-jump{position:absolute;inset-block:0;inset-inline-end:0;display:flex;flex-direction:column;justify-content:center;overflow:hidden}",
  ".paged-jump[hidden]{display:none}",
  ":where(.paged-jump){touch-action:none;user-select:none}",
  ".paged-jump button{flex:none;box-sizing:border-box;min-height:24px;min-width:28px}",
  ":where(.paged-jump button){padding:0 6px;font:inherit;font-size:.75rem;cursor:pointer}",
  ".paged-print{display:none}",
  "@media print{.paged-print{display:block;position:absolute;inset-block-end:0}.paged-view{inset-block-end:2em!important;overflow:hidden}paged-list:not([scroll=page]){min-height:calc(var(--paged-printed,0px) + 2em)}.paged-row[data-unprinted]{visibility:hidden}.paged-jump{display:none}}",
  ".paged-live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}",
  // A text is in the order of its own language, and begins where the page's do: one that is too long is cut at its end.
  ":where(.paged-row :is([data-field],[role=gridcell]),.paged-column,.paged-column>button){unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}",
  // Texts of numbers and words are in the order of their language, whatever the page's direction.
  ".paged-row [data-field],.paged-hint,.paged-print,.paged-notice>span,.paged-row[data-place]::after{unicode-bidi:plaintext}",
  "@keyframes paged-fresh{from{opacity:.4}}",
].join("\n")

// Documents share no sheet that is made from script: each has its own.
const sheets = new WeakMap()
const sheetOf = (document) => {
  if (!sheets.has(document)) {
    const sheet = new document.defaultView.CSSStyleSheet()
    sheet.replaceSync(rules)
    sheets.set(document, sheet)
  }
  return sheets.get(document)
}

// The page, or the shadow that an element is in, has the style.
export const adoptStyle = (element) => {
  // A document that nobody sees has no window, and no sheets.
  if (!element.ownerDocument.defaultView) return
  const root = element.getRootNode()
  const sheet = sheetOf(element.ownerDocument)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}
