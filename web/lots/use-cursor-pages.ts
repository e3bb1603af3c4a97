import { useSearchParams } from 'wouter'

/** The pages that led to the present one, as cursors in the address, so that a reload stays where it was. */
export function useCursorPages() {
  const [search, setSearch] = useSearchParams()
  return {
    cursors: search.getAll('after'),
    turn(to: readonly string[]) {
      const next = new URLSearchParams(search)
      next.delete('after')
      for (const cursor of to) next.append('after', cursor)
      setSearch(next)
    },
  }
}
