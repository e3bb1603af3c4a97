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
