import { sql, type Kysely } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import { DEFAULT_LADDER } from '#engine'
import type { House } from './house.ts'

const FRESH_MS = 5000

const DEFAULTS: Omit<HouseTerms, 'demo'> = {
  houseName: 'Paddock',
  currency: 'USD',
  membershipFee: 9900,
  membershipRefundDays: 14,
  ladder: DEFAULT_LADDER.map(([from, step]) => [from, step]),
  premium: [
    { from: 0, basisPoints: 1000 },
    { from: 500_000, basisPoints: 800 },
    { from: 2_500_000, basisPoints: 600 },
  ],
  fixedFees: [
    { label: 'Documentation', amount: 7500 },
    { label: 'Gate', amount: 4500 },
  ],
  taxBasisPoints: 800,
  taxLabel: 'Sales tax',
  paymentDays: 3,
  timed: { extensionWindowMs: 120_000, extensionMs: 120_000 },
  live: { startMs: 30_000, extensionMs: 15_000 },
  referralReward: 2000,
  contact: {
    email: 'office@paddock.example',
    phone: '+1 555 0142',
    address: '12 Saddler’s Yard, Springfield',
  },
}

const known = new WeakMap<House, { terms: HouseTerms; readAt: number }>()

/** The terms of the house: the defaults of the program, overridden by rows of `setting` under the same names. Some seconds old at most. */
export async function readHouseTerms(house: House): Promise<HouseTerms> {
  const cached = known.get(house)
  if (cached !== undefined && house.now() - cached.readAt < FRESH_MS) return cached.terms
  const rows = await sql<{ key: string; value: unknown }>`select key, value from setting`.execute(house.db)
  const own = rows.rows.filter(({ key }) => key in DEFAULTS).map(({ key, value }) => [key, value])
  const terms: HouseTerms = { ...DEFAULTS, ...Object.fromEntries(own), demo: house.config.demo }
  known.set(house, { terms, readAt: house.now() })
  return terms
}

/** Days after which the files of a decided identity document are deleted: the setting `documentRetentionDays`, else 30. */
export async function readDocumentRetentionDays<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ value: unknown }>`
    select value from setting where key = 'documentRetentionDays'`.execute(db)
  const days = found.rows[0]?.value
  return typeof days === 'number' && days >= 0 ? days : 30
}
