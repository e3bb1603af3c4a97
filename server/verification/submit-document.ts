import type { Kysely } from 'kysely'
import {
  lockMemberState,
  refusalOfUnconfirmed,
  setVerification,
  type MemberState,
} from '#server/accounts/member-state.ts'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readDocument } from '#server/platform/images/read-document.ts'
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
 * Stores a document in the vault and opens a case. On failure no file and no row is left behind. Idempotent: an upload sent again under the
 * same id opens nothing and gets the first answer.
 */
export async function submitDocument(
  app: App,
  vault: Vault,
  accountId: string,
  given: Submission & { uploadId: string | null },
): Promise<Submitted | Refusal> {
  const upload = given.uploadId === null ? null : { id: given.uploadId, mac: macOf(app, given) }
  const arrived = upload === null ? null : await caseOfUpload(app.db, accountId, upload.id)
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
    const opened = await openCase(app, { id: caseId, accountId, kind: given.kind, upload }, files, given)
    if (opened instanceof Refusal || !opened.isNew) await removeAll(vault, files)
    else accountChanged(app, accountId)
    return opened instanceof Refusal ? opened : opened.submitted
  } catch (error) {
    // If the connection is lost during a commit, the case may exist: then its files must, too.
    const isKept = await caseExists(app.db, caseId).catch(() => true)
    if (!isKept) await removeAll(vault, files)
    throw error
  }
}

/** Why a person cannot send a document now. */
export function refusalOf(
  member: Pick<MemberState, 'verificationStatus' | 'idDocument' | 'emailConfirmed'>,
): Refusal | null {
  const unconfirmed = refusalOfUnconfirmed(member)
  if (unconfirmed !== null) return unconfirmed
  if (member.verificationStatus === 'verified') {
    return refuse('already-verified', 'Your identity is already verified.')
  }
  if (member.idDocument === null) return null
  return refuse('document-pending', 'We’re already checking a document from you.')
}

export function finallyRejected(): Refusal {
  return refuse('rejected-finally', 'This decision is final. If you think it’s a mistake, contact our team.')
}

/** Refuses the membership fee for a person whose verification was finally rejected: the fee pays for that check. */
export async function feeAfterRejection<T>(db: Kysely<T>, accountId: string): Promise<Refusal | null> {
  if (!(await isRejectedFinally(db, accountId))) return null
  const message = 'We couldn’t verify your identity, and this decision is final, so there’s no fee to pay.'
  return refuse('rejected-finally', message)
}

async function openCase(
  app: App,
  given: NewCase,
  files: FileRow[],
  { front, back }: Submission,
): Promise<Opened | Refusal> {
  const { accountId, kind, upload } = given
  return app.db.transaction().execute(async (trx) => {
    // Locks the person's row: of two documents sent simultaneously, the second sees the first, and neither overtakes a decision.
    const member = await lockMemberState(trx, accountId)
    const before = upload === null ? null : await caseOfUpload(trx, accountId, upload.id)
    if (before !== null) {
      const submitted = sameUpload(before, upload!.mac)
      return submitted instanceof Refusal ? submitted : { submitted, isNew: false }
    }
    const refusal = member === null ? null : refusalOf(member)
    if (refusal !== null) return refusal
    if (await isRejectedFinally(trx, accountId)) return finallyRejected()
    const submittedAt = await insertCase(trx, given)
    for (const file of files) await insertFile(trx, file)
    for (const content of back === null ? [front] : [front, back])
      await noteIdentifier(app, trx, accountId, 'document-file', content)
    const submitted: Submitted = { submittedAt, kind, state: 'submitted' }
    await setVerification(trx, accountId, { status: 'pending', document: submitted, note: null })
    return { submitted, isNew: true }
  })
}

function sameUpload(before: UploadRow, mac: Buffer): Submitted | Refusal {
  if (!before.upload_mac.equals(mac)) {
    return refuse('upload-id-reused', 'This upload id belongs to other files. Use a new one.')
  }
  return answerOf(before)
}

/** The answer that the sender of this upload got, or would have got. */
export function answerOf({ submitted_at: submittedAt, kind }: UploadRow): Submitted {
  return { submittedAt, kind, state: 'submitted' }
}

/** Recognizes a repeated upload without storing anything that could be compared with a file elsewhere. */
function macOf(app: App, { kind, front, back }: Submission): Buffer {
  const lengths = `${kind} ${front.length} ${back?.length ?? '-'} `
  return app.keys.mac('upload', Buffer.concat([Buffer.from(lengths), front, back ?? Buffer.alloc(0)]))
}

/** What is stored for each side; a passport shows everything on one page. */
async function picturesOf({ kind, front, back }: Submission): Promise<Picture[] | Refusal> {
  const given: [Side, Buffer][] = [['front', front]]
  if (kind !== 'passport') {
    if (back === null) return refuse('back-missing', 'Add the back of the document, too.', { side: 'back' })
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
