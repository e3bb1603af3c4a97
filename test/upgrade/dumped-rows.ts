import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Payment } from '#contract/payments/payments.ts'
import type { TicketForm } from '#contract/support/support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

export const DUMP = path.join(import.meta.dirname, 'dump.sql')

/** The key that everything sealed in the dump can be opened with. */
export const DUMP_KEY = createHash('sha256').update('master key of the upgrade test').digest()

/** The people of the dump and their bearer tokens, valid until 2099. */
export const TOKENS = { Ada: 'token of Ada', Boris: 'token of Boris', Olga: 'token of Olga' }

/** The maximum that Ada holds on the open lot, and the firm bid of Boris below it. */
export const ADA_MAXIMUM = 90_000
export const BORIS_BID = 50_000

const IN_A_CENTURY_MS = 75 * 365 * 86_400_000

/**
 * One of everything that must survive upgrades: an open lot with a sealed maximum, a sold one with its paid invoice and books, a watched
 * lot, a question, a saved search, a ticket, and an audited action of staff.
 */
export async function enterRows(server: TestServer): Promise<void> {
  const { app } = server
  const ada = await castPerson(app.pool, { name: 'Ada' })
  const boris = await castPerson(app.pool, { name: 'Boris' })
  const olga = await castPerson(app.pool, { name: 'Olga', role: 'owner' })
  const send = async (who: CastMember, method: string, at: string, body: object) => {
    const reply = await server.call(method, at, { token: who.token, body })
    if (reply.status >= 300) throw new Error(`${method} ${at}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  const { lotId } = await castLot(app, { closesInMs: IN_A_CENTURY_MS })
  const bids = `/api/lots/${lotId}/bids`
  await send(ada, 'POST', bids, { bidId: randomUUID(), kind: 'maximum', amount: ADA_MAXIMUM })
  await send(boris, 'POST', bids, { bidId: randomUUID(), kind: 'firm', amount: BORIS_BID })
  await send(boris, 'PUT', `/api/lots/${lotId}/watch`, { watching: true })
  await send(boris, 'POST', `/api/lots/${lotId}/questions`, { questionId: randomUUID(), text: 'Does the heater work?' })
  await send(boris, 'POST', '/api/saved-searches', { name: 'Small SUVs', query: 'body=suv', alert: true })
  await send(olga, 'PATCH', `/api/admin/accounts/${boris.id}`, { biddingLimit: 50_000_000, reason: 'Large buyer' })

  const sold = await castLot(app, { buyNow: 250_000, buyNowUntil: 'price-reached', closesInMs: IN_A_CENTURY_MS })
  await send(boris, 'POST', `/api/lots/${sold.lotId}/bids`, { bidId: randomUUID(), kind: 'buy-now' })
  await settle(server)
  const issued = await app.pool.query<{ id: string }>('select id from invoice')
  const order = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'invoice', invoiceId: issued.rows[0]!.id }
  const payment = (await send(boris, 'POST', '/api/payments', order)) as Payment
  await send(boris, 'POST', `/api/payments/${payment.id}/sandbox`, { outcome: 'success' })

  const form = await server.call('GET', '/api/ticket-form', { token: ada.token })
  await send(ada, 'POST', '/api/tickets', {
    ticketId: randomUUID(),
    formKey: (form.body as TicketForm).formKey,
    website: '',
    name: 'Ada',
    email: ada.email,
    topic: 'lot',
    subject: 'Viewing',
    text: 'May I see the car on Friday?',
    lotNumber: null,
    invoiceId: null,
    fileIds: [],
    conversation: [],
  })
  await settle(server)
  await keepSignedIn(server)
}

/** Handles every message, and sends or writes every notice. */
async function settle({ app }: TestServer): Promise<void> {
  const left = `select 1 from outbox union all select 1 from delivery where state = 'queued' limit 1`
  do await app.outbox.drain()
  while ((await app.pool.query(left)).rows.length > 0)
}

async function keepSignedIn(server: TestServer): Promise<void> {
  for (const [name, token] of Object.entries(TOKENS))
    await server.asOwner(
      `update session set token_hash = $2, expires_at = '2099-01-01'
       from account where account.id = session.account_id and account.name = $1`,
      [name, createHash('sha256').update(token).digest()],
    )
}
