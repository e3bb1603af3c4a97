import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import type { CostTermsOfLot } from '#contract/lot-costs.ts'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import {
  countWithoutCosts,
  keepCostTerms,
  selectCostsOfLot,
  selectCostTerms,
  setMissingCosts,
} from './cost-terms-store.ts'

type Announced = Omit<CostTermsOfLot, 'version' | 'bidUnit'>

const VERSION_DIGITS = 16

/** The number of the cost terms that hold now, for lots that are published in this transaction. */
export async function costTermsNow<T>(house: House, trx: Kysely<T>): Promise<number> {
  const terms = announcedBy(await readHouseTerms(house, trx))
  return keepCostTerms(trx, hashOf(terms), terms)
}

/**
 * By which terms a lot is sold. Null: there is no such published lot. A lot whose costs were never fixed is sold by the present terms of
 * the house.
 */
export async function costsOfLot<T>(house: House, db: Kysely<T>, lotId: string): Promise<CostTermsOfLot | null> {
  const row = await selectCostsOfLot<T, Announced>(db, lotId)
  if (row === undefined) return null
  const { bid_unit: bidUnit } = row
  if (row.id !== null) return { version: versionOf(row.hash), bidUnit, ...row.terms }
  const terms = announcedBy(await readHouseTerms(house, db))
  return { version: versionOf(hashOf(terms)), bidUnit, ...terms }
}

/** All cost terms that were ever announced and have a number above `after`, by their number. */
export async function announcedAfter<T>(db: Kysely<T>, after: number): Promise<Map<number, Announced>> {
  const rows = await selectCostTerms<T, Announced>(db, after)
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}

/** Fixes the costs of lots that were published before costs were fixed. */
export async function fixMissingCosts(house: House): Promise<void> {
  if ((await countWithoutCosts(house.db)) === 0) return
  await house.db.transaction().execute(async (trx) => setMissingCosts(trx, await costTermsNow(house, trx)))
}

/** In one order, so that equal terms have equal hashes. */
function announcedBy(terms: HouseTerms): Announced {
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
