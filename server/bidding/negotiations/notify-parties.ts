import { sql, type Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import type { Notices } from '#server/platform/notices.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { presentStep, presentNegotiationRow } from './present.ts'
import { auctioneers, findNegotiation, stepAt, stepsOf } from './store.ts'

/** Sends the notices about a negotiation: its opening close, or a step. The side that took the step receives none; staff are notified of a seller's. */
export async function notifyStep(
  app: App,
  trx: Kysely<object>,
  { lotId, sequence }: { lotId: string; sequence: number | null },
): Promise<void> {
  const step = await stepToTell(app, trx, { lotId, sequence })
  if (step === null) return
  const { facts, key, leaderId } = step
  const { what, by } = facts
  // The notice of the sale itself covers the buyer.
  if (by !== 'bidder' && what !== 'agreed') {
    await notify(app, trx, {
      kind: 'reserve-negotiation',
      accountId: leaderId,
      key,
      facts: { ...facts, side: 'bidder' },
    })
  }
  if (by === 'company' || what === 'freed' || (what === 'lapsed' && by === null)) return
  for (const accountId of await auctioneers(trx)) {
    const toStaff = { ...facts, side: 'company' as const }
    await notify(app, trx, { kind: 'reserve-negotiation', accountId, key: `${key}:${accountId}`, facts: toStaff })
  }
}

/** Who decides for the company about lots: the auctioneers, or the owners if there are none. */
export function auctioneersOf(trx: Kysely<object>): Promise<string[]> {
  return auctioneers(trx)
}

/** What a notice says about a step, the opening close included; null: there is no notice about it. `key`: names the step. */
export async function stepToTell(
  app: App,
  trx: Kysely<object>,
  { lotId, sequence }: { lotId: string; sequence: number | null },
): Promise<{ facts: Omit<Notices['reserve-negotiation'], 'side'>; key: string; leaderId: string } | null> {
  const row = await findNegotiation(trx, lotId)
  const found = sequence === null ? (await stepsOf(trx, lotId))[0] : await stepAt(trx, lotId, sequence)
  if (row === undefined || found === undefined || row.leader_id === null) return null
  const { what, by, amount } = presentStep(found, lotId, app.keys)
  if (what === 'approved' || what === 'retracted') return null
  const { lotNumber, title, currency, boundUntil, lapsesAt } = presentNegotiationRow(row, app.keys)
  const answerBy = what === 'closed' ? boundUntil : what === 'lapsed' || what === 'agreed' ? null : lapsesAt
  return {
    facts: { lotId, lotNumber, title, currency, what, by, amount, answerBy },
    key: `negotiation:${lotId}:${found.sequence}`,
    leaderId: row.leader_id,
  }
}

/** Tells the buyer that the sale was undone, and why. */
export async function notifyVoided(app: App, trx: Kysely<object>, voided: Topics['sale-voided']): Promise<void> {
  const { lotId, accountId, reason, defaulted, at } = voided
  const found = await sql<{ lotNumber: number; title: string; currency: string }>`
    select l.lot_number as "lotNumber", l.title, a.currency from lot l join auction a on a.id = l.auction_id
    where l.id = ${lotId}`.execute(trx)
  const lot = found.rows[0]
  if (lot === undefined || accountId === null) return
  const facts = { lotId, ...lot, reason, defaulted }
  await notify(app, trx, { kind: 'sale-voided', accountId, key: `sale-voided:${lotId}:${at}`, facts })
}
