import { useSyncExternalStore } from 'react'
import { paths } from '#web/paths.ts'
import { keepStored, readStored } from '#web/platform/stored.ts'

/** The most lots that can be shown side by side. */
export const COMPARED_MAX = 4

const KEY = 'compared-lots'
const NONE: readonly number[] = []
const watchers = new Set<() => void>()
let held: readonly number[] | null = null

/** Lots chosen for comparison, by number, for this tab; the comparison's URL is what gets shared. */
export function comparedLots(): readonly number[] {
  held ??= read()
  return held
}

export function useComparedLots(): readonly number[] {
  return useSyncExternalStore(watch, comparedLots, () => NONE)
}

/** Adds a lot or removes it. Returns false and changes nothing if the comparison is full. */
export function toggleCompared(lotNumber: number): boolean {
  const now = comparedLots()
  const isIn = now.includes(lotNumber)
  if (!isIn && now.length >= COMPARED_MAX) return false
  held = isIn ? now.filter((each) => each !== lotNumber) : [...now, lotNumber]
  keepStored(KEY, held.join())
  for (const changed of watchers) changed()
  return true
}

/** The URL of a comparison: the page of the first lot with the others in its query. */
export function comparisonPath([first, ...others]: readonly number[]): string {
  return first === undefined ? paths.home : `${paths.lot(first)}?compare=${others.join()}`
}

/** The lots in a comparison's URL: the page's own first, each once, at most four; null for an ordinary lot page. */
export function lotsOfComparison(own: number, query: string | null): number[] | null {
  if (query === null) return null
  return [...new Set([own, ...numbersIn(query)])].slice(0, COMPARED_MAX)
}

function numbersIn(text: string): number[] {
  return text
    .split(',')
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0)
}

function read(): readonly number[] {
  return numbersIn(readStored(KEY) ?? '').slice(0, COMPARED_MAX)
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
