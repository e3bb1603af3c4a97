import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { withOptions } from '#server/platform/database/access.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { openSealedFiles } from '#server/platform/sealed-files.ts'
import { makeKeys } from '#server/platform/keys.ts'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { sealNegotiation } from './bidding/sealed.ts'
import { rotateKeys, type Progress } from './rotate-keys.ts'
import { secretContext } from './accounts/second-factor/second-factor.ts'
import { sealPending } from './bidding/pending/pending-box.ts'
import { readVapidKeys } from './notifications/push/deliver-push.ts'
import { recordNotices } from './notifications/record-notices.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import { contentOfFile, fileContext } from './support/files/take-file.ts'
import { secretsContext } from './sellers/seller-secrets.ts'
import { batchContext } from './settlements/payouts/make-batch.ts'
import { openDesk, type Case, type Desk } from './verification/desk.test-support.ts'

const PDF = Buffer.from('%PDF-1.7')
const [former, present] = [randomBytes(32), randomBytes(32)]

let database: { url: string; drop(): Promise<void> }
/** The server as it was, with the former key; its notices stay in the outbox. */
let old: Desk
let owner: Database
let opened: Case
let ada: CastMember
let boris: CastMember
let lot: CastLot
let attachment: string
let refusedBid: { id: string; body: unknown }

beforeAll(async () => {
  database = await freshDatabase()
  owner = openDatabase(withOptions(database.url, { 'paddock.history': 'rotate-keys' }), pino({ level: 'silent' }))
  old = await openDesk({ databaseUrl: database.url, masterKey: former, config: { roles: new Set(['api']) } })
  ada = await castPerson(old.app.pool, { name: 'Ada', biddingLimit: 60_000 })
  boris = await castPerson(old.app.pool, { name: 'Boris' })
  lot = await castLot(old.app, { isFree: true })
  await bid(old, ada, 'maximum', 45_000, randomUUID())
  await bid(old, ada, 'maximum', 50_000, randomUUID())
  const id = randomUUID()
  refusedBid = { id, body: (await bid(old, ada, 'maximum', 90_000, id)).body }
  opened = await old.sentCase(await old.newcomer())
  await old.decide(await old.sentCase(await old.newcomer()), { decision: 'reject', note: 'Blurred.' })
  const facts = { what: 'Your password was changed.' }
  await old.app.db
    .transaction()
    .execute((trx) =>
      recordNotices(old.app, trx, [{ kind: 'account-security', accountId: ada.id, key: 'changed', facts }]),
    )
  await readVapidKeys(old.app)
  const negotiation = { boundUntil: 1, lapsesAt: 2, isFree: false, counter: 60_000, offer: null }
  const sealedNegotiation = sealNegotiation(old.app.keys, lot.lotId, negotiation)
  await old.app.pool.query('update standing set negotiation = $2 where lot_id = $1', [lot.lotId, sealedNegotiation])
  const pending = sealPending(old.app.keys, boris.id, lot.lotId, 70_000)
  await old.app.pool.query('insert into pending_bid (id, account_id, lot_id, sealed) values ($1, $2, $3, $4)', [
    randomUUID(),
    boris.id,
    lot.lotId,
    pending,
  ])
  const fileId = randomUUID()
  const { name, sealedKey } = await (await openSealedFiles(old.app, 'tickets')).put(PDF, fileContext(fileId))
  await old.app.pool.query(
    `insert into ticket_file (id, name, type, size, storage_name, sealed_key) values ($1, 'title.pdf', 'pdf', 8, $2, $3)`,
    [fileId, name, sealedKey],
  )
  attachment = fileId
  await payASeller(boris.id)
  const secret = old.app.keys.seal(Buffer.from('a secret of an app'), secretContext(boris.id))
  await old.app.pool.query('insert into second_factor (account_id, secret) values ($1, $2)', [boris.id, secret])
})
afterAll(async () => {
  await owner.close()
  await old.close()
  await database.drop()
})

/** A seller with bank details, and a file for the bank. */
async function payASeller(actorId: string): Promise<void> {
  const { keys, pool } = old.app
  const [sellerId, batchId] = [randomUUID(), randomUUID()]
  await pool.query(
    `insert into seller (id, code, name, kind, address, country, email, phone, commission, sealed)
     values ($1, 'FLEET', 'Zephyr Fleet', 'fleet', '', 'US', '', '', '{}', $2)`,
    [sellerId, keys.seal(Buffer.from('{}'), secretsContext(sellerId))],
  )
  await pool.query(
    `insert into payout_batch (id, number, format, currency, total, sealed, made_at, actor_id)
     values ($1, 'P-1', 'csv', 'USD', 100, $2, clock_timestamp(), $3)`,
    [batchId, keys.seal(Buffer.from('file'), batchContext(batchId)), actorId],
  )
}

function bid(server: TestServer, by: CastMember, kind: string, amount: number, bidId: string) {
  return server.call('POST', `/api/lots/${lot.lotId}/bids`, { token: by.token, body: { bidId, kind, amount } })
}

/** Runs the command with these keys. */
function command(keys: Record<string, Buffer>): Promise<{ code: number | null; said: string }> {
  const named = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key.toString('base64')]))
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_DIR: old.app.config.dataDir, ...named }
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/rotate-keys.ts')], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

function rotation(report: (progress: Progress) => void = () => undefined) {
  return { pool: owner.pool, present: makeKeys(present), all: makeKeys(present, [former]), report }
}

test('every file that seals something is in the list of what a key change reseals', () => {
  const sealing = globSync('server/**/*.ts', { cwd: ROOT }).filter(
    (file) =>
      !/\.test(-model)?\.ts$/.test(file) &&
      /\b(keys|sealing)\.seal\(/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  const listed = new Set(SEALED_COLUMNS.flatMap((column) => column.sealedIn))
  expect(sealing.toSorted()).toEqual([...listed].toSorted())
})

test('the command prints its usage, and does nothing without both keys', async () => {
  expect(await command({ PADDOCK_KEY: present })).toMatchObject({
    code: 2,
    said: expect.stringContaining('OTHER_KEYS'),
  })
})

test('a wrong key changes nothing', async () => {
  const { code, said } = await command({ PADDOCK_KEY: present, PADDOCK_OTHER_KEYS: randomBytes(32) })
  expect([code, said]).toEqual([1, expect.stringContaining('can’t decrypt the stored data')])
  expect((await old.view(opened)).status).toBe(200)
})

test('interrupted in the middle it resumes where it stopped, and then nothing needs the former key', async () => {
  let batches = 0
  const killed = rotateKeys(
    rotation(() => {
      batches += 1
      if (batches === 3) throw new Error('killed')
    }),
  )
  await expect(killed).rejects.toThrow('killed')
  const { code, said } = await command({ PADDOCK_KEY: present, PADDOCK_OTHER_KEYS: former })
  expect([code, said]).toEqual([0, expect.stringContaining('no longer needed')])
  expect(said).toContain('identity document keys: 2 of 2 checked, 0 resealed')
  expect(said).toContain('queued notices: 1 of 1 checked, 1 resealed')
  const again = await rotateKeys(rotation())
  expect(again.map(({ total, changed, lost }) => [total > 0, changed, lost])).toEqual(
    SEALED_COLUMNS.map(() => [true, 0, 0]),
  )
})

test('a server with the new key alone works: documents, attachments, maximums and answers are unchanged', async () => {
  const server = await openTestServer({
    databaseUrl: database.url,
    masterKey: present,
    config: { dataDir: old.app.config.dataDir },
  })
  const { url } = (
    await server.call('POST', `/api/admin/verifications/${opened.id}/links`, {
      token: old.rita.token,
      body: { side: 'front', page: 1 },
    })
  ).body as { url: string }
  const picture = await fetch(server.url + url, { headers: { authorization: `Bearer ${old.rita.token}` } })
  expect(picture.status).toBe(200)
  const files = await openSealedFiles(server.app, 'tickets')
  const { rows } = await server.app.pool.query('select * from ticket_file where id = $1', [attachment])
  expect(await contentOfFile(files, rows[0])).toEqual(PDF)
  expect((await bid(server, ada, 'maximum', 90_000, refusedBid.id)).body).toMatchObject({ code: 'over-bidding-limit' })
  expect((await bid(server, boris, 'firm', 20_000, randomUUID())).body).toMatchObject({
    leading: false,
    reason: { code: 'answered-by-proxy', price: 22_500 },
  })
  await server.close()
})

test('a server with the former key alone does not start', async () => {
  await expect(openTestServer({ databaseUrl: database.url, masterKey: former })).rejects.toThrow(
    'can’t decrypt the stored data',
  )
})

test('boxes that no key opens are counted, and the rest is done', async () => {
  await old.app.pool.query('update verification_file set sealed_key = $1', [randomBytes(61)])
  const done = await rotateKeys(rotation())
  expect(done.find(({ name }) => name === 'identity document keys')).toMatchObject({ lost: 2, changed: 0 })
})
