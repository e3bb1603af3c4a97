import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { audit } from './audit.ts'
import { ROOT } from './root.ts'
import { verifyAudit } from './verify-audit.ts'

let server: TestServer
let actorId: string

beforeAll(async () => {
  server = await openTestServer({ listen: false })
  actorId = (await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })).id
})
afterAll(() => server.close())

/** Changes rows like an attacker with full access to the database: triggers are disabled. */
const tamper = (statement: string) => server.asOwner(`set session_replication_role = replica; ${statement}`)
beforeEach(() => tamper('truncate audit, audit_chain'))

const write = (subjectId: string) => {
  const entry = { actorId, subjectKind: 'account', subjectId, before: { a: 1, b: 'é"\\' }, after: {} }
  return server.app.db
    .transaction()
    .execute((trx) => audit(trx, { ...entry, action: 'change-account', reason: 'A test\nof it' }))
}
const verify = (known?: { position: number; hash: string }) => verifyAudit(server.app.pool, known)
const idAt = async (position: number) =>
  (await server.asOwner<{ id: string }>('select audit_id as id from audit_chain where position = $1', [position]))[0]!
    .id

test('an empty log is valid', async () => {
  expect(await verify()).toEqual({ length: 0, head: '', broken: null })
})

test('concurrent entries, some of them rolled back, form one chain without a gap', async () => {
  const undone = () =>
    server.app.db
      .transaction()
      .execute(async (trx) => {
        await audit(trx, { actorId, action: 'change-account', subjectKind: 'account', subjectId: 'undone' })
        throw new Error('undone')
      })
      .catch(() => undefined)
  await Promise.all(Array.from({ length: 60 }, (_, each) => (each % 5 === 0 ? undone() : write(randomUUID()))))
  expect(await verify()).toMatchObject({ length: 48, broken: null })
})

test('a writer does not wait for another whose transaction is still open', async () => {
  await server.app.db.transaction().execute(async (trx) => {
    await audit(trx, { actorId, action: 'change-account', subjectKind: 'account', subjectId: 'slow' })
    await write('quick')
    expect(await verify()).toMatchObject({ length: 1, broken: null })
  })
  expect(await verify()).toMatchObject({ length: 2, broken: null })
})

test.each([
  ['changed', (id: string) => `update audit set reason = 'Another' where id = '${id}'`, 'changed'],
  ['changed in time', (id: string) => `update audit set at = at + interval '1 ms' where id = '${id}'`, 'changed'],
  ['removed', (id: string) => `delete from audit where id = '${id}'`, 'removed from the log'],
  [
    'removed with its place',
    (id: string) => `delete from audit where id = '${id}'; delete from audit_chain where audit_id = '${id}'`,
    'removed from the chain',
  ],
])('a line that was %s is named, and how much before it is whole', async (_, statement, what) => {
  for (let each = 0; each < 6; each += 1) await write(`line ${each}`)
  const id = await idAt(4)
  await tamper(statement(id))
  const { length, broken } = await verify()
  expect([length, broken?.position]).toEqual([3, 4])
  expect(broken?.what).toContain(what)
})

test('an inserted line is reported', async () => {
  await write('one')
  await tamper(`insert into audit (id, actor_id, action, subject_kind, subject_id)
    values ('${randomUUID()}', '${actorId}', 'view-document', 'verification', 'x')`)
  expect((await verify()).broken).toMatchObject({ position: null, what: expect.stringContaining('inserted') })
})

test('lines cut off at the end are detected by a recorded head', async () => {
  for (let each = 0; each < 4; each += 1) await write(`line ${each}`)
  const { length, head } = await verify()
  await write('one more')
  expect((await verify({ position: length, hash: head })).broken).toBeNull()
  await tamper(
    'delete from audit_chain where position > 3; delete from audit where id not in (select audit_id from audit_chain)',
  )
  expect((await verify()).broken).toBeNull()
  expect((await verify({ position: length, hash: head })).broken?.what).toContain('ends before line 4')
  await tamper(`update audit_chain set hash = sha256('x') where position = 3`)
  expect((await verify({ position: 3, hash: head })).broken).toMatchObject({ position: 3 })
})

test('the command exits with 0 if the log is valid, and with 1 and the line if it is not', async () => {
  for (let each = 0; each < 3; each += 1) await write(`line ${each}`)
  expect(await command()).toMatchObject({ code: 0, said: expect.stringContaining('whole: 3 lines') })
  const id = await idAt(2)
  await tamper(`update audit set action = 'nothing' where id = '${id}'`)
  expect(await command()).toMatchObject({ code: 1, said: expect.stringContaining(`Line 2 (${id})`) })
  expect(await command('--head', 'x')).toMatchObject({ code: 2 })
})

function command(...args: string[]): Promise<{ code: number | null; said: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: server.ownerUrl,
    DATA_DIR: server.app.config.dataDir,
    PADDOCK_KEY: MASTER_KEY.toString('base64'),
  }
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/verify-audit.ts'), ...args], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}
