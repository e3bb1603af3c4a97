/**
 * For the `ref` of a bar fixed to the lower edge: scrolling keeps targets clear of it, and elements with `data-above-bar` get its height
 * as `--bottom-bar` while it is shown. Set on the page itself, that property would restyle every element.
 */
export function measureBottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  const sheet = new CSSStyleSheet()
  const measure = () => {
    const height = `${bar.offsetHeight}px`
    sheet.replaceSync(`html { scroll-padding-bottom: ${height} } [data-above-bar] { --bottom-bar: ${height} }`)
  }
  // In the next frame: at once, the whole page would be laid out twice in one task.
  const observer = new ResizeObserver(() => requestAnimationFrame(measure))
  document.adoptedStyleSheets.push(sheet)
  observer.observe(bar)
  return () => {
    observer.disconnect()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
