import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photoFolder, storePhoto } from './photo-storage.ts'

describe('a photograph', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-photos-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  async function picture(width: number, height: number): Promise<Buffer> {
    return sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
  }

  test('is kept in three widths, upright, never enlarged, without its metadata', async () => {
    const stored = await storePhoto({ dataDir }, await picture(900, 1200), 'hero')
    expect(stored).toMatchObject({ view: 'hero', width: 1200, height: 900 })
    const files = (await readdir(photoFolder({ dataDir }))).toSorted()
    expect(files).toEqual([1600, 480, 960].map((width) => `${stored.name}-${width}.webp`))
    const small = await sharp(path.join(photoFolder({ dataDir }), `${stored.name}-480.webp`)).metadata()
    expect(small).toMatchObject({ width: 480, height: 360, format: 'webp' })
    expect(small.exif).toBeUndefined()
  })

  test('that is none is refused', async () => {
    const faulty = storePhoto({ dataDir }, Buffer.from('<svg><script/></svg>'.repeat(3)), 'hero')
    await expect(faulty).rejects.toMatchObject({ status: 400, code: 'invalid-input' })
  })
})
