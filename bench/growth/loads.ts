import { closedLoop } from '../load/closed-loop.ts'
import { openBidders, type BidPlan } from '../load/bidders.ts'
import type { History } from '../load/history.ts'
import { hotLotPlan } from '../load/hot-lot.ts'
import type { Business } from './business.ts'

/** The load of B1 on the lot with the long ledger: ms for each acknowledged bid. */
export async function hotLotMs(business: Business, forMs: number): Promise<number> {
  const { app } = business.stage
  const { rows } = await app.pool.query<{ price: number; sequence: number }>(
    'select price, sequence from standing where lot_id = $1',
    [business.hotLotId],
  )
  const { price, sequence } = rows[0]!
  const { ms, history } = await bid(business, hotLotPlan(business.hotLotId, price), forMs)
  const acknowledged = history.bids.filter((one) => one.acknowledged === true).map(({ bidId }) => bidId)
  const kept = await app.pool.query<{ count: number }>(
    `select count(*)::int as count from ledger where lot_id = $1 and sequence > $2 and bid_id = any($3::uuid[])`,
    [business.hotLotId, sequence, acknowledged],
  )
  const missing = acknowledged.length - kept.rows[0]!.count
  if (missing > 0) throw new Error(`void: ${missing} acknowledged bids are missing`)
  return ms
}

/** The load of B2: ms for each acknowledged bid. */
export async function manyLotsMs(business: Business, forMs: number): Promise<number> {
  return (await bid(business, business.manyLots, forMs)).ms
}

async function bid(
  { stage, crowd }: Business,
  plan: BidPlan,
  forMs: number,
): Promise<{ ms: number; history: History }> {
  const bidders = await openBidders({ port: stage.port, pool: stage.app.pool, crowd, plan })
  const { seconds } = await closedLoop(bidders, forMs).finally(() => bidders.close())
  const history = await bidders.history()
  const errors = [...history.errors].map(([status, count]) => `${count} bids were answered ${status}`)
  if (errors.length > 0) throw new Error(`void: ${errors.join('; ')}`)
  return { ms: (seconds * 1000) / bidders.counts.accepted, history }
}

/** What the page of a lot reads at once, as the web app does for a bidder. */
export async function readLotPage(business: Business): Promise<void> {
  const at = `/api/lots/${business.hotLotId}`
  const own = business.crowd[0]!.token
  await Promise.all([
    read(business, '/', null),
    ...['', '/live', '/ledger?limit=50', '/questions', '/documents', '/costs'].map((part) =>
      read(business, at + part, own),
    ),
    read(business, `/api/catalog/similar/${business.hotLotId}`, own),
  ])
}

/** Searches of a bidder, from all lots to a few. */
export const SEARCHES = [
  '/api/catalog',
  '/api/catalog?q=toyota',
  '/api/catalog?make=ford&body=suv',
  '/api/catalog?q=corolla%20blue&sort=price-low',
  '/api/catalog?state=sold&make=volvo&sort=new',
  '/api/catalog?year=2005-2010&odometer=-50000',
  '/api/catalog?state=open&colour=grey,red',
  '/api/catalog?q=2011%20golf',
]

export async function readSearch(business: Business, path: string): Promise<void> {
  await read(business, path, business.crowd[0]!.token)
}

/** Administration lists that grow with the business. */
export const LISTS = [
  '/api/admin/accounts',
  '/api/admin/accounts?q=person4711',
  '/api/admin/vehicles',
  '/api/admin/vehicles?q=s4711',
  '/api/admin/invoices',
  '/api/admin/auctions',
  '/api/admin/overview',
]

export async function readList(business: Business, path: string): Promise<void> {
  await read(business, path, business.owner.token)
}

async function read({ stage }: Business, path: string, token: string | null): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${stage.port}${path}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`void: ${path} answered ${response.status}`)
}
