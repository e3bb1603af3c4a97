import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { callEndpoint, nameOf } from './requests.ts'

/** Everything staff read about people, and every file they download, leaves an audit line. */

const STAFF = ['staff', 'auctioneer', 'reviewer', 'cashier', 'owner']
const READS = ENDPOINTS.filter(({ access, method }) => STAFF.includes(access) && method === 'GET')
/** Names of fields that identify a person or hold their contact details. */
const PERSONAL = /^(email|phone|person|payer|payerName|payerAccount|buyer|recipient|sellerEmail|accountId|street)$/

/** Not declared: the feature records each view itself, including refused ones. */
const RECORDED_BY_THEIR_FEATURE = ['GET /api/admin/verifications/:caseId/:side/:page']
/** The company's own email and phone. */
const BY_STAFF = ['GET /api/admin/settings']

function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name)
    fieldsOf(value, found)
  }
  return found
}

function isPersonal({ reply }: Endpoint): boolean {
  if (reply === null) return false
  return [...fieldsOf(z.toJSONSchema(reply, { unrepresentable: 'any' }))].some((name) => PERSONAL.test(name))
}

test('an endpoint that shows staff personal data or exports a file says so in its contract', () => {
  const silent = READS.filter((endpoint) => isPersonal(endpoint) || endpoint.media !== undefined)
    .filter(({ audit }) => audit === undefined)
    .map(nameOf)
    .filter((name) => !RECORDED_BY_THEIR_FEATURE.includes(name) && !BY_STAFF.includes(name))
  expect(silent).toEqual([])
})

const DECLARED = ENDPOINTS.filter(({ audit }) => audit !== undefined)

test('each reading has its own action name in the audit log', () => {
  const actions = DECLARED.map(({ audit }) => audit!.action)
  expect(new Set(actions).size).toBe(actions.length)
})

describe('an audit line is written by', () => {
  let server: TestServer
  let olga: CastMember
  let dana: CastMember

  beforeAll(async () => {
    server = await openTestServer()
    olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    dana = await castPerson(server.app.pool, { name: 'Dana' })
  })
  afterAll(() => server.close())

  const linesOf = async (action: string) =>
    (
      await server.app.pool.query<{ subject_kind: string; subject_id: string; after: object | null }>(
        'select subject_kind, subject_id, after from audit where actor_id = $1 and action = $2 order by at',
        [olga.id, action],
      )
    ).rows

  test.each(DECLARED.filter(({ params }) => params === undefined).map((each) => [nameOf(each), each] as const))(
    '%s',
    async (_, endpoint) => {
      const { action, of } = endpoint.audit!
      const answer = await callEndpoint(
        server.url,
        endpoint,
        [{}, { query: { year: '2026' } }, { query: { from: '2026-01-01', to: '2026-01-31' } }].find(
          ({ query = {} }) => endpoint.query === undefined || endpoint.query.safeParse(query).success,
        )!,
        olga.token,
      )
      expect(answer.status, answer.text).toBe(200)
      expect(await linesOf(action)).toMatchObject([
        { subject_kind: of, subject_id: endpoint.media === undefined ? 'list' : 'csv' },
      ])
    },
  )

  test('opening a person, once for a page that refreshes, with the person’s id', async () => {
    for (let each = 0; each < 3; each += 1)
      await server.call('GET', `/api/admin/accounts/${dana.id}`, { token: olga.token })
    expect(await linesOf('view-account')).toEqual([{ subject_kind: 'account', subject_id: dana.id, after: null }])
  })

  test('every export, even right after another, with its filter', async () => {
    const before = (await linesOf('export-payments')).length
    for (const q of ['ada', 'ada'])
      await fetch(`${server.url}/api/admin/payments.csv?q=${q}`, { headers: { authorization: `Bearer ${olga.token}` } })
    const lines = (await linesOf('export-payments')).slice(before)
    expect(lines.map(({ after }) => after)).toEqual([{ q: 'ada' }, { q: 'ada' }])
  })

  test('no request that was refused or found nothing', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000'
    expect((await server.call('GET', `/api/admin/accounts/${nobody}`, { token: olga.token })).status).toBe(404)
    expect((await server.call('GET', `/api/admin/accounts/${dana.id}`, { token: dana.token })).status).toBe(403)
    const { rows } = await server.app.pool.query('select 1 from audit where subject_id = $1 or actor_id = $2', [
      nobody,
      dana.id,
    ])
    expect(rows).toEqual([])
  })
})
