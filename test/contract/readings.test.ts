import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { callEndpoint, nameOf } from './requests.ts'

/** Whatever staff read of people, and every file they take out, leaves a line in the audit log. */

const STAFF = ['staff', 'auctioneer', 'reviewer', 'cashier', 'owner']
const READS = ENDPOINTS.filter(({ access, method }) => STAFF.includes(access) && method === 'GET')
/** Names of fields that tell who somebody is, or how to reach them. */
const PERSONAL = /^(email|phone|person|payer|payerName|payerAccount|buyer|recipient|sellerEmail|accountId|street)$/

/** Not declared: the room records each view itself, also one that it refuses. */
const RECORDED_BY_THEIR_ROOM = ['GET /api/admin/verifications/:caseId/:side/:page']
/** The house's own email and phone. */
const OF_THE_HOUSE = ['GET /api/admin/settings']

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

test('what shows staff personal data or hands out a file says so in its contract', () => {
  const silent = READS.filter((endpoint) => isPersonal(endpoint) || endpoint.media !== undefined)
    .filter(({ audit }) => audit === undefined)
    .map(nameOf)
    .filter((name) => !RECORDED_BY_THEIR_ROOM.includes(name) && !OF_THE_HOUSE.includes(name))
  expect(silent).toEqual([])
})

const DECLARED = ENDPOINTS.filter(({ audit }) => audit !== undefined)

test('each act of reading has a name of its own', () => {
  const acts = DECLARED.map(({ audit }) => audit!.act)
  expect(new Set(acts).size).toBe(acts.length)
})

describe('a line is left by', () => {
  let house: TestHouse
  let olga: CastMember
  let dana: CastMember

  beforeAll(async () => {
    house = await openHouse()
    olga = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
    dana = await castPerson(house.house.pool, { name: 'Dana' })
  })
  afterAll(() => house.close())

  const linesOf = async (act: string) =>
    (
      await house.house.pool.query<{ subject_kind: string; subject_id: string; after: object | null }>(
        'select subject_kind, subject_id, after from audit where actor_id = $1 and act = $2 order by at',
        [olga.id, act],
      )
    ).rows

  test.each(DECLARED.filter(({ params }) => params === undefined).map((each) => [nameOf(each), each] as const))(
    '%s',
    async (_, endpoint) => {
      const { act, of } = endpoint.audit!
      const answer = await callEndpoint(
        house.url,
        endpoint,
        endpoint.path.endsWith('/settlement.csv') ? { query: { from: '2026-01-01', to: '2026-01-31' } } : {},
        olga.token,
      )
      expect(answer.status, answer.text).toBe(200)
      expect(await linesOf(act)).toMatchObject([
        { subject_kind: of, subject_id: endpoint.media === undefined ? 'list' : 'csv' },
      ])
    },
  )

  test('opening a person, once for a page that refreshes, and with who it was', async () => {
    for (let each = 0; each < 3; each += 1)
      await house.call('GET', `/api/admin/accounts/${dana.id}`, { token: olga.token })
    expect(await linesOf('view-account')).toEqual([{ subject_kind: 'account', subject_id: dana.id, after: null }])
  })

  test('every export, however soon after another, with its filter', async () => {
    const before = (await linesOf('export-payments')).length
    for (const q of ['ada', 'ada'])
      await fetch(`${house.url}/api/admin/payments.csv?q=${q}`, { headers: { authorization: `Bearer ${olga.token}` } })
    const lines = (await linesOf('export-payments')).slice(before)
    expect(lines.map(({ after }) => after)).toEqual([{ q: 'ada' }, { q: 'ada' }])
  })

  test('nothing that was refused or is not there', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000'
    expect((await house.call('GET', `/api/admin/accounts/${nobody}`, { token: olga.token })).status).toBe(404)
    expect((await house.call('GET', `/api/admin/accounts/${dana.id}`, { token: dana.token })).status).toBe(403)
    const { rows } = await house.house.pool.query('select 1 from audit where subject_id = $1 or actor_id = $2', [
      nobody,
      dana.id,
    ])
    expect(rows).toEqual([])
  })
})
