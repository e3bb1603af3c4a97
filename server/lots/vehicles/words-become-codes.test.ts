import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/id.ts'
import { ROOT } from '#server/platform/root.ts'
import { freshDatabase } from '#test/harness/database.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client

beforeAll(async () => {
  fresh = await freshDatabase()
  client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
})

const OLD = {
  odometer: { value: 98_611, unit: 'mi', status: 'Exempt by age' },
  titleBrand: 'Recovered after theft',
  damagePrimary: 'Interior',
  damageSecondary: null,
  keys: false,
  runState: 'Engine turns, not started',
  engine: '2.0 petrol',
  gearbox: '5-speed manual, two-speed transfer case',
  drive: 'Selectable four-wheel drive',
  fuel: 'Petrol',
  colour: 'Sage green, white roof',
  sellerKind: 'Estate of a collector',
  location: 'Springfield',
}

/** The part of the migration that turns words into codes, as it runs on a database of before. */
async function convert(body: string, facts: object): Promise<{ body: string; facts: Record<string, unknown> }> {
  const text = await readFile(path.join(ROOT, 'server/migrations/0018_lots.sql'), 'utf8')
  const conversion = text.slice(0, text.indexOf('drop table word;') + 'drop table word;'.length)
  const id = newId()
  await client.query(
    `insert into vehicle (id, year, make, model, body, facts) values ($1, 1984, 'Kiri', 'Trail', $2, $3)`,
    [id, body, JSON.stringify(facts)],
  )
  await client.query(conversion)
  const found = await client.query<{ body: string; facts: Record<string, unknown> }>(
    'select body, facts from vehicle where id = $1',
    [id],
  )
  return found.rows[0]!
}

test('facts that were kept in words become codes, and words that say more stay beside them', async () => {
  expect(await convert('Box truck', OLD)).toEqual({
    body: 'box-truck',
    facts: {
      ...OLD,
      odometer: { value: 98_611, unit: 'mi', status: 'exempt' },
      titleBrand: 'theft-recovery',
      damagePrimary: 'interior',
      keys: 'none',
      runState: 'turns',
      gearbox: 'manual',
      drive: 'four-selectable',
      fuel: 'petrol',
      colour: 'green',
      sellerKind: 'estate',
      stated: {
        gearbox: '5-speed manual, two-speed transfer case',
        colour: 'Sage green, white roof',
        sellerKind: 'Estate of a collector',
      },
    },
  })
})

test('a word that no list knows stays as it is, and so does a fact that was never given', async () => {
  const facts = { ...OLD, odometer: null, titleBrand: 'Certificate 12-B', gearbox: null, keys: true }
  const after = await convert('Shooting brake', facts)
  expect(after.body).toBe('Shooting brake')
  expect(after.facts).toMatchObject({ odometer: null, titleBrand: 'Certificate 12-B', gearbox: null, keys: 'present' })
})
