import { aboutInvoice } from './about-invoice.ts'
import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { timeOf, type Moment } from './clock.ts'
import { noteEvent } from './event-store.ts'
import { chargeLateFee } from './issue/issue-charge.ts'
import { lockCreditAndPayments } from './payment/payment-store.ts'
import { dueOnOf, owedOf, stateOf } from './invoice-state.ts'
import { lockFamily, setBalance, stamp, unpaidDueBy } from './store.ts'

const AT_ONCE_MAX = 200
/** How long before an invoice is due its reminder is sent, in ms. */
export const REMIND_MS = 86_400_000

/** Sends reminders for invoices that are due soon and records those that are overdue. Any number of processes may run this concurrently. */
export async function checkUnpaidInvoices(app: App, moment: Moment = null): Promise<void> {
  const now = await timeOf(app.db, moment)
  const overdue = await unpaidDueBy(app.db, now, { limit: AT_ONCE_MAX })
  await each(app, overdue, (id) => noteOverdue(app, id, moment))
  const dueSoon = await unpaidDueBy(app.db, now + REMIND_MS, { isUnreminded: true, limit: AT_ONCE_MAX })
  await each(app, dueSoon, (id) => remind(app, id, moment))
  app.outbox.nudge()
}

/** A failing invoice does not block the others. */
async function each(app: App, ids: string[], action: (id: string) => Promise<void>): Promise<void> {
  for (const id of ids) {
    await action(id).catch((err: unknown) =>
      app.log.error({ err, invoice: id }, 'could not process an invoice; it will be retried'),
    )
  }
}

/** Records, once per invoice, that it is overdue; for a sale it also issues the late fee as a separate invoice. Checked under the lock. */
export async function noteOverdue(app: App, id: string, moment: Moment = null): Promise<void> {
  await app.db.transaction().execute((trx) => noteOverdueIn(app, trx, id, moment))
}

/** Like `noteOverdue`, in the caller's transaction. */
export async function noteOverdueIn(app: App, trx: Kysely<object>, id: string, moment: Moment): Promise<void> {
  // A late fee may be paid from the buyer's credit, which is locked before the invoices.
  await lockCreditAndPayments(trx, id)
  const family = await lockFamily(trx, id)
  const invoice = [family?.sale, ...(family?.charges ?? [])].find((one) => one?.id === id)
  const now = await timeOf(trx, moment)
  if (family === null || invoice === undefined || stateOf(invoice, now) !== 'overdue' || invoice.state === 'overdue')
    return
  await setBalance(trx, id, { ...invoice, state: 'overdue' })
  await stamp(trx, id, 'overdue_at', now)
  await noteEvent(trx, id, { at: now, what: 'overdue', amount: owedOf(invoice) })
  const fee = invoice.kind === 'sale' ? await chargeLateFee(app, trx, family, moment) : null
  const { account_id: accountId, due_at: dueAt } = invoice
  const facts = {
    ...aboutInvoice(invoice),
    owed: owedOf(invoice),
    lateFee: fee?.total ?? 0,
    dueAt,
    dueOn: dueOnOf(invoice),
  }
  await notify(app, trx, { kind: 'invoice-overdue', accountId, key: `invoice-overdue:${id}`, facts })
}

async function remind(app: App, id: string, moment: Moment): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const family = await lockFamily(trx, id)
    const invoice = [family?.sale, ...(family?.charges ?? [])].find((one) => one?.id === id)
    const now = await timeOf(trx, moment)
    if (invoice === undefined || invoice.reminded_at !== null || owedOf(invoice) === 0 || invoice.due_at <= now) return
    await stamp(trx, id, 'reminded_at', now)
    await noteEvent(trx, id, { at: now, what: 'reminded', amount: owedOf(invoice) })
    const { account_id: accountId, due_at: dueAt } = invoice
    const about = aboutInvoice(invoice)
    const facts = { ...about, total: owedOf(invoice), dueAt, dueOn: dueOnOf(invoice), reminder: true }
    await notify(app, trx, { kind: 'invoice', accountId, key: `invoice-reminder:${id}`, facts })
  })
}
