import type { FastifyInstance } from 'fastify'
import { PHOTO_FORMATS, type PhotoFormat } from '#contract/photos.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { findFile } from './photographs/work-store.ts'

const TYPES: Record<PhotoFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
/** Where a picture lies never changes: as many answers are remembered. */
const REMEMBERED_MAX = 5000

/** Reads the photograph of that name, at most that wide; null where there is none. */
export type ReadPhoto = (name: string, width: number, format: PhotoFormat) => Promise<Buffer | null>

export function photoReader(house: House, files: FileStorage): ReadPhoto {
  const remembered = new Map<string, string>()
  return async (name, width, format) => {
    const key = `${name}-${width}.${format}`
    const storageName = remembered.get(key) ?? (await findFile(house.db, name, width, format))
    if (storageName === null) return null
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(key, storageName)
    return files.get(storageName)
  }
}

/** Serves photographs under /photos/. A name never changes its picture, so browsers and proxies may keep it for good. */
export function servePhotos(app: FastifyInstance, house: House, read: ReadPhoto): void {
  app.get<{ Params: { file: string } }>('/photos/:file', async (request, reply) => {
    const [, name = '', width, ending] =
      /^([a-z0-9-]{1,80})-(\d{3,4})\.(avif|webp|jpg)$/.exec(request.params.file) ?? []
    const format = PHOTO_FORMATS.find((each) => each === ending)
    if (format === undefined) throw notFound('this photograph')
    const content = await read(name, Number(width), format).catch((err: unknown) => {
      house.log.error({ err }, 'the storage of photographs did not answer')
      return null
    })
    if (content === null) throw notFound('this photograph')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type(TYPES[format]).send(content)
  })
}
