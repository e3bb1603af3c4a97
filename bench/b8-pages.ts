import { PAGES } from '#contract/platform/pages.ts'
import { findChromium } from '#test/harness/browser.ts'
import type { Figure, Outcome, RunOptions } from './figures.ts'
import { coldVisit } from './pages/cold-visit.ts'
import { openDemo, openLot, type DemoApp } from './pages/demo-app.ts'
import { servePlainPages } from './pages/plain-pages.ts'
import { median } from './statistics.ts'
import { shortfallsOf, worstOf, type Reading } from './pages/reading.ts'
import { watchForStrangers } from './pages/stay-here.ts'

/** Needs no sign-in, by the specification. */
const PUBLIC = PAGES.slice(0, PAGES.indexOf('/admin-login') + 1)
/** The staff sign-in page asks search engines not to index it. */
const NOT_INDEXED = new Set<string>(['/admin-login'])
/** What visitors see first of what is for sale. */
const WINDOW = ['/', '/?q=sedan', '/faq', '/lot/:lotNumber, a visitor']
const ROUNDS = 3

type Address = { name: string; path: string; isMember: boolean }
type Look = (url: string, token: string | null, indexed: boolean) => Promise<Reading>

/**
 * B8: every public page on a visitor's phone at the first visit, and a lot's page as a member's, judged by Lighthouse; each visit in
 * a new browser profile. The worst page counts. For comparison, a hello page from a bare server shows the speed of the machine at
 * that moment. Void if any page requests anything from another machine; a planted bad page must be rejected.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const chromium = findChromium()
  if (chromium === undefined) throw new Error('skipped: no Chromium was found. Install it, or set CHROMIUM_PATH.')
  const watch = watchForStrangers()
  const demo = await openDemo()
  const plain = await servePlainPages()
  try {
    // On a busy machine the browser sometimes paints nothing in time, or loses the start of its trace, which Lighthouse can't judge:
    // that visit is repeated once.
    const look: Look = async (url, token, indexed) => {
      const visit = () => coldVisit(chromium, demo.folder, { url, token, indexed })
      return visit().catch((error: Error) => {
        if (!/not judged|recording the trace/.test(error.message)) throw error
        return visit()
      })
    }
    const faults = options.smoke ? [] : shortfallsOf(await look(`${plain.url}/bad`, null, true))
    if (!options.smoke && faults.length < 4) throw new Error('void: the planted bad page was not rejected')
    const read = new Map<string, Reading[]>()
    const hello: Reading[] = []
    for (let round = 1; round <= (options.quick || options.smoke ? 1 : ROUNDS); round += 1) {
      hello.push(await look(`${plain.url}/hello`, null, true))
      for (const { name, path, isMember } of await addressesOf(demo, options)) {
        const reading = await look(demo.url + path, isMember ? demo.token : null, !NOT_INDEXED.has(path))
        read.set(name, [...(read.get(name) ?? []), reading])
        console.log(`  round ${round}: ${name} ${words(reading)}`)
      }
    }
    if (watch.strangers.length > 0) throw new Error(`void: this process connected to ${watch.strangers.join(', ')}`)
    return outcomeOf(read, hello, faults, options)
  } finally {
    watch.stop()
    await plain.close()
    await demo.close()
  }
}

/** Lots come first, and one is chosen again in each round, because it closes some minutes later. */
async function addressesOf(demo: DemoApp, { quick, smoke }: RunOptions): Promise<Address[]> {
  const visitor = (path: string): Address => ({ name: path, path, isMember: false })
  if (smoke) return [visitor('/faq')]
  const { lotNumber, auctionId } = await openLot(demo)
  const path = `/lot/${lotNumber}`
  const lots = [
    { name: '/lot/:lotNumber', path, isMember: true },
    { name: '/lot/:lotNumber, a visitor', path, isMember: false },
  ]
  if (!quick) return [...lots, ...PUBLIC.map(visitor), visitor('/?q=sedan')]
  const auction = { name: '/auction/:id', path: `/auction/${auctionId}`, isMember: true }
  return [...lots, visitor('/'), visitor('/?q=sedan'), visitor('/faq'), auction, visitor('/auth')]
}

function words({ performance, accessibility, bestPractices, seo, scriptKb, times, faults }: Reading): string {
  const { firstMs, largestMs, blockedMs, shift } = times
  return (
    `${performance}/${accessibility}/${bestPractices}/${seo}, ${scriptKb.interactive.toFixed(1)} kB of scripts, ${scriptKb.idle.toFixed(1)} when idle; first ${Math.round(firstMs)} ms, ` +
    `largest ${Math.round(largestMs)} ms, blocked ${Math.round(blockedMs)} ms, shift ${shift.toFixed(3)}${faults.length > 0 ? ` (${faults.join(', ')})` : ''}`
  )
}

function outcomeOf(read: Map<string, Reading[]>, hello: Reading[], planted: string[], options: RunOptions): Outcome {
  const figure = (
    what: string,
    of: (reading: Reading) => number,
    better: Figure['better'],
    must: number,
    aim: number,
    pages: ReadonlyMap<string, Reading[]> = read,
  ): Figure => {
    const { name, values } = worstOf(pages, of, better)
    const unit = better === 'more' ? 'points' : 'KB'
    return {
      what: `${what}, worst page (${name})`,
      unit,
      better,
      ours: values,
      yardstick: null,
      must,
      aim,
    }
  }
  const shown = new Map([...read].filter(([name]) => WINDOW.includes(name)))
  const idle = worstOf(read, ({ scriptKb }) => scriptKb.idle, 'less')
  return {
    id: 'B8',
    title: 'pages',
    load: `${read.size} pages of the demo, without its simulated bidders, as Lighthouse's phone (slow 4G, a processor four times slower) loads them for the first time; ${options.quick ? 'once each' : `median of ${hello.length}`}.`,
    figures: [
      figure('performance', ({ performance }) => performance, 'more', 95, 100),
      figure('accessibility', ({ accessibility }) => accessibility, 'more', 100, 100),
      figure('best practices', ({ bestPractices }) => bestPractices, 'more', 100, 100),
      figure('SEO', ({ seo }) => seo, 'more', 100, 100),
      figure('scripts (br) before interactive', ({ scriptKb }) => scriptKb.interactive, 'less', 130, 90),
      figure('performance for a visitor', ({ performance }) => performance, 'more', 95, 100, shown),
      figure('scripts for a visitor', ({ scriptKb }) => scriptKb.interactive, 'less', 110, 90, shown),
    ],
    notes: [
      `A hello page from a bare server in the same rounds: performance ${hello.map(({ performance }) => performance).join(', ')}.`,
      options.smoke
        ? 'Planted: not in a smoke run.'
        : `Planted: ${planted.length} shortfalls were found on the bad page.`,
      `Once idle, pages fetch what is opened next and what is further down: ${idle.name} has ${median(idle.values).toFixed(1)} kB of scripts then, the most of all. 1 kB is 1,000 bytes.`,
    ],
  }
}
