import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** Sends a file to save under `name`: letters, digits, dots and hyphens, as we name our own. */
export async function sendFile(
  reply: FastifyReply,
  name: string,
  type: string,
  file: string | Buffer | Readable,
): Promise<null> {
  await reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(file)
  return null
}

/** Sends a list as a file; `name` is without its ending. */
export function sendCsv(reply: FastifyReply, name: string, file: string | Readable): Promise<null> {
  return sendFile(reply, `${name}.csv`, 'text/csv; charset=utf-8', file)
}

/** Sends what somebody uploaded: under any name, never opened by the browser and never kept by it. */
export async function sendUpload(reply: FastifyReply, name: string, content: Buffer): Promise<null> {
  await reply
    .header('content-disposition', dispositionOf(name))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/octet-stream')
    .send(content)
  return null
}

/** As in RFC 6266: non-ASCII letters go in the second form, which every current browser reads; quotes would end the first. */
function dispositionOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
