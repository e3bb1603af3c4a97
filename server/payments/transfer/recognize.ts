import type { Kysely } from 'kysely'
import { countedFingerprint, type BankRow } from './bank-rows.ts'
import { knownFingerprints, linesLike, type KnownLine } from './store.ts'

/**
 * `names`: the line that was imported without the bank's id, which this row has. `like`: the row may be another payment than this line,
 * because they say the same, but only one of their files has the bank's ids.
 */
export type Recognized = { isKnown: boolean; names: string | null; like: KnownLine | null }

/** The import that asks, and which of its lines a person said are other payments. */
export type Asking = { importId: string; separate: readonly number[] }

const FRESH: Recognized = { isKnown: false, names: null, like: null }
const KNOWN: Recognized = { isKnown: true, names: null, like: null }

/**
 * Recognizes rows that were imported before, to be asked in the order of their file. A bank's id decides where both files have it. Where one
 * of them has no ids, a row is known if lines with its content were imported as often as the file has had it: each line counts once.
 */
export async function recognizer<T>(
  db: Kysely<T>,
  rows: readonly BankRow[],
  { importId, separate }: Asking,
): Promise<(row: BankRow) => Recognized> {
  const named = rows.filter(({ hasId }) => hasId).map(({ fingerprint }) => fingerprint)
  const ids = await knownFingerprints(db, named)
  const others = (await linesLike(db, rows)).filter((one) => one.importId !== importId || !separate.includes(one.line))
  const lines = Map.groupBy(others, ({ says }) => says)
  return ({ hasId, says, nth, fingerprint, line }) => {
    const own = fingerprint.toString('hex')
    if (hasId && ids.has(own)) return KNOWN
    const equal = lines.get(says) ?? []
    const like = equal.length > nth ? equal.find((one) => isWithoutId(one, equal.length) === hasId) : undefined
    const isSure = !hasId && equal.length > nth && (like === undefined || equal.some((one) => one.fingerprint === own))
    if (isSure) return KNOWN
    if (like !== undefined && !separate.includes(line)) {
      if (hasId) like.fingerprint = own
      return { isKnown: true, names: hasId ? like.id : null, like }
    }
    lines.set(says, [...equal, { id: '', says, fingerprint: own, importId, line, fileName: '', importedAt: 0 }])
    return FRESH
  }
}

/** `count`: of the lines with its content. */
function isWithoutId({ says, fingerprint }: KnownLine, count: number): boolean {
  return Array.from({ length: count }, (_, nth) => countedFingerprint(says, nth).toString('hex')).includes(fingerprint)
}
