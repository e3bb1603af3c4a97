import { sql } from 'kysely'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound } from '#server/platform/problem.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountToHandle } from './handle-account.ts'

type Change = { auction: { id: string; title: string; currency: string }; limit: number | null; reason: string }

/** Sets a person's limit for one auction, in minor units; null: their bidding limit counts there again. */
export async function setAuctionLimit(
  app: App,
  actor: Pick<Person, 'id' | 'role'>,
  accountId: string,
  { auction: { id, title, currency }, limit, reason }: Change,
): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const before = await accountToHandle(trx, actor, accountId)
    if (before.account_status === 'closed' || before.role !== 'member') throw notFound('this bidder')
    const { [id]: was = null, ...others } = before.auction_limits ?? {}
    const limits = limit === null ? others : { ...others, [id]: limit }
    const stored = Object.keys(limits).length === 0 ? null : JSON.stringify(limits)
    await sql`update account set auction_limits = ${stored}::jsonb where id = ${accountId}`.execute(trx)
    await audit(trx, {
      actorId: actor.id,
      action: 'change-auction-limit',
      subjectKind: 'account',
      subjectId: accountId,
      before: { biddingLimit: was },
      after: { auction: title, currency, biddingLimit: limit },
      reason,
    })
  })
  accountChanged(app, accountId)
}
