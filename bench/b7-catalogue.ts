import { CatalogueFilter, SORTS } from '#contract/catalogue.ts'
import { readFilter } from '#server/catalogue/filter.ts'
import type { LotIndex } from '#server/catalogue/lot-index.ts'
import { readIndex } from '#server/catalogue/read-index.ts'
import { search, type Found } from '#server/catalogue/search.ts'
import { showLots } from '#server/catalogue/show-lots.ts'
import type { House } from '#server/platform/house.ts'
import { castManyLots, drawQuery, seeded } from '#test/many-lots.ts'
import { cardsFor, type Card } from '#test/naive-catalogue.ts'
import type { RunOptions } from './figures.ts'
import { openQuietHouse } from './quiet-house.ts'

const LOTS = 100_000
const SEED = 20_261_121
const PAGE = 24
const RATIO_MUST = 10
/** Of the answers, so many are held against the naive filter. */
const CHECKED = 15

type Query = { given: Record<string, string>; sort: (typeof SORTS)[number] }
type Answer = { query: Query; found: Found; now: number }
type Searcher = (index: LotIndex, query: Query, now: number) => Found

/**
 * B7: the 95th percentile of mixed real queries over 100,000 lots, each answered in full: filter, words, the counts of every facet, order,
 * and the page read by its keys; against reading a page of the same lots by their keys alone, in the same process through the same
 * pool, alternated. Nothing is cached between queries. Void where an answer is not what a naive filter over the rows gives; a planted
 * variant that counts a facet under its own filter must be found out.
 */
export async function run({ quick, smoke }: RunOptions): Promise<string> {
  const rounds = smoke ? 1 : quick ? 3 : 5
  const queries = smoke ? 60 : quick ? 250 : 600
  const { house, close } = await openQuietHouse()
  try {
    const cards = await castManyLots(house, smoke ? 5000 : LOTS, SEED)
    const begun = performance.now()
    const index = await readIndex(house.db)
    console.log(`${index.size} lots read into the catalogue in ${Math.round(performance.now() - begun)} ms`)
    const asked = drawQueries(cards, queries)
    rejectPlanted(index, asked, cards)
    await oneRound(house, index, asked.slice(0, Math.ceil(queries / 2)))
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const { searchMs, pageMs, answers } = await oneRound(house, index, asked)
      const faults = faultsOf(answers.slice(0, CHECKED), cards)
      if (faults.length > 0) throw new Error(`void, ${faults.length} faults: ${faults.slice(0, 3).join('; ')}`)
      ours.push(quantile(searchMs, 0.95))
      theirs.push(quantile(pageMs, 0.95))
      console.log(
        `round ${round}: search p50 ${ms(quantile(searchMs, 0.5))}, p95 ${ms(ours.at(-1)!)}, worst ${ms(Math.max(...searchMs))}; ` +
          `page by keys p50 ${ms(quantile(pageMs, 0.5))}, p95 ${ms(theirs.at(-1)!)}`,
      )
    }
    const ratio = quantile(ours, 0.5) / quantile(theirs, 0.5)
    const spread = `min ${(Math.min(...ours) / Math.max(...theirs)).toFixed(1)}, max ${(Math.max(...ours) / Math.min(...theirs)).toFixed(1)}`
    console.log(`${rounds} rounds of ${queries} queries, seed ${SEED}; ratio ${spread}`)
    const line = `B7 catalogue: ${ratio.toFixed(1)} x (ours p95 ${ms(quantile(ours, 0.5))}, page by keys p95 ${ms(quantile(theirs, 0.5))})`
    if (ratio > RATIO_MUST && !smoke) throw new Error(`${line}: at most ${RATIO_MUST} x is allowed`)
    return line
  } finally {
    await close()
  }
}

function drawQueries(cards: readonly Card[], count: number): Query[] {
  const draw = seeded(SEED + 1)
  return Array.from({ length: count }, () => {
    const given = drawQuery(draw, cards)
    const sort =
      draw() < 0.6 ? (given['q'] === undefined ? 'ending' : 'best') : SORTS[Math.floor(draw() * SORTS.length)]!
    return { given, sort }
  })
}

const ours: Searcher = (index, { given, sort }, now) =>
  search(index, {
    filter: readFilter(CatalogueFilter.parse(given), true, null),
    sort,
    after: null,
    limit: PAGE,
    now,
    informed: true,
  })

/** Each search beside the page of its own lots by their keys. */
async function oneRound(house: House, index: LotIndex, queries: readonly Query[]) {
  const searchMs: number[] = []
  const pageMs: number[] = []
  const answers: Answer[] = []
  for (const query of queries) {
    const begun = performance.now()
    const now = Date.now()
    const found = ours(index, query, now)
    const shown = await showLots(house, found.lotIds, null)
    searchMs.push(performance.now() - begun)
    if (shown.length !== found.lotIds.length) throw new Error('void: a lot that was found is not there')
    answers.push({ query, found, now })
    const any = found.lotIds.length === PAGE ? found.lotIds : index.ids.slice(answers.length, answers.length + PAGE)
    const page = performance.now()
    await showLots(house, any, null)
    pageMs.push(performance.now() - page)
  }
  return { searchMs, pageMs, answers }
}

/** What is not as the naive filter has it: the total, a lot of the page, the count of a value under the other filters. */
function faultsOf(answers: readonly Answer[], cards: readonly Card[]): string[] {
  return answers.flatMap(({ query, found, now }) => {
    const { given } = query
    const name = new URLSearchParams(given).toString()
    const expected = cardsFor(cards, CatalogueFilter.parse(given), now)
    const ids = new Set(expected.map(({ id }) => id))
    const faults = found.lotIds.filter((id) => !ids.has(id)).map((id) => `${name} has ${id}, which does not fit`)
    if (found.total !== expected.length) faults.push(`${name} found ${found.total} of ${expected.length}`)
    if (found.lotIds.length !== Math.min(PAGE, expected.length)) faults.push(`${name} has a short page`)
    for (const facet of ['make', 'body', 'colour', 'place'] as const) {
      const first = found.facets.find((one) => one.facet === facet)?.values[0]
      if (first === undefined || (facet === 'make' && given['model'] !== undefined)) continue
      const right = cardsFor(cards, CatalogueFilter.parse({ ...given, [facet]: first.value }), now).length
      if (first.count !== right) faults.push(`${name} counts ${first.count} of ${facet} ${first.value}, not ${right}`)
    }
    return faults
  })
}

/** Planted: counts of each facet under its own filter too, as one grouped query would give them; and a page without the last filter. */
function rejectPlanted(index: LotIndex, queries: readonly Query[], cards: readonly Card[]): void {
  const now = Date.now()
  const wrongCounts: Searcher = (lots, query, at) => {
    const found = ours(lots, query, at)
    const facets = found.facets.map((facet) => {
      const own = query.given[facet.facet]?.split(',')
      const values = facet.values.map((one) =>
        own === undefined || own.includes(one.value) ? one : { ...one, count: 0 },
      )
      return { ...facet, values }
    })
    return { ...found, facets }
  }
  const wrongPage: Searcher = (lots, { given, sort }, at) =>
    ours(lots, { given: Object.fromEntries(Object.entries(given).slice(0, -1)), sort }, at)
  for (const [name, planted] of Object.entries({ wrongCounts, wrongPage })) {
    const answers = queries.slice(0, CHECKED).map((query) => ({ query, found: planted(index, query, now), now }))
    if (faultsOf(answers, cards).length === 0) throw new Error(`void: the planted ${name} was not found out`)
  }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}
