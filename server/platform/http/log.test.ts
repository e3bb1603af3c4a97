import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { send } from '#test/contract/requests.ts'

const lines: string[] = []
let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ config: { logLevel: 'trace' }, logTo: { write: (line) => void lines.push(line) } })
})
afterAll(() => server.close())

test('a failed request is one line of JSON with the request id its sender got, and without token, cookie, password or address', async () => {
  const { token } = await castPerson(server.app.pool, { name: 'Ada' })
  await server.asOwner('alter table notification_choice rename to gone')
  const answer = await send(`${server.url}/api/notification-choices`, {
    token,
    headers: { cookie: 'paddock_session=crumbs', 'x-forwarded-for': '192.0.2.7' },
  })
  await server.asOwner('alter table gone rename to notification_choice')
  const { requestId, code } = answer.json as { requestId: string; code: string }
  expect([answer.status, code]).toEqual([500, 'internal'])
  const entries = lines.map(
    (line) => JSON.parse(line) as { requestId?: string; level: number; msg: string; err?: object },
  )
  const own = entries.filter((line) => line.requestId === requestId)
  expect(own).toHaveLength(1)
  expect(own[0]).toMatchObject({
    level: 50,
    msg: 'request failed',
    err: { message: expect.stringContaining('notification_choice') },
  })
  const wrong = { email: 'ada.quist@demo.paddock.example', password: 'a saddle for the road' }
  await send(`${server.url}/api/login`, { method: 'POST', body: JSON.stringify(wrong) })
  for (const secret of [token, 'crumbs', wrong.password, wrong.email]) expect(lines.join('')).not.toContain(secret)
})
