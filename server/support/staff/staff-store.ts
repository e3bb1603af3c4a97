import { sql, type Kysely } from 'kysely'
import type { TicketRow } from '../store.ts'

type Change = Pick<TicketRow, 'status' | 'priority'> & { assigneeId: string | null }

export async function storeChange<T>(
  trx: Kysely<T>,
  id: string,
  { status, priority, assigneeId }: Change,
): Promise<void> {
  await sql`
    update ticket set priority = ${priority}, assignee_id = ${assigneeId}, status = ${status}, version = version + 1,
      waiting_since = case when ${status} = 'open' then coalesce(waiting_since, clock_timestamp()) end,
      closed_at = case when ${status} = 'closed' then coalesce(closed_at, clock_timestamp()) end
    where id = ${id}`.execute(trx)
}

/**
 * Whether a thread, or one merged into it, was opened on the page without an account: its link was shown to the person who typed the email.
 * After a merge that link opens the other thread as well.
 */
export async function isOpenToStranger<T>(
  trx: Kysely<T>,
  { id, account_id: accountId }: Pick<TicketRow, 'id' | 'account_id'>,
): Promise<boolean> {
  if (accountId !== null) return false
  const found = await sql`
    select 1 from ticket t where (t.id = ${id} or t.merged_into = ${id}) and t.account_id is null and (
      select m.via from ticket_message m where m.ticket_id = t.id and m.author = 'person' order by m.at, m.id limit 1
    ) = 'page'`.execute(trx)
  return found.rows.length > 0
}

/** Points a ticket, and what was merged into it before, to another; that one waits for us if this one did. */
export async function storeMerge<T>(trx: Kysely<T>, id: string, into: string, waits: boolean): Promise<void> {
  await sql`
    update ticket set merged_into = ${into}, version = version + 1 where id = ${id} or merged_into = ${id}`.execute(trx)
  await sql`
    update ticket set version = version + 1, moved_at = clock_timestamp(),
      status = case when ${waits} then 'open' else status end, closed_at = case when ${waits} then null else closed_at end,
      waiting_since = case when ${waits} then coalesce(waiting_since, clock_timestamp()) else waiting_since end
    where id = ${into}`.execute(trx)
}
