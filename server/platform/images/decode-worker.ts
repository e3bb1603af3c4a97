import { parentPort, workerData } from 'node:worker_threads'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import heicDecode from 'heic-decode'
import type { DecodeJob, Decoded, Raster } from './decode.ts'

/**
 * Runs in a worker thread that lives for one file: it turns HEIC and PDF into plain pixels. Both decoders are WebAssembly, so what a
 * malicious file can take over only this thread's memory; its starter ends the thread when its time is up.
 */
async function run(job: DecodeJob): Promise<void> {
  limitMemory(job.memoryMax)
  const decoded = await (job.kind === 'heic' ? readHeic(job) : readPdf(job)).catch((): Decoded => ({
    fault: 'unreadable',
  }))
  const pixels = 'pages' in decoded ? decoded.pages.map(({ data }) => data.buffer as ArrayBuffer) : []
  parentPort?.postMessage(decoded, pixels)
}

type Memory = { buffer: ArrayBuffer; grow(pages: number): number }
declare const WebAssembly: { Memory: { prototype: Memory } }

const WASM_PAGE_BYTES = 65_536

/** The decoders request more memory only through this method; a refusal is a failed allocation to them. */
function limitMemory(bytesMax: number): void {
  const { prototype } = WebAssembly.Memory
  const grow = Reflect.get(prototype, 'grow') as Memory['grow']
  prototype.grow = function limited(this: Memory, pages: number) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > bytesMax) throw new RangeError('out of memory')
    return grow.call(this, pages)
  }
}

/** The size comes from the file's header: pixels are counted before any is decoded. */
async function readHeic({ content, pixelsMax }: DecodeJob): Promise<Decoded> {
  const images = await heicDecode.all({ buffer: content })
  const [first] = images
  if (first === undefined) return { fault: 'unreadable' }
  if (first.width * first.height > pixelsMax) return { fault: 'too-many-pixels' }
  const { width, height, data } = await first.decode()
  return { pages: [{ width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }] }
}

async function readPdf({ content, pagesMax, edge }: DecodeJob): Promise<Decoded> {
  const library = await PDFiumLibrary.init()
  let document
  try {
    document = await library.loadDocument(content)
  } catch (error) {
    return { fault: /password/i.test((error as Error).message) ? 'locked' : 'unreadable' }
  }
  const count = document.getPageCount()
  if (count > pagesMax) return { fault: 'too-many-pages' }
  if (count < 1) return { fault: 'unreadable' }
  const pages: Raster[] = []
  for (let index = 0; index < count; index += 1) pages.push(await drawn(document.getPage(index), edge))
  return { pages }
}

/** A page so large that its longer edge has `edge` pixels. */
async function drawn(page: PDFiumPage, edge: number): Promise<Raster> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = edge / Math.max(originalWidth, originalHeight)
  if (!(originalWidth > 0 && originalHeight > 0 && Number.isFinite(scale))) throw new Error('a page without a size')
  const width = Math.max(1, Math.round(originalWidth * scale))
  const height = Math.max(1, Math.round(originalHeight * scale))
  const { data } = await page.render({ width, height, render: 'bitmap' })
  return { width, height, data: new Uint8Array(data) }
}

await run(workerData as DecodeJob)
