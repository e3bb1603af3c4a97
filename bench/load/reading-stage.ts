import http from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { companyTexts } from '#server/content/editable-texts.ts'
import { feedReader } from '#server/bidding/feed/reader.ts'
import { calendarBetween } from '#server/calendar/read-calendar.ts'
import { pageHeads } from '#server/seo/page-heads.ts'
import type { App } from '#server/platform/app.ts'
import { pageRenderer } from '#server/platform/http/pages.ts'
import { castCrowd, type CastMember } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import type { ServedFile } from './nginx.ts'
import type { ReaderPlan } from './readers.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CLIENT = path.join(ROOT, 'dist/web')

const AUCTIONS = 24
const LOTS = 20
const DAY_MS = 86_400_000

/** Of ten requests six are for a standing, three for the calendar and one for the home page. */
const MIX = [
  'standing',
  'standing',
  'calendar',
  'standing',
  'standing',
  'calendar',
  'standing',
  'home',
  'standing',
  'calendar',
]

/** What is read, and by whom. */
export type ReadingStage = {
  lotIds: string[]
  people: CastMember[]
  addresses: string[]
  plans: ReaderPlan[]
  /** What an uncached render gives for an address now, read from the tables. */
  freshly(at: string): Promise<string>
}

/** A month of auctions, twenty open lots in one of them, and readers that may see their standings. */
export async function openReadingStage(app: App, readers: number): Promise<ReadingStage> {
  const people = await castCrowd(app.pool, readers)
  for (let auction = 1; auction < AUCTIONS; auction += 1) await castLot(app)
  const auctionId = crypto.randomUUID()
  const lotIds: string[] = []
  for (let position = 1; position <= LOTS; position += 1) {
    const lot = await castLot(app, { auctionId, position, openingBid: 100, bidUnit: 1, increments: [[0, 1]] })
    lotIds.push(lot.lotId)
  }
  const now = app.now()
  const span = { from: now - 30 * DAY_MS, to: now + 30 * DAY_MS }
  const calendar = `/api/calendar?from=${span.from}&to=${span.to}`
  const standings = lotIds.map((lotId) => `/api/lots/${lotId}/standing`)
  const plans = people.map(({ token }, reader) => {
    let lot = reader
    const next = () => standings[(lot += 1) % LOTS]!
    const addresses = MIX.map((kind) => (kind === 'standing' ? next() : kind === 'calendar' ? calendar : '/'))
    // Staggered.
    return { token, addresses: [...addresses.slice(reader % 10), ...addresses.slice(0, reader % 10)] }
  })
  companyTexts(app)
  const pages = await pageRenderer(CLIENT, pageHeads(app, CLIENT))
  return {
    lotIds,
    people,
    addresses: [...standings, calendar, '/'],
    plans,
    async freshly(at) {
      if (at === calendar) return JSON.stringify(await calendarBetween(app.db, span))
      if (at !== '/') return JSON.stringify((await feedReader(app.db).standings([at.split('/')[3]!]))[0])
      return pages.render('/', { path: '/', query: null, language: 'en' })
    },
  }
}

/** The bytes of every address as the server sends them, plain and packed. */
export async function filesOf(port: number, room: ReadingStage): Promise<ServedFile[]> {
  return Promise.all(
    room.addresses.map(async (at) => {
      const { token } = room.people[0]!
      const plain = await ask(port, at, token, 'identity')
      const packed = await ask(port, at, token, 'gzip')
      const isPacked = packed.headers['content-encoding'] === 'gzip'
      const mediaType = String(plain.headers['content-type'])
      return { at, mediaType, plain: plain.body, gzip: isPacked ? packed.body : null }
    }),
  )
}

/**
 * Bids one minor unit more each time, on one lot after another, the first as often as all others together; about `perSecond` until
 * ended. Every lot has one bidder who raises their own price, so that no outbid notices are sent: they aren't part of reading.
 */
export function bidAlong(
  port: number,
  room: ReadingStage,
  from: number,
  perSecond: number,
): { end(): Promise<number> } {
  let isEnding = false
  let accepted = 0
  const run = async () => {
    for (let turn = 0; !isEnding; turn += 1) {
      const lot = turn % 2 === 0 ? 0 : turn % LOTS
      const lotId = room.lotIds[lot]!
      const { token } = room.people[lot]!
      const response = await fetch(`http://127.0.0.1:${port}/api/lots/${lotId}/bids`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ bidId: crypto.randomUUID(), kind: 'firm', amount: from + turn }),
      })
      if (!response.ok) throw new Error(`void: a bid was answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
      accepted += 1
      await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond))
    }
  }
  const running = run()
  // Errors surface where `running` is awaited, at the end.
  running.catch(() => undefined)
  return {
    async end() {
      isEnding = true
      await running
      return accepted
    },
  }
}

async function ask(port: number, at: string, token: string, encoding: string) {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', path: at, headers }, resolve).on('error', reject)
  })
  const body = await buffer(response)
  if (response.statusCode !== 200) throw new Error(`void: ${at} is answered ${response.statusCode}`)
  return { headers: response.headers, body }
}
