import { openBusiness, type Business } from './growth/business.ts'
import { closingMs } from './growth/close-lots.ts'
import { hotLotMs, LISTS, manyLotsMs, readList, readLotPage, readSearch, SEARCHES } from './growth/loads.ts'
import type { Figure, Outcome, RunOptions } from './figures.ts'
import { restMsMax, roundsOf } from './rounds.ts'
import { quantile } from './statistics.ts'

const CLIENTS = 128

/** Of the small business; everything that grows is `times` as much in the large one. What is on offer stays the same. */
type Scale = { base: number; onOffer: number; times: number; lots: number; ending: number; endingMs: number }

const WHOLE: Scale = { base: 10_000, onOffer: 2000, times: 100, lots: 1000, ending: 10_000, endingMs: 60_000 }
const QUICK: Scale = { base: 10_000, onOffer: 2000, times: 10, lots: 200, ending: 1000, endingMs: 6000 }
const SMOKE: Scale = { base: 1000, onOffer: 500, times: 2, lots: 20, ending: 20, endingMs: 1000 }

/** Reading a million past lots takes minutes, and what bids leave behind must not slow the other business. */
const REST_MS_MAX = 600_000

type Pair = { small: Business; large: Business }
type Values = { ours: number[]; yardstick: number[] }

/**
 * B11: what each load costs on a business with a million past lots, people and bids on the hot lot, against the same load on one with
 * ten thousand, on a server and database of its own each, alternated: time per bid of B1 and B2, searches, the reads of a lot's page,
 * administration lists, and how late lots close when ten thousand end within a minute. The worst search and the worst list count. And
 * how long the server of the large one takes to start. Void if an acknowledged bid is missing, a read isn't answered or a lot doesn't
 * close. The size between the two isn't measured.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const scale = options.smoke ? SMOKE : options.quick ? QUICK : WHOLE
  const small = await openSize(scale, 1)
  try {
    const large = await openSize(scale, scale.times)
    try {
      return await outcomeOf({ small, large }, scale, options)
    } finally {
      await large.stage.close()
    }
  } finally {
    await small.stage.close()
  }
}

function openSize({ base, onOffer, lots }: Scale, times: number): Promise<Business> {
  const many = base * times
  return openBusiness({ lots: many, onOffer, people: many, bids: many }, { clients: CLIENTS, lots })
}

async function outcomeOf(pair: Pair, scale: Scale, options: RunOptions): Promise<Outcome> {
  const forMs = options.smoke ? 500 : options.quick ? 4000 : 10_000
  const reads = options.smoke ? 3 : 30
  const rounds = roundsOf(options)
  const starts = await startSeconds(pair.large, rounds)
  await firstSearch(pair.small)
  const restMs = options.smoke ? restMsMax(options) : REST_MS_MAX
  for (const { stage } of [pair.small, pair.large]) await stage.settled(restMs)
  const plan = { rounds, warmUps: options.smoke ? 0 : 1, restMs }
  const figures = [
    figureOf('hot lot, per acknowledged bid', await loads(pair, plan, (one) => hotLotMs(one, forMs))),
    figureOf('many lots, per acknowledged bid', await loads(pair, plan, (one) => manyLotsMs(one, forMs))),
    await worstOf('search', pair, SEARCHES, { rounds, reads, read: readSearch }),
    await worstOf('lot page', pair, ['all its reads'], { rounds, reads, read: readLotPage }),
    await worstOf('admin list', pair, LISTS, { rounds, reads, read: readList }),
    figureOf(
      `${scale.ending.toLocaleString('en-US')} lots that end within ${scale.endingMs / 1000} s, after the planned end, p95`,
      await loads(pair, { ...plan, rounds: Math.min(rounds, 2) }, (one) =>
        closingMs(one, scale.ending, scale.endingMs),
      ),
    ),
    startFigure('start to the first page', starts.page),
    startFigure('start to the first search', starts.search),
  ]
  const [from, to] = [scale.base, scale.base * scale.times].map((count) => count.toLocaleString('en-US'))
  return {
    id: 'B11',
    title: 'growth',
    load: `${to} lots, ${to} people and ${to} bids on the hot lot against ${from} of each, with ${scale.onOffer.toLocaleString('en-US')} lots on offer in both; ${CLIENTS} bidders, rounds of ${forMs / 1000} s; each search, page and list is read ${reads} times in a round, alternated.`,
    figures,
  }
}

function figureOf(what: string, { ours, yardstick }: Values): Figure {
  const values = { what: 'the small business', values: yardstick }
  return { what, unit: 'ms', better: 'less', ours, yardstick: values, must: 1.5, aim: 1.1 }
}

function startFigure(what: string, ours: number[]): Figure {
  return { what, unit: 's', better: 'less', ours, yardstick: null, must: 10, aim: 3 }
}

async function startSeconds(business: Business, rounds: number): Promise<{ page: number[]; search: number[] }> {
  const [page, search]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    const begun = await business.stage.restart()
    await readLotPage(business)
    page.push((performance.now() - begun) / 1000)
    await firstSearch(business)
    search.push((performance.now() - begun) / 1000)
    console.log(`  start ${round}: page ${page.at(-1)!.toFixed(2)} s, search ${search.at(-1)!.toFixed(2)} s`)
  }
  return { page, search }
}

/** `warmUps`: rounds that don't count. */
type Plan = { rounds: number; warmUps: number; restMs: number }

/** One load in a closed loop at a time, since both businesses share the machine. */
async function loads(
  { small, large }: Pair,
  { rounds, warmUps, restMs }: Plan,
  load: (business: Business) => Promise<number>,
): Promise<Values> {
  const values: Values = { ours: [], yardstick: [] }
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    const yardstick = await load(small)
    await small.stage.settled(restMs)
    const ours = await load(large)
    await large.stage.settled(restMs)
    console.log(`  round ${round}: ${ours.toFixed(3)} ms, small business ${yardstick.toFixed(3)} ms`)
    if (round < 1) continue
    values.ours.push(ours)
    values.yardstick.push(yardstick)
  }
  return values
}

const LOADED_MS_MAX = 300_000

/** Until the catalog is loaded, a search is answered that the server can't answer right now; it is then asked again. */
async function firstSearch(business: Business): Promise<void> {
  for (const until = performance.now() + LOADED_MS_MAX; ;) {
    try {
      return await readSearch(business, SEARCHES[0]!)
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}

type Reading = { rounds: number; reads: number; read: (business: Business, path: string) => Promise<void> }

/** The path with the highest ratio; p95 of each round, read by read alternated. */
async function worstOf(what: string, pair: Pair, paths: readonly string[], reading: Reading): Promise<Figure> {
  let worst: { path: string; values: Values; ratio: number } | null = null
  for (const path of paths) {
    const values = await timesOf(pair, path, reading)
    const ratio = quantile(values.ours, 0.5) / quantile(values.yardstick, 0.5)
    console.log(
      `  ${what} ${path}: ${quantile(values.ours, 0.5).toFixed(2)} ms, ${ratio.toFixed(2)} times the small business`,
    )
    if (worst === null || ratio > worst.ratio) worst = { path, values, ratio }
  }
  return figureOf(`${what}, p95, worst (${worst!.path})`, worst!.values)
}

async function timesOf({ small, large }: Pair, path: string, { rounds, reads, read }: Reading): Promise<Values> {
  const values: Values = { ours: [], yardstick: [] }
  for (const business of [small, large]) await read(business, path)
  for (let round = 0; round < rounds; round += 1) {
    const [ours, yardstick]: [number[], number[]] = [[], []]
    for (let count = 0; count < reads; count += 1) {
      yardstick.push(await msOf(() => read(small, path)))
      ours.push(await msOf(() => read(large, path)))
    }
    values.ours.push(quantile(ours, 0.95))
    values.yardstick.push(quantile(yardstick, 0.95))
  }
  return values
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
