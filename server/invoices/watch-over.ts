import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { timeOf, type Moment } from './clock.ts'
import { noteEvent } from './event-store.ts'
import { chargeLateFee } from './issue/issue-charge.ts'
import { dueOnOf, owedOf, stateOf } from './standing.ts'
import { lockFamily, setStanding, stamp, unpaidDueBy } from './store.ts'

const AT_ONCE_MAX = 200
/** A reminder goes out this long before an invoice is due. */
export const REMIND_MS = 86_400_000

/** Reminds of invoices that are due soon, and notes those that are overdue. Any process may do it, also several at once. */
export async function watchOver(house: House, moment: Moment = null): Promise<void> {
  const now = await timeOf(house.db, moment)
  await each(house, await unpaidDueBy(house.db, now, true, AT_ONCE_MAX), (id) => noteOverdue(house, id, moment))
  await each(house, await unpaidDueBy(house.db, now + REMIND_MS, false, AT_ONCE_MAX), (id) => remind(house, id, moment))
  house.outbox.nudge()
}

/** One that fails does not hold up the others. */
async function each(house: House, ids: string[], act: (id: string) => Promise<void>): Promise<void> {
  for (const id of ids) {
    await act(id).catch((err: unknown) => house.log.error({ err, invoice: id }, 'an invoice could not be noted'))
  }
}

/** Once an invoice: overdue, and with a sale's its late fee, as an invoice of its own. Judged under the lock, so it happens once. */
export async function noteOverdue(house: House, id: string, moment: Moment = null): Promise<void> {
  await house.db.transaction().execute((trx) => noteOverdueIn(house, trx, id, moment))
}

/** As `noteOverdue`, in a transaction of the caller. */
export async function noteOverdueIn(house: House, trx: Kysely<object>, id: string, moment: Moment): Promise<void> {
  const family = await lockFamily(trx, id)
  const invoice = [family?.sale, ...(family?.charges ?? [])].find((one) => one?.id === id)
  const now = await timeOf(trx, moment)
  if (family === null || invoice === undefined || stateOf(invoice, now) !== 'overdue' || invoice.state === 'overdue')
    return
  await setStanding(trx, id, { ...invoice, state: 'overdue' })
  await stamp(trx, id, 'overdue_at', now)
  await noteEvent(trx, id, { at: now, what: 'overdue', amount: owedOf(invoice) })
  const fee = invoice.kind === 'sale' ? await chargeLateFee(house, trx, family, moment) : null
  const { number, currency, account_id: accountId, due_at: dueAt } = invoice
  const facts = {
    invoiceId: id,
    number,
    currency,
    owed: owedOf(invoice),
    lateFee: fee?.total ?? 0,
    dueAt,
    dueOn: dueOnOf(invoice),
  }
  await notify(house, trx, { kind: 'invoice-overdue', accountId, key: `invoice-overdue:${id}`, facts })
}

async function remind(house: House, id: string, moment: Moment): Promise<void> {
  await house.db.transaction().execute(async (trx) => {
    const family = await lockFamily(trx, id)
    const invoice = [family?.sale, ...(family?.charges ?? [])].find((one) => one?.id === id)
    const now = await timeOf(trx, moment)
    if (invoice === undefined || invoice.reminded_at !== null || owedOf(invoice) === 0 || invoice.due_at <= now) return
    await stamp(trx, id, 'reminded_at', now)
    await noteEvent(trx, id, { at: now, what: 'reminded', amount: owedOf(invoice) })
    const { number, currency, account_id: accountId, due_at: dueAt } = invoice
    const facts = {
      invoiceId: id,
      number,
      currency,
      total: owedOf(invoice),
      dueAt,
      dueOn: dueOnOf(invoice),
      reminder: true,
    }
    await notify(house, trx, { kind: 'invoice', accountId, key: `invoice-reminder:${id}`, facts })
  })
}
