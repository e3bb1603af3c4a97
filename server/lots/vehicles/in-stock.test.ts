import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/id.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { seeded } from '#test/many-lots.ts'

const VEHICLES = 12
const CHANGES = 240

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** As it is defined, and as it is kept. */
const STOCK = `
  select v.is_in_stock as kept,
    not exists (select 1 from lot where vehicle_id = v.id) and not exists (select 1 from vehicle_event where vehicle_id = v.id) as plain
  from vehicle v`

test('a vehicle is in stock while it has no lot and no event, however lots are entered and deleted at once', async () => {
  const { pool } = server.app
  const random = seeded(20_261_129)
  const { auctionId } = await castLot(server.app)
  const vehicles = Array.from({ length: VEHICLES }, () => newId())
  await pool.query(
    `insert into vehicle (id, year, make, model, body, facts)
     select id, 2012, 'Kiri', 'Urban', 'suv', '{}' from unnest($1::uuid[]) id`,
    [vehicles],
  )
  const change = (index: number) => {
    const vehicleId = vehicles[Math.floor(random() * VEHICLES)]!
    const kind = random()
    if (index > CHANGES / 2 && kind < 0.02)
      return pool.query(`insert into vehicle_event (id, vehicle_id, kind, actor_id) values ($1, $2, 'arrived', $1)`, [
        newId(),
        vehicleId,
      ])
    if (kind < 0.5)
      return pool.query(
        `insert into lot (id, auction_id, vehicle_id, position, title, opening_bid) values ($1, $2, $3, $4, 'Kiri', 100)`,
        [newId(), auctionId, vehicleId, 10 + index],
      )
    // In the order of ids: two statements that delete the same lots in different orders are a deadlock of their own.
    return pool.query(
      'delete from lot where id in (select id from lot where vehicle_id = any($1::uuid[]) order by id for update)',
      [kind < 0.6 ? vehicles.filter(() => random() < 0.5) : [vehicleId]],
    )
  }
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(Array.from({ length: CHANGES / 4 }, (_, index) => change(round * (CHANGES / 4) + index)))
    const { rows } = await pool.query<{ kept: boolean; plain: boolean }>(STOCK)
    expect(rows.filter(({ kept, plain }) => kept !== plain)).toEqual([])
    expect(new Set(rows.map(({ kept }) => kept))).toEqual(new Set([true, false]))
  }
})
