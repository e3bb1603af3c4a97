import { sql, type Kysely } from 'kysely'
import type { FactsCorrected } from '#server/lots/corrections/correct.ts'
import { readCorrection } from '#server/lots/corrections/read-corrections.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { bidderIdsOf, watchersOf } from '../followers.ts'

type Lot = { lotNumber: number; title: string; currency: string; leaderId: string | null }

/** Tells everybody who bid on a lot or watches it what was corrected, and the high bidder until when they may withdraw. */
export async function tellCorrected(
  house: House,
  trx: Kysely<object>,
  { lotId, correctionId }: FactsCorrected,
): Promise<void> {
  const correction = await readCorrection(trx, correctionId)
  const found = await sql<Lot>`
    select l.lot_number as "lotNumber", l.title, a.currency, s.leader_id as "leaderId"
    from lot l join auction a on a.id = l.auction_id join standing s on s.lot_id = l.id where l.id = ${lotId}`.execute(
    trx,
  )
  const lot = found.rows[0]
  if (correction === undefined || lot === undefined) return
  const { leaderId, ...named } = lot
  const watchers = (await watchersOf(trx, [lotId])).map(({ accountId }) => accountId)
  for (const accountId of new Set([...(await bidderIdsOf(trx, lotId)), ...watchers])) {
    const withdrawUntil = accountId === leaderId ? correction.withdrawUntil : null
    const { reason, changes } = correction
    const facts = { lotId, ...named, reason, withdrawUntil, changes }
    await notify(house, trx, {
      kind: 'facts-corrected',
      accountId,
      key: `facts-corrected:${correctionId}:${lotId}:${accountId}`,
      facts,
    })
  }
}
