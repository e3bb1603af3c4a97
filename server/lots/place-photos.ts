import type { Kysely } from 'kysely'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import { insertFiles, namesPlaced, type PhotoFile } from './photos/work-store.ts'

/** A picture processed elsewhere, as WebP: its name, its width and how to read it. */
export type ReadyMade = { name: string; width: number; read(): Promise<Buffer> }

/** Puts ready-made pictures that are missing into the photo storage, a limited number at a time. */
export async function placePhotos<T>(db: Kysely<T>, files: FileStorage, pictures: ReadyMade[]): Promise<void> {
  const placed = await namesPlaced(db)
  const missing = pictures.filter(({ name, width }) => !placed.has(`${name}-${width}`))
  const rows: PhotoFile[] = []
  await Promise.all(
    missing.map(async ({ name, width, read }) => {
      rows.push({ name, width, format: 'webp', storageName: await files.put(await read()) })
    }),
  )
  await insertFiles(db, rows)
}
