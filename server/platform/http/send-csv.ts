import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** Sends a list as a file to save under `name`. */
export async function sendCsv(reply: FastifyReply, name: string, file: string | Readable): Promise<null> {
  await reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(file)
  return null
}
