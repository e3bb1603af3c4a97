import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BidAnswer, LedgerLine } from '#contract/bidding/bidding.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let aukje: CastMember
let rita: CastMember
let bid: BiddingStage['bid']
let ledger: BiddingStage['ledger']

beforeAll(async () => {
  ;({ server, ada, boris, aukje, rita, bid, ledger } = await openBiddingStage())
})

afterAll(() => server?.close())

type Entry = { paddle: number; mark: string; amount: number; seen?: number; bidId?: string; notAfter?: number }

function enter({ lotId }: CastLot, entry: Entry, who = aukje) {
  const body = { bidId: randomUUID(), ...entry }
  return server.call('POST', `/api/admin/lots/${lotId}/desk-bids`, { token: who.token, body })
}

async function auditOf({ lotId }: CastLot) {
  const { rows } = await server.app.pool.query<{ action: string; actor_id: string; reason: string }>(
    'select action, actor_id, reason from audit where subject_id = $1 order by id',
    [lotId],
  )
  return rows
}

test('a phone bid is the client’s: it leads, carries its mark in the ledger, and the audit log names who entered it', async () => {
  const lot = await castLot(server.app)
  const entered = await enter(lot, { paddle: ada.paddle, mark: 'phone', amount: 10_000 })
  expect(entered).toMatchObject({ status: 200, body: { leading: true, price: 10_000 } })
  expect((await ledger(lot)).at(-1)).toMatchObject({
    paddle: ada.paddle,
    kind: 'firm',
    mark: 'phone',
    amount: 10_000,
  })
  const { sequence } = entered.body as { sequence: number }
  const reason = `Phone bid for paddle ${ada.paddle}, entry ${sequence} of the ledger`
  expect(await auditOf(lot)).toEqual([{ action: 'enter-bid', actor_id: aukje.id, reason }])
  const mine = await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: ada.token })
  expect(mine.body).toMatchObject({ you: { position: 'leading', maximum: 10_000 } })
  expect((await bid(boris, lot, 'firm', 10_000)).body).toMatchObject({ code: 'below-next-bid' })
  expect((await bid(boris, lot, 'firm', 20_000)).body).toMatchObject({ leading: true })
  expect((await ledger(lot)).at(-1)).not.toHaveProperty('mark')
})

test('an absentee bid is a sealed maximum whose amount is nowhere in the ledger or the audit log', async () => {
  const lot = await castLot(server.app)
  expect((await enter(lot, { paddle: ada.paddle, mark: 'absentee', amount: 77_700 })).status).toBe(200)
  expect((await enter(lot, { paddle: ada.paddle, mark: 'absentee', amount: 88_800 })).status).toBe(200)
  const line = (await ledger(lot)).at(-1)
  expect(line).toMatchObject({ kind: 'maximum', mark: 'absentee', seal: expect.any(String) as string })
  const stored = JSON.stringify([await ledger(lot), await auditOf(lot)])
  expect(stored).not.toMatch(/77.?700|88.?800/)
  const sealed = await server.app.pool.query<{ text: string }>('select text from sealed_ledger where lot_id = $1', [
    lot.lotId,
  ])
  expect(sealed.rows.map(({ text }) => JSON.parse(text) as LedgerLine)).toMatchObject([{ mark: 'absentee' }])
  expect(await auditOf(lot)).toHaveLength(2)
  await bid(boris, lot, 'firm', 50_000)
  const ours = await server.call('GET', `/api/lots/${lot.lotId}/standing`, { token: boris.token })
  expect(ours.body).toMatchObject({ leader: ada.paddle })
})

test('a floor bid on a standing that has moved is refused, and nothing is recorded', async () => {
  const lot = await castLot(server.app)
  await bid(boris, lot, 'firm', 10_000)
  const seen = (await ledger(lot)).length
  await bid(ada, lot, 'firm', 20_000)
  const late = await enter(lot, { paddle: boris.paddle, mark: 'floor', amount: 50_000, seen })
  expect(late.body).toMatchObject({ code: 'standing-moved' })
  expect(await auditOf(lot)).toEqual([])
  const again = { paddle: boris.paddle, mark: 'floor', amount: 50_000, seen: seen + 1 }
  expect((await enter(lot, again)).body).toMatchObject({ leading: true, price: 50_000 })
})

test('one id is one bid: sent again it has the first answer, and the audit log one line', async () => {
  const lot = await castLot(server.app)
  const entry = { bidId: randomUUID(), paddle: ada.paddle, mark: 'floor', amount: 10_000, seen: 0 }
  const [first, second] = [await enter(lot, entry), await enter(lot, entry)]
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(await auditOf(lot)).toHaveLength(1)
  const other = { ...entry, paddle: boris.paddle }
  expect((await enter(lot, other)).body).toMatchObject({ code: 'bid-id-reused' })
})

type Refused = { code: string; message: string }

test.each([
  ['who is staff', { role: 'auctioneer' }, 'Staff accounts can’t bid. Enter the number of a client.'],
  [
    'who isn’t a verified member',
    { verification: 'pending' },
    'This person isn’t a verified member. Register them at the desk first.',
  ],
  ['who is suspended', { status: 'suspended' }, 'This client’s account is suspended.'],
  ['whose email isn’t confirmed', { emailConfirmed: false }, 'This client’s email isn’t confirmed.'],
  ['without an address', { hasAddress: false }, 'This client has no postal address, which the invoice needs.'],
] as const)('a bid for a client %s is refused in words about the client', async (_who, state, message) => {
  const lot = await castLot(server.app)
  const client = await castPerson(server.app.pool, { name: 'Elif', ...state })
  const refused = await enter(lot, { paddle: client.paddle, mark: 'floor', amount: 10_000 })
  expect(refused).toMatchObject({ status: 409, body: { code: 'not-eligible', message } })
  expect(await auditOf(lot)).toEqual([])
})

test('every other refusal is about the client, too', async () => {
  const lot = await castLot(server.app)
  const dana = await castPerson(server.app.pool, { name: 'Dana', biddingLimit: 20_000 })
  const tried = async (entry: Partial<Entry>, on = lot) =>
    (await enter(on, { paddle: ada.paddle, mark: 'floor', amount: 10_000, ...entry })).body as Refused
  const refused = (code: string, message: string) => ({ code, message })
  expect(await tried({ paddle: 9_999_999 })).toMatchObject(
    refused('no-such-client', 'No client has this number. Check it and try again.'),
  )
  expect(await tried({ paddle: dana.paddle, amount: 50_000 })).toMatchObject(
    refused('over-bidding-limit', 'This bid would take the client over their bidding limit.'),
  )
  expect(await tried({ notAfter: 1 })).toMatchObject(
    refused(
      'bid-expired',
      'The bid took too long to reach us. Nothing was recorded. Check the price and enter it again.',
    ),
  )
  await enter(lot, { paddle: ada.paddle, mark: 'absentee', amount: 50_000 })
  expect(await tried({ mark: 'absentee', amount: 10_000 })).toMatchObject(
    refused('maximum-not-raised', 'The client already leads at this price.'),
  )
  expect(await tried({ paddle: boris.paddle, amount: 9_900 })).toMatchObject(
    refused('below-next-bid', 'The amount is below the next bid.'),
  )
  const own = await castLot(server.app, { sellerId: ada.id })
  expect(await tried({}, own)).toMatchObject(refused('not-eligible', 'This client is selling this lot.'))
  const over = await castLot(server.app, { closesInMs: -1000 })
  await expect.poll(async () => (await ledger(over)).at(-1)?.type, { timeout: 5000 }).toBe('closed')
  expect(await tried({}, over)).toMatchObject(refused('lot-closed', 'This lot is closed. The bid came too late.'))
})

test('the auctioneer doesn’t learn a client’s maximums from what their bidding limit refuses', async () => {
  const [led, other] = [await castLot(server.app, { isFree: true }), await castLot(server.app, { isFree: true })]
  const femi = await castPerson(server.app.pool, { name: 'Femi', biddingLimit: 100_000 })
  expect((await bid(femi, led, 'maximum', 91_700)).status).toBe(200)
  const client = await server.call('GET', `/api/admin/lots/${other.lotId}/client?paddle=${femi.paddle}`, {
    token: aukje.token,
  })
  expect(client.body).toMatchObject({ eligibility: { can: 'over-limit', overBy: null } })
  for (const lot of [led, other]) {
    const refused = await enter(lot, { paddle: femi.paddle, mark: 'floor', amount: 200_000 })
    expect(refused.body).toMatchObject({ code: 'over-bidding-limit' })
    expect((refused.body as { details?: object }).details ?? {}).toEqual({})
  }
})

test('the auctioneer doesn’t learn a client’s maximum from absentee bids: one below it is answered and recorded as one above it', async () => {
  const lots = [await castLot(server.app, { isFree: true }), await castLot(server.app, { isFree: true })]
  const gita = await castPerson(server.app.pool, { name: 'Gita' })
  const seen = []
  for (const [index, lot] of lots.entries()) {
    expect((await bid(gita, lot, 'maximum', index === 0 ? 90_000 : 40_000)).status).toBe(200)
    const { status, body } = await enter(lot, { paddle: gita.paddle, mark: 'absentee', amount: 60_000 })
    const { bidId: _, lotId: __, at: ___, ...answer } = body as BidAnswer
    const lines = (await ledger(lot)).map(({ type }) => type)
    seen.push({ status, answer: { ...answer, closesAt: null }, lines, audit: await auditOf(lot) })
  }
  expect(seen[0]).toMatchObject({ status: 200, answer: { leading: true, price: 10_000, reason: null } })
  expect(seen[0]).toEqual(seen[1])
  const own = await server.call('GET', `/api/lots/${lots[0]!.lotId}/live`, { token: gita.token })
  expect(own.body).toMatchObject({ you: { maximum: 90_000 } })
})

test('an absentee bid takes what stands, whatever the auctioneer’s screen showed', async () => {
  const lot = await castLot(server.app)
  await bid(boris, lot, 'firm', 10_000)
  const entered = await enter(lot, { paddle: ada.paddle, mark: 'absentee', amount: 50_000, seen: 0 })
  expect(entered.body).toMatchObject({ leading: true, price: 12_500 })
})

test('the auctioneer sees who a number is and whether they can bid; nobody else looks it up or enters a bid', async () => {
  const lot = await castLot(server.app)
  const chidi = await castPerson(server.app.pool, { name: 'Chidi', status: 'suspended' })
  const seen = async (paddle: number) =>
    (await server.call('GET', `/api/admin/lots/${lot.lotId}/client?paddle=${paddle}`, { token: aukje.token })).body
  expect(await seen(chidi.paddle)).toMatchObject({ name: 'Chidi', eligibility: { can: 'suspended' } })
  expect(await seen(ada.paddle)).toMatchObject({ accountId: ada.id, eligibility: { can: 'bid' } })
  expect(await seen(9_999_999)).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('a client with this number') as string,
  })
  expect((await enter(lot, { paddle: ada.paddle, mark: 'floor', amount: 10_000 }, rita)).status).toBe(403)
  expect((await enter(lot, { paddle: ada.paddle, mark: 'floor', amount: 10_000 }, ada)).status).toBe(403)
})

const CLIENT = {
  name: 'Femi Adeyemi',
  phone: '+1 555 0199',
  company: '',
  street: '12 Elm Street',
  extra: '',
  postcode: '62704',
  city: 'Springfield',
  region: 'IL',
  country: 'US',
  documentKind: 'driving-licence',
  checked: true,
}

function register(more: object, who = rita) {
  return server.call('POST', '/api/admin/clients', { token: who.token, body: { ...CLIENT, ...more } })
}

test('a person registered at the desk bids under their number at once, and the sale is invoiced to them', async () => {
  const created = await register({ email: 'Femi@client.example', documentNumber: 'A-123 456' })
  expect(created.status).toBe(201)
  const { id: accountId, paddle } = created.body as { id: string; paddle: number }
  const live = { auctionKind: 'live', liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 } as const
  const lot = await castLot(server.app, live)
  await expect.poll(async () => (await ledger(lot)).length, { timeout: 5000 }).toBe(1)
  expect((await enter(lot, { paddle, mark: 'floor', amount: 10_000, seen: 1 })).body).toMatchObject({ leading: true })
  const seen = (await ledger(lot)).length
  const body = { seen }
  const sold = await server.call('POST', `/api/admin/lots/${lot.lotId}/hammer`, { token: aukje.token, body })
  expect(sold.body).toMatchObject({ status: 'sold', leader: paddle })
  await server.app.outbox.drain()
  const invoices = await server.app.pool.query('select account_id from invoice where lot_id = $1', [lot.lotId])
  expect(invoices.rows).toEqual([{ account_id: accountId }])
  const { rows } = await server.app.pool.query('select action, actor_id from audit where subject_id = $1', [accountId])
  expect(rows).toEqual([{ action: 'register-client', actor_id: rita.id }])
})

test('one document is one client, and an email that has an account isn’t used twice', async () => {
  await register({ email: 'gita@client.example', documentNumber: 'B-777 111' })
  const known = await register({ email: 'other@client.example', documentNumber: 'b777111' })
  expect(known.body).toMatchObject({ code: 'document-known', message: expect.stringMatching(/paddle \d+/) as string })
  const taken = await register({ email: 'gita@client.example', documentNumber: 'B-777 222' })
  expect(taken.body).toMatchObject({ code: 'address-taken' })
  const { rows } = await server.app.pool.query('select 1 from account where email = $1', ['other@client.example'])
  expect(rows).toEqual([])
  expect((await register({ email: 'x@client.example', documentNumber: 'B-1 222', checked: false })).status).toBe(400)
  expect((await register({ email: 'x@client.example', documentNumber: 'B-1 222' }, aukje)).status).toBe(403)
})
