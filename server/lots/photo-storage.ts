import type { Config } from '#server/platform/config/config.ts'
import { openFiles } from '#server/platform/files/files.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'

/** Where photos are stored, both originals and served files: the server's storage folder or bucket. */
export function openPhotoStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  return openFiles(config, 'photos')
}
