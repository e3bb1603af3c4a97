import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** The owner's data in the metadata of these documents. */
export const TELLTALE = 'Via Segreta 7'

/** A JPEG lying on its side, with an owner's address in its metadata; no two are the same file. */
export function takePicture(): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: `Pia Rossi, ${TELLTALE}, ${crypto.randomUUID()}` } })
    .jpeg()
    .toBuffer()
}

/** 320 × 200 pixels of a card, as a phone stores it, with an owner's address in its metadata. */
export function heicCard(): Promise<Buffer> {
  return readFile(path.join(import.meta.dirname, 'fixtures/card.heic'))
}

/** The card's header claims this many pixels each way; the rest doesn't matter. */
export async function heicOfSize(edge: number): Promise<Buffer> {
  const card = await heicCard()
  const size = card.indexOf('ispe') + 8
  card.writeUInt32BE(edge, size)
  card.writeUInt32BE(edge, size + 4)
  return card
}

export function pdf(pages: number, options: { userPassword?: string; size?: [number, number] } = {}): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, info: { Author: `Pia Rossi, ${TELLTALE}` }, ...options })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (let page = 1; page <= pages; page += 1) {
    document.addPage({ size: options.size ?? 'A4' })
    if (pages < 100) document.rect(40, 60, 200, 120).fill('teal').fill('black').text(`Page ${page}`, 60, 300)
  }
  document.end()
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
}

/** A PNG whose header claims `edge` pixels each way, but which contains none. */
export function pngOfSize(edge: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', randomBytes(64)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A PDF whose one image claims that many pixels each way, compressed: a few kB that need gigabytes. */
export function pdfBomb(edge: number): Buffer {
  const content = `q 500 0 0 500 0 0 cm /I Do Q`
  const image = `<</Type/XObject/Subtype/Image/Width ${edge}/Height ${edge}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/ASCIIHexDecode/Length 4>>`
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>endobj\n` +
      `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj\n5 0 obj${image}stream\n00>\nendstream endobj\n` +
      `trailer<</Root 1 0 R>>\n`,
  )
}

/** A PDF that draws itself, over and over: its forms call each other `width` times on each of `depth` levels. */
export function pdfMaze(depth: number, width: number): Buffer {
  const form = (floor: number) => {
    const calls = floor === depth ? '0 0 9 9 re f ' : '/F Do '.repeat(width)
    const inner = floor === depth ? '' : `/Resources<</XObject<</F ${6 + floor} 0 R>>>>`
    return `${5 + floor} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 500 500]${inner}/Length ${calls.length}>>stream\n${calls}\nendstream endobj\n`
  }
  const floors = Array.from({ length: depth + 1 }, (_, floor) => form(floor)).join('')
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>endobj\n` +
      `4 0 obj<</Length 5>>stream\n/F Do\nendstream endobj\n${floors}trailer<</Root 1 0 R>>\n`,
  )
}
