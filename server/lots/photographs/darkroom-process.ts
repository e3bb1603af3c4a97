import sharp from 'sharp'
import { decode } from '#server/verification/decode.ts'
import type { DarkroomAnswer, DarkroomJob } from './darkroom.ts'
import { develop, masterOf, masterOfPixels, PIXELS_MAX, TooManyPixels, type Developed } from './recipe.ts'

/**
 * A process of its own with low priority, without the house's environment: it turns the files that were sent into what is served.
 * What a malicious file breaks in here is this process and nothing else. It ends with the house that started it.
 */
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (job: DarkroomJob) => {
  void answerTo(job).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))

async function answerTo(job: DarkroomJob): Promise<DarkroomAnswer> {
  try {
    return { id: job.id, developed: await developed(job) }
  } catch (error) {
    return { id: job.id, fault: error instanceof TooManyPixels ? 'too-many-pixels' : 'unreadable' }
  }
}

async function developed({ kind, content, rotation }: DarkroomJob): Promise<Developed> {
  if (kind === 'master') return { master: null, ...(await develop(content, rotation)) }
  const master = kind === 'heic' ? await fromHeic(content) : await masterOf(content)
  return { master, ...(await develop(master, rotation)) }
}

/** The decoder turns the picture upright itself. */
async function fromHeic(content: Uint8Array): Promise<Buffer> {
  const decoded = await decode({ kind: 'heic', content, pixelsMax: PIXELS_MAX, pagesMax: 1, edge: 0 })
  if ('fault' in decoded) throw decoded.fault === 'too-many-pixels' ? new TooManyPixels() : new Error(decoded.fault)
  const [page] = decoded.pages
  if (page === undefined) throw new Error('a file without a picture')
  return masterOfPixels(page.data, page.width, page.height)
}
