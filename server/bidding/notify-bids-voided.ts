import { sql, type Kysely } from 'kysely'
import { FACTS_CORRECTED } from '#contract/lots/facts-corrected.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { lineOf } from './ledger-line.ts'
import { CAUSE as SUSPENDED } from './suspension/void-standing-bids.ts'

type Voiding = { lotNumber: number; title: string; currency: string; text: string; before: string | null }

/**
 * Notifies the bidders whose bids were voided, and the bidder who leads since, wherever they are. A bidder who withdrew knows it, and a
 * suspended one has a notice about all their lots.
 */
export async function notifyBidsVoided(
  app: App,
  trx: Kysely<object>,
  { lotId, sequence }: Topics['bids-voided'],
): Promise<void> {
  const found = await sql<Voiding>`
    select l.lot_number as "lotNumber", l.title, a.currency, v.text, (
      select b.text from ledger b where b.lot_id = v.lot_id and b.sequence < v.sequence
      and b.type in ('bid-placed', 'voided', 'passed-over') order by b.sequence desc limit 1) as before
    from ledger v join lot l on l.id = v.lot_id join auction a on a.id = l.auction_id
    where v.lot_id = ${lotId} and v.sequence = ${sequence}`.execute(trx)
  const row = found.rows[0]
  if (row === undefined) return
  const { text, before, ...lot } = row
  const { voided = [], cause = '', leader = null, price = null } = lineOf(text)
  const isOwnAct = cause === FACTS_CORRECTED || cause === SUSPENDED
  const losers = isOwnAct ? new Set<string>() : await biddersOf(trx, lotId, voided)
  const leaderId = leader === null ? null : await accountOf(trx, leader)
  const isNew = before === null || lineOf(before).leader !== leader
  for (const accountId of new Set([...losers, ...(leaderId !== null && isNew ? [leaderId] : [])])) {
    const reason = losers.has(accountId) ? cause : null
    const facts = { lotId, ...lot, reason, leads: accountId === leaderId, price }
    await notify(app, trx, {
      kind: 'bids-voided',
      accountId,
      key: `bids-voided:${lotId}:${sequence}:${accountId}`,
      facts,
    })
  }
}

async function biddersOf(trx: Kysely<object>, lotId: string, sequences: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct bidder_id as id from ledger
    where lot_id = ${lotId} and sequence = any(${sequences}::bigint[]) and bidder_id is not null`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

async function accountOf(trx: Kysely<object>, paddle: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from account where paddle = ${paddle}`.execute(trx)
  return rows[0]?.id ?? null
}
