import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { callEndpoint, nameOf, type Input } from './requests.ts'

/** Every statement sent to the database, from any connection of this process. */
const statements = vi.spyOn(pg.Client.prototype, 'query')

const FEW = 2
const MORE = 9
/** Other work of the process may run statements meanwhile: the lowest count of several tries is used, and only whole rows are compared. */
const TRIES = 3
const RISK = { score: 80, signals: '[]' }

let server: TestServer
let olga: CastMember
let auction: CastLot
/** Statements and rows of each list while it is short. */
const few = new Map<string, number>()
const rowsOfFew = new Map<string, number>()

beforeAll(async () => {
  server = await openTestServer({ config: { roles: new Set(['api']) } })
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  auction = await castLot(server.app)
  for (let index = 0; index < FEW; index += 1) await fill(index)
})

afterAll(() => server.close())

/** Puts a row into a table. */
async function put(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  await server.app.pool.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  )
}

/** Adds one entry to every list, each with its own person, payment and invoice. */
async function fill(index: number): Promise<void> {
  const { pool } = server.app
  const name = `Person${String.fromCodePoint(65 + index)}`
  const { id: accountId } = await castPerson(pool, { name, verification: 'pending', hasPaid: false })
  const { lotId, lotNumber } = await castLot(server.app, { auctionId: auction.auctionId, position: index + 2 })
  await castLot(server.app)
  await fillMoney(index, name, accountId, { lotId, lotNumber })
  await put('lot_question', { id: newId(), lot_id: lotId, account_id: accountId, text: 'Is the spare wheel there?' })
  await put('referral', {
    id: newId(),
    account_id: accountId,
    referrer_id: olga.id,
    channel: 'link',
    reward: 2000,
    currency: 'USD',
  })
  await put('risk_case', { id: newId(), lot_id: lotId, bidder_id: accountId, seller_id: olga.id, ...RISK })
  await put('verification_case', { id: newId(), account_id: accountId, kind: 'passport', state: 'submitted' })
  await put('account_identifier', {
    account_id: accountId,
    kind: 'card',
    hash: Buffer.alloc(32, 7),
  })
  await put('outbox', { id: newId(), topic: 'nothing', payload: '{}', tries: 12, dead: true, failure: 'A test' })
  await put('vehicle_import', {
    id: newId(),
    actor_id: olga.id,
    file_name: 'list.csv',
    file_hash: randomBytes(32),
    kind: 'csv',
    auction_id: auction.auctionId,
  })
  await put('newsletter', { id: newId(), subject: 'News', body: 'Hello', button: '', path: '', segment: 'everyone' })
  await put('staff_link', {
    id: newId(),
    email: `${accountId}@company.example`,
    roles: ['cashier'],
    token_hash: randomBytes(32),
    invited_by: olga.id,
    expires_at: new Date(Date.now() + 1e9),
  })
  await put('undeliverable_email', { email: `${accountId}@demo.paddock.example`, reason: 'Bounced.' })
  const noticeId = newId()
  await put('notification', {
    id: noticeId,
    account_id: accountId,
    kind: 'outbid',
    key: `outbid:${noticeId}`,
    in_page: true,
    sealed: randomBytes(8),
  })
  await put('delivery', {
    notification_id: noticeId,
    channel: 'mail',
    state: 'sent',
    urgent: false,
    useless_at: new Date(),
    recipient: 'a@demo.paddock.example',
    subject: 'Welcome',
  })
}

/** An invoice, two payments with refunds and disputes, and a transfer. */
async function fillMoney(
  index: number,
  name: string,
  accountId: string,
  { lotId, lotNumber }: Pick<CastLot, 'lotId' | 'lotNumber'>,
): Promise<void> {
  const money = { currency: 'USD', amount: 9900 }
  const invoiceId = newId()
  const document = { timeZone: 'UTC', taxLabel: 'Tax', taxes: [] }
  await put('invoice', {
    id: invoiceId,
    number: `P-2026-${index}`,
    account_id: accountId,
    lot_id: lotId,
    lot_number: lotNumber,
    title: '2010 Kiri Urban',
    currency: 'USD',
    state: 'issued',
    lines: '[]',
    net: 9900,
    tax: 0,
    total: 9900,
    due_at: new Date(Date.now() + 1e9),
    document: JSON.stringify(document),
    kind: 'sale',
  })
  for (const [purpose, subjectId] of [
    ['invoice', invoiceId],
    ['membership', null],
  ]) {
    const paymentId = newId()
    await put('payment', {
      id: paymentId,
      account_id: accountId,
      idempotency_key: newId(),
      purpose,
      subject_id: subjectId,
      ...money,
      provider: 'transfer',
      state: 'succeeded',
      received: 9900,
      refunded: 100,
      reference: `R${paymentId}`,
    })
    await put('refund', {
      id: newId(),
      payment_id: paymentId,
      amount: 100,
      cause: 'cashier',
      reason: 'A test',
      state: 'by-hand',
    })
    await put('dispute', {
      id: newId(),
      payment_id: paymentId,
      provider_ref: `du_${paymentId}`,
      ...money,
      reason: 'fraudulent',
      opened_at: new Date(),
    })
  }
  await fillSeller(index, name, lotId)
  await fillTransfer(name)
}

/** A seller with a statement and a payout. */
async function fillSeller(index: number, name: string, lotId: string): Promise<void> {
  const [sellerId, entryId, statementId, batchId, payoutId] = [newId(), newId(), newId(), newId(), newId()]
  const { auctionId } = auction
  const commission = { bands: [], flat: 0, minimum: 0, noSaleFee: 0, relistFee: 0, taxBasisPoints: 0 }
  await put('seller', {
    id: sellerId,
    code: `S-${index}`,
    name,
    kind: 'dealer',
    address: '',
    country: 'US',
    email: '',
    phone: '',
    commission: JSON.stringify(commission),
  })
  const owed = { seller_id: sellerId, auction_id: auctionId, currency: 'USD' }
  await put('seller_entry', { ...owed, id: entryId, lot_id: lotId, kind: 'hammer', amount: 9900, tax: 0 })
  await put('seller_statement', {
    ...owed,
    id: statementId,
    number: `ST-2026-${index}`,
    net: 9900,
    document: JSON.stringify({ auction: { title: 'Thursday auction' } }),
    issued_at: new Date(),
    actor_id: olga.id,
  })
  await put('seller_statement_entry', { entry_id: entryId, statement_id: statementId })
  await put('payout_batch', {
    id: batchId,
    number: `PO-2026-${index}`,
    format: 'csv',
    currency: 'USD',
    total: 9900,
    sealed: randomBytes(8),
    made_at: new Date(),
    actor_id: olga.id,
  })
  await put('payout', { id: payoutId, batch: batchId, seller_id: sellerId, amount: 9900, pays_to: 'By hand' })
  await put('payout_statement', { payout_id: payoutId, statement_id: statementId })
  await put('reserve_request', { id: newId(), lot_id: lotId, seller_id: sellerId, reserve: 20_000, note: 'Lower it' })
}

/** A transfer of a person of that name, to be matched. */
async function fillTransfer(name: string): Promise<void> {
  const importId = newId()
  await put('bank_import', {
    id: importId,
    actor_id: olga.id,
    file_name: 'bank.csv',
    file_hash: randomBytes(32),
    state: 'done',
  })
  await put('bank_line', {
    id: newId(),
    import_id: importId,
    line: 1,
    fingerprint: randomBytes(32),
    booked_on: '2026-11-20',
    currency: 'USD',
    amount: 9900,
    text: 'A payment',
    payer_name: `${name} Berg`,
    payer_account: 'DE99',
    remaining: 9900,
  })
}

type Found = { count: number; rows: number }

/** How many statements an endpoint needs, and how many rows it returns. */
async function asked(endpoint: Endpoint): Promise<Found> {
  const counts: number[] = []
  let rows = 0
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = statements.mock.calls.length
    const answer = await callEndpoint(server.url, endpoint, inputOf(endpoint), olga.token)
    counts.push(statements.mock.calls.length - before)
    expect(answer.status, `${nameOf(endpoint)}: ${answer.text}`).toBe(200)
    rows = endpoint.media === 'text/csv' ? answer.text.trimEnd().split('\r\n').length - 1 : itemsOf(answer.json)
  }
  return { count: Math.min(...counts), rows }
}

function inputOf({ query }: Endpoint): Input {
  const days = query?.safeParse({ year: '2026' }).success ? { year: '2026' } : { from: '2026-11-01', to: '2026-11-30' }
  return {
    params: { auctionId: auction.auctionId },
    ...(query !== undefined && !query.safeParse({}).success ? { query: days } : {}),
  }
}

function itemsOf(json: unknown): number {
  const { items } = json as { items?: unknown[] }
  return items?.length ?? 0
}

/** Lists and exports for staff, and lists within one auction. */
const LISTS = ENDPOINTS.filter(
  ({ method, path, media }) =>
    method === 'GET' &&
    path.startsWith('/api/admin/') &&
    (media === undefined || media === 'text/csv') &&
    !path.replace(':auctionId', '').includes(':'),
)
const NAMED = LISTS.map((endpoint) => [nameOf(endpoint), endpoint] as const)
/** These have rows to read; other kinds of lists don't grow here. */
const isFilled = (endpoint: Endpoint) => 'columns' in endpoint && !endpoint.path.endsWith('/negotiations')

test.each(NAMED)('%s is read with some rows', async (name, endpoint) => {
  const found = await asked(endpoint)
  rowsOfFew.set(name, found.rows)
  few.set(name, found.count)
  expect(found.rows).toBeGreaterThanOrEqual(isFilled(endpoint) ? FEW : 0)
})
test('more rows are added', async () => {
  for (let index = FEW; index < MORE; index += 1) await fill(index)
})

test.each(NAMED)('%s makes no query per row', async (name, endpoint) => {
  const found = await asked(endpoint)
  expect(found.rows).toBeGreaterThanOrEqual(isFilled(endpoint) ? MORE : 0)
  const added = found.count - few.get(name)!
  expect(added, `${found.rows} rows instead of ${rowsOfFew.get(name)}`).toBeLessThan(MORE - FEW)
})
