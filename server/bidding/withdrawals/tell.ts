import { sql, type Kysely } from 'kysely'
import type { LotStatus } from '#engine'
import type { FactsCorrected } from '#server/lots/corrections/correct.ts'
import { readCorrection } from '#server/lots/corrections/read-corrections.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { bidderIdsOf, watchersOf } from '../followers.ts'

type Lot = { lotNumber: number; title: string; currency: string; leaderId: string | null; status: LotStatus }

/**
 * Tells what was corrected: everybody who bid on a lot or watches it while it is not over, and the high bidder until when they may
 * withdraw. Once it is over only its buyer is told, or whoever is bound by a negotiation.
 */
export async function tellCorrected(
  house: House,
  trx: Kysely<object>,
  { lotId, correctionId }: FactsCorrected,
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
    await notify(house, trx, {
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
