import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ENDING_HOURS, SORTS, type Facet } from '#contract/catalog/facets.ts'
import { paths } from '#web/paths.ts'
import { type Asked, ASKED } from './asked.ts'

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
  return new URLSearchParams(ASKED.flatMap((name) => pair(name, params.get(name)))).toString()
}

export function searchPath(params: URLSearchParams): string {
  const kept = new URLSearchParams(ASKED.flatMap((name) => pair(name, params.get(name))))
  // Commas and slashes need no escape in a query, and people read URLs.
  const text = kept.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text === '' ? `${paths.home}?sort=ending` : `${paths.home}?${text}`
}

/** A search as people who see no prices can ask for it: how lots ended is not theirs to know, and nor is any price. */
export function withoutPrices(query: string): string {
  const params = new URLSearchParams(query)
  for (const name of ['price', 'total'] satisfies Asked[]) params.delete(name)
  if (params.get('sort')?.startsWith('price') === true) params.delete('sort')
  const states = params.get('state')?.replaceAll(/\b(un)?sold\b/g, 'ended')
  if (states !== undefined) params.set('state', [...new Set(states.split(','))].join(','))
  return queryOf(params)
}

function pair(name: Asked, value: string | null): [string, string][] {
  const meant = value === null ? '' : meantBy(name, value)
  return meant === '' ? [] : [[name, meant]]
}

const RANGE = /^(\d{1,9}(-(\d{1,9})?)?|-\d{1,9})$/
const RANGES = new Set<string>(['year', 'price', 'odometer'] satisfies Asked[])
const WORD = /^[a-z0-9/-]+$/

/** A value as the server spells it. People type URLs, and old links name values that no longer exist: what cannot be one is left out. */
function meantBy(name: Asked, value: string): string {
  if (name === 'q') return value
  const text = value.trim().toLowerCase()
  if (name === 'sort') return SORTS.some((sort) => sort === text) ? text : ''
  if (name === 'ending') return text in ENDING_HOURS ? text : ''
  if (name === 'biddable') return text === 'yes' ? text : ''
  if (name === 'total') return /^\d{1,9}$/.test(text) ? text : ''
  if (RANGES.has(name)) return RANGE.test(text) ? text : ''
  const values = text.split(',').map((one) => one.trim().replaceAll(/[\s_]+/g, '-'))
  return [...new Set(values.filter((one) => WORD.test(one)))].join(',')
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
      clear: () => go(searchPath(new URLSearchParams(pair('sort', params.get('sort'))))),
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
