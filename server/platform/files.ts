import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where files lie whose rows are in the database. Names are made here and mean nothing. */
export type FileStorage = {
  /** Stores whole or not at all; answers the name. */
  put(content: Buffer): Promise<string>
  get(name: string): Promise<Buffer>
  /** A file that is gone already is no fault. */
  remove(name: string): Promise<void>
  /** Names of files that were stored, or begun, before `at` (ms). */
  olderThan(at: number): Promise<string[]>
}

/** Files in a folder. A file under its name is always complete: it is written beside and moved into place. */
export function folderStorage(folder: string): FileStorage {
  const at = (name: string) => {
    if (!/^[0-9a-f]{32}(\.part)?$/.test(name)) throw new Error('not a name of a stored file')
    return path.join(folder, name)
  }
  return {
    async put(content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = randomBytes(16).toString('hex')
      const part = at(`${name}.part`)
      try {
        await writeFile(part, content, { mode: 0o600, flush: true })
        await rename(part, at(name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return name
    },
    get: (name) => readFile(at(name)),
    remove: (name) => rm(at(name), { force: true }),
    async olderThan(moment) {
      const names = await readdir(folder).catch(noneWhereMissing)
      const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => null)))
      return names.filter((_, index) => (found[index]?.mtimeMs ?? moment) < moment)
    },
  }
}

function noneWhereMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
