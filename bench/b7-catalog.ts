import { CatalogFilter } from '#contract/catalog/catalog.ts'
import { SORTS } from '#contract/catalog/facets.ts'
import { readFilter } from '#server/catalog/filter.ts'
import type { LotIndex } from '#server/catalog/lot-index.ts'
import { readIndex } from '#server/catalog/read-index.ts'
import { search, type Found } from '#server/catalog/search.ts'
import { showLots } from '#server/catalog/show-lots.ts'
import type { App } from '#server/platform/app.ts'
import { castManyLots, drawQuery, seeded } from '#test/many-lots.ts'
import { cardsFor, type Card } from '#test/naive-catalog.ts'
import type { Outcome, RunOptions } from './figures.ts'
import { roundsOf } from './rounds.ts'
import { quantile } from './statistics.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openPlatform } from '#server/open-platform.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'

const LOTS = 100_000
const SEED = 20_261_121
const PAGE = 24
/** How many answers are compared with the naive filter. */
const CHECKED = 15

type Query = { given: Record<string, string>; sort: (typeof SORTS)[number] }
type Answer = { query: Query; found: Found; now: number }
type Round = { searchMs: number[]; pageMs: number[]; answers: Answer[] }
type Searcher = (index: LotIndex, query: Query, now: number) => Found

/**
 * B7: the 95th percentile of mixed realistic queries over 100,000 lots, each answered in full: filter, words, the counts of every
 * facet, order, and the page read by its keys; against reading a page of the same lots by their keys alone, in the same process
 * through the same pool, alternated query by query. Nothing is cached between queries. Void if an answer differs from a naive filter
 * over the rows; a planted variant that counts a facet under its own filter must be detected.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const { quick, smoke } = options
  const queries = smoke ? 60 : quick ? 250 : 600
  const lots = smoke ? 5000 : LOTS
  const { app, close } = await openQuietServer()
  try {
    const cards = await castManyLots(app, lots, SEED)
    const begun = performance.now()
    const index = await readIndex(app.db)
    const readMs = Math.round(performance.now() - begun)
    const asked = drawQueries(cards, queries)
    rejectPlanted(index, asked, cards)
    await oneRound(app, index, asked.slice(0, Math.ceil(queries / 2)))
    const rounds: Round[] = []
    for (let round = 1; round <= roundsOf(options); round += 1) {
      const measured = await oneRound(app, index, asked)
      const faults = faultsOf(measured.answers.slice(0, CHECKED), cards)
      if (faults.length > 0) throw new Error(`void, ${faults.length} faults: ${faults.slice(0, 3).join('; ')}`)
      rounds.push(measured)
      console.log(`  round ${round}: search ${shape(measured.searchMs)}; page by keys ${shape(measured.pageMs)}`)
    }
    return outcomeOf(rounds, { lots, queries, readMs })
  } finally {
    await close()
  }
}

function outcomeOf(rounds: Round[], of: { lots: number; queries: number; readMs: number }): Outcome {
  return {
    id: 'B7',
    title: 'catalog',
    load: `${of.queries} mixed queries per round over ${of.lots.toLocaleString('en-US')} lots, seed ${SEED}, one after another: filters, words, counts of every facet, order, one page. Each alternates with reading the page of the lots it found by primary keys.`,
    figures: [
      {
        what: 'search, p95',
        unit: 'ms',
        better: 'less',
        ours: rounds.map(({ searchMs }) => quantile(searchMs, 0.95)),
        yardstick: { what: 'page by keys', values: rounds.map(({ pageMs }) => quantile(pageMs, 0.95)) },
        must: 10,
        aim: 4,
      },
    ],
    notes: [`Reading all lots into the catalog took ${of.readMs} ms.`],
  }
}

function shape(values: readonly number[]): string {
  return `p50 ${ms(quantile(values, 0.5))}, p95 ${ms(quantile(values, 0.95))}, worst ${ms(Math.max(...values))}`
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
    filter: readFilter(CatalogFilter.parse(given), true, { currency: 'USD', costs: null }),
    sort,
    after: null,
    limit: PAGE,
    now,
    canSeePrices: true,
  })

/** Runs each search, and for comparison reads the page of its lots by their keys. */
async function oneRound(app: App, index: LotIndex, queries: readonly Query[]): Promise<Round> {
  const searchMs: number[] = []
  const pageMs: number[] = []
  const answers: Answer[] = []
  for (const query of queries) {
    const begun = performance.now()
    const now = Date.now()
    const found = ours(index, query, now)
    const shown = await showLots(app, found.lotIds, null)
    searchMs.push(performance.now() - begun)
    if (shown.length !== found.lotIds.length) throw new Error('void: a lot that was found is not there')
    answers.push({ query, found, now })
    const any = found.lotIds.length === PAGE ? found.lotIds : index.ids.slice(answers.length, answers.length + PAGE)
    const page = performance.now()
    await showLots(app, any, null)
    pageMs.push(performance.now() - page)
  }
  return { searchMs, pageMs, answers }
}

/** Differences from the naive filter: the total, a lot of the page, the count of a value under the other filters. */
function faultsOf(answers: readonly Answer[], cards: readonly Card[]): string[] {
  return answers.flatMap(({ query, found, now }) => {
    const { given } = query
    const name = new URLSearchParams(given).toString()
    const expected = cardsFor(cards, CatalogFilter.parse(given), now)
    const ids = new Set(expected.map(({ id }) => id))
    const faults = found.lotIds.filter((id) => !ids.has(id)).map((id) => `${name} has ${id}, which does not fit`)
    if (found.total !== expected.length) faults.push(`${name} found ${found.total} of ${expected.length}`)
    if (found.lotIds.length !== Math.min(PAGE, expected.length)) faults.push(`${name} has a short page`)
    for (const facet of ['make', 'body', 'colour', 'place'] as const) {
      const first = found.facets.find((one) => one.facet === facet)?.values[0]
      if (first === undefined || (facet === 'make' && given['model'] !== undefined)) continue
      const right = cardsFor(cards, CatalogFilter.parse({ ...given, [facet]: first.value }), now).length
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
    if (faultsOf(answers, cards).length === 0) throw new Error(`void: the planted ${name} went unnoticed`)
  }
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}

/** An app on its own database, without a server, for measurements inside one process. */
async function openQuietServer(): Promise<{ app: App; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-bench-'))
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres') })
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PADDOCK_KEY: randomBytes(32).toString('base64'),
    PADDOCK_DEMO: '0',
    LOG_LEVEL: 'error',
  }
  const root = path.resolve(import.meta.dirname, '..')
  const { app, close } = await openPlatform(readConfig(env), path.join(root, 'server/migrations'), process.stderr)
  return {
    app,
    async close() {
      await app.bus.close()
      await close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
