import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { openDesk, type Case, type Desk } from '#server/verification/desk.test-support.ts'
import { castCrowd, castPerson, type CastMember } from '#test/cast.ts'
import {
  hasDebianPostgres,
  openDebianPostgres,
  POSTGRES_MISSING,
  type DebianPostgres,
} from '#test/harness/debian-postgres.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { BiddingCrowd } from './load.ts'

/** The commands as given in docs/operations.md, so that it never differs from what was tested. */
async function commandsOf(heading: string): Promise<string> {
  const text = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8')
  const [, commands] = new RegExp(`### ${heading}\\n[^#]*?\`\`\`sh\\n([^\`]+)\`\`\``).exec(text) ?? []
  if (commands === undefined) throw new Error(`docs/operations.md has no commands under "${heading}"`)
  return commands
}

describe.runIf(hasDebianPostgres)(`a backup taken while people bid, restored elsewhere${POSTGRES_MISSING}:`, () => {
  let postgres: DebianPostgres
  let folder: string
  let desk: Desk
  let restored: Desk
  let lot: CastLot
  let sealedLot: CastLot
  let ada: CastMember
  let boris: CastMember
  let pia: CastMember
  let sent: Case
  let load: BiddingCrowd
  let heldBefore: string[]

  const run = (commands: string, env: Record<string, string>) => {
    const done = spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
      env: { PATH: `${postgres.bin}:${process.env['PATH']}`, ...env },
    })
    if (done.status !== 0) throw new Error(`${commands}\n${done.stderr.toString()}`)
  }

  beforeAll(async () => {
    postgres = await openDebianPostgres()
    folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-backup-'))
    await postgres.query('create database paddock')
    desk = await openDesk({ databaseUrl: `${postgres.clusterUrl}/paddock` })
    const { pool } = desk.app
    ada = await castPerson(pool, { name: 'Ada' })
    boris = await castPerson(pool, { name: 'Boris' })
    pia = await desk.newcomer()
    lot = await castLot(desk.app, { bidUnit: 1, increments: [[0, 1]], openingBid: 1 })
    sealedLot = await castLot(desk.app)
    sent = await desk.sentCase(pia)
    await bidOn(desk, ada, 'maximum', 90_000)
    load = new BiddingCrowd(await castCrowd(pool, 8), lot)
  })

  afterAll(async () => {
    await load?.stop()
    await restored?.close()
    await desk?.close()
    await postgres?.close()
    await rm(folder, { recursive: true, force: true })
  })

  function bidOn(at: Desk, who: CastMember, kind: 'firm' | 'maximum', amount: number) {
    const body = { bidId: randomUUID(), kind, amount }
    return at.call('POST', `/api/lots/${sealedLot.lotId}/bids`, { token: who.token, body })
  }

  test('the documented commands create it while people bid', async () => {
    load.start(desk.url)
    await expect.poll(() => load.acknowledged, { timeout: 20_000, interval: 10 }).toBeGreaterThan(200)
    heldBefore = load.seen.filter((bid) => bid.acknowledged === true).map((bid) => bid.bidId)
    const backup = path.join(folder, 'backup')
    await mkdir(backup)
    const { dataDir } = desk.app.config
    run(await commandsOf('Taking a backup'), {
      DATABASE_URL: desk.ownerUrl,
      DATA_DIR: dataDir,
      BACKUP: backup,
    })
    const atEnd = load.acknowledged
    await expect.poll(() => load.acknowledged, { timeout: 20_000, interval: 10 }).toBeGreaterThan(atEnd + 50)
    await load.stop()
    expect(load.surprises).toEqual([])
  })

  test('can be restored into a new database and a new folder, where the server starts', async () => {
    await postgres.query('create database elsewhere')
    const dataDir = path.join(folder, 'data')
    const databaseUrl = `${postgres.clusterUrl}/elsewhere`
    run(await commandsOf('Restoring a backup'), {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      BACKUP: path.join(folder, 'backup'),
    })
    restored = await openDesk({ databaseUrl, config: { dataDir } })
    expect(restored.app.databaseUrl).not.toBe(desk.app.databaseUrl)
  })

  test('every bid that was acknowledged before the backup is there, and no invariant is broken', async () => {
    const { rows } = await restored.app.pool.query<{ bid_id: string }>('select bid_id from attempt where lot_id = $1', [
      lot.lotId,
    ])
    const held = new Set(rows.map((row) => row.bid_id))
    expect(heldBefore.filter((bidId) => !held.has(bidId))).toEqual([])
    const seen = load.seen.filter((bid) => held.has(bid.bidId))
    expect(seen.length).toBeGreaterThanOrEqual(heldBefore.length)
    expect(await brokenInvariants(restored.app.pool, [lot.lotId], seen)).toEqual([])
  })

  test('people are still signed in, a sealed maximum defends its lead, and a document opens', async () => {
    expect((await restored.call('GET', '/api/user', { token: boris.token })).status).toBe(200)
    const answer = await bidOn(restored, boris, 'firm', 20_000)
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ leading: false, price: 22_500 })])
    const found = await restored.caseOf(pia)
    expect(found?.id).toBe(sent.id)
    const picture = await restored.view(found!)
    expect(picture.status).toBe(200)
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })

  test('with another key the server does not start', async () => {
    const other = openDesk({ databaseUrl: restored.app.databaseUrl, masterKey: randomBytes(32) })
    await expect(other).rejects.toThrow(/key/i)
  })
})
