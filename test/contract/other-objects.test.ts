import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { contentsOf, untilQuiet } from './tables.ts'

/** Staff of a lesser role who name what isn't theirs to change: other people's, other objects', or their own gain. */

let server: TestServer
const staff = {} as Record<'owner' | 'reviewer' | 'auctioneer' | 'cashier', CastMember>
let ada: CastMember
let boris: CastMember
let lot: CastLot

beforeAll(async () => {
  server = await openTestServer({ config: { roles: new Set(['api']) } })
  const { pool } = server.app
  for (const role of ['owner', 'reviewer', 'auctioneer', 'cashier'] as const)
    staff[role] = await castPerson(pool, { name: role, role })
  ada = await castPerson(pool, { name: 'Ada' })
  boris = await castPerson(pool, { name: 'Boris' })
  lot = await castLot(server.app)
  await untilQuiet(pool)
})
afterAll(() => server.close())

const rows = async <T>(text: string, ...values: unknown[]) => (await server.app.pool.query(text, values)).rows as T[]
const reason = 'Because it was asked for'

type Try = [role: keyof typeof staff, method: string, path: string, body?: object]

/** What a refused bid leaves is its line in the log of attempts. */
async function contents() {
  const { attempt: _, ...others } = await contentsOf(server.app.pool)
  return others
}

/** Every try is refused with a sentence, and no table is another afterwards. */
async function allRefused(tries: readonly Try[], statuses: readonly number[]): Promise<void> {
  const before = await contents()
  for (const [role, method, path, body] of tries) {
    const answer = await server.call(method, `/api/admin${path}`, {
      token: staff[role].token,
      ...(body === undefined ? {} : { body }),
    })
    expect([path, answer.status, answer.body]).toEqual([path, expect.toBeOneOf([...statuses]), answer.body])
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/\.$/) })
  }
  expect(await contents()).toEqual(before)
}

describe('a reviewer', () => {
  test('changes nothing about colleagues, the owner or themselves', async () => {
    const [session] = await rows<{ id: string }>('select id from session where account_id = $1', staff.owner.id)
    for (const { id } of [staff.owner, staff.cashier, staff.reviewer]) {
      const own = `/accounts/${id}`
      await allRefused(
        [
          ['reviewer', 'PATCH', own, { accountStatus: 'suspended', reason }],
          ['reviewer', 'PUT', `${own}/email`, { email: 'mine@people.test', reason }],
          ['reviewer', 'POST', `${own}/password-resets`, { reason }],
          ['reviewer', 'POST', `${own}/session-endings`, { reason }],
          ['reviewer', 'DELETE', `${own}/sessions/${session!.id}`],
          ['reviewer', 'POST', `${own}/support-sessions`, { reason }],
          ['reviewer', 'POST', `${own}/confirmations`, { reason }],
          ['reviewer', 'POST', `${own}/merges/${ada.id}`, { reason }],
          ['reviewer', 'POST', `/accounts/${ada.id}/merges/${id}`, { reason }],
          ['reviewer', 'PUT', `${own}/auction-limits/${lot.auctionId}`, { limit: 100_000, reason }],
        ],
        [403, 404, 409],
      )
    }
  })

  test('ends no session and lifts no strike through another person’s account', async () => {
    const [session] = await rows<{ id: string }>('select id from session where account_id = $1', boris.id)
    await allRefused(
      [
        ['reviewer', 'DELETE', `/accounts/${ada.id}/sessions/${session!.id}`],
        ['reviewer', 'POST', `/accounts/${ada.id}/strikes/${newId()}/lift`, { reason }],
      ],
      [404],
    )
  })
})

describe('an auctioneer', () => {
  const call = (method: string, path: string, body: object) =>
    server.call(method, `/api/admin${path}`, { token: staff.auctioneer.token, body })

  async function draft(): Promise<{ auctionId: string; lotId: string; vehicleId: string }> {
    const [auctionId, lotId, vehicleId] = [newId(), newId(), newId()]
    await call('POST', '/auctions', { id: auctionId, entry: plannedAuction() })
    const facts = { keys: 'present', titleBrand: 'clean', runState: 'drives', sellerKind: 'fleet', location: 'Here' }
    await rows(
      `insert into vehicle (id, year, make, model, body, facts, import_hash)
       values ($1, 2012, 'Kiri', 'Urban', 'suv', $2, 'x')`,
      vehicleId,
      JSON.stringify({ ...facts, stated: {} }),
    )
    const terms = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
    expect((await call('POST', `/auctions/${auctionId}/lots`, { id: lotId, vehicleId, ...terms })).status).toBe(201)
    return { auctionId, lotId, vehicleId }
  }

  test('changes no lot, photo or run list through another auction or vehicle', async () => {
    const [one, other] = [await draft(), await draft()]
    const photoId = newId()
    await allRefused(
      [
        ['auctioneer', 'PUT', `/auctions/${one.auctionId}/order`, { lotIds: [other.lotId] }],
        ['auctioneer', 'PUT', `/auctions/${one.auctionId}/order`, { lotIds: [one.lotId, one.lotId] }],
        ['auctioneer', 'PATCH', `/auctions/${one.auctionId}/lots`, { lotIds: [other.lotId], changes: { reserve: 1 } }],
        [
          'auctioneer',
          'PATCH',
          `/auctions/${lot.auctionId}/lots`,
          { lotIds: [lot.lotId], changes: { openingBid: 100 } },
        ],
        ['auctioneer', 'PUT', `/auctions/${one.auctionId}/hero`, { vehicleId: other.vehicleId }],
        ['auctioneer', 'PUT', `/vehicles/${one.vehicleId}/photos/order`, { ids: [photoId] }],
        ['auctioneer', 'PATCH', `/photos/${photoId}`, { slot: null }],
        ['auctioneer', 'DELETE', `/auctions/${lot.auctionId}`],
        ['auctioneer', 'DELETE', `/lots/${lot.lotId}`],
      ],
      [400, 404, 409],
    )
  })

  test('enters no bid for staff, and none that is out of range', async () => {
    const entry = (paddle: number, amount: number): Try => [
      'auctioneer',
      'POST',
      `/lots/${lot.lotId}/desk-bids`,
      { bidId: randomUUID(), paddle, mark: 'floor', amount, seen: 0 },
    ]
    const paddles = await rows<{ paddle: number }>('select paddle from account where id = $1', staff.owner.id)
    await allRefused(
      [
        entry(paddles[0]!.paddle, 10_000),
        entry(2_147_483_647, 10_000),
        entry(2 ** 53, 10_000),
        entry(ada.paddle, -1),
        entry(ada.paddle, 2 ** 53),
        entry(ada.paddle, 1.5),
      ],
      [400, 409],
    )
  })
})

describe('a cashier', () => {
  test('books, refunds and pays out nothing that isn’t there, and no amount beyond an invoice', async () => {
    const [lineId, invoiceId] = [newId(), newId()]
    await rows(
      `insert into invoice (id, number, kind, document, account_id, lot_id, title, currency, state, lines, net, tax, total, due_at)
       values ($1, $2, 'sale', '{}', $3, $4, 'A car', 'USD', 'issued', '[]', 10000, 0, 10000, clock_timestamp())`,
      invoiceId,
      `2026-${String(Math.floor(Math.random() * 900_000) + 100_000)}`,
      ada.id,
      lot.lotId,
    )
    await allRefused(
      [
        ['cashier', 'POST', `/bank-lines/${lineId}/match`, { accountId: ada.id, purpose: 'membership' }],
        ['cashier', 'POST', `/bank-lines/${lineId}/return`, { reason }],
        ['cashier', 'POST', `/refunds/${newId()}/settle`, { how: 'sent-by-bank' }],
        ['cashier', 'POST', `/payouts/${newId()}/paid`, { reason }],
        ['cashier', 'POST', `/statements/${newId()}/link`],
        ['cashier', 'POST', `/invoices/${invoiceId}/credit-notes`, { amount: 2 ** 53, reason }],
        ['cashier', 'POST', `/invoices/${invoiceId}/collected`, {}],
      ],
      [400, 404, 409],
    )
  })
})

test('a page, a search or a limit out of range is refused or empty, and never an error of ours', async () => {
  const lists = ['accounts', 'audit', 'payments', 'vehicles', 'tickets', 'mails', 'bank-lines', 'negotiations', 'risks']
  for (const list of lists) {
    for (const query of [
      'page=0',
      'page=-1',
      'page=99999999999',
      'page=1e9',
      'page=1000000',
      `q=${'x'.repeat(5000)}`,
      'q=%00',
      'q=%25_%27',
      'q=%5C',
      'sort=drop',
      'dir=up%27',
    ]) {
      const { status } = await server.call('GET', `/api/admin/${list}?${query}`, { token: staff.owner.token })
      expect([list, query, status]).toEqual([list, query, expect.toBeOneOf([200, 400])])
    }
  }
})
