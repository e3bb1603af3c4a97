import sharp from 'sharp'
import { decode } from './decode.ts'
import type { PhotoWorkerAnswer, PhotoWorkerJob } from './photo-worker.ts'
import { develop, masterOf, masterOfPixels, PIXELS_MAX, TooManyPixels, type Developed } from './recipe.ts'

/**
 * A separate process with low priority and without the server's environment: turns uploaded files into the ones served. A malicious file
 * can break only this process. It ends with the server that started it.
 */
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (job: PhotoWorkerJob) => {
  void answerTo(job).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))

async function answerTo(job: PhotoWorkerJob): Promise<PhotoWorkerAnswer> {
  try {
    return { id: job.id, developed: await developed(job) }
  } catch (error) {
    return { id: job.id, fault: error instanceof TooManyPixels ? 'too-many-pixels' : 'unreadable' }
  }
}

async function developed({ kind, content, rotation }: PhotoWorkerJob): Promise<Developed> {
  if (kind === 'master') return { master: null, ...(await develop(content, rotation)) }
  const master = kind === 'heic' ? await fromHeic(content) : await masterOf(content)
  return { master, ...(await develop(master, rotation)) }
}

/** The decoder itself turns the picture upright. */
async function fromHeic(content: Uint8Array): Promise<Buffer> {
  const decoded = await decode({ kind: 'heic', content, pixelsMax: PIXELS_MAX, pagesMax: 1, edge: 0 })
  if ('fault' in decoded) throw decoded.fault === 'too-many-pixels' ? new TooManyPixels() : new Error(decoded.fault)
  const [page] = decoded.pages
  if (page === undefined) throw new Error('a file without an image')
  return masterOfPixels(page.data, page.width, page.height)
}
