import sharp from 'sharp'

/** What these photos' metadata reveals about their owner. */
export const TELLTALE = 'Via Segreta 7'

/** A JPEG as a phone makes it: rotated, with an owner's address and a location in its metadata. Red left, teal right. */
export async function telephonePhoto(width = 900, height = 600, shade = 0): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: { r: 200, g: shade, b: 20 } }
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .composite([{ input: await sharp({ create: half }).png().toBuffer(), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: `Pia Rossi, ${TELLTALE}` },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 22/1 0/1' },
    })
    .jpeg()
    .toBuffer()
}
