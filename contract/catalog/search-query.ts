import { type Asked, ASKED, type Given } from './asked.ts'
import { ENDING_HOURS, SORTS } from './facets.ts'

/** The parameters of a search and their values, in a fixed order. */
export type AskedSearch = [name: Asked, value: string][]

/** The search that a URL asks for, in a fixed order. */
export function searchIn(given: Given): AskedSearch {
  return ASKED.flatMap((name): AskedSearch => {
    const value = given.get(name)
    const meant = value === null ? '' : meantBy(name, value)
    return meant === '' ? [] : [[name, meant]]
  })
}

/** A search as people who see no prices can ask for it: how lots ended is not theirs to know, and nor is any price. */
export function withoutPrices(search: AskedSearch): AskedSearch {
  return search.flatMap(([name, value]): AskedSearch => {
    if (name === 'price' || name === 'total' || (name === 'sort' && value.startsWith('price'))) return []
    if (name !== 'state') return [[name, value]]
    return [[name, [...new Set(value.replaceAll(/\b(un)?sold\b/g, 'ended').split(','))].join(',')]]
  })
}

const RANGE = /^(\d{1,9}(-(\d{1,9})?)?|-\d{1,9})$/
const RANGES = new Set<string>(['year', 'price', 'odometer'] satisfies Asked[])
const WORD = /^[a-z0-9/-]+$/

/** A value as the server spells it. People type URLs, and old links name values that no longer exist: what cannot be one is left out. */
export function meantBy(name: Asked, value: string): string {
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
