import type { Config } from '#server/platform/config.ts'
import { openFiles, type FileStorage } from '#server/platform/files.ts'

/** Where photographs are kept, as they were sent and as they are served: the folder or the bucket of the house's storage. */
export function openPhotoStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  return openFiles(config, 'photographs')
}
