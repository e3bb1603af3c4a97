import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Refusal } from '../problem.ts'
import { decode } from './decode.ts'
import {
  heicCard,
  heicOfSize,
  pdf,
  pdfBomb,
  pdfMaze,
  takePicture,
  pngOfSize,
  TELLTALE,
} from '#server/verification/documents.test-support.ts'
import { kindOf, readDocument } from './read-document.ts'

const LIMITS = { pixelsMax: 50_000_000, pagesMax: 4, edge: 1000 }

async function read(content: Buffer): Promise<Buffer[]> {
  const pictures = await readDocument(content, 'front')
  if (pictures instanceof Refusal) throw new Error(pictures.message)
  return pictures
}

async function refusalOf(content: Buffer): Promise<Refusal> {
  const answer = await readDocument(content, 'front')
  if (!(answer instanceof Refusal)) throw new Error('it was taken')
  return answer
}

async function colorIn(picture: Buffer, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 }
  return [...(await sharp(picture).extract(area).raw().toBuffer())]
}

test('the type of a file comes from its bytes', async () => {
  const base = sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
  const all = [base.clone().jpeg(), base.clone().png(), base.clone().webp()].map((picture) => picture.toBuffer())
  expect((await Promise.all(all)).map(kindOf)).toEqual(['jpeg', 'png', 'webp'])
  expect([kindOf(await heicCard()), kindOf(await pdf(1))]).toEqual(['heic', 'pdf'])
  const wrong = ['', 'a plain text', '<svg/>', 'GIF89a', 'MZ\x90', ' %PDF-1.4', '\0\0\0\x1cftypavif'].map((text) =>
    kindOf(Buffer.from(text, 'latin1')),
  )
  expect(wrong).toEqual(Array.from({ length: 7 }, () => null))
})

test('an image is re-encoded: upright, as JPEG, without its metadata', async () => {
  const given = await takePicture()
  const [picture] = await read(given)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 600 })
  expect((await sharp(picture).metadata()).exif).toBeUndefined()
  expect([given.includes(TELLTALE), picture!.includes(TELLTALE)]).toEqual([true, false])
})

test('HEIC becomes JPEG with the same image and without its metadata', async () => {
  const given = await heicCard()
  const [picture] = await read(given)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
  const [red, green, blue] = await colorIn(picture!, 60, 80)
  expect(red! > 180 && green! > 150 && blue! < 120, 'the yellow photo of the card').toBe(true)
  expect([given.includes(TELLTALE), picture!.includes(TELLTALE)]).toEqual([true, false])
})

test('a PDF becomes one image a page, and nothing of the file is kept', async () => {
  const given = await pdf(3)
  const pictures = await read(given)
  expect(pictures).toHaveLength(3)
  const facts = await sharp(pictures[0]).metadata()
  expect([facts.format, facts.height]).toEqual(['jpeg', 3200])
  const [red, green, blue] = await colorIn(pictures[2]!, 400, 400)
  expect(red! < 40 && green! > 90 && blue! > 90, 'the teal box').toBe(true)
  expect([given.includes('Pia Rossi'), Buffer.concat(pictures).includes('Pia Rossi')]).toEqual([true, false])
})

test('an image of 900 megapixels is refused by its header, whatever its kind', async () => {
  for (const content of [pngOfSize(30_000), await heicOfSize(30_000)]) {
    expect(await refusalOf(content)).toMatchObject({
      code: 'too-many-pixels',
      message: expect.stringContaining('50 million'),
      details: { side: 'front' },
    })
  }
})

test('a PDF of ten thousand pages, or of one more than allowed, is refused with the number in the message', async () => {
  expect(await refusalOf(await pdf(10_000))).toMatchObject({
    code: 'too-many-pages',
    message: expect.stringContaining('more than 4 pages'),
  })
  expect((await refusalOf(await pdf(5))).code).toBe('too-many-pages')
  expect(await read(await pdf(4))).toHaveLength(4)
})

test('a PDF with a password is refused, and its owner learns what to do', async () => {
  expect(await refusalOf(await pdf(1, { userPassword: 'secret' }))).toMatchObject({
    code: 'document-locked',
    message: expect.stringContaining('password'),
  })
})

test('truncated or disguised files are refused', async () => {
  const [jpeg, heic, document] = [await takePicture(), await heicCard(), await pdf(1)]
  for (const content of [
    jpeg.subarray(0, 300),
    Buffer.concat([jpeg.subarray(0, 3), Buffer.alloc(5000)]),
    heic.subarray(0, 400),
    Buffer.concat([heic.subarray(0, 24), Buffer.alloc(5000)]),
    document.subarray(0, 60),
    Buffer.from('%PDF-1.7\nan identity card'),
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000_000)]),
  ])
    expect(await refusalOf(content)).toMatchObject({ code: 'not-a-document', details: { side: 'front' } })
})

test('an extremely wide and low page is rendered within its limits', async () => {
  const [picture] = await read(await pdf(1, { size: [14_000, 3] }))
  expect(await sharp(picture).metadata()).toMatchObject({ width: 3200, height: 1 })
})

test('a PDF that needs gigabytes gets none', async () => {
  const before = process.memoryUsage().rss
  const answer = await decode({ kind: 'pdf', content: pdfBomb(60_000), ...LIMITS })
  expect('pages' in answer ? answer.pages.length : answer.fault).toSatisfy((one) => one === 1 || one === 'unreadable')
  expect(process.memoryUsage().rss - before).toBeLessThan(1_200_000_000)
})

test('a document that takes too long is abandoned, and the server answers others meanwhile', async () => {
  let turns = 0
  const beat = setInterval(() => (turns += 1), 5)
  const answer = await decode({ kind: 'pdf', content: pdfMaze(12, 12), ...LIMITS }, 700)
  clearInterval(beat)
  expect(answer).toEqual({ fault: 'too-slow' })
  expect(turns).toBeGreaterThan(3)
  expect(await read(await pdf(1))).toHaveLength(1)
})

test('a document that takes long lets others pass, and a second such one is turned away', async () => {
  const slow = () => decode({ kind: 'pdf', content: pdfMaze(12, 12), ...LIMITS }, 10_000, 300)
  let isOver = false
  const first = slow().finally(() => (isOver = true))
  const quick = await decode({ kind: 'pdf', content: await pdf(1), ...LIMITS }, 10_000, 10_000)
  expect(quick).toMatchObject({ pages: { length: 1 } })
  await expect(slow()).rejects.toMatchObject({ status: 503, code: 'busy' })
  expect(isOver, 'the slow one is still being drawn').toBe(false)
  expect(await first).toHaveProperty('fault')
}, 60_000)
