import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { openPhotoStorage } from '#server/lots/photo-storage.ts'
import { placePhotos, type ReadyMade } from '#server/lots/place-photos.ts'
import type { House } from '#server/platform/house.ts'
import { ROOT } from '#server/platform/root.ts'

const PICTURES = path.join(ROOT, 'demo/photos')

/** Where the pictures' credits are kept; their licence asks that they can be read. */
export const CREDITS_FILE = path.join(PICTURES, 'CREDITS.md')

/** Puts the demo's pictures, made ready in all widths, into the photo storage. */
export async function placePictures(house: House): Promise<void> {
  const pictures: ReadyMade[] = (await readdir(PICTURES)).flatMap((file) => {
    const [, name, width] = /^([a-z0-9-]+)-(\d+)\.webp$/.exec(file) ?? []
    if (name === undefined) return []
    return [{ name, width: Number(width), read: () => readFile(path.join(PICTURES, file)) }]
  })
  await placePhotos(house.db, await openPhotoStorage(house.config), pictures)
}
