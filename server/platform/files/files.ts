import path from 'node:path'
import type { FileStorage, S3Place } from './file-storage.ts'
import { folderStorage } from './files-folder.ts'

/** `shelf`: the folder below the data folder, or the first part of the names in the bucket. */
export async function openFiles(config: { dataDir: string; s3: S3Place | null }, shelf: string): Promise<FileStorage> {
  if (config.s3 === null) return folderStorage(path.join(config.dataDir, shelf))
  // Only a house that keeps its files there loads the client, which is large.
  const { s3Storage } = await import('./files-s3.ts')
  return s3Storage(config.s3, shelf)
}
