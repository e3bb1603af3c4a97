import type { Kysely } from 'kysely'
import type { Carried, MergePreview } from '#contract/accounts/merge-accounts.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountById, type AccountRow } from '../store.ts'
import type { MergePair } from './merge-part.ts'
import { notifyMerged } from './notify-merged.ts'
import {
  carriedBefore,
  endSignIn,
  linkDuplicate,
  lockPair,
  moveNotesAndIdentifiers,
  shareDocument,
} from './merge-store.ts'

const NOTHING: Carried = {
  watches: 0,
  savedSearches: 0,
  tickets: 0,
  notes: 0,
  strikes: 0,
  referrals: 0,
  membership: 0,
}

/**
 * What merging would do at this moment: the merge itself, rolled back, so that what is shown is what happens. Without the features' locks,
 * which hold up bids: a bid that comes meanwhile is found by the merge.
 */
export async function previewMerge(app: App, pair: MergePair): Promise<MergePreview> {
  const trial = await app.db.startTransaction().execute()
  try {
    const { reasons } = await readBoth(app, trial, pair)
    return { reasons, carried: reasons.length > 0 ? NOTHING : await carry(app, trial, pair) }
  } finally {
    await trial.rollback().execute()
  }
}

/**
 * Merges an account into another of the same person, in one transaction: closes it, carries over what may be carried, and links it to the
 * one that stays. Bids, invoices and payments keep naming the account that made them. Refuses `not-mergeable` with the reasons. Sent
 * again, it has the same answer.
 */
export async function mergeAccounts(
  app: App,
  pair: MergePair,
  reason: string,
): Promise<{ carried: Carried } | Refusal> {
  const { keptId, duplicateId, actorId } = pair
  const answer = await app.db.transaction().execute(async (trx) => {
    for (const { lock } of app.extensions.merges) await lock?.(trx)
    const { reasons, kept, duplicate } = await readBoth(app, trx, pair)
    if (duplicate.merged_into === keptId) return { carried: { ...NOTHING, ...(await carriedBefore(trx, duplicateId)) } }
    if (reasons.length > 0)
      return refuse('not-mergeable', ['These accounts can’t be merged.', ...reasons].join(' '), { reasons })
    const carried = await carry(app, trx, pair)
    const subject = { subjectKind: 'account', subjectId: duplicateId }
    const into = `${kept.name} (paddle ${kept.paddle})`
    const moved = Object.fromEntries(Object.entries(carried).filter(([, count]) => count > 0))
    await audit(trx, { actorId, action: 'merge-account', ...subject, after: { into, ...moved }, reason })
    await notifyMerged(app, trx, kept, duplicate)
    return { carried }
  })
  if (answer instanceof Refusal) return answer
  app.outbox.nudge()
  accountChanged(app, keptId)
  accountChanged(app, duplicateId)
  return answer
}

type Both = { reasons: string[]; kept: AccountRow; duplicate: AccountRow }

async function readBoth(app: App, trx: Kysely<object>, pair: MergePair): Promise<Both> {
  await lockPair(trx, pair)
  const [kept, duplicate] = [await accountById(trx, pair.keptId), await accountById(trx, pair.duplicateId)]
  if (kept === null || duplicate === null) throw notFound('this account')
  const reasons = await ownReasons(trx, pair, { kept, duplicate })
  // What a closed account once had says nothing about a merge.
  if (kept.account_status !== 'closed' && duplicate.account_status !== 'closed')
    for (const { refuse: more } of app.extensions.merges) reasons.push(...((await more?.(trx, pair)) ?? []))
  return { reasons, kept, duplicate }
}

async function ownReasons(
  trx: Kysely<object>,
  pair: MergePair,
  { kept, duplicate }: Pick<Both, 'kept' | 'duplicate'>,
): Promise<string[]> {
  if (kept.id === duplicate.id) return ['An account can’t be merged into itself.']
  if (duplicate.account_status === 'closed') return ['The duplicate is closed already.']
  if (kept.account_status === 'closed') return ['The account you want to keep is closed.']
  if (kept.role !== 'member' || duplicate.role !== 'member')
    return ['One of them is a staff account. Only accounts of members can be merged.']
  const reasons: string[] = []
  if (kept.email_confirmed_at === null)
    reasons.push(
      'The email of the account you want to keep isn’t confirmed. Have it confirmed first, or keep the other.',
    )
  if (duplicate.account_status === 'suspended' && kept.account_status !== 'suspended')
    reasons.push('The duplicate is suspended. End its suspension first, or suspend the account you want to keep.')
  const areVerified = duplicate.verification_status === 'verified' && kept.verification_status === 'verified'
  if (areVerified && !(await shareDocument(trx, pair)))
    reasons.push('Both are verified, with different identity documents. Suspend the duplicate instead.')
  if (duplicate.verification_status === 'verified' && kept.verification_status !== 'verified')
    reasons.push('Only the duplicate is verified. Keep that account instead.')
  return reasons
}

async function carry(app: App, trx: Kysely<object>, pair: MergePair): Promise<Carried> {
  let carried: Carried = { ...NOTHING, notes: await moveNotesAndIdentifiers(trx, pair) }
  await endSignIn(trx, pair.duplicateId)
  for (const part of app.extensions.merges) carried = { ...carried, ...(await part.carry?.(trx, pair)) }
  await linkDuplicate(trx, pair)
  return carried
}
