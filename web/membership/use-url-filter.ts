import { useSearchParams } from 'wouter'

/**
 * A list's filter in the address, so that it can be sent to a colleague and survives a reload. Any change goes back to the first page;
 * `cursors` are the pages that led to the present one.
 */
export function useUrlFilter() {
  const [search, setSearch] = useSearchParams()
  const cursors = search.getAll('after')
  return {
    get: (name: string) => search.get(name) ?? '',
    set(changes: Record<string, string>) {
      const next = new URLSearchParams(search)
      next.delete('after')
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      setSearch(next, { replace: true })
    },
    cursors,
    turn(to: readonly string[]) {
      const next = new URLSearchParams(search)
      next.delete('after')
      for (const cursor of to) next.append('after', cursor)
      setSearch(next)
    },
  }
}
