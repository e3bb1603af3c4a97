import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/** A filter that lives in the address, so that a list can be sent on and gone back to. Empty values fall out. */
export function useUrlFilter<K extends string>(names: readonly K[]) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const params = new URLSearchParams(search)
  const filter: Partial<Record<K, string>> = {}
  for (const name of names) {
    const value = params.get(name)
    if (value !== null && value !== '') filter[name] = value
  }
  const change = useCallback(
    (next: Partial<Record<K, string>>, how: 'replace' | 'push' = 'replace') => {
      const all = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries<string | undefined>(next)) {
        if (value === undefined || value === '') all.delete(name)
        else all.set(name, value)
      }
      const text = all.toString()
      navigate(text === '' ? path : `${path}?${text}`, { replace: how === 'replace' })
    },
    [navigate, path],
  )
  return { filter, change }
}
