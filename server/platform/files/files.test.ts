import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFiles } from './files.ts'
import type { FileStorage } from './file-storage.ts'
import { openBucket, type Bucket } from './s3.test-model.ts'

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
  test('gives a file back as it was put', async () => {
    const files = await open()
    const name = await files.put(Buffer.from('a secret'))
    expect(name).toMatch(/^[0-9a-f]{32}$/)
    expect(await files.get(name)).toEqual(Buffer.from('a secret'))
  })

  test('has a removed file no more, and removing it again is fine', async () => {
    const files = await open()
    const name = await files.put(Buffer.from('a secret'))
    await files.remove(name)
    await files.remove(name)
    await expect(files.get(name)).rejects.toThrow()
  })

  test('takes no name that leads out of it', async () => {
    const files = await open()
    for (const name of ['../key', '/etc/passwd', '', 'A'.repeat(32)])
      await expect((async () => files.get(name))()).rejects.toThrow(/not a name/)
  })

  test('tells what is older than a moment, and of an empty place nothing', async () => {
    const files = await open()
    expect(await files.olderThan(Date.now())).toEqual([])
    const name = await files.put(Buffer.from('a secret'))
    expect(await files.olderThan(Date.now() - 60_000)).toEqual([])
    expect(await files.olderThan(Date.now() + 60_000)).toEqual([name])
  })

  test('does not mix its shelves', async () => {
    const [one, other] = [await open(), await open()]
    const name = await one.put(Buffer.from('a secret'))
    await expect(other.get(name)).rejects.toThrow()
    expect(await other.olderThan(Date.now() + 60_000)).toEqual([])
  })
})

test('files in a folder are readable by the server’s user alone, and no half of one is left', async () => {
  const files = await openFiles({ dataDir, s3: null }, 'documents')
  const name = await files.put(Buffer.from('a secret'))
  const folder = path.join(dataDir, 'documents')
  expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([name])
})

test('a bucket that does not answer is a fault within seconds, not a wait', async () => {
  const nobody = { ...bucket.place, endpoint: 'http://127.0.0.1:9' }
  const files = await openFiles({ dataDir, s3: nobody }, 'documents')
  await expect(files.put(Buffer.from('a secret'))).rejects.toThrow()
})
