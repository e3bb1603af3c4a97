import * as z from 'zod/mini'
import type { Rung } from './rungs.ts'

// Before the first shape is made: in a browser zod must not try `new Function`, which the content security policy reports.
z.config({ jitless: 'document' in globalThis, ...z.locales.en() })

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One value says all of an endpoint: the server routes by it, the client calls by it, the tests walk it and the API document
 * is generated from it. `body: 'multipart'` is form data, read by the room itself. A reply of null is 204 without a body.
 */
export type Endpoint = {
  method: Method
  /** As in Fastify: `/api/lots/:lotId/bids`. */
  path: string
  access: Rung
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType | 'multipart'
  /** Names of the files that form data must have, of those it may have, and its other fields, which are texts. */
  files?: readonly string[]
  optionalFiles?: readonly string[]
  fields?: z.ZodMiniObject
  reply: z.ZodMiniType | null
  /** Status of success; 200 (204 without a reply) unless said. */
  status?: 200 | 201 | 202
  /** Codes of 409 that this endpoint can answer. */
  rejections?: readonly string[]
  /** Statuses of problems that come from neither the rung nor the input, such as the 401 of a log-in that fails. */
  problems?: readonly (401 | 402 | 403)[]
  /** Replies that are no JSON: the media type. The handler sends them itself. */
  media?: string
  /**
   * In a session of support, which only reads: every GET is open and everything else is closed, unless this says otherwise. Reads
   * that carry a person's own maximums or what they commit are `closed`: nobody else may see those.
   */
  support?: 'allowed' | 'closed'
  /**
   * Needs a fresh proof of who asks: the second factor (or, for staff of a demo who have none, the password) given in this session within
   * the last ten minutes. Else 403 `factor-required`, with `details.how`: `code` or `password`; the page asks for it and repeats the request.
   */
  stepUp?: true
  /**
   * Staff take a file out here or read personal data: `serve` leaves a line in the audit log with this act. Its subject is what the
   * address names, else `list` or `csv`. Reading the same again within five minutes is one reading; every file is a line.
   */
  audit?: { act: string; of: string }
}

export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

type Out<T> = T extends z.ZodMiniType ? z.infer<T> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType ? z.infer<E['reply']> : null
