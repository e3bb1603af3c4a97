import { sql, type Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import type { SaleVoided, TalkStepMessage } from '../lane/talk-messages.ts'
import { presentStep, presentTalkRow } from './present.ts'
import { auctioneers, findTalk, stepAt, stepsOf } from './store.ts'

/** What is told of a talk: the close that begins it, or a step of it. Whoever did it himself is not told. */
export async function tellStep(
  house: House,
  trx: Kysely<object>,
  { lotId, sequence }: Pick<TalkStepMessage, 'lotId'> & { sequence: number | null },
): Promise<void> {
  const row = await findTalk(trx, lotId)
  const found = sequence === null ? (await stepsOf(trx, lotId))[0] : await stepAt(trx, lotId, sequence)
  if (row === undefined || found === undefined || row.leader_id === null) return
  const { what, by, amount } = presentStep(found, lotId, house.keys)
  if (what === 'approved' || what === 'retracted') return
  const { lotNumber, title, currency, boundUntil, lapsesAt } = presentTalkRow(row, house.keys)
  const answerBy = what === 'closed' ? boundUntil : what === 'lapsed' || what === 'agreed' ? null : lapsesAt
  const facts = { lotId, lotNumber, title, currency, what, by, amount, answerBy }
  const key = `talk:${lotId}:${found.sequence}`
  // Who bought is told so by the sale itself.
  if (by !== 'bidder' && what !== 'agreed') {
    await notify(house, trx, {
      kind: 'reserve-talk',
      accountId: row.leader_id,
      key,
      facts: { ...facts, side: 'bidder' },
    })
  }
  if (by === 'house' || what === 'freed' || what === 'lapsed') return
  for (const accountId of await auctioneers(trx)) {
    const toStaff = { ...facts, side: 'house' as const }
    await notify(house, trx, { kind: 'reserve-talk', accountId, key: `${key}:${accountId}`, facts: toStaff })
  }
}

/** Tells the buyer that the sale was undone, and why. */
export async function tellVoided(house: House, trx: Kysely<object>, voided: SaleVoided): Promise<void> {
  const { lotId, accountId, reason, defaulted, at } = voided
  const found = await sql<{ lotNumber: number; title: string; currency: string }>`
    select l.lot_number as "lotNumber", l.title, a.currency from lot l join auction a on a.id = l.auction_id
    where l.id = ${lotId}`.execute(trx)
  const lot = found.rows[0]
  if (lot === undefined || accountId === null) return
  const facts = { lotId, ...lot, reason, defaulted }
  await notify(house, trx, { kind: 'sale-voided', accountId, key: `sale-voided:${lotId}:${at}`, facts })
}
