import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { type OwnCosts, withOwnCosts } from '#contract/auctions/own-costs.ts'
import type { CostTermsOfLot } from '#contract/lots/lot-costs.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import {
  countWithoutCosts,
  keepCostTerms,
  selectCostsOfLot,
  selectCostTerms,
  setMissingCosts,
} from './cost-terms-store.ts'

type Announced = Omit<CostTermsOfLot, 'version' | 'bidUnit'>

const VERSION_DIGITS = 16

/**
 * The number of the current cost terms, for lots published in this transaction. `own`: what a lot and its auction have instead of the
 * company's, the lot's first.
 */
export async function costTermsNow<T>(
  app: App,
  trx: Kysely<T>,
  own: readonly (OwnCosts | null)[] = [],
): Promise<number> {
  const terms = announcedBy(withOwnCosts(await readCompanyTerms(app, trx), own))
  return keepCostTerms(trx, hashOf(terms), terms)
}

/**
 * The cost terms a lot is sold under. Null: there is no such published lot. A lot published before costs were fixed is sold under the
 * company's present terms.
 */
export async function costsOfLot<T>(app: App, db: Kysely<T>, lotId: string): Promise<CostTermsOfLot | null> {
  const row = await selectCostsOfLot<T, Announced>(db, lotId)
  if (row === undefined) return null
  const { bid_unit: bidUnit } = row
  if (row.id !== null) return { version: versionOf(row.hash), bidUnit, ...row.terms }
  const terms = announcedBy(await readCompanyTerms(app, db))
  return { version: versionOf(hashOf(terms)), bidUnit, ...terms }
}

/** All cost terms ever announced whose number is above `after`, by number. */
export async function announcedAfter<T>(db: Kysely<T>, after: number): Promise<Map<number, Announced>> {
  const rows = await selectCostTerms<T, Announced>(db, after)
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}

/** Fixes the costs of lots that were published before costs were fixed. */
export async function fixMissingCosts(app: App): Promise<void> {
  if ((await countWithoutCosts(app.db)) === 0) return
  await app.db.transaction().execute(async (trx) => setMissingCosts(trx, await costTermsNow(app, trx)))
}

/** With a fixed key order, so that equal terms have equal hashes. */
function announcedBy(terms: CompanyTerms): Announced {
  const { taxByKind, storage } = terms
  return {
    premium: terms.premium.map(({ from, basisPoints }) => ({ from, basisPoints })),
    fixedFees: terms.fixedFees.map(({ label, amount }) => ({ label, amount })),
    taxBasisPoints: terms.taxBasisPoints,
    taxByKind: {
      hammer: taxByKind.hammer,
      premium: taxByKind.premium,
      fee: taxByKind.fee,
      'late-fee': taxByKind['late-fee'],
      storage: taxByKind.storage,
    },
    taxLabel: terms.taxLabel,
    lateFee: terms.lateFee,
    storage: { freeDays: storage.freeDays, perDay: storage.perDay },
  }
}

function hashOf(terms: Announced): Buffer {
  return createHash('sha256').update(JSON.stringify(terms)).digest()
}

function versionOf(hash: Buffer): string {
  return hash.toString('hex').slice(0, VERSION_DIGITS)
}
