import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { acceptedEncoding } from './accepts.ts'
import type { Form, Rendering } from './rendering.ts'
import type { SharedAnswer } from './shared-answer.ts'

/** For all to keep, and to ask each time whether it is still so; what needs a rung only for who asked. */
const KEEP = {
  visitor: { 'cache-control': 'no-cache', vary: 'accept-encoding' },
  informed: { 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization, cookie' },
}

/** Heads that belong to one answer or one form of it. All others of an answer are the same the next time. */
const OF_ONE_ANSWER = new Set([
  'etag',
  'content-length',
  'content-encoding',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

/** Which form goes to who sends these headers, and whether he has it already. */
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

  /** Sends it with all that hooks add to an answer; what they add is noted for the next time. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const answer = this.#answer
    const { form, isHeld } = chooseForm(answer, this.#rendering, request.headers)
    reply.headers(KEEP[answer.source.access === 'visitor' ? 'visitor' : 'informed']).header('etag', form.tag)
    if (isHeld) return reply.code(304).send()
    if (form.encoding !== null) reply.header('content-encoding', form.encoding)
    if (answer.head === null) reply.raw.once('finish', () => (answer.head = lastingHead(reply)))
    return reply.header('content-type', answer.source.mediaType).send(Buffer.from(form.body, 'latin1'))
  }
}

/** Names and values in turn; null where something was added that is for one person alone. */
function lastingHead(reply: FastifyReply): readonly string[] | null {
  const head = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ONE_ANSWER.has(name))
  if (reply.statusCode !== 200 || head.some(([name]) => name === 'set-cookie')) return null
  return head.flatMap(([name, value]) => [name, String(value)])
}
