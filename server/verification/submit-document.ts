import type { Kysely } from 'kysely'
import {
  lockStanding,
  refusalOfUnconfirmed,
  setVerification,
  type AccountStanding,
} from '#server/accounts/staff/change-standing.ts'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readDocument } from './read-document.ts'
import {
  caseExists,
  caseOfUpload,
  insertCase,
  insertFile,
  isRejectedFinally,
  type FileRow,
  type Kind,
  type NewCase,
  type Side,
  type UploadRow,
} from './store.ts'
import type { Vault } from './vault.ts'

export type Submission = { kind: Kind; front: Buffer; back: Buffer | null }
export type Submitted = { submittedAt: number; kind: Kind; state: 'submitted' }

type Picture = { side: Side; page: number; content: Buffer }
/** `isNew`: false when the same upload has arrived meanwhile. */
type Opened = { submitted: Submitted; isNew: boolean }

/**
 * Takes a document into the vault and opens a case. Whatever fails, no file and no row is left behind. An upload that is sent again,
 * under the same id, opens nothing and gets the answer of the first.
 */
export async function submitDocument(
  house: House,
  vault: Vault,
  accountId: string,
  given: Submission & { uploadId: string | null },
): Promise<Submitted | Refusal> {
  const upload = given.uploadId === null ? null : { id: given.uploadId, mac: macOf(house, given) }
  const arrived = upload === null ? null : await caseOfUpload(house.db, accountId, upload.id)
  if (arrived !== null) return sameUpload(arrived, upload!.mac)
  const pictures = await picturesOf(given)
  if (pictures instanceof Refusal) return pictures
  const caseId = newId()
  const files: FileRow[] = []
  try {
    for (const { side, page, content } of pictures) {
      const { name, sealedKey } = await vault.put(content, { caseId, side, page })
      files.push({ case_id: caseId, side, page, storage_name: name, sealed_key: sealedKey, bytes: content.length })
    }
    const opened = await openCase(house, { id: caseId, accountId, kind: given.kind, upload }, files, given)
    if (opened instanceof Refusal || !opened.isNew) await removeAll(vault, files)
    else accountChanged(house, accountId)
    return opened instanceof Refusal ? opened : opened.submitted
  } catch (error) {
    // When the connection is lost in a commit, the case may be there: then its files must be, too.
    const isKept = await caseExists(house.db, caseId).catch(() => true)
    if (!isKept) await removeAll(vault, files)
    throw error
  }
}

/** Why a person cannot send a document now. */
export function refusalOf(
  standing: Pick<AccountStanding, 'verificationStatus' | 'idDocument' | 'emailConfirmed'>,
): Refusal | null {
  const unconfirmed = refusalOfUnconfirmed(standing)
  if (unconfirmed !== null) return unconfirmed
  if (standing.verificationStatus === 'verified') {
    return refuse('already-verified', 'Your identity is verified already.')
  }
  if (standing.idDocument === null) return null
  return refuse('document-pending', 'A document of yours is being checked already.')
}

export function finallyRejected(): Refusal {
  return refuse('rejected-finally', 'The house has decided for good. Contact support if you think that is a mistake.')
}

/** The membership fee opens the identity check: there is none to pay for who was refused for good. */
export async function feeAfterRejection<T>(db: Kysely<T>, accountId: string): Promise<Refusal | null> {
  if (!(await isRejectedFinally(db, accountId))) return null
  const message = 'Your identity could not be verified and the house has decided for good, so there is no fee to pay.'
  return refuse('rejected-finally', message)
}

async function openCase(
  house: House,
  given: NewCase,
  files: FileRow[],
  { front, back }: Submission,
): Promise<Opened | Refusal> {
  const { accountId, kind, upload } = given
  return house.db.transaction().execute(async (trx) => {
    // Locks the person's row: of two documents sent at once the second finds the first, and none overtakes a decision.
    const standing = await lockStanding(trx, accountId)
    const before = upload === null ? null : await caseOfUpload(trx, accountId, upload.id)
    if (before !== null) {
      const submitted = sameUpload(before, upload!.mac)
      return submitted instanceof Refusal ? submitted : { submitted, isNew: false }
    }
    const refusal = standing === null ? null : refusalOf(standing)
    if (refusal !== null) return refusal
    if (await isRejectedFinally(trx, accountId)) return finallyRejected()
    const submittedAt = await insertCase(trx, given)
    for (const file of files) await insertFile(trx, file)
    for (const content of back === null ? [front] : [front, back])
      await noteIdentifier(house, trx, accountId, 'document-file', content)
    const submitted: Submitted = { submittedAt, kind, state: 'submitted' }
    await setVerification(trx, accountId, { status: 'pending', document: submitted, note: null })
    return { submitted, isNew: true }
  })
}

function sameUpload(before: UploadRow, mac: Buffer): Submitted | Refusal {
  if (!before.upload_mac.equals(mac)) {
    return refuse('upload-id-reused', 'This upload id belongs to other files. Make a new one.')
  }
  return answerOf(before)
}

/** What the sender of this upload was answered, or would have been. */
export function answerOf({ submitted_at: submittedAt, kind }: UploadRow): Submitted {
  return { submittedAt, kind, state: 'submitted' }
}

/** Tells equal uploads without keeping anything that could be compared with a file elsewhere. */
function macOf(house: House, { kind, front, back }: Submission): Buffer {
  const lengths = `${kind} ${front.length} ${back?.length ?? '-'} `
  return house.keys.mac('upload', Buffer.concat([Buffer.from(lengths), front, back ?? Buffer.alloc(0)]))
}

/** What is kept of each side; a passport shows everything on one page. */
async function picturesOf({ kind, front, back }: Submission): Promise<Picture[] | Refusal> {
  const given: [Side, Buffer][] = [['front', front]]
  if (kind !== 'passport') {
    if (back === null) return refuse('back-missing', 'Send the back of the document, too.', { side: 'back' })
    given.push(['back', back])
  }
  const pictures: Picture[] = []
  for (const [side, bytes] of given) {
    const pages = await readDocument(bytes, side)
    if (pages instanceof Refusal) return pages
    pictures.push(...pages.map((content, index) => ({ side, page: index + 1, content })))
  }
  return pictures
}

async function removeAll(vault: Vault, files: FileRow[]): Promise<void> {
  for (const file of files) await vault.remove(file.storage_name)
}
