import { sql, type Kysely } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import { DEFAULT_LADDER } from '#engine'
import type { House } from './house.ts'
import { SHOWN, shownChanged } from './shared/shown.ts'
import { faultsOfTerm, isTerm, type OwnTerms } from './term-faults.ts'

const FRESH_MS = 5000

const DEFAULTS: OwnTerms = {
  houseName: 'Paddock',
  currency: 'USD',
  membershipFee: 9900,
  membershipRefundDays: 14,
  verificationDays: 1,
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
  // A late fee makes good a damage and is no supply, so it carries no tax.
  taxByKind: { hammer: null, premium: null, fee: null, 'late-fee': 0, storage: null },
  taxLabel: 'Sales tax',
  paymentDays: 3,
  lateFee: 5000,
  storage: { freeDays: 7, perDay: 2500 },
  timeZone: 'America/Chicago',
  holidays: [],
  timed: { extensionWindowMs: 120_000, extensionMs: 120_000 },
  live: { startMs: 30_000, extensionMs: 15_000 },
  talks: { boundMs: 86_400_000, freeMs: 86_400_000 },
  referralReward: 2000,
  // Nothing is invented about the company: what its owner has not set is absent.
  legal: { name: '', taxId: '', registration: '' },
  contact: { email: '', phone: '', address: '' },
  director: null,
}

const known = new WeakMap<House, { terms: HouseTerms; readAt: number }>()

/**
 * The terms of the house: the defaults of the program, overridden by rows of `setting` under the same names. Some seconds old at most.
 * A row that cannot be used (see `faultsOfTerm`) is left out and logged as an error: preview and invoice then both take the default.
 * `db`: the transaction one is in; a second connection inside of one could wait for itself.
 */
export async function readHouseTerms<T>(house: House, db?: Kysely<T>): Promise<HouseTerms> {
  const cached = known.get(house)
  if (cached !== undefined && house.now() - cached.readAt < FRESH_MS) return cached.terms
  const rows = await sql<{ key: string; value: unknown }>`select key, value from setting`.execute(db ?? house.db)
  const own = rows.rows.filter(({ key, value }) => isTerm(key) && isUsable(house, key, value))
  const terms: HouseTerms = {
    ...DEFAULTS,
    ...Object.fromEntries(own.map(({ key, value }) => [key, value])),
    demo: house.config.demo,
  }
  known.set(house, { terms, readAt: house.now() })
  return terms
}

/** Has the terms read anew at once by this process; others have them within {@link FRESH_MS}. */
export function forgetTerms(house: House): void {
  known.delete(house)
}

/** After a change of settings: every process reads the terms anew, and whatever shows them. */
export function termsChanged(house: House): void {
  forgetTerms(house)
  shownChanged(house)
}

/** Terms are known for some seconds, but not beyond the news that something which is shown has changed. */
export function hearTerms(house: House): void {
  house.bus.subscribe(SHOWN, () => forgetTerms(house))
}

function isUsable(house: House, key: keyof OwnTerms, value: unknown): boolean {
  const faults = faultsOfTerm(key, value)
  if (faults.length > 0) house.log.error({ setting: key, faults }, 'a setting cannot be used; the default stands')
  return faults.length === 0
}

/** For how long a high bidder may withdraw after a material correction: the setting `bidWithdrawalHours`, else 24. */
export async function readBidWithdrawalHours<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ value: unknown }>`select value from setting where key = 'bidWithdrawalHours'`.execute(db)
  const hours = found.rows[0]?.value
  return typeof hours === 'number' && hours >= 0 ? hours : 24
}

/** Days after which the files of a decided identity document are deleted: the setting `documentRetentionDays`, else 30. */
export async function readDocumentRetentionDays<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ value: unknown }>`
    select value from setting where key = 'documentRetentionDays'`.execute(db)
  const days = found.rows[0]?.value
  return typeof days === 'number' && days >= 0 ? days : 30
}
