import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '#contract/accounts/timeline.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let rita: CastMember

beforeAll(async () => {
  server = await openTestServer()
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
})

afterAll(() => server?.close())

async function page(cursor?: string): Promise<{ items: TimelineEntry[]; next: string | null }> {
  const at = `/api/admin/accounts/${ada.id}/timeline${cursor === undefined ? '' : `?cursor=${cursor}`}`
  const answer = await server.call('GET', at, { token: rita.token })
  expect(answer.status).toBe(200)
  return answer.body as { items: TimelineEntry[]; next: string | null }
}

test('a person’s timeline has their bids, wins, money, emails and what staff did, newest first, each with its page', async () => {
  const lot = await castLot(server.app, { auctionKind: 'live', liveStartMs: 600_000 })
  const bid = async () => {
    return (await sendBid(server, ada, lot, 'firm', 10_000)).body
  }
  await expect.poll(bid, { timeout: 5000 }).toMatchObject({ leading: true })
  const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  const standing = await server.call('GET', `/api/lots/${lot.lotId}/standing`, { token: aukje.token })
  const { sequence: seen } = standing.body as { sequence: number }
  await server.call('POST', `/api/admin/lots/${lot.lotId}/hammer`, { token: aukje.token, body: { seen } })
  await server.app.outbox.drain()
  const body = { biddingLimit: 5_000_000, reason: 'Asked for it by phone' }
  await server.call('PATCH', `/api/admin/accounts/${ada.id}`, { token: rita.token, body })
  const { items } = await page()
  const kinds = new Set(items.map(({ kind }) => kind))
  for (const kind of ['account', 'bid', 'win', 'invoice', 'staff'] as const) expect(kinds).toContain(kind)
  expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((one, other) => other - one))
  const of = (kind: string) => items.find((entry) => entry.kind === kind)
  expect(of('staff')).toMatchObject({
    text: expect.stringMatching(/^Rita changed the account of .+\(paddle \d+\)\. Reason: Asked for it by phone\.$/),
  })
  expect(of('win')?.text).toMatch(/^Won lot \d+, .* for \$100\.00$/)
  expect(of('win')?.page).toBe(`auctions/${lot.auctionId}?q=${lot.lotNumber}`)
  expect(of('invoice')?.page).toMatch(/^invoices\//)
})

test('pages of a timeline join without a gap or a repeat, also where entries share a moment', async () => {
  await server.app.pool.query(
    `insert into audit (id, actor_id, action, subject_kind, subject_id, at)
     select gen_random_uuid(), $1, 'note-account', 'account', $2, to_timestamp(1700000000 + n / 5) from generate_series(1, 130) n`,
    [rita.id, ada.id],
  )
  const seen: string[] = []
  let next: string | null | undefined
  do {
    const read: { items: TimelineEntry[]; next: string | null } = await page(next ?? undefined)
    seen.push(...read.items.map(({ id }) => id))
    next = read.next
  } while (next !== null)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBeGreaterThan(130)
})

test('a timeline is for staff, each view is in the audit log, and a broken cursor is refused', async () => {
  const at = `/api/admin/accounts/${ada.id}/timeline`
  expect((await server.call('GET', at, { token: ada.token })).status).toBe(403)
  expect((await server.call('GET', `${at}?cursor=x`, { token: rita.token })).status).toBe(400)
  expect((await server.call('GET', at.replace(ada.id, randomUUID()), { token: rita.token })).status).toBe(404)
})
