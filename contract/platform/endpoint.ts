import type * as z from 'zod/mini'
import type { AccessLevel } from './access-levels.ts'
import type { AuditAction } from './audit-words.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One value describes an endpoint completely: the server routes by it, the client calls by it, the tests iterate it and the API document
 * is generated from it. `body: 'multipart'` is form data, read by the feature itself. A reply of null is 204 without a body.
 */
export type Endpoint = {
  method: Method
  /** As in Fastify: `/api/lots/:lotId/bids`. */
  path: string
  access: AccessLevel
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType | 'multipart'
  /** The required and optional files of form data, and its other fields, which are text. */
  files?: readonly string[]
  optionalFiles?: readonly string[]
  fields?: z.ZodMiniObject
  reply: z.ZodMiniType | null
  /** Success status; by default 200, or 204 without a reply. */
  status?: 200 | 201 | 202
  /** Codes of 409 that this endpoint can answer. */
  rejections?: readonly string[]
  /** Statuses of problems that come from neither the access level nor the input, such as the 401 of a failed sign-in. */
  problems?: readonly (401 | 402 | 403 | 410)[]
  /** Answers carry an ETag, and a request that names it in `If-None-Match` is answered 304. */
  etag?: true
  /** For replies that aren't JSON: the media type, or one of several. The handler sends them itself. */
  media?: string | readonly string[]
  /**
   * Whether a support session may call this. Support sessions only read: every GET is allowed and everything else is closed, unless set
   * here. Reads that show a person's own maximums or commitments are `closed`: no one else may see those.
   */
  support?: 'allowed' | 'closed'
  /**
   * Needs a fresh confirmation of identity: the second factor (or, for staff of a demo who have none, the password) given in this session within
   * the last ten minutes. Else 403 `factor-required`, with `details.how`: `code` or `password`; the page asks for it and repeats the request.
   */
  stepUp?: true
  /**
   * Staff export a file or read personal data: `serve` writes an audit entry with this action. Its subject is the id in the
   * address, else `list` or `csv`. Repeated reads within five minutes are one entry; every file is an entry.
   */
  audit?: { action: AuditAction; of: string }
}

export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

type Out<T> = T extends z.ZodMiniType ? z.infer<T> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType ? z.infer<E['reply']> : null
