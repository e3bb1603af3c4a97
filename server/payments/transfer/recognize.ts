import type { Kysely } from 'kysely'
import { countedFingerprint, type BankRow } from './bank-rows.ts'
import { knownFingerprints, linesLike, type KnownLine } from './store.ts'

/** `names`: the line that was imported without the bank's id, which this row has. */
type Recognized = { isKnown: boolean; names: string | null }

/**
 * Recognizes rows that were imported before, to be asked in the order of their file. A bank's id decides where both files have it. Where one
 * of them has no ids, a row is known if lines with its content were imported as often as the file has had it: each line counts once.
 */
export async function recognizer<T>(db: Kysely<T>, rows: readonly BankRow[]): Promise<(row: BankRow) => Recognized> {
  const named = rows.filter(({ hasId }) => hasId).map(({ fingerprint }) => fingerprint)
  const ids = await knownFingerprints(db, named)
  const lines = Map.groupBy(await linesLike(db, rows), ({ says }) => says)
  return ({ hasId, says, nth, fingerprint }) => {
    const own = fingerprint.toString('hex')
    if (hasId && ids.has(own)) return { isKnown: true, names: null }
    const equal = lines.get(says) ?? []
    const unnamed = equal.length > nth && hasId ? lineWithoutId(equal, says) : undefined
    if (unnamed !== undefined) {
      unnamed.fingerprint = own
      return { isKnown: true, names: unnamed.id }
    }
    if (equal.length > nth && !hasId) return { isKnown: true, names: null }
    lines.set(says, [...equal, { id: '', says, fingerprint: own }])
    return { isKnown: false, names: null }
  }
}

function lineWithoutId(equal: readonly KnownLine[], says: string): KnownLine | undefined {
  const counted = new Set(equal.map((_, nth) => countedFingerprint(says, nth).toString('hex')))
  return equal.find(({ fingerprint }) => counted.has(fingerprint))
}
