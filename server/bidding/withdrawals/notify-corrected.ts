import { sql, type Kysely } from 'kysely'
import type { LotStatus } from '#engine'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { readCorrection } from '#server/lots/corrections/read-corrections.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { bidderIdsOf, watchersOf } from '../followers.ts'

type Lot = { lotNumber: number; title: string; currency: string; leaderId: string | null; status: LotStatus }

/**
 * Notifies about a correction: while the lot is not over, everyone who bid on it or watches it, and the high bidder also until when they
 * may withdraw. Once it is over, only its buyer, or the bidder bound by a negotiation.
 */
export async function notifyCorrected(
  app: App,
  trx: Kysely<object>,
  { lotId, correctionId }: Topics['facts-corrected'],
): Promise<void> {
  const correction = await readCorrection(trx, correctionId)
  const found = await sql<Lot>`
    select l.lot_number as "lotNumber", l.title, a.currency, s.leader_id as "leaderId", s.status
    from lot l join auction a on a.id = l.auction_id join standing s on s.lot_id = l.id where l.id = ${lotId}`.execute(
    trx,
  )
  const lot = found.rows[0]
  if (correction === undefined || lot === undefined) return
  const { leaderId, status, ...named } = lot
  const isOver = status !== 'scheduled' && status !== 'open'
  for (const accountId of isOver ? boundBy(lot) : await followersOf(trx, lotId)) {
    const withdrawUntil = !isOver && accountId === leaderId ? correction.withdrawUntil : null
    const { reason, changes } = correction
    const facts = { lotId, ...named, reason, withdrawUntil, changes, ...(status === 'sold' ? { bought: true } : {}) }
    await notify(app, trx, {
      kind: 'facts-corrected',
      accountId,
      key: `facts-corrected:${correctionId}:${lotId}:${accountId}`,
      facts,
    })
  }
}

async function followersOf(trx: Kysely<object>, lotId: string): Promise<Set<string>> {
  const watchers = (await watchersOf(trx, [lotId])).map(({ accountId }) => accountId)
  return new Set([...(await bidderIdsOf(trx, lotId)), ...watchers])
}

function boundBy({ status, leaderId }: Lot): string[] {
  return leaderId !== null && (status === 'sold' || status === 'reserve-not-met') ? [leaderId] : []
}
