import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { LANGUAGE_CODES } from '../platform/languages.ts'
import { Id, Instant, plainText, PlannedInstant } from '../platform/values.ts'
import { Article } from './article.ts'

export const CONTENT_GROUPS = ['pages', 'faq', 'banner', 'emails', 'push'] as const

/** Long enough for terms of use; the server parses it at every change of a page. */
export const CONTENT_TEXT_MAX = 60_000

const Name = z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/), z.maxLength(60))
const Text = z.string().check(z.maxLength(CONTENT_TEXT_MAX), plainText)

/** `changedAt`, `changedBy`: of the version shown now; null while that is the text of the release. `nextAt`: the next scheduled version. */
export const ContentText = z.object({
  name: Name,
  /** In English. */
  label: z.string(),
  language: z.enum(LANGUAGE_CODES),
  group: z.enum(CONTENT_GROUPS),
  changedAt: z.nullable(Instant),
  changedBy: z.nullable(z.string()),
  nextAt: z.nullable(Instant),
})
export type ContentText = z.infer<typeof ContentText>

/** `text` null: the text of the release, whichever release runs. `canceledAt`: it was scheduled and will not be published. */
export const ContentVersion = z.object({
  id: Id,
  text: z.nullable(z.string()),
  publishAt: Instant,
  savedAt: Instant,
  savedBy: z.string(),
  canceledAt: z.nullable(Instant),
  state: z.enum(['shown', 'scheduled', 'past', 'canceled']),
})
export type ContentVersion = z.infer<typeof ContentVersion>

const State = z.object({
  name: Name,
  label: z.string(),
  language: z.enum(LANGUAGE_CODES),
  /** The text shown now. */
  text: z.string(),
  shipped: z.string(),
  /** Fields that a text can contain in double braces, with what they show now. `alone`: stands on a line of its own. */
  fields: z.array(z.object({ name: z.string(), shows: z.string(), alone: z.boolean() })),
  /** The last saved version; a change names it. Null: never saved. */
  latest: z.nullable(Id),
  /** Newest first, at most 100. */
  versions: z.array(ContentVersion),
})
export type ContentState = z.infer<typeof State>

const params = z.object({ name: Name })

export const listContent = endpoint({
  method: 'GET',
  path: '/api/admin/content',
  access: 'owner',
  summary: 'Every text that staff can edit: pages, FAQ, the banner and emails',
  reply: z.object({ items: z.array(ContentText) }),
})

export const readContent = endpoint({
  method: 'GET',
  path: '/api/admin/content/:name',
  access: 'owner',
  summary: 'One text with its fields and versions',
  params,
  reply: State,
})

export const previewContent = endpoint({
  method: 'POST',
  path: '/api/admin/content/:name/preview',
  access: 'owner',
  summary: 'Show a text as people would see it; nothing is saved',
  params,
  body: z.object({ text: Text }),
  reply: Article,
  rejections: ['unknown-field', 'field-not-alone', 'link-not-allowed', 'title-missing'],
})

export const saveContent = endpoint({
  method: 'POST',
  path: '/api/admin/content/:name/versions',
  access: 'owner',
  stepUp: true,
  summary: 'Save a version of a text, to be shown now or from a later time',
  params,
  body: z.object({
    /** Created by the client: a request that is repeated saves one version. */
    versionId: Id,
    basedOn: z.nullable(Id),
    /** Null: back to the text of the release. */
    text: z.nullable(Text),
    /** Null: now. */
    publishAt: z.nullable(PlannedInstant),
  }),
  reply: State,
  rejections: [
    'unknown-field',
    'field-not-alone',
    'link-not-allowed',
    'title-missing',
    'content-changed',
    'already-saved',
  ],
})

export const cancelContent = endpoint({
  method: 'POST',
  path: '/api/admin/content/:name/versions/:versionId/cancellation',
  access: 'owner',
  stepUp: true,
  summary: 'Cancel a scheduled version before it is shown',
  params: z.object({ name: Name, versionId: Id }),
  reply: State,
  rejections: ['not-scheduled'],
})
