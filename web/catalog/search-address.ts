import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Facet } from '#contract/catalog/facets.ts'
import { paths } from '#web/paths.ts'
import type { Asked } from '#contract/catalog/asked.ts'
import { meantBy, searchIn, withoutPrices } from '#contract/catalog/search-query.ts'

/** Facets of which only one value can be set. */
export const SINGLE = new Set<string>(['year', 'price', 'total', 'odometer', 'ending', 'biddable'] satisfies Asked[])

export type SearchAddress = {
  /** The search as its URL spells it, in a fixed order. */
  query: string
  get(name: Asked): string | null
  valuesOf(facet: Facet): string[]
  /** Adds a value, or removes it if present. */
  toggle(facet: Facet, value: string): void
  set(changes: Partial<Record<Asked, string | null>>): void
  /** Without any filter or search words. */
  clear(): void
}

/** The search as its URL spells it, in a fixed order. */
export function queryOf(params: URLSearchParams): string {
  return new URLSearchParams(searchIn(params)).toString()
}

/** The same, as people who see no prices can ask for it. */
export function openQueryOf(params: URLSearchParams): string {
  return new URLSearchParams(withoutPrices(searchIn(params))).toString()
}

export function searchPath(params: URLSearchParams): string {
  // Commas and slashes need no escape in a query, and people read URLs.
  const text = queryOf(params).replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text === '' ? `${paths.home}?sort=ending` : `${paths.home}?${text}`
}

/** The search in the URL. The browser's back button undoes each change. */
export function useSearchAddress(): SearchAddress {
  const [, go] = useLocation()
  const text = useSearch()
  const set = useCallback(
    (changes: Partial<Record<Asked, string | null>>) => {
      const next = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(changes)) next.set(name, value ?? '')
      go(searchPath(next))
    },
    [go],
  )
  return useMemo(() => {
    const params = new URLSearchParams(text)
    const valuesOf = (facet: Facet) => {
      const value = meantBy(facet, params.get(facet) ?? '')
      if (value === '') return []
      return SINGLE.has(facet) ? [value] : value.split(',')
    }
    return {
      query: queryOf(params),
      get: (name) => {
        const value = params.get(name)
        return value === null ? null : meantBy(name, value)
      },
      valuesOf,
      toggle: (facet, value) => set(toggled(facet, value, valuesOf)),
      set,
      clear: () => go(searchPath(new URLSearchParams({ sort: params.get('sort') ?? '' }))),
    }
  }, [text, set, go])
}

function toggled(facet: Facet, value: string, valuesOf: (facet: Facet) => string[]): Partial<Record<Asked, string>> {
  const values = valuesOf(facet)
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  if (facet !== 'make') return { [facet]: next.join(',') }
  // A model is removed with its make.
  const models = valuesOf('model').filter((model) => next.includes(model.split('/')[0] ?? ''))
  return { make: next.join(','), model: models.join(',') }
}
