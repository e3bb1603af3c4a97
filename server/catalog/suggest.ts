import type { Suggestion } from '#contract/catalog/catalog.ts'
import { slug, STATES } from './facet-values.ts'
import { keysOf, pageOf } from './find.ts'
import type { LotIndex } from './lot-index.ts'
import { matchWords } from './match-words.ts'

const MAKES_MAX = 3
const MODELS_MAX = 4
const LOTS_MAX = 4

export type Suggested = { named: Suggestion[]; lotIds: string[] }

/** Suggestions for partly typed words among lots on sale: makes and models that start with them, then matching lots. */
export function suggest(index: LotIndex, q: string, canSeePrices: boolean): Suggested {
  const typed = slug(q)
  if (typed === '') return { named: [], lotIds: [] }
  const { scores } = matchWords(index, q, canSeePrices)
  const makes = onSale(index, 'make')
  const models = onSale(index, 'model')
  const lots: number[] = []
  for (let ordinal = 0; ordinal < index.size; ordinal += 1) {
    if (scores[ordinal]! > 0 && index.gone[ordinal] === 0 && isOnSale(index, ordinal)) lots.push(ordinal)
  }
  const page = pageOf(index, Int32Array.from(lots), keysOf(index, 'best', { canSeePrices, scores }), null, LOTS_MAX)
  return {
    named: [...namesFrom(index, 'make', makes, typed), ...namesFrom(index, 'model', models, typed)],
    lotIds: page.map((ordinal) => index.ids[ordinal]!),
  }
}

function namesFrom(index: LotIndex, kind: 'make' | 'model', counts: Uint32Array, typed: string): Suggestion[] {
  const { values } = index.dictionaries[kind]
  const makes = new Map(index.dictionaries.make.values.map(({ value, label }) => [value, label]))
  return values
    .map(({ value, label }, code): Suggestion => {
      const make = value.split('/')[0]!
      const name = kind === 'make' ? label : `${makes.get(make) ?? make} ${label}`
      return { kind, label: name, count: counts[code]!, make, model: kind === 'make' ? null : value, lotNumber: null }
    })
    .filter(({ label, model, count }) => {
      const own = model?.split('/')[1] ?? ''
      return count > 0 && (slug(label).startsWith(typed) || (own !== '' && own.startsWith(typed)))
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, kind === 'make' ? MAKES_MAX : MODELS_MAX)
}

function onSale(index: LotIndex, facet: 'make' | 'model'): Uint32Array {
  const counts = new Uint32Array(index.dictionaries[facet].values.length)
  const column = index.codes[facet]
  for (let ordinal = 0; ordinal < index.size; ordinal += 1) {
    if (index.gone[ordinal] === 0 && isOnSale(index, ordinal)) counts[column[ordinal]!]! += 1
  }
  return counts
}

function isOnSale(index: LotIndex, ordinal: number): boolean {
  const state = STATES[index.state[ordinal]!]
  return state === 'open' || state === 'scheduled'
}
