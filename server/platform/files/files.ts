import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkFileName, newFileName, type FileStorage, type S3Place } from './file-storage.ts'

/** `shelf`: the folder below the data folder, or the prefix of the names in the bucket. */
export async function openFiles(config: { dataDir: string; s3: S3Place | null }, shelf: string): Promise<FileStorage> {
  if (config.s3 === null) return folderStorage(path.join(config.dataDir, shelf))
  // The S3 client is large, so it is loaded only when S3 is configured.
  const { s3Storage } = await import('./files-s3.ts')
  return s3Storage(config.s3, shelf)
}

/** Files in a folder. A file is always complete: it is written under another name and renamed. */
function folderStorage(folder: string): FileStorage {
  const at = (name: string) => path.join(folder, checkFileName(name))
  return {
    async put(content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = newFileName()
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
    get: async (name) => readFile(at(name)),
    remove: async (name) => rm(at(name), { force: true }),
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
