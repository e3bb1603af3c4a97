import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { readFeaturedLot } from '#contract/catalog/catalog.ts'
import { noteClose } from '#server/lots/note-close.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { type CastLot, castLot } from '#test/inventory.ts'

const WAIT = { timeout: 8000 }

let server: TestServer
const lots: CastLot[] = []

beforeAll(async () => {
  server = await openTestServer()
  for (let index = 0; index < 3; index++) lots.push(await castLot(server.app))
  await server.app.pool.query(
    `update lot set opens_at = now() - interval '1 h', scheduled_close_at = now() + interval '1 h'`,
  )
  const photos = Array.from({ length: 7 }, (_, at) => ({
    name: `kiri-${at}`,
    view: 'front',
    width: 1600,
    height: 1000,
  }))
  await server.app.pool.query('update vehicle set photos = $1', [JSON.stringify(photos)])
})

afterAll(() => server.close())

async function featured() {
  shownChanged(server.app)
  const { status, body } = await server.call('GET', '/api/featured-lot')
  expect(status).toBe(200)
  return (body as ReplyOf<typeof readFeaturedLot>).lot
}

const vehicleOf = async ({ lotId }: CastLot) => {
  const found = await server.app.pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [lotId])
  return found.rows[0]!.id
}

test('the home page leads with the most watched lot, until staff choose one, and until that one ends', async () => {
  const [first, second, third] = lots as [CastLot, CastLot, CastLot]
  const ada = await castPerson(server.app.pool, { name: 'Ada' })
  await server.app.pool.query('insert into watch (account_id, lot_id) values ($1, $2)', [ada.id, second.lotId])
  await expect.poll(async () => (await featured())?.id, WAIT).toBe(second.lotId)
  expect((await featured())?.photos).toEqual([0, 1, 2, 3, 4].map((at) => `/photos/kiri-${at}-960.webp`))

  const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  const choice = { token: aukje.token, body: { vehicleId: await vehicleOf(third) } }
  expect((await server.call('PUT', `/api/admin/auctions/${third.auctionId}/hero`, choice)).status).toBe(200)
  await expect.poll(async () => (await featured())?.id, WAIT).toBe(third.lotId)

  const end = { accountId: null, hammer: null, by: 'closed', at: Date.now() } as const
  await noteClose(server.app.db, 'lot-passed', { ...end, lotId: third.lotId, auctionId: third.auctionId })
  await expect.poll(async () => (await featured())?.id, WAIT).toBe(second.lotId)

  await server.app.pool.query(`update vehicle set photos = '[]' where id <> $1`, [await vehicleOf(first)])
  await expect.poll(async () => (await featured())?.id, WAIT).toBe(first.lotId)
})
