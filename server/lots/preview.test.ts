import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LotPreview } from '#contract/lots/lots.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

test('a visitor sees all photos, odometer, title, running state and known flaws of a lot, and nothing else', async () => {
  const { lotId, auctionId, lotNumber } = await castLot(server.app, { openingBid: 123_400, reserve: 567_800 })
  const pins = [{ x: 1, y: 2, kind: 'dent', severity: 'light', note: 'Seen by the inspector' }]
  const photos = ['a', 'b'].map((name) => ({ name, view: 'front', width: 1200, height: 800, pins }))
  await server.app.pool.query(
    `update vehicle set photos = $2, vin = 'J9KUR41B2AK141894' where id = (select vehicle_id from lot where id = $1)`,
    [lotId, JSON.stringify(photos)],
  )
  const [listed] = ((await server.call('GET', `/api/lots?auction=${auctionId}`)).body as { items: LotPreview[] }).items
  const { status, body } = await server.call('GET', `/api/lots/${lotId}/summary`)
  const photo = { view: 'front', width: 1200, height: 800, placeholder: null }
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...listed,
      photos: [
        { url: '/photos/a-960.webp', ...photo },
        { url: '/photos/b-960.webp', ...photo },
      ],
      odometer: { value: 98_611, unit: 'mi', status: 'actual' },
      titleBrand: 'clean',
      runState: 'drives',
      flaws: ['Stone chips on the bonnet'],
      isInspected: true,
    },
  })
  const text = JSON.stringify(body)
  const hidden = ['1234', '5678', 'J9KUR', 'clutch bites', 'Tow bar', 'inspector', 'Full service history', 'Northgate']
  for (const secret of hidden) expect(text).not.toContain(secret)
  expect((await server.call('GET', `/api/lots/by-number/${lotNumber}/summary`)).body).toEqual(body)
})
