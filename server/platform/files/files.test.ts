import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFiles } from './files.ts'
import type { FileStorage } from './file-storage.ts'
import { openBucket, type Bucket } from './s3.test-support.ts'

let dataDir: string
let bucket: Bucket

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-files-'))
  bucket = await openBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(dataDir, { recursive: true, force: true })
})

let shelves = 0
const places: [string, () => Promise<FileStorage>][] = [
  ['a folder', () => openFiles({ dataDir, s3: null }, `shelf-${(shelves += 1)}`)],
  ['a bucket', () => openFiles({ dataDir, s3: bucket.place }, `shelf-${(shelves += 1)}`)],
]

describe.each(places)('%s', (_, open) => {
  test('returns a file unchanged', async () => {
    const files = await open()
    const name = await files.put(Buffer.from('a secret'))
    expect(name).toMatch(/^[0-9a-f]{32}$/)
    expect(await files.get(name)).toEqual(Buffer.from('a secret'))
  })

  test('no longer has a deleted file, and deleting it again is fine', async () => {
    const files = await open()
    const name = await files.put(Buffer.from('a secret'))
    await files.remove(name)
    await files.remove(name)
    await expect(files.get(name)).rejects.toThrow()
  })

  test('accepts no name that points outside', async () => {
    const files = await open()
    for (const name of ['../key', '/etc/passwd', '', 'A'.repeat(32)])
      await expect((async () => files.get(name))()).rejects.toThrow(/not the name/)
  })

  test('lists what is older than a given time, and nothing for an empty place', async () => {
    const files = await open()
    expect(await files.olderThan(Date.now())).toEqual([])
    const name = await files.put(Buffer.from('a secret'))
    expect(await files.olderThan(Date.now() - 60_000)).toEqual([])
    expect(await files.olderThan(Date.now() + 60_000)).toEqual([name])
  })

  test('does not mix its areas', async () => {
    const [one, other] = [await open(), await open()]
    const name = await one.put(Buffer.from('a secret'))
    await expect(other.get(name)).rejects.toThrow()
    expect(await other.olderThan(Date.now() + 60_000)).toEqual([])
  })
})

test('files in a folder are readable only by the server’s user, and no partial file is left', async () => {
  const files = await openFiles({ dataDir, s3: null }, 'documents')
  const name = await files.put(Buffer.from('a secret'))
  const folder = path.join(dataDir, 'documents')
  expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([name])
})

test('a bucket that does not respond is an error within seconds, not a wait', async () => {
  const nobody = { ...bucket.place, endpoint: 'http://127.0.0.1:9' }
  const files = await openFiles({ dataDir, s3: nobody }, 'documents')
  await expect(files.put(Buffer.from('a secret'))).rejects.toThrow()
})
