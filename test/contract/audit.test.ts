import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, databaseNow } from '#test/inventory.ts'
import { MOVES_LOTS, subjectsOf, type Stages } from './audit-stages.ts'
import { deskStages } from './audit-stages-desk.ts'
import { peopleStages } from './audit-stages-people.ts'
import { runningStages } from './audit-stages-running.ts'
import { faultsOfLog } from './audit-log.ts'
import { callEndpoint, nameOf, send } from './requests.ts'

/** Every administrative action leaves an audit row. Taken from the contract: every endpoint for staff only that isn't a read. */

const STAFF = ['staff', 'auctioneer', 'reviewer', 'cashier', 'owner']
const ACTIONS = ENDPOINTS.filter(({ access, method }) => STAFF.includes(access) && method !== 'GET')

/** These change nothing that others can see: they prepare for a separate, audited action. */
const PREPARE = [
  'POST /api/confirmations',
  'POST /api/admin/bank-imports/:importId/preview',
  'POST /api/admin/verifications/:caseId/links',
  ...['invoices/:invoiceId', 'credit-notes/:creditNoteId', 'statements/:statementId'].map(
    (of) => `POST /api/admin/${of}/link`,
  ),
  'POST /api/admin/vehicle-imports/:importId/preview',
  'POST /api/admin/vehicle-imports/:importId/check',
  'POST /api/admin/settings/preview',
  'POST /api/admin/content/:name/preview',
  'POST /api/admin/tickets/:ticketId/drafts',
  'POST /api/admin/documents/:documentId/link',
  'POST /api/admin/ticket-files/:fileId/link',
]

/** Actions whose stage is in another test, and the code with which the feature records them. */
const ELSEWHERE: Record<string, [file: string, words: string]> = {
  'POST /api/admin/bank-imports/:importId/run': ['server/payments/transfer/bank-import.ts', `run: 'import-bank-file'`],
  'PUT /api/admin/shipping': ['server/lots/shipping/shipping.ts', `action: 'change-shipping'`],
  // One function performs all actions on invoices and audits each in its transaction; four of them are tested here.
  'POST /api/admin/invoices/:invoiceId/storage': ['server/invoices/admin/admin-actions.ts', 'await audit(trx, {'],
}

const reason = 'A test of the rules'

let server: TestServer
let elif: CastMember
let helper: CastMember

beforeAll(async () => {
  server = await openTestServer()
  elif = await castPerson(server.app.pool, { name: 'Elif' })
  helper = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => server.close())

async function insert(text: string, values: unknown[]): Promise<void> {
  await server.app.pool.query(text, values)
}

/** An open live lot with one bid. */
async function lotWithBid(): Promise<{ lotId: string; sequence: number }> {
  const { lotId } = await castLot(server.app)
  const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
  const answer = await send(`${server.url}/api/lots/${lotId}/bids`, {
    method: 'POST',
    token: elif.token,
    body: JSON.stringify(body),
  })
  return { lotId, sequence: (answer.json as { sequence: number }).sequence }
}

/** The invoice of a lot that Elif has bought. */
async function invoice(): Promise<string> {
  const { lotId } = await castLot(server.app, { buyNow: 900_000, buyNowUntil: 'price-reached' })
  const body = JSON.stringify({ bidId: randomUUID(), kind: 'buy-now' })
  await send(`${server.url}/api/lots/${lotId}/bids`, { method: 'POST', token: elif.token, body })
  await server.app.outbox.drain()
  const find = async () =>
    (await server.app.pool.query<{ id: string }>(`select id from invoice where lot_id = $1`, [lotId])).rows[0]?.id
  await expect.poll(find).toBeDefined()
  return (await find())!
}

async function payment(): Promise<string> {
  const { token } = await castPerson(server.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
  const body = JSON.stringify({ idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' })
  const started = await send(`${server.url}/api/payments`, { method: 'POST', token, body })
  const { id } = started.json as { id: string }
  const outcome = JSON.stringify({ outcome: 'success' })
  await send(`${server.url}/api/payments/${id}/sandbox`, { method: 'POST', token, body: outcome })
  return id
}

async function bankLine(): Promise<string> {
  const [importId, lineId] = [newId(), newId()]
  await insert(
    `insert into bank_import (id, actor_id, file_name, file_hash, state) values ($1, $2, 'bank.csv', $3, 'done')`,
    [importId, elif.id, Buffer.from(importId)],
  )
  await insert(
    `insert into bank_line (id, import_id, line, fingerprint, booked_on, amount, currency, text, payer_name, payer_account, remaining)
     values ($1, $2, 1, $3, current_date, 9900, 'USD', 'Fee', 'Milo', 'NL00', 9900)`,
    [lineId, importId, Buffer.from(lineId)],
  )
  return lineId
}

const byReason = async () => ({ params: { lineId: await bankLine() }, body: { reason } })

async function question(): Promise<string> {
  const questionId = newId()
  const { lotId } = await castLot(server.app)
  await insert(
    `insert into lot_question (id, lot_id, account_id, text) values ($1, $2, $3, 'Is the spare wheel there?')`,
    [questionId, lotId, elif.id],
  )
  return questionId
}

const ofAccount = (body: object = { reason }) => Promise.resolve({ params: { accountId: elif.id }, body })

const STAGES: Stages = {
  ...deskStages(() => ({ server, helper })),
  ...runningStages(() => ({ server, helper })),
  ...peopleStages(() => ({ server, helper })),
  'POST /api/admin/accounts/:accountId/notes': () => ofAccount({ text: 'Called twice.' }),
  'PATCH /api/admin/accounts/:accountId': () => ofAccount({ biddingLimit: 90_000_000, reason }),
  'POST /api/admin/accounts/:accountId/support-sessions': () => ofAccount(),
  'POST /api/admin/accounts/:accountId/session-endings': async () => {
    const { id } = await castPerson(server.app.pool, { name: 'Dana' })
    return { params: { accountId: id }, body: { reason } }
  },
  'POST /api/admin/payments/:paymentId/refund': async () => ({
    params: { paymentId: await payment() },
    body: { reason },
  }),
  'POST /api/admin/refunds/:refundId/settle': async () => {
    const refundId = newId()
    await insert(
      `insert into refund (id, payment_id, amount, cause, reason, state) values ($1, $2, 9900, 'cashier', $3, 'failed')`,
      [refundId, await payment(), reason],
    )
    return { params: { refundId }, body: { how: 'try-again' } }
  },
  'POST /api/admin/bank-lines/:lineId/match': async () => {
    const { id } = await castPerson(server.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
    return { params: { lineId: await bankLine() }, body: { accountId: id, purpose: 'membership', subjectId: null } }
  },
  'POST /api/admin/bank-lines/:lineId/return': byReason,
  'POST /api/admin/bank-lines/:lineId/undo-match': async () => {
    const lineId = await bankLine()
    await insert('update bank_line set account_id = $2 where id = $1', [lineId, elif.id])
    return { params: { lineId }, body: { reason } }
  },
  'POST /api/admin/bank-lines/:lineId/take-back': byReason,
  'POST /api/admin/verifications/:caseId/decision': async () => {
    const { id } = await castPerson(server.app.pool, { name: 'Pia', verification: 'pending', document: 'submitted' })
    const caseId = newId()
    await insert(
      `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', 'submitted')`,
      [caseId, id],
    )
    return { params: { caseId }, body: { decision: 'reject', note: 'Out of date.' } }
  },
  'POST /api/admin/lots/:lotId/approval': async () => {
    const { lotId } = await castLot(server.app, { reserve: 500_000, closesInMs: 1500 })
    await insert(`update standing set terms = terms || '{"extensionWindowMs":0,"extensionMs":0}' where lot_id = $1`, [
      lotId,
    ])
    const body = JSON.stringify({ bidId: randomUUID(), kind: 'firm', amount: 10_000 })
    await send(`${server.url}/api/lots/${lotId}/bids`, { method: 'POST', token: elif.token, body })
    const status = async () =>
      (await server.app.pool.query<{ status: string }>('select status from standing where lot_id = $1', [lotId])).rows
    await expect.poll(status, { timeout: 10_000 }).toEqual([{ status: 'reserve-not-met' }])
    return { params: { lotId }, body: { reason } }
  },
  'POST /api/admin/lots/:lotId/extension': async () => ({
    params: { lotId: (await lotWithBid()).lotId },
    body: { reason, closesAt: (await databaseNow(server.app.pool)) + 7_200_000 },
  }),
  'POST /api/admin/lots/:lotId/voids': async () => {
    const { lotId, sequence } = await lotWithBid()
    return { params: { lotId }, body: { reason, sequences: [sequence] } }
  },
  'POST /api/admin/lots/:lotId/withdrawal': async () => ({
    params: { lotId: (await lotWithBid()).lotId },
    body: { reason },
  }),
  'POST /api/admin/invoices/:invoiceId/cancel': async () => ({
    params: { invoiceId: await invoice() },
    body: { cause: 'correction', reason },
  }),
  'POST /api/admin/invoices/:invoiceId/credit-notes': async () => ({
    params: { invoiceId: await invoice() },
    body: { creditNoteId: randomUUID(), lines: [{ line: 0, amount: 100 }], cause: 'goodwill', reason },
  }),
  'POST /api/admin/invoices/:invoiceId/resend': async () => ({ params: { invoiceId: await invoice() } }),
  'POST /api/admin/invoices/:invoiceId/collected': async () => {
    const invoiceId = await invoice()
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'invoice', invoiceId }
    const wire = (content: object) => ({ method: 'POST', token: elif.token, body: JSON.stringify(content) })
    const { id } = (await send(`${server.url}/api/payments`, wire(body))).json as { id: string }
    await send(`${server.url}/api/payments/${id}/sandbox`, wire({ outcome: 'success' }))
    return { params: { invoiceId } }
  },
  'POST /api/admin/mails/:mailId/tries': async () => {
    const { db, outbox, pool } = server.app
    const key = randomUUID()
    await db
      .transaction()
      .execute((trx) =>
        notify(server.app, trx, { kind: 'account-security', accountId: elif.id, key, facts: { what: 'A test.' } }),
      )
    await outbox.drain()
    const mail = async () =>
      (
        await pool.query<{ id: string; state: string }>(
          `select n.id, d.state from notification n join delivery d on d.notification_id = n.id
           where n.key = $1 and d.channel = 'mail'`,
          [key],
        )
      ).rows[0]
    await expect.poll(async () => (await mail())?.state, { timeout: 10_000 }).toBe('sent')
    const { id } = (await mail())!
    await insert(`update delivery set state = 'failed' where notification_id = $1 and channel = 'mail'`, [id])
    return { params: { mailId: id } }
  },
  'PUT /api/admin/questions/:questionId/answer': async () => ({
    params: { questionId: await question() },
    body: { version: 1, text: 'It is.' },
  }),
  'PUT /api/admin/questions/:questionId/visibility': async () => ({
    params: { questionId: await question() },
    body: { version: 1, hidden: true, reason },
  }),
  'POST /api/admin/outbox-retries': async () => {
    const id = newId()
    await insert(`insert into outbox (id, topic, payload, tries, dead) values ($1, 'unheard', '{}', 12, true)`, [id])
    return { body: { messageIds: [id] } }
  },
}

const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)
const isAudited = (name: string) => name in STAGES || name in ELSEWHERE || PREPARE.includes(name)

test('every action of the administration is walked here: a new one needs a stage on which it succeeds', () => {
  expect(ACTIONS.map(nameOf).filter((name) => !isAudited(name))).toEqual([])
  expect([...Object.keys(STAGES), ...Object.keys(ELSEWHERE), ...PREPARE].toSorted()).toEqual(
    ACTIONS.map(nameOf).toSorted(),
  )
})

describe('the audit log names actor, action and subject:', () => {
  test.each(named(ACTIONS.filter((endpoint) => nameOf(endpoint) in STAGES)))('%s', async (name, endpoint) => {
    const { pool } = server.app
    const actor = await castPerson(pool, { name: 'Olga', role: 'owner' })
    const input = await STAGES[name]!()
    const answer = await callEndpoint(server.url, endpoint, input, actor.token)
    expect(answer.status, answer.text).toBeLessThan(300)
    const { rows } = await pool.query<{ action: string; subject_id: string }>(
      `select action, subject_id from audit where actor_id = $1 and (subject_kind <> 'lot' or not $2)`,
      [actor.id, MOVES_LOTS.includes(name)],
    )
    expect(rows).toHaveLength(1)
    expect(subjectsOf(input, answer)).toContain(rows[0]!.subject_id)
  })

  test.each(Object.entries(ELSEWHERE))('%s', (_, [file, words]) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(words)
  })
  test('every line of them calls its subject by a name, and its facts by labels that can be translated', async () => {
    const olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    expect(await faultsOfLog((at) => server.call('GET', at, { token: olga.token }))).toEqual([])
  })
})
