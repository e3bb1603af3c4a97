import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { readDocumentRetentionDays, readHouseTerms } from './settings.ts'

let house: TestHouse

beforeAll(async () => {
  house = await openHouse({ listen: false })
})
afterAll(() => house.close())

test('a house without settings has the terms of the program', async () => {
  const terms = await readHouseTerms(house.house)
  expect(terms).toMatchObject({ currency: 'USD', membershipFee: 9900, paymentDays: 3, demo: false })
  expect(await readDocumentRetentionDays(house.house.db)).toBe(30)
})

test('nothing about the company is invented: what its owner has not set is empty', async () => {
  const { legal, contact, director } = await readHouseTerms(house.house)
  expect([...Object.values(legal), ...Object.values(contact)]).toEqual(['', '', '', '', '', ''])
  expect(director).toBeNull()
})

test('a setting overrides the term of its name, on every process within seconds; unknown ones change nothing', async () => {
  const { pool } = house.house
  const before = await readHouseTerms(house.house)
  await pool.query(
    `insert into setting (key, value) values ('membershipFee', '12500'), ('demo', 'true'), ('documentRetentionDays', '7')`,
  )
  const later = { ...house.house, now: () => Date.now() + 60_000 }
  expect(await readHouseTerms(later)).toEqual({ ...before, membershipFee: 12_500 })
  expect(await readDocumentRetentionDays(house.house.db)).toBe(7)
})

test.each([
  ['taxBasisPoints', '10001'],
  ['taxBasisPoints', '"8 %"'],
  ['premium', '[{"from": 100, "basisPoints": 1000}]'],
  ['premium', '[{"from": 0, "basisPoints": 1000}, {"from": 0, "basisPoints": 800}]'],
  ['ladder', '[[0, 0]]'],
  ['fixedFees', '[{"label": "Gate", "amount": 1.5}]'],
  ['fixedFees', '[{"label": "Gate", "amount": 1}, {"label": "Gate", "amount": 2}]'],
  ['paymentDays', '-1'],
  ['verificationDays', '0'],
  ['lateFee', '-5000'],
  ['storage', '{"freeDays": 7}'],
  ['timeZone', '"Mars/Olympus"'],
  ['holidays', '["2026-02-31"]'],
  ['currency', '"dollars"'],
])('a setting that cannot be used is left out, and the operator is told why: %s = %s', async (key, value) => {
  const { pool } = house.house
  const told: object[] = []
  const log = { ...house.house.log, error: (facts: object) => told.push(facts) } as unknown as typeof house.house.log
  const before = await readHouseTerms({ ...house.house })
  await pool.query('insert into setting (key, value) values ($1, $2)', [key, value])
  expect(await readHouseTerms({ ...house.house, log })).toEqual(before)
  expect(told).toMatchObject([{ setting: key, faults: [expect.stringContaining(key)] }])
  await pool.query('delete from setting where key = $1', [key])
})

test('settings of the shapes of the contract are taken', async () => {
  const { pool } = house.house
  await pool.query(`insert into setting (key, value) values ('timeZone', '"Europe/Amsterdam"'), ('holidays', '["2026-12-25"]'),
    ('storage', '{"freeDays": 3, "perDay": 1500}'), ('premium', '[]')`)
  expect(await readHouseTerms({ ...house.house })).toMatchObject({
    timeZone: 'Europe/Amsterdam',
    holidays: ['2026-12-25'],
    storage: { freeDays: 3, perDay: 1500 },
    premium: [],
  })
})
