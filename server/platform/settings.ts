import { sql, type Kysely } from 'kysely'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { DEFAULT_INCREMENTS } from '#engine'
import type { App } from './app.ts'
import { perApp } from './per-app.ts'
import { SHOWN, shownChanged } from './shared/shown.ts'
import { faultsOfTerm, isTerm, type OwnTerms } from './term-faults.ts'

const FRESH_MS = 5000

const DEFAULTS: OwnTerms = {
  companyName: 'Paddock',
  currency: 'USD',
  membershipFee: 9900,
  membershipRefundDays: 14,
  verificationDays: 1,
  increments: DEFAULT_INCREMENTS.map(([from, step]) => [from, step]),
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
  // A late fee compensates for damage and is not a supply, so it carries no tax.
  taxByKind: { hammer: null, premium: null, fee: null, 'late-fee': 0, storage: null },
  taxLabel: 'Sales tax',
  paymentDays: 3,
  lateFee: 5000,
  storage: { freeDays: 7, perDay: 2500 },
  timeZone: 'America/Chicago',
  holidays: [],
  timed: { extensionWindowMs: 120_000, extensionMs: 120_000 },
  live: { startMs: 30_000, extensionMs: 15_000 },
  negotiations: { boundMs: 86_400_000, freeMs: 86_400_000 },
  referralReward: 2000,
  // Company details are never made up: what the owner has not set is empty.
  legal: { name: '', taxId: '', registration: '' },
  contact: { email: '', phone: '', address: '' },
  director: null,
  brand: { accent: null, logo: null, portrait: null },
}

/** SQL: the company's currency, for statements that need it from the same snapshot. */
export const COMPANY_CURRENCY = `coalesce((select value #>> '{}' from setting where key = 'currency'), '${DEFAULTS.currency}')`

/** The company's time zone, for queries that group or filter by its days. */
export const COMPANY_TIME_ZONE = sql<string>`coalesce((select value #>> '{}' from setting where key = 'timeZone'), ${DEFAULTS.timeZone})`

const termsKept = perApp((): { known: { terms: CompanyTerms; readAt: number } | null } => ({ known: null }))

/**
 * The company's terms: the defaults in the code, overridden by rows of `setting` under the same names. At most some seconds old. A row
 * that cannot be used (see `faultsOfTerm`) is ignored and logged as an error: preview and invoice then both use the default. `db`: the
 * caller's transaction; a second connection inside it could deadlock with it.
 */
export async function readCompanyTerms<T>(app: App, db?: Kysely<T>): Promise<CompanyTerms> {
  const kept = termsKept(app)
  if (kept.known !== null && app.now() - kept.known.readAt < FRESH_MS) return kept.known.terms
  const rows = await sql<{ key: string; value: unknown }>`select key, value from setting`.execute(db ?? app.db)
  const own = rows.rows.filter(({ key, value }) => isTerm(key) && isUsable(app, key, value))
  const terms: CompanyTerms = {
    ...DEFAULTS,
    ...Object.fromEntries(own.map(({ key, value }) => [key, value])),
    demo: app.config.demo,
  }
  kept.known = { terms, readAt: app.now() }
  return terms
}

/** Makes this process reread the terms at their next use; other processes see the change within {@link FRESH_MS}. */
export function forgetTerms(app: App): void {
  termsKept(app).known = null
}

/** Call after settings changed: every process rereads the terms and everything that shows them. */
export function termsChanged(app: App): void {
  forgetTerms(app)
  shownChanged(app)
}

/** Terms are cached for some seconds, but no longer than until a message that visible data has changed. */
export function subscribeTerms(app: App): void {
  app.bus.subscribe(SHOWN, () => forgetTerms(app))
}

function isUsable(app: App, key: keyof OwnTerms, value: unknown): boolean {
  const faults = faultsOfTerm(key, value)
  if (faults.length > 0) app.log.error({ setting: key, faults }, 'a setting is invalid; using the default')
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
