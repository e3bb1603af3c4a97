import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { send } from '#test/contract/requests.ts'

const lines: string[] = []
let house: TestHouse

beforeAll(async () => {
  house = await openHouse({ config: { logLevel: 'trace' }, logTo: { write: (line) => void lines.push(line) } })
})
afterAll(() => house.close())

test('a request that fails is one line of JSON with the id its sender was told, and without token, cookie, password or address', async () => {
  const { token } = await castPerson(house.house.pool, { name: 'Ada' })
  await house.asOwner('alter table notification_choice rename to gone')
  const answer = await send(`${house.url}/api/notification-choices`, {
    token,
    headers: { cookie: 'paddock_session=crumbs', 'x-forwarded-for': '192.0.2.7' },
  })
  await house.asOwner('alter table gone rename to notification_choice')
  const { requestId, code } = answer.json as { requestId: string; code: string }
  expect([answer.status, code]).toEqual([500, 'internal'])
  const told = lines.map((line) => JSON.parse(line) as { requestId?: string; level: number; msg: string; err?: object })
  const own = told.filter((line) => line.requestId === requestId)
  expect(own).toHaveLength(1)
  expect(own[0]).toMatchObject({
    level: 50,
    msg: 'a request failed',
    err: { message: expect.stringContaining('notification_choice') },
  })
  const wrong = { email: 'ada.quist@demo.paddock.example', password: 'a saddle for the road' }
  await send(`${house.url}/api/login`, { method: 'POST', body: JSON.stringify(wrong) })
  for (const secret of [token, 'crumbs', wrong.password, wrong.email]) expect(lines.join('')).not.toContain(secret)
})
