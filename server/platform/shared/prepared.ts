import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { acceptedEncoding } from '#server/platform/rendering/accepts.ts'
import type { Form, Rendering } from '#server/platform/rendering/rendering.ts'
import type { SharedAnswer } from '#server/platform/rendering/shared-answer.ts'

/** Public answers may be stored but must be revalidated; those that need an access level are private. */
const KEEP = {
  visitor: { 'cache-control': 'no-cache', vary: 'accept-encoding' },
  'sees-prices': { 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization, cookie' },
}

/** Headers that belong to one answer or one encoding of it. All others are the same for the next answer. */
const OF_ONE_ANSWER = new Set([
  'etag',
  'content-length',
  'content-encoding',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

/** Which encoding to send for these headers, and whether the client already has it. */
export function chooseForm(
  answer: SharedAnswer,
  rendering: Rendering,
  headers: IncomingHttpHeaders,
): { form: Form; isHeld: boolean } {
  const held = rendering.formNamed(headers['if-none-match'])
  if (held !== null) return { form: held, isHeld: true }
  const encoding = acceptedEncoding(headers['accept-encoding'])
  const form = rendering.formFor(encoding)
  if (form.encoding !== encoding) answer.packSoon()
  return { form, isHeld: false }
}

/** A shared answer that is ready to be sent. */
export class Prepared {
  #answer: SharedAnswer
  #rendering: Rendering

  constructor(answer: SharedAnswer, rendering: Rendering) {
    this.#answer = answer
    this.#rendering = rendering
  }

  /** Sends it with the headers that hooks add, and remembers those for the next time. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const answer = this.#answer
    const { form, isHeld } = chooseForm(answer, this.#rendering, request.headers)
    const { access, vary: own } = answer.source
    const { vary, ...keep } = KEEP[access === 'visitor' ? 'visitor' : 'sees-prices']
    reply.headers({ ...keep, vary: own === undefined ? vary : `${vary}, ${own}` }).header('etag', form.tag)
    if (isHeld) return reply.code(304).send()
    if (form.encoding !== null) reply.header('content-encoding', form.encoding)
    if (answer.head === null) reply.raw.once('finish', () => (answer.head = lastingHead(reply)))
    return reply.header('content-type', answer.source.mediaType).send(Buffer.from(form.body, 'latin1'))
  }
}

/** Header names and values alternating; null when a header was added that is for one person only. */
function lastingHead(reply: FastifyReply): readonly string[] | null {
  const head = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ONE_ANSWER.has(name))
  if (reply.statusCode !== 200 || head.some(([name]) => name === 'set-cookie')) return null
  return head.flatMap(([name, value]) => [name, String(value)])
}
