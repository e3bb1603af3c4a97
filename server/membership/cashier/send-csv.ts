import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** A CSV file to be saved under that name. */
export async function sendCsv(reply: FastifyReply, name: string, text: string | Readable): Promise<null> {
  await reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(text)
  return null
}
