import { readFile } from 'node:fs/promises'
import type { Room } from '#server/platform/room.ts'
import { CREDITS_FILE } from './photo-files.ts'

/** What the demo adds to the house: the credits of its pictures. Only set up in demo mode. */
export const demoRoom: Room = {
  name: 'demo',
  setUp(app) {
    app.get('/demo/credits', async (_, reply) => {
      const credits = await readFile(CREDITS_FILE, 'utf8')
      return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(credits)
    })
  },
}
