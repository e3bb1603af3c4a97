import { useSearchParams } from 'wouter'

/**
 * A list's filter, order and page in the URL, so that it can be shared with a colleague and survives a reload. Empty
 * values are dropped. Any change except of the page returns to the first page.
 */
export function useUrlFilter() {
  const [search, setSearch] = useSearchParams()
  const change = (changes: Record<string, string>) => (held: URLSearchParams) => {
    const next = new URLSearchParams(held)
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  const get = (name: string) => search.get(name) ?? ''
  const page = Number(search.get('page') ?? '1')
  return {
    get,
    /** Those of the names that have a value in the URL. */
    given<K extends string>(names: readonly K[]): Partial<Record<K, string>> {
      const pairs = names.flatMap((name) => (get(name) === '' ? [] : [[name, get(name)]]))
      return Object.fromEntries(pairs) as Partial<Record<K, string>>
    },
    set(changes: Record<string, string>) {
      setSearch(change({ page: '', after: '', ...changes }), { replace: true })
    },
    page: Number.isInteger(page) && page > 1 && page <= 10_000 ? page : 1,
    turn(to: number) {
      setSearch(change({ page: to > 1 ? String(to) : '' }))
    },
    /** The column and direction of a list's sort order, if the URL names one of these. */
    sorting<Sort extends string>(sorts: readonly Sort[]): Sorting<Sort> {
      const sort = sorts.find((one) => one === search.get('sort'))
      const order = search.get('order')
      return { ...(sort === undefined ? {} : { sort }), ...(order === 'up' || order === 'down' ? { order } : {}) }
    },
  }
}

export type UrlFilter = ReturnType<typeof useUrlFilter>
export type Sorting<Sort extends string> = { sort?: Sort | undefined; order?: 'up' | 'down' | undefined }
