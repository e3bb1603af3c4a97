import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { PHOTO_WIDTHS } from '#contract/photos.ts'
import type { Config } from '#server/platform/config.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput } from '#server/platform/problem.ts'
import type { StoredPhoto } from './store.ts'

/** Where photographs are kept: `<name>-<width>.webp`, one file for each of the contract's widths. */
export function photoFolder(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'photos')
}

/** A picture of more pixels than this is taken for an attack on memory. */
const PIXELS_MAX = 100_000_000
const WEBP = { quality: 80, effort: 4 }

/**
 * Keeps a photograph in all widths, upright, without its metadata, never enlarged. Its name comes from its content, so the same
 * picture is kept once and a name never changes its picture. Throws `invalid-input` for what is no picture.
 */
export async function storePhoto(config: Pick<Config, 'dataDir'>, bytes: Buffer, view: string): Promise<StoredPhoto> {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const folder = photoFolder(config)
  await mkdir(folder, { recursive: true })
  const sizes = await Promise.all(PHOTO_WIDTHS.map((width) => resized(bytes, width)))
  for (const [index, { data }] of sizes.entries()) {
    await writeWhole(path.join(folder, `${name}-${PHOTO_WIDTHS[index]}.webp`), data)
  }
  const widest = sizes.at(-1)!.info
  return { name, view, width: widest.width, height: widest.height }
}

async function resized(bytes: Buffer, width: number) {
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer({ resolveWithObject: true })
  } catch {
    throw invalidInput([{ field: 'photo', message: 'This file is not a picture that can be read.' }])
  }
}

/** Nobody ever sees half a file: it is written beside its place and moved there. */
async function writeWhole(file: string, data: Buffer): Promise<void> {
  const beside = `${file}.${newId()}`
  await writeFile(beside, data)
  await rename(beside, file)
}
