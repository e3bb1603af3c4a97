import { lockStanding, setVerification, type AccountStanding } from '#server/accounts/change-standing.ts'
import { accountChanged } from '#server/accounts/sessions.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readDocument } from './read-picture.ts'
import { caseById, insertCase, insertFile, type CaseRow, type FileRow } from './store.ts'
import type { Vault } from './vault.ts'

export type Submission = { kind: CaseRow['kind']; front: Buffer; back: Buffer | null }
export type Submitted = { submittedAt: number; kind: CaseRow['kind']; state: 'submitted' }

type Side = { side: FileRow['side']; content: Buffer }

/** Takes a document into the vault and opens a case. Whatever fails, no file and no row is left behind. */
export async function submitDocument(
  house: House,
  vault: Vault,
  accountId: string,
  given: Submission,
): Promise<Submitted | Refusal> {
  const sides = await sidesOf(given)
  if (sides instanceof Refusal) return sides
  const caseId = newId()
  const stored: string[] = []
  try {
    const files: FileRow[] = []
    for (const { side, content } of sides) {
      const { name, sealedKey } = await vault.put(content, `${caseId}:${side}`)
      stored.push(name)
      files.push({ case_id: caseId, side, storage_name: name, sealed_key: sealedKey, bytes: content.length })
    }
    const submitted = await openCase(house, accountId, caseId, given.kind, files)
    if (submitted instanceof Refusal) await removeAll(vault, stored)
    else accountChanged(house, accountId)
    return submitted
  } catch (error) {
    // When the connection is lost in a commit, the case may be there: then its files must be, too.
    const isKept = await caseById(house.db, caseId).then(
      (found) => found !== null,
      () => true,
    )
    if (!isKept) await removeAll(vault, stored)
    throw error
  }
}

/** Why a person cannot send a document now. */
export function refusalOf(standing: Pick<AccountStanding, 'verificationStatus' | 'idDocument'>): Refusal | null {
  if (standing.verificationStatus === 'verified') {
    return refuse('already-verified', 'Your identity is verified already.')
  }
  if (standing.idDocument === null) return null
  return refuse('document-pending', 'A document of yours is being checked already.')
}

async function openCase(
  house: House,
  accountId: string,
  caseId: string,
  kind: CaseRow['kind'],
  files: FileRow[],
): Promise<Submitted | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    // Locks the person's row: of two documents sent at once the second finds the first, and none overtakes a decision.
    const standing = await lockStanding(trx, accountId)
    const refusal = standing === null ? null : refusalOf(standing)
    if (refusal !== null) return refusal
    const submittedAt = await insertCase(trx, caseId, accountId, kind)
    for (const file of files) await insertFile(trx, file)
    const submitted: Submitted = { submittedAt, kind, state: 'submitted' }
    await setVerification(trx, accountId, { status: 'pending', document: submitted, note: null })
    return submitted
  })
}

/** What is kept of each side; a passport shows everything on one page. */
async function sidesOf({ kind, front, back }: Submission): Promise<Side[] | Refusal> {
  const given: [FileRow['side'], Buffer][] = [['front', front]]
  if (kind !== 'passport') {
    if (back === null) return refuse('back-missing', 'Send the back of the document, too.', { side: 'back' })
    given.push(['back', back])
  }
  const sides: Side[] = []
  for (const [side, bytes] of given) {
    const content = await readDocument(bytes, side)
    if (content instanceof Refusal) return content
    sides.push({ side, content })
  }
  return sides
}

async function removeAll(vault: Vault, names: string[]): Promise<void> {
  for (const name of names) await vault.remove(name)
}
