import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { readDocumentRetentionDays, readCompanyTerms } from './settings.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ listen: false })
})
afterAll(() => server.close())

test('an installation without settings has the default terms', async () => {
  const terms = await readCompanyTerms(server.app)
  expect(terms).toMatchObject({ currency: 'USD', membershipFee: 9900, paymentDays: 3, demo: false })
  expect(await readDocumentRetentionDays(server.app.db)).toBe(30)
})

test('nothing about the company is made up: what its owner has not set is empty', async () => {
  const { legal, contact, director } = await readCompanyTerms(server.app)
  expect([...Object.values(legal), ...Object.values(contact)]).toEqual(['', '', '', '', '', ''])
  expect(director).toBeNull()
})

test('a setting overrides the default of its name, in every process within seconds; unknown ones change nothing', async () => {
  const { pool } = server.app
  const before = await readCompanyTerms(server.app)
  await pool.query(
    `insert into setting (key, value) values ('membershipFee', '12500'), ('demo', 'true'), ('documentRetentionDays', '7')`,
  )
  const later = { ...server.app, now: () => Date.now() + 60_000 }
  expect(await readCompanyTerms(later)).toEqual({ ...before, membershipFee: 12_500 })
  expect(await readDocumentRetentionDays(server.app.db)).toBe(7)
})

test.each([
  ['taxBasisPoints', '10001'],
  ['taxBasisPoints', '"8 %"'],
  ['premium', '[{"from": 100, "basisPoints": 1000}]'],
  ['premium', '[{"from": 0, "basisPoints": 1000}, {"from": 0, "basisPoints": 800}]'],
  ['increments', '[[0, 0]]'],
  ['fixedFees', '[{"label": "Gate", "amount": 1.5}]'],
  ['fixedFees', '[{"label": "Gate", "amount": 1}, {"label": "Gate", "amount": 2}]'],
  ['paymentDays', '-1'],
  ['verificationDays', '0'],
  ['lateFee', '-5000'],
  ['storage', '{"freeDays": 7}'],
  ['timeZone', '"Mars/Olympus"'],
  ['holidays', '["2026-02-31"]'],
  ['currency', '"dollars"'],
])('an invalid setting is ignored, and the log says why: %s = %s', async (key, value) => {
  const { pool } = server.app
  const logged: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const before = await readCompanyTerms({ ...server.app })
  await pool.query('insert into setting (key, value) values ($1, $2)', [key, value])
  expect(await readCompanyTerms({ ...server.app, log })).toEqual(before)
  expect(logged).toMatchObject([{ setting: key, faults: [expect.stringContaining(key)] }])
  await pool.query('delete from setting where key = $1', [key])
})

test('settings that match the contract are accepted', async () => {
  const { pool } = server.app
  await pool.query(`insert into setting (key, value) values ('timeZone', '"Europe/Amsterdam"'), ('holidays', '["2026-12-25"]'),
    ('storage', '{"freeDays": 3, "perDay": 1500}'), ('premium', '[]')`)
  expect(await readCompanyTerms({ ...server.app })).toMatchObject({
    timeZone: 'Europe/Amsterdam',
    holidays: ['2026-12-25'],
    storage: { freeDays: 3, perDay: 1500 },
    premium: [],
  })
})
