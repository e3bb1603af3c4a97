import { sql, type Kysely } from 'kysely'
import { newId } from '#server/platform/id.ts'

export type DisputeState = 'inquiry' | 'open' | 'won' | 'lost' | 'closed'

export type DisputeRow = {
  id: string
  payment_id: string
  provider_ref: string
  state: DisputeState
  amount: number
  currency: string
  /** The part of the amount that the payment still held when the bank took it. */
  held: number
  reason: string
  evidence_due_at: number | null
  evidence_sent: boolean
  opened_at: number
  settled_at: number | null
}

const COLUMNS =
  sql.raw(`d.id, d.payment_id, d.provider_ref, d.state, d.amount, d.currency, d.held, d.reason, d.evidence_due_at,
  d.evidence_sent, d.opened_at, d.settled_at`)

export const DISPUTE_COLUMNS = COLUMNS

export type DisputeFacts = Pick<DisputeRow, 'provider_ref' | 'reason' | 'evidence_due_at' | 'evidence_sent'>

/** The dispute with that provider id, updated; new ones start as inquiries, before money has moved. */
export async function upsertDispute<T>(
  trx: Kysely<T>,
  to: DisputeFacts & Pick<DisputeRow, 'payment_id' | 'amount' | 'currency' | 'opened_at'>,
): Promise<DisputeRow> {
  const due = to.evidence_due_at === null ? null : new Date(to.evidence_due_at)
  const found = await sql<DisputeRow>`
    insert into dispute as d (id, payment_id, provider_ref, amount, currency, reason, evidence_due_at, evidence_sent, opened_at)
    values (${newId()}, ${to.payment_id}, ${to.provider_ref}, ${to.amount}, ${to.currency}, ${to.reason}, ${due},
      ${to.evidence_sent}, ${new Date(to.opened_at)})
    on conflict (provider_ref) do update set reason = excluded.reason, evidence_due_at = excluded.evidence_due_at,
      evidence_sent = excluded.evidence_sent, asked_at = clock_timestamp()
    returning ${COLUMNS}`.execute(trx)
  return found.rows[0]!
}

export async function setDispute<T>(
  trx: Kysely<T>,
  id: string,
  to: { state: DisputeState; held: number },
): Promise<void> {
  await sql`
    update dispute set state = ${to.state}, held = ${to.held},
      settled_at = case when ${to.state} in ('won', 'lost', 'closed') then clock_timestamp() end
    where id = ${id}`.execute(trx)
}

/** Moves money of a payment into dispute (`disputed` positive), back out of it (negative), or out for good (`lost`). */
export async function moveDisputed<T>(
  trx: Kysely<T>,
  paymentId: string,
  { disputed, lost = 0 }: { disputed: number; lost?: number },
): Promise<void> {
  await sql`
    update payment set disputed = disputed + ${disputed}, charged_back = charged_back + ${lost},
      state = case when state = 'succeeded' and ${lost} > 0 and refunded + charged_back + ${lost} = received
        then 'charged-back' else state end
    where id = ${paymentId}`.execute(trx)
}

/** Disputes whose provider wasn't polled for this long, the longest first: its report may have been lost. */
export async function silentDisputes<T>(db: Kysely<T>, silentMs: number, limit: number): Promise<DisputeRow[]> {
  const found = await sql<DisputeRow>`
    select ${COLUMNS} from dispute d
    where d.state in ('inquiry', 'open') and d.asked_at <= clock_timestamp() - ${silentMs}::int * interval '1 ms'
    order by d.asked_at limit ${limit}`.execute(db)
  return found.rows
}
