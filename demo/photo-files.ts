import { copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { photoFolder } from '#server/lots/photo-storage.ts'
import { ROOT } from '#server/platform/root.ts'

const PICTURES = path.join(ROOT, 'demo/photos')

/** Where the pictures' credits are kept; their licence asks that they can be read. */
export const CREDITS_FILE = path.join(PICTURES, 'CREDITS.md')

/** Puts the demo's pictures, made ready in all widths, into the photo storage. */
export async function placePictures(config: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = photoFolder(config)
  await mkdir(folder, { recursive: true })
  const there = new Set(await readdir(folder))
  const pictures = (await readdir(PICTURES)).filter((name) => name.endsWith('.webp') && !there.has(name))
  await Promise.all(pictures.map((name) => copyFile(path.join(PICTURES, name), path.join(folder, name))))
}
