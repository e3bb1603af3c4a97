import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Facet } from '#contract/catalogue.ts'
import { paths } from '#web/paths.ts'

/** Everything that narrows a search, in the order in which it is shown. All of it stands in the address. */
export const FILTERS = [
  'biddable',
  'make',
  'model',
  'year',
  'price',
  'total',
  'odometer',
  'ending',
  'title',
  'damage',
  'inspection',
  'runs',
  'body',
  'fuel',
  'gearbox',
  'drive',
  'colour',
  'place',
  'sale',
  'state',
] as const satisfies readonly Facet[]

/** What of an address belongs to the search; anything else there is not asked. */
const ASKED = ['q', ...FILTERS, 'sort'] as const
export type Asked = (typeof ASKED)[number]

/** Facets of which one value can be set. */
export const SINGLE = new Set<string>(['year', 'price', 'total', 'odometer', 'ending', 'biddable'] satisfies Asked[])

export type SearchAddress = {
  /** The search as its address spells it, in a fixed order. */
  query: string
  get(name: Asked): string | null
  valuesOf(facet: Facet): string[]
  /** Takes a value in, or out where it is there. */
  toggle(facet: Facet, value: string): void
  set(changes: Partial<Record<Asked, string | null>>): void
  /** Without any filter, words included. */
  clear(): void
}

/** Whether an address asks for lots; without, the start page is shown. */
export function isSearch(params: URLSearchParams): boolean {
  return ASKED.some((name) => (params.get(name) ?? '') !== '')
}

/** The search as its address spells it, in a fixed order. */
export function queryOf(params: URLSearchParams): string {
  return new URLSearchParams(ASKED.flatMap((name) => pair(name, params.get(name)))).toString()
}

export function searchPath(params: URLSearchParams): string {
  const kept = new URLSearchParams(ASKED.flatMap((name) => pair(name, params.get(name))))
  // Commas and slashes need no escape in a query, and an address is read by people.
  const text = kept.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text === '' ? `${paths.home}?sort=ending` : `${paths.home}?${text}`
}

function pair(name: string, value: string | null): [string, string][] {
  return value === null || value === '' ? [] : [[name, value]]
}

/** The search that the address holds. Each change is a step that the browser's back button takes back. */
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
      const value = params.get(facet) ?? ''
      if (value === '') return []
      return SINGLE.has(facet) ? [value] : value.split(',')
    }
    return {
      query: queryOf(params),
      get: (name) => params.get(name),
      valuesOf,
      toggle: (facet, value) => set(toggled(facet, value, valuesOf)),
      set,
      clear: () => go(searchPath(new URLSearchParams(pair('sort', params.get('sort'))))),
    }
  }, [text, set, go])
}

function toggled(facet: Facet, value: string, valuesOf: (facet: Facet) => string[]): Partial<Record<Asked, string>> {
  const values = valuesOf(facet)
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  if (facet !== 'make') return { [facet]: next.join(',') }
  // A model goes with its make.
  const models = valuesOf('model').filter((model) => next.includes(model.split('/')[0] ?? ''))
  return { make: next.join(','), model: models.join(',') }
}
