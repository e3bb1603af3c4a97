import { accessDenial } from '#contract/accounts/access.ts'
import type { FoundLot } from '#contract/catalog/catalog.ts'
import type { Sort } from '#contract/catalog/facets.ts'
import { CODED_FIELDS, type FieldFacet } from '#contract/lots/vehicle-fields.ts'
import { makeNamed } from '#contract/lots/vin-makers.ts'
import { codesOf } from '#contract/lots/vocabulary.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { wordsOfValue } from './fact-words.ts'
import { readFilter } from './filter.ts'
import { catalogOf } from './keep-index.ts'
import type { LotIndex } from './lot-index.ts'
import { search } from './search.ts'
import { showLots } from './show-lots.ts'
import { queryWordsOf } from './words.ts'

/** `words`: of names and facts; empty: any lot. `most`: the highest price, in whole units; only for people who can see prices. */
export type Wanted = { words: string; most: number | null; sort: Sort }

/** `words`: those that were searched. */
export type OnOffer = { total: number; lots: FoundLot[]; words: string }

/** The first lots on sale that somebody wants, as they may see them. Null: the words aren't about vehicles that we ever sold. */
export async function onOffer(
  app: App,
  person: Person | null,
  { words: said, most, sort }: Wanted,
  limit: number,
): Promise<OnOffer | null> {
  const index = await catalogOf(app).ready()
  const known = queryWordsOf(said).map(({ joined }) => knownAs(index, joined))
  if (known.includes(null)) return null
  const words = known.join(' ')
  // Without the word itself the search would take a similar one: a forklift for a Ford.
  if (!known.every((word) => index.vocabulary.has(word!, index.isThere))) return { total: 0, lots: [], words }
  const canSeePrices = accessDenial(person, 'sees-prices') === null
  const given = {
    ...(words === '' ? {} : { q: words }),
    ...(most === null || !canSeePrices ? {} : { price: `-${most}` }),
  }
  const filter = readFilter(given, canSeePrices, null)
  const { lotIds, total } = search(index, { filter, sort, after: null, limit, now: app.now(), canSeePrices })
  return { total: total ?? 0, lots: await showLots(app, lotIds, person), words }
}

/** A word as lots have it, or as none happens to have it; the singular where only that is known. */
function knownAs(index: LotIndex, word: string): string | null {
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, '')]
  return (
    forms.find((form) => index.vocabulary.has(form, index.isThere)) ??
    forms.find((form) => makeNamed(form) !== null || tradeWords().has(form)) ??
    null
  )
}

let words: ReadonlySet<string> | null = null

/** Of bodies, fuels, colors and other codes, in every language. */
function tradeWords(): ReadonlySet<string> {
  words ??= new Set(
    CODED_FIELDS.flatMap(({ facet, list }) =>
      facet === undefined || facet === 'damage'
        ? []
        : codesOf(list).flatMap((value) => wordsOfValue(facet as FieldFacet, { value, label: '' })),
    ),
  )
  return words
}
