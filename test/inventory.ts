import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { VehicleEntry } from '#contract/lots/vehicles.ts'
import { DEFAULT_INCREMENTS, type Terms } from '#engine'
import { openStanding } from '#server/bidding/open-standing.ts'
import { catalogOf } from '#server/catalog/keep-index.ts'
import { costTermsNow } from '#server/lots/cost-terms.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'

export const DAY_MS = 86_400_000

export type CastLot = { lotId: string; auctionId: string; lotNumber: number; terms: Terms }

export type LotOptions = Partial<Terms> & {
  sellerId?: string | null
  opensInMs?: number
  closesInMs?: number
  /** When its auction starts, from now. The first live lot opens as soon as it has, in whichever process sees it. */
  startsInMs?: number
  auctionId?: string
  /** Of its auction; US dollars unless given. */
  currency?: string
  position?: number
  /** Without premium, fees and tax. */
  isFree?: boolean
}

/** Creates a published lot in its own auction. Defaults: opening bid 100.00, default bid increments, open now, closes in an hour. */
export async function castLot(app: App, options: LotOptions = {}): Promise<CastLot> {
  const {
    sellerId = null,
    opensInMs = -60_000,
    closesInMs = 3_600_000,
    startsInMs = -60_000,
    auctionId = newId(),
    currency = 'USD',
    position = 1,
    isFree = false,
    ...own
  } = options
  const now = await databaseNow(app.pool)
  const live = own.auctionKind === 'live'
  const terms: Terms = {
    auctionKind: 'timed',
    openingBid: 10_000,
    reserve: null,
    buyNow: null,
    buyNowUntil: 'reserve-met',
    bidUnit: 100,
    increments: DEFAULT_INCREMENTS,
    opensAt: live ? null : now + opensInMs,
    scheduledCloseAt: live ? null : now + closesInMs,
    extensionWindowMs: 120_000,
    extensionMs: 120_000,
    hardEndAt: null,
    liveStartMs: 30_000,
    outageExtensionMs: 600_000,
    ...own,
  }
  const lotId = newId()
  const vehicleId = newId()
  await app.pool.query(
    `insert into auction (id, title, kind, location, currency, opens_at, starts_at, terms, published_at)
     values ($1, 'Thursday auction', $2, 'Springfield', $5, now() - interval '1 hour', now() + $4 * interval '1 ms', $3, now())
     on conflict do nothing`,
    [auctionId, terms.auctionKind, JSON.stringify({ lotEveryMs: 60_000, ...terms }), startsInMs, currency],
  )
  await app.pool.query(
    `insert into vehicle (id, year, make, model, body, facts) values ($1, 2010, 'Kiri', 'Urban', 'suv', $2)`,
    [vehicleId, JSON.stringify(FACTS)],
  )
  const costTermsId = isFree ? await costTermsOfNothing(app.pool) : await costTermsNow(app, app.db)
  const lot = await app.pool.query<{ lot_number: number }>(
    `insert into lot (id, auction_id, vehicle_id, position, title, seller_id, opening_bid, reserve, buy_now, published_at, cost_terms_id)
     values ($1, $2, $3, $4, '2010 Kiri Urban', $5, $6, $7, $8, now(), $9) returning lot_number`,
    [lotId, auctionId, vehicleId, position, sellerId, terms.openingBid, terms.reserve, terms.buyNow, costTermsId],
  )
  await openStanding(app.db, { lotId, auctionId, position, sellerId, terms })
  shownChanged(app)
  return { lotId, auctionId, lotNumber: lot.rows[0]!.lot_number, terms }
}

/** Makes a person who is a member the seller of a lot. `name`: of the account. */
export async function consign(pool: pg.Pool, { lotId }: CastLot, name: string): Promise<void> {
  await pool.query(
    `with own as (
       insert into seller (id, code, name, kind, address, country, email, phone, account_id, commission)
       select gen_random_uuid(), upper($2), $2, 'private', '', 'US', '', '', id,
         '{"bands": [], "flat": 0, "minimum": 0, "noSaleFee": 0, "relistFee": 0, "taxBasisPoints": 0}'
       from account where name = $2 returning id, account_id)
     update lot set consignor_id = own.id, seller_id = own.account_id from own where lot.id = $1`,
    [lotId, name],
  )
}

const FREE = {
  premium: [],
  fixedFees: [],
  taxBasisPoints: 0,
  taxByKind: { hammer: null, premium: null, fee: null, 'late-fee': null, storage: null },
  taxLabel: 'Tax',
  lateFee: 0,
  storage: { freeDays: 0, perDay: 0 },
}
const FREE_HASH = createHash('sha256').update('free of costs').digest()

async function costTermsOfNothing(pool: pg.Pool): Promise<number> {
  await pool.query('insert into cost_terms (hash, terms) values ($1, $2) on conflict (hash) do nothing', [
    FREE_HASH,
    JSON.stringify(FREE),
  ])
  const kept = await pool.query<{ id: number }>('select id from cost_terms where hash = $1', [FREE_HASH])
  return kept.rows[0]!.id
}

export const FACTS = {
  odometer: { value: 98_611, unit: 'mi', status: 'actual' },
  titleBrand: 'clean',
  damagePrimary: null,
  damageSecondary: null,
  keys: 'present',
  runState: 'drives',
  engine: '2.0 gasoline',
  gearbox: 'automatic',
  drive: 'all',
  fuel: 'petrol',
  colour: 'grey',
  sellerKind: 'dealer',
  location: 'Springfield',
  highlights: ['Full service history'],
  flaws: ['Stone chips on the bonnet'],
  equipment: ['Tow bar'],
  conditionReport: 'Runs well; the clutch bites high.',
  damageMap: [],
  inspection: { day: '2026-11-02', by: 'Northgate Inspections' },
}

/** A vehicle as staff enter it. */
export const VEHICLE_ENTRY: VehicleEntry = {
  year: 2003,
  make: 'Saturn',
  model: 'Vue',
  trim: null,
  body: 'suv',
  vin: '5GZCZ43D13S812715',
  stockNumber: null,
  source: '',
  odometer: { value: 98_000, unit: 'mi', status: 'actual' },
  titleBrand: 'clean',
  damagePrimary: null,
  damageSecondary: null,
  keys: 'present',
  runState: 'drives',
  engine: null,
  gearbox: 'automatic',
  drive: 'all',
  fuel: 'petrol',
  colour: 'silver',
  sellerKind: 'private',
  stated: {},
  location: 'Springfield',
  highlights: [],
  flaws: [],
  equipment: [],
  conditionReport: '',
}

/** The database's clock in ms: the only one that judges a bid. */
export async function databaseNow(pool: pg.Pool): Promise<number> {
  const clock = await pool.query<{ now: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  )
  return Number(clock.rows[0]!.now)
}

/** Puts cast lots into the catalog, as publishing them does. */
export async function inCatalog(app: App, lots: readonly CastLot[]): Promise<void> {
  await enqueue(app.db, 'lots-published', { lotIds: lots.map(({ lotId }) => lotId) })
  await app.outbox.drain()
  // A round that has begun may have read before the change.
  await catalogOf(app).follow()
  await catalogOf(app).follow()
}
