import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PHOTO_FORMATS, PHOTO_WIDTHS } from '#contract/lots/photos.ts'
import { telephonePhoto, TELLTALE } from '#server/lots/photos/camera.test-support.ts'
import { develop, masterOf } from './recipe.ts'

describe('a served photo', () => {
  test('is upright, in every format and width, never enlarged, with nothing of the file but its pixels', async () => {
    const sent = await telephonePhoto(1200, 2000)
    expect(sent.includes(TELLTALE)).toBe(true)
    const master = await masterOf(sent)
    const { width, height, renditions } = await develop(master, 0)
    expect([width, height]).toEqual([2000, 1200])
    const served = renditions.flatMap(({ widths, format }) => widths.map((each) => `${each} ${format}`)).toSorted()
    expect(served).toEqual(
      PHOTO_WIDTHS.flatMap((each) => PHOTO_FORMATS.map((format) => `${each} ${format}`)).toSorted(),
    )
    for (const { widths, format, content } of renditions) {
      const is = await sharp(content).metadata()
      expect([is.width, is.format]).toEqual([
        Math.min(widths[0]!, 2000),
        format === 'jpg' ? 'jpeg' : format === 'avif' ? 'heif' : 'webp',
      ])
      expect([is.exif, is.icc, is.xmp, is.iptc, is.orientation]).toEqual(Array.from({ length: 5 }, () => undefined))
      expect(Buffer.from(content).includes(TELLTALE)).toBe(false)
    }
    expect(master.includes(TELLTALE)).toBe(false)
  })

  test('of small width is stored once for all larger widths', async () => {
    const { renditions } = await develop(await masterOf(await telephonePhoto(300, 400)), 0)
    expect(renditions.map(({ widths }) => widths)).toEqual(PHOTO_FORMATS.map(() => [...PHOTO_WIDTHS]))
    expect((await sharp(renditions[0]!.content).metadata()).width).toBe(400)
  })

  test('rotated by a quarter turn swaps its sides', async () => {
    const { width, height } = await develop(await masterOf(await telephonePhoto(900, 600)), 90)
    expect([width, height]).toEqual([900, 600])
  })

  test('has a placeholder that is small enough for a row', async () => {
    const { placeholder } = await develop(await masterOf(await telephonePhoto()), 0)
    expect(placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(placeholder.length).toBeLessThan(400)
    const { width } = await sharp(Buffer.from(placeholder.split(',')[1]!, 'base64')).metadata()
    expect(width).toBe(16)
  })
})
