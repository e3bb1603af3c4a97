import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBucket, type Bucket } from '#server/platform/files/s3.test-support.ts'
import { openDesk, type Case, type Desk } from './desk.test-support.ts'
import { heicCard, pdf, TELLTALE } from './documents.test-support.ts'
import { deleteExpired, deleteOrphans } from './retention.ts'
import { openVault } from './vault.ts'

let bucket: Bucket
let desks: Record<string, Desk>

beforeAll(async () => {
  bucket = await openBucket()
  desks = { 'a folder': await openDesk(), 'a bucket': await openDesk({ config: { s3: bucket.place } }) }
})
afterAll(async () => {
  for (const desk of Object.values(desks)) await desk.close()
  await bucket.close()
})

/** Everything stored on disk: the data folder and the bucket's contents. */
async function onDisk(desk: Desk): Promise<Buffer> {
  const folders = [desk.app.config.dataDir, bucket.folder]
  const files: Buffer[] = []
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(await readFile(path.join(entry.parentPath, entry.name)))
    }
  }
  return Buffer.concat(files)
}

/** Samples from all over a file, each unlikely to occur in another file. */
function samples(content: Buffer): Buffer[] {
  return Array.from({ length: 40 }, (_, index) => {
    const from = Math.floor((content.length - 24) * (index / 40))
    return content.subarray(from, from + 24)
  })
}

/** A photo of random pixels, which resembles no other file. */
function noise(): Promise<Buffer> {
  const chance = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const image = { width: 300, height: 200, channels: 3, background: 'grey', noise: chance } as const
  return sharp({ create: image })
    .withExifMerge({ IFD0: { Copyright: TELLTALE } })
    .jpeg()
    .toBuffer()
}

describe.each(['a folder', 'a bucket'])('documents in %s', (name) => {
  test('have no byte in clear text on disk: neither the upload nor what is kept', async () => {
    const desk = desks[name]!
    const pia = await desk.newcomer()
    const [front, back] = [await noise(), await heicCard()]
    await desk.send(pia, { kind: 'national-card', front, back })
    const opened = (await desk.caseOf(pia))!
    const kept: Buffer[] = []
    for (const { side, page } of opened.pictures) {
      const picture = await desk.view(opened, desk.rita, { side, page })
      expect(picture.status).toBe(200)
      kept.push(Buffer.from(await picture.arrayBuffer()))
    }
    expect(kept).toHaveLength(2)
    const disk = await onDisk(desk)
    expect(disk.length).toBeGreaterThan(kept[0]!.length)
    for (const content of [front, back, ...kept])
      for (const sample of samples(content)) expect(disk.includes(sample)).toBe(false)
    expect([disk.includes(TELLTALE), disk.includes('JFIF'), disk.includes('%PDF')]).toEqual([false, false, false])
    // The search does find unencrypted content: the same disk with one of the pictures added.
    expect(Buffer.concat([disk, kept[0]!]).includes(samples(kept[0]!)[20]!)).toBe(true)
  })

  test('are deleted thirty days after the decision, and not before', async () => {
    const desk = desks[name]!
    const vault = await openVault(desk.app)
    const pia = await desk.newcomer()
    await desk.send(pia, { kind: 'passport', front: await pdf(2) })
    const opened = (await desk.caseOf(pia))!
    await desk.decide(opened, { decision: 'approve' })
    expect(await daysKept(desk, opened)).toBe(30)
    await deleteExpired(desk.app, vault)
    expect((await desk.view(opened)).status).toBe(200)
    const before = (await vault.olderThan(Date.now() + 60_000)).length
    await desk.app.pool.query('update verification_case set delete_files_at = clock_timestamp() where id = $1', [
      opened.id,
    ])
    expect(await deleteExpired(desk.app, vault)).toBe(2)
    expect(await vault.olderThan(Date.now() + 60_000)).toHaveLength(before - 2)
    expect((await desk.view(opened)).status).toBe(404)
  })

  test('that belong to no case are deleted, and only those', async () => {
    const desk = desks[name]!
    const vault = await openVault(desk.app)
    const opened = await desk.sentCase(await desk.newcomer())
    const place = { caseId: 'nowhere', side: 'front', page: 1 }
    const { name: orphan } = await vault.put(Buffer.from('left by a process that died'), place)
    expect(await deleteOrphans(desk.app, vault)).toBe(0)
    expect(await deleteOrphans(desk.app, vault, -60_000)).toBe(1)
    expect(await vault.olderThan(Date.now() + 60_000)).not.toContain(orphan)
    expect((await desk.view(opened)).status).toBe(200)
  })

  test('do not open in another place, nor with one bit changed', async () => {
    const vault = await openVault(desks[name]!.app)
    const place = { caseId: 'a', side: 'front', page: 1 }
    const { name: file, sealedKey } = await vault.put(Buffer.from('secret'), place)
    expect(await vault.get(file, sealedKey, place)).toEqual(Buffer.from('secret'))
    for (const other of [{ caseId: 'b' }, { side: 'back' }, { page: 2 }])
      await expect(vault.get(file, sealedKey, { ...place, ...other })).rejects.toThrow()
    const changed = Buffer.from(sealedKey)
    changed[20]! ^= 1
    await expect(vault.get(file, changed, place)).rejects.toThrow()
    await vault.remove(file)
  })
})

test('the retention of images is a setting', async () => {
  const desk = desks['a folder']!
  await desk.app.pool.query(`insert into setting (key, value) values ('documentRetentionDays', '7')`)
  const opened = await desk.sentCase(await desk.newcomer())
  await desk.decide(opened, { decision: 'reject', note: 'Blurred.' })
  expect(await daysKept(desk, opened)).toBe(7)
})

test('images of a person who closes the account before a decision are deleted at once, and the case with them', async () => {
  const desk = desks['a folder']!
  const vault = await openVault(desk.app)
  const pia = await desk.newcomer()
  const opened = await desk.sentCase(pia)
  await desk.app.pool.query(`update account set account_status = 'closed' where id = $1`, [pia.id])
  expect(await deleteExpired(desk.app, vault)).toBe(1)
  expect((await desk.view(opened)).status).toBe(404)
  expect(await desk.caseOf(pia)).toBeUndefined()
})

test('a storage that does not respond is reported as busy, and nothing is left behind', async () => {
  const place = { ...bucket.place, endpoint: 'http://127.0.0.1:9' }
  const desk = await openDesk({ config: { s3: place } })
  const pia = await desk.newcomer()
  const answer = await desk.send(pia, { kind: 'passport', front: desk.photo })
  expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } })
  expect(await desk.caseOf(pia)).toBeUndefined()
  expect(await desk.user(pia)).toMatchObject({ idDocument: null })
  await desk.close()
})

async function daysKept(desk: Desk, { id }: Case): Promise<number | undefined> {
  const { rows } = await desk.app.pool.query<{ days: number }>(
    'select extract(day from delete_files_at - decided_at)::int as days from verification_case where id = $1',
    [id],
  )
  return rows[0]?.days
}
