import type { Kysely } from 'kysely'
import type { Correction } from '#contract/lots/corrections.ts'
import { findCorrection } from './store.ts'

/** What other features read of corrections. */

/** The newest material correction by which the high bidder of a lot may still withdraw, by the database's clock. */
export async function withdrawableCorrection<T>(db: Kysely<T>, lotId: string): Promise<Correction | undefined> {
  return findCorrection(db, { withdrawableOn: lotId })
}

export async function readCorrection<T>(db: Kysely<T>, id: string): Promise<Correction | undefined> {
  return findCorrection(db, { id })
}
