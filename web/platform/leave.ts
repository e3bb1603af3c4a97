/** A full load of the start page: nothing in memory survives it. */
export function goHome(): void {
  location.assign('/')
}

/** The current URL with a timestamp that no cache knows. Source: the specification, section 7. */
export function freshUrl(href: string, nowMs: number): string {
  const url = new URL(href)
  url.searchParams.set('_cache_bust', String(nowMs))
  return url.href
}

/** Reloads the current page past every cache. */
export function reloadFresh(): void {
  location.replace(freshUrl(location.href, Date.now()))
}

/** The same page again, from its start. */
export function reload(): void {
  location.reload()
}
