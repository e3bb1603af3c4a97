import { accessDenial } from '#contract/accounts/access.ts'
import type { FoundLot } from '#contract/catalog/catalog.ts'
import type { Sort } from '#contract/catalog/facets.ts'
import { CAR_NAMES, PLACES } from '#contract/lots/common-names.ts'
import { CODED_FIELDS, type FieldFacet } from '#contract/lots/vehicle-fields.ts'
import { makeNamed } from '#contract/lots/vin-makers.ts'
import { codesOf } from '#contract/lots/vocabulary.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { wordsOfValue } from './fact-words.ts'
import { readFilter } from './filter.ts'
import { KILOMETRES_A_MILE } from './doc.ts'
import { catalogOf } from './keep-index.ts'
import type { LotIndex } from './lot-index.ts'
import { search } from './search.ts'
import { showLots } from './show-lots.ts'
import { queryWordsOf } from './words.ts'

/**
 * `words`: of names and facts; empty: any lot. `most`: the highest price, in whole units of the company's currency; only for people who can see prices. `miles`: the
 * highest odometer reading. `isFragment`: the words alone have to name a vehicle.
 */
export type Wanted = { words: string; most: number | null; miles: number | null; sort: Sort; isFragment: boolean }

/** `words` and `odometer`: those that were searched, as in the page's address. */
export type OnOffer = { total: number; lots: FoundLot[]; words: string; odometer: string | null }

/** The first lots on sale that somebody wants, as they may see them. Null: the words aren't about vehicles that we ever sold. */
export async function onOffer(
  app: App,
  person: Person | null,
  { words: said, most, miles, sort, isFragment }: Wanted,
  limit: number,
): Promise<OnOffer | null> {
  const index = await catalogOf(app).ready()
  const known = queryWordsOf(said).map(({ joined }) => knownAs(index, joined))
  if (known.includes(null)) return null
  if (isFragment && !known.some((word) => namesVehicle(word!))) return null
  const words = known.join(' ')
  const odometer = miles === null ? null : `-${Math.round(miles * KILOMETRES_A_MILE)}`
  // Without the word itself the search would take a similar one: a forklift for a Ford.
  if (!known.every((word) => index.vocabulary.has(word!, index.isThere))) return { total: 0, lots: [], words, odometer }
  const canSeePrices = accessDenial(person, 'sees-prices') === null
  const given = {
    ...(words === '' ? {} : { q: words }),
    ...(most === null || !canSeePrices ? {} : { price: `-${most}` }),
    ...(odometer === null ? {} : { odometer }),
  }
  const { currency } = await readCompanyTerms(app)
  const filter = readFilter(given, canSeePrices, { currency, costs: null })
  const { lotIds, total } = search(index, { filter, sort, after: null, limit, now: app.now(), canSeePrices })
  return { total: total ?? 0, lots: await showLots(app, lotIds, person), words, odometer }
}

/** A word as lots have it, or as none happens to have it; without its ending where only that is known. */
function knownAs(index: LotIndex, word: string): string | null {
  const forms = [word, ...ENDINGS.map(([ending, instead]) => word.replace(ending, instead))]
  return (
    forms.find((form) => index.vocabulary.has(form, index.isThere)) ??
    forms.find((form) => isMake(form) || wordsOfFacets().has(form) || PLACES.has(form)) ??
    null
  )
}

/** `trucks`, `rojas` and `rotes` as `truck`, `rojo` and `rot`. */
const ENDINGS = [
  [/s$/, ''],
  [/es$/, ''],
  [/as?$/, 'o'],
  [/os$/, 'a'],
  [/(e|er|en|em)$/, ''],
] as const

function isMake(word: string): boolean {
  return makeNamed(word) !== null || CAR_NAMES.has(word)
}

/** What a vehicle is, as opposed to its state, its year or where it is. */
function namesVehicle(word: string): boolean {
  return (
    isMake(word) ||
    !(OF_ITS_STATE.some((facet) => wordsOfFacets().get(word)?.has(facet)) || PLACES.has(word) || /^\d+$/.test(word))
  )
}

const OF_ITS_STATE: readonly FieldFacet[] = ['title', 'runs', 'place']

let words: ReadonlyMap<string, ReadonlySet<FieldFacet>> | null = null

/** Of bodies, fuels, colors and other codes, in every language, each with the facets whose values it names. */
function wordsOfFacets(): ReadonlyMap<string, ReadonlySet<FieldFacet>> {
  if (words !== null) return words
  const all = new Map<string, Set<FieldFacet>>()
  for (const { facet, list } of CODED_FIELDS) {
    // `Is there hail damage` asks about inspections.
    if (facet === undefined || facet === 'damage') continue
    for (const value of codesOf(list))
      for (const word of wordsOfValue(facet as FieldFacet, { value, label: '' }))
        all.set(word, (all.get(word) ?? new Set()).add(facet as FieldFacet))
  }
  words = all
  return words
}
