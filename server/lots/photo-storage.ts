import type { Config } from '#server/platform/config/config.ts'
import { openFiles } from '#server/platform/files/files.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'

/** Where photographs are kept, as they were sent and as they are served: the folder or the bucket of the house's storage. */
export function openPhotoStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  return openFiles(config, 'photographs')
}
