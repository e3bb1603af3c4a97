/**
 * For the `ref` of a bar fixed to the lower edge: what floats there, and the end of the page, keep clear of it by the property
 * `--bottom-bar`, its height as long as it is shown.
 */
export function measureBottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  const page = document.documentElement.style
  const observer = new ResizeObserver(() => page.setProperty('--bottom-bar', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    page.removeProperty('--bottom-bar')
  }
}
