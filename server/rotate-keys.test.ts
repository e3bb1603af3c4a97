import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { withOptions } from '#server/platform/database/access.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { makeKeys } from '#server/platform/keys.ts'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { sealTalk } from './bidding/sealed.ts'
import { rotateKeys, type Progress } from './rotate-keys.ts'
import { secretContext } from './accounts/second-factor/second-factor.ts'
import { sealParked } from './bidding/parked/parked-box.ts'
import { readVapidKeys } from './notifications/push/deliver-push.ts'
import { tell } from './notifications/tell.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import { openDesk, type Case, type Desk } from './verification/desk.test-model.ts'

const [former, present] = [randomBytes(32), randomBytes(32)]

let database: { url: string; drop(): Promise<void> }
/** The house as it was, with the former key; nothing takes its notices away. */
let old: Desk
let owner: Database
let opened: Case
let ada: CastMember
let boris: CastMember
let lot: CastLot
let refusedBid: { id: string; body: unknown }

beforeAll(async () => {
  database = await freshDatabase()
  owner = openDatabase(withOptions(database.url, { 'paddock.history': 'rotate-keys' }), pino({ level: 'silent' }))
  old = await openDesk({ databaseUrl: database.url, masterKey: former, config: { roles: new Set(['api']) } })
  ada = await castPerson(old.house.pool, { name: 'Ada', biddingLimit: 60_000 })
  boris = await castPerson(old.house.pool, { name: 'Boris' })
  lot = await castLot(old.house, { isFree: true })
  await bid(old, ada, 'maximum', 45_000, randomUUID())
  await bid(old, ada, 'maximum', 50_000, randomUUID())
  const id = randomUUID()
  refusedBid = { id, body: (await bid(old, ada, 'maximum', 90_000, id)).body }
  opened = await old.sentCase(await old.newcomer())
  await old.decide(await old.sentCase(await old.newcomer()), { decision: 'reject', note: 'Blurred.' })
  const facts = { what: 'Your password was changed.' }
  await old.house.db
    .transaction()
    .execute((trx) => tell(old.house, trx, [{ kind: 'account-security', accountId: ada.id, key: 'changed', facts }]))
  await readVapidKeys(old.house)
  const talk = { boundUntil: 1, lapsesAt: 2, isFree: false, counter: 60_000, offer: null }
  const sealedTalk = sealTalk(old.house.keys, lot.lotId, talk)
  await old.house.pool.query('update standing set talk = $2 where lot_id = $1', [lot.lotId, sealedTalk])
  const parked = sealParked(old.house.keys, boris.id, lot.lotId, 70_000)
  await old.house.pool.query('insert into parked_bid (id, account_id, lot_id, sealed) values ($1, $2, $3, $4)', [
    randomUUID(),
    boris.id,
    lot.lotId,
    parked,
  ])
  const secret = old.house.keys.seal(Buffer.from('a secret of an app'), secretContext(boris.id))
  await old.house.pool.query('insert into second_factor (account_id, secret) values ($1, $2)', [boris.id, secret])
})
afterAll(async () => {
  await owner.close()
  await old.close()
  await database.drop()
})

function bid(house: TestHouse, by: CastMember, kind: string, amount: number, bidId: string) {
  return house.call('POST', `/api/lots/${lot.lotId}/bids`, { token: by.token, body: { bidId, kind, amount } })
}

/** The command itself, with these keys. */
function command(keys: Record<string, Buffer>): Promise<{ code: number | null; said: string }> {
  const named = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key.toString('base64')]))
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_DIR: old.house.config.dataDir, ...named }
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/rotate-keys.ts')], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

function rotation(tell: (progress: Progress) => void = () => undefined) {
  return { pool: owner.pool, present: makeKeys(present), all: makeKeys(present, [former]), tell }
}

test('every file that seals something is in the list of what a change of the key seals anew', () => {
  const sealing = globSync('server/**/*.ts', { cwd: ROOT }).filter(
    (file) =>
      !/\.test(-model)?\.ts$/.test(file) &&
      /\b(keys|sealing)\.seal\(/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  const listed = new Set(SEALED_COLUMNS.flatMap((column) => column.sealedIn))
  expect(sealing.toSorted()).toEqual([...listed].toSorted())
})

test('the command says how it is used, and does nothing without both keys', async () => {
  expect(await command({ PADDOCK_KEY: present })).toMatchObject({
    code: 2,
    said: expect.stringContaining('OTHER_KEYS'),
  })
})

test('a key that is not this house’s changes nothing', async () => {
  const { code, said } = await command({ PADDOCK_KEY: present, PADDOCK_OTHER_KEYS: randomBytes(32) })
  expect([code, said]).toEqual([1, expect.stringContaining('not the key of this house')])
  expect((await old.view(opened)).status).toBe(200)
})

test('ended in the middle it is taken up where it was, and then nothing needs the former key', async () => {
  let batches = 0
  const killed = rotateKeys(
    rotation(() => {
      batches += 1
      if (batches === 3) throw new Error('killed')
    }),
  )
  await expect(killed).rejects.toThrow('killed')
  const { code, said } = await command({ PADDOCK_KEY: present, PADDOCK_OTHER_KEYS: former })
  expect([code, said]).toEqual([0, expect.stringContaining('needed no more')])
  expect(said).toContain('keys of identity documents: 2 of 2 looked at, 0 sealed anew')
  expect(said).toContain('notices on their way: 1 of 1 looked at, 1 sealed anew')
  const again = await rotateKeys(rotation())
  expect(again.map(({ total, changed, lost }) => [total > 0, changed, lost])).toEqual(
    SEALED_COLUMNS.map(() => [true, 0, 0]),
  )
})

test('a house with the new key alone goes on: documents, maximums and answers are what they were', async () => {
  const house = await openHouse({
    databaseUrl: database.url,
    masterKey: present,
    config: { dataDir: old.house.config.dataDir },
  })
  const { url } = (
    await house.call('POST', `/api/admin/verifications/${opened.id}/links`, {
      token: old.rita.token,
      body: { side: 'front', page: 1 },
    })
  ).body as { url: string }
  const picture = await fetch(house.url + url, { headers: { authorization: `Bearer ${old.rita.token}` } })
  expect(picture.status).toBe(200)
  expect((await bid(house, ada, 'maximum', 90_000, refusedBid.id)).body).toMatchObject({ code: 'over-bidding-limit' })
  expect((await bid(house, boris, 'firm', 20_000, randomUUID())).body).toMatchObject({
    leading: false,
    reason: { code: 'answered-by-proxy', price: 22_500 },
  })
  await house.close()
})

test('a house with the former key alone does not start', async () => {
  await expect(openHouse({ databaseUrl: database.url, masterKey: former })).rejects.toThrow('not the key of this house')
})

test('boxes that no key opens are counted, and the rest is done', async () => {
  await old.house.pool.query('update verification_file set sealed_key = $1', [randomBytes(61)])
  const done = await rotateKeys(rotation())
  expect(done.find(({ name }) => name === 'keys of identity documents')).toMatchObject({ lost: 2, changed: 0 })
})
