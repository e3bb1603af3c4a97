import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStorage } from './files.ts'

let folder: string

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'paddock-files-')), 'documents')
})
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }))

test('a file comes back as it was put, readable by the server’s user alone', async () => {
  const files = folderStorage(folder)
  const name = await files.put(Buffer.from('a secret'))
  expect(await files.get(name)).toEqual(Buffer.from('a secret'))
  expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([name])
})

test('a removed file is gone, and removing it again is fine', async () => {
  const files = folderStorage(folder)
  const name = await files.put(Buffer.from('a secret'))
  await files.remove(name)
  await files.remove(name)
  await expect(files.get(name)).rejects.toThrow(/ENOENT/)
})

test('a name cannot lead out of the folder', () => {
  const files = folderStorage(folder)
  for (const name of ['../key', '/etc/passwd', '', 'A'.repeat(32)]) expect(() => files.get(name)).toThrow(/not a name/)
})

test('what is older than a moment is found, in an empty house nothing', async () => {
  const files = folderStorage(folder)
  expect(await files.olderThan(Date.now())).toEqual([])
  const name = await files.put(Buffer.from('a secret'))
  expect(await files.olderThan(Date.now() - 60_000)).toEqual([])
  expect(await files.olderThan(Date.now() + 60_000)).toEqual([name])
})
