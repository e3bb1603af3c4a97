import { mkdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { House } from '#server/platform/house.ts'
import { photoFolder } from './photo-storage.ts'

/** Serves the photo storage under /photos/. A name never changes its picture, so browsers and proxies may keep it for good. */
export async function servePhotos(app: FastifyInstance, house: House): Promise<void> {
  const root = photoFolder(house.config)
  await mkdir(root, { recursive: true })
  await app.register(fastifyStatic, {
    root,
    prefix: '/photos/',
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '365d',
    allowedPath: (path) => /^\/[a-z0-9-]+\.webp$/.test(path),
  })
}
