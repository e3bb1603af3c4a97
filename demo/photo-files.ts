import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { openPhotoStorage } from '#server/lots/photo-storage.ts'
import { placePhotos, type ReadyMade } from '#server/lots/place-photos.ts'
import type { App } from '#server/platform/app.ts'
import { ROOT } from '#server/platform/root.ts'

const PICTURES = path.join(ROOT, 'demo/photos')

/** Where the credits of the pictures are kept; their license requires that they can be read. */
export const CREDITS_FILE = path.join(PICTURES, 'CREDITS.md')

/** Copies the demo's pictures, prepared in all widths, into the photo storage. */
export async function placePictures(app: App): Promise<void> {
  const pictures: ReadyMade[] = (await readdir(PICTURES)).flatMap((file) => {
    const [, name, width] = /^([a-z0-9-]+)-(\d+)\.webp$/.exec(file) ?? []
    if (name === undefined) return []
    return [{ name, width: Number(width), read: () => readFile(path.join(PICTURES, file)) }]
  })
  await placePhotos(app.db, await openPhotoStorage(app.config), pictures)
}
