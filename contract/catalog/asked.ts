import { VALUE_FACETS, type Facet } from './facets.ts'

/** Every search parameter, in display order. All of them are kept in the URL. */
const FIRST: readonly Facet[] = ['biddable', 'make', 'model', 'year', 'price', 'total', 'odometer', 'ending']
const LAST: readonly Facet[] = ['place', 'auction', 'state']
export const FILTERS: readonly Facet[] = [
  ...FIRST,
  ...VALUE_FACETS.filter((facet) => !FIRST.includes(facet) && !LAST.includes(facet)),
  ...LAST,
]

/** The part of a URL that belongs to the search; other parameters are ignored. */
export type Asked = Facet | 'q' | 'sort'
export const ASKED: readonly Asked[] = ['q', ...FILTERS, 'sort']

/** The parameters of a URL, as `URLSearchParams` has them. */
export type Given = { get(name: string): string | null }

/** Whether a URL is a search; if not, the start page is shown. */
export function isSearch(given: Given): boolean {
  return ASKED.some((name) => (given.get(name) ?? '') !== '')
}
