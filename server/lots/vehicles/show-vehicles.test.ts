import { afterAll, beforeAll, expect, test } from 'vitest'
import { VEHICLE_STATES, type VehicleLine, type VehicleState } from '#contract/lots/vehicles.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

/** Vehicles in every state and by every way to it: lots that ended or didn't, and what was recorded before or after them. */

const LOTS = ['draft', 'open', 'sold', 'reserve-not-met', 'passed', 'withdrawn'] as const
const EVENTS = ['arrived', 'ready', 'released'] as const
const FREE: readonly VehicleState[] = ['in-stock', 'arrived', 'ready', 'passed', 'withdrawn']

let server: TestServer
let aukje: CastMember
let all: VehicleLine[]

beforeAll(async () => {
  server = await openTestServer()
  aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  const { auctionId } = await castLot(server.app)
  const events = [null, ...EVENTS.flatMap((kind) => [1, 9].map((daysAgo) => ({ kind, daysAgo })))]
  const lots = [[], ...LOTS.map((one) => [one]), ...LOTS.map((one) => ['passed', one] as const)]
  let position = 10
  for (const of of lots) for (const event of events) await enter(auctionId, of, event, (position += 2))
  all = await shown('all')
})
afterAll(() => server.close())

async function enter(
  auctionId: string,
  lots: readonly (typeof LOTS)[number][],
  event: { kind: string; daysAgo: number } | null,
  position: number,
): Promise<void> {
  const { pool } = server.app
  const id = newId()
  await pool.query(
    `insert into vehicle (id, year, make, model, body, facts) select $1, 2012, 'Kiri', 'Urban', 'suv', facts from vehicle limit 1`,
    [id],
  )
  for (const [index, state] of lots.entries())
    await pool.query(
      `insert into lot (id, auction_id, vehicle_id, position, title, opening_bid, published_at, closed_at, outcome, created_at)
       values ($1, $2, $3, $4, 'Kiri', 100, case when $5 <> 'draft' then now() end, case when $5 not in ('draft', 'open') then now() - interval '5 days' end,
         case when $5 not in ('draft', 'open') then $5 end, now() - interval '8 days' + $6 * interval '1 day')`,
      [newId(), auctionId, id, position + index, state, index],
    )
  if (event !== null)
    await pool.query(
      `insert into vehicle_event (id, vehicle_id, kind, actor_id, note, at) values ($1, $2, $3, $4, '', now() - $5 * interval '1 day')`,
      [newId(), id, event.kind, aukje.id, event.daysAgo],
    )
}

async function shown(show: string): Promise<VehicleLine[]> {
  const found: VehicleLine[] = []
  for (let after = ''; ;) {
    const { body } = await server.call('GET', `/api/admin/vehicles?show=${show}${after}`, { token: aukje.token })
    const { items, next } = body as { items: VehicleLine[]; next: string | null }
    found.push(...items)
    if (next === null) return found
    after = `&after=${next}`
  }
}

const ids = (vehicles: readonly VehicleLine[]) => vehicles.map(({ id }) => id).toSorted()

test.each(VEHICLE_STATES)('the list shows the vehicles that are %s, and no others', async (state) => {
  const expected = all.filter((vehicle) => vehicle.state === state)
  expect(expected).not.toEqual([])
  expect(ids(await shown(state))).toEqual(ids(expected))
})

test('available vehicles are those that can be entered, and those in a lot now have one that has not ended', async () => {
  expect(ids(await shown('unoffered'))).toEqual(ids(all.filter(({ state }) => FREE.includes(state))))
  expect(ids(await shown('offered'))).toEqual(ids(all.filter(({ openLot }) => openLot !== null)))
})
