import type { FastifyInstance } from 'fastify'
import { PHOTO_FORMATS, type PhotoFormat } from '#contract/lots/photos.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { findFile } from './photos/work-store.ts'

const TYPES: Record<PhotoFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
/** Photo locations never change, so this many are cached. */
const REMEMBERED_MAX = 5000

/** Reads the photo with that name, at most that wide; null if there is none. */
export type ReadPhoto = (name: string, width: number, format: PhotoFormat) => Promise<Buffer | null>

export function photoReader(app: App, files: FileStorage): ReadPhoto {
  const remembered = new Map<string, string>()
  return async (name, width, format) => {
    const key = `${name}-${width}.${format}`
    const storageName = remembered.get(key) ?? (await findFile(app.db, name, width, format))
    if (storageName === null) return null
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(key, storageName)
    return files.get(storageName)
  }
}

/** Serves photos under /photos/. The picture of a name never changes, so browsers and proxies may cache it forever. */
export function servePhotos(http: FastifyInstance, app: App, read: ReadPhoto): void {
  http.get<{ Params: { file: string } }>('/photos/:file', async (request, reply) => {
    const [, name = '', width, ending] =
      /^([a-z0-9-]{1,80})-(\d{3,4})\.(avif|webp|jpg)$/.exec(request.params.file) ?? []
    const format = PHOTO_FORMATS.find((each) => each === ending)
    if (format === undefined) throw notFound('this photo')
    const content = await read(name, Number(width), format).catch((err: unknown) => {
      app.log.error({ err }, 'photo storage did not respond')
      return null
    })
    if (content === null) throw notFound('this photo')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type(TYPES[format]).send(content)
  })
}
