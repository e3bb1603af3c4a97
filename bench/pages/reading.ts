import type { Figure } from '../figures.ts'
import { isHere } from './stay-here.ts'
import { median } from '../statistics.ts'

/** The result of one cold visit. Scores are points of 100. */
export type Reading = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /**
   * Scripts as compressed (br), in kB of 1000 bytes: those the page asked for before it was interactive, and all until it was idle. It is
   * interactive once it has loaded and its application has started (the mark in `web/shell/start.tsx`); what it fetches then waits for an
   * idle browser or for the person.
   */
  scriptKb: { interactive: number; idle: number }
  /** In ms, on Lighthouse's simulated phone: first and largest contentful paint, and blocking script time. */
  times: { firstMs: number; largestMs: number; blockedMs: number; shift: number }
  /** Audits that cost points, by category. */
  faults: string[]
}

/** What is read of Lighthouse's `Result`. */
export type Report = {
  requestedUrl?: string
  finalDisplayedUrl?: string
  runtimeError?: { message: string }
  categories: Record<string, { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; details?: object }>
}

type Request = { url: string; isScript: boolean; startedMs: number }

/** Reads Lighthouse's report. `bytesOf`: the compressed size of a script. Throws if it couldn't judge the page, or if the page requested anything from another machine. */
export function readingOf(lhr: Report, bytesOf: (url: string) => number): Reading {
  if (lhr.runtimeError !== undefined) throw new Error(`${lhr.finalDisplayedUrl}: ${lhr.runtimeError.message}`)
  const requests = requestsOf(lhr)
  const away = requests.filter(({ url }) => !staysHere(url))
  if (away.length > 0) throw new Error(`void: ${lhr.requestedUrl} asked for ${away[0]!.url}`)
  const scripts = requests.filter(({ isScript }) => isScript)
  const kbOf = (some: Request[]) => some.reduce((sum, { url }) => sum + bytesOf(url), 0) / 1000
  const interactiveMs = Math.max(loadedMsOf(lhr), startedMsOf(lhr))
  const timeOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: pointsOf(lhr, 'performance'),
    accessibility: pointsOf(lhr, 'accessibility'),
    bestPractices: pointsOf(lhr, 'best-practices'),
    seo: pointsOf(lhr, 'seo'),
    scriptKb: { interactive: kbOf(scripts.filter(({ startedMs }) => startedMs <= interactiveMs)), idle: kbOf(scripts) },
    times: {
      firstMs: timeOf('first-contentful-paint'),
      largestMs: timeOf('largest-contentful-paint'),
      blockedMs: timeOf('total-blocking-time'),
      shift: timeOf('cumulative-layout-shift'),
    },
    faults: faultsOf(lhr),
  }
}

function pointsOf(lhr: Report, category: string): number {
  const score = lhr.categories[category]?.score ?? null
  if (score === null) throw new Error(`${lhr.requestedUrl} was not judged for ${category}`)
  return Math.round(score * 100)
}

/** The rows of an audit's table. */
function rowsOf({ audits }: Report, audit: string): Record<string, unknown>[] {
  const { items }: { items?: unknown } = audits[audit]?.details ?? {}
  return Array.isArray(items) ? items : []
}

function requestsOf(lhr: Report): Request[] {
  return rowsOf(lhr, 'network-requests').map(({ url, resourceType, networkRequestTime }) => ({
    url: typeof url === 'string' ? url : '',
    isScript: resourceType === 'Script',
    startedMs: Number(networkRequestTime ?? 0),
  }))
}

/** The scripts of a visit, by address. */
export function scriptUrls(lhr: Report): string[] {
  return requestsOf(lhr).flatMap(({ url, isScript }) => (isScript && staysHere(url) ? [url] : []))
}

function loadedMsOf(lhr: Report): number {
  return Number(rowsOf(lhr, 'metrics')[0]?.['observedLoad'] ?? Number.NaN)
}

/** 0 for a page that isn't of our client. */
function startedMsOf(lhr: Report): number {
  return Number(rowsOf(lhr, 'user-timings').find(({ name }) => name === 'started')?.['startTime'] ?? 0)
}

function staysHere(url: string): boolean {
  return /^(data|blob|about):/.test(url) || isHere(new URL(url).hostname)
}

function faultsOf(lhr: Report): string[] {
  return Object.values(lhr.categories).flatMap((category) =>
    category.auditRefs.flatMap(({ id, weight }) => {
      const score = lhr.audits[id]?.score ?? null
      return weight > 0 && score !== null && score < 0.9 ? [`${category.id}: ${id}`] : []
    }),
  )
}

/** Where a page misses what every page must reach. Source: the quality page. */
export function shortfallsOf(reading: Reading): string[] {
  const { performance, accessibility, bestPractices, seo, scriptKb } = reading
  return [
    ...(performance < 95 ? [`performance ${performance}`] : []),
    ...(accessibility < 100 ? [`accessibility ${accessibility}`] : []),
    ...(bestPractices < 100 ? [`best practices ${bestPractices}`] : []),
    ...(seo < 100 ? [`SEO ${seo}`] : []),
    ...(scriptKb.interactive > 130 ? [`scripts ${scriptKb.interactive.toFixed(1)} kB`] : []),
  ]
}

/** The page with the worst median; its values, one per round. */
export function worstOf(
  read: ReadonlyMap<string, Reading[]>,
  of: (reading: Reading) => number,
  better: Figure['better'],
): { name: string; values: number[] } {
  const pages = [...read].map(([name, readings]) => ({ name, values: readings.map(of) }))
  const order = better === 'more' ? 1 : -1
  const worst = pages.toSorted((one, other) => order * (median(one.values) - median(other.values)))[0]
  if (worst === undefined) throw new Error('no page was read')
  return worst
}
