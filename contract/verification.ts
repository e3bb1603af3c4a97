import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SharedIdentifier } from './shared-identifiers.ts'
import { Id, Instant, oneLine, Order, PageNumber, plainText, Turned } from './values.ts'

export const DOCUMENT_KINDS = ['passport', 'driving-licence', 'national-card'] as const
export const DOCUMENT_SIDES = ['front', 'back'] as const
/** Bytes a file may have. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024
/** Pages a PDF may have for one side. */
export const DOCUMENT_PAGES_MAX = 4

/**
 * `asked-again`: the picture could not be used, the same document is welcome again. `rejected`: this document is not accepted.
 * `rejected-finally`: nothing more can be sent, and the fee is paid back. `withdrawn`: the account was closed before a decision.
 */
export const CASE_STATES = [
  'submitted',
  'approved',
  'asked-again',
  'rejected',
  'rejected-finally',
  'withdrawn',
] as const

const Side = z.enum(DOCUMENT_SIDES)

const Submitted = z.object({ submittedAt: Instant, kind: z.enum(DOCUMENT_KINDS), state: z.literal('submitted') })

/**
 * Form data: `kind`, file `front`, and file `back` (not for a passport). `uploadId` is made by the client, once for these files:
 * the same id again is the same upload and gets the same answer.
 */
export const submitDocument = endpoint({
  method: 'POST',
  path: '/api/verification/documents',
  access: 'paid',
  summary: 'Send an identity document (form data: kind, front, back)',
  query: z.object({ uploadId: z.optional(Id) }),
  body: 'multipart',
  files: ['front'],
  optionalFiles: ['back'],
  fields: z.object({ kind: z.enum(DOCUMENT_KINDS) }),
  reply: Submitted,
  status: 201,
  rejections: [
    'email-not-confirmed',
    'already-verified',
    'document-pending',
    'rejected-finally',
    'upload-id-reused',
    'not-a-document',
    'document-locked',
    'too-many-pages',
    'too-many-pixels',
    'back-missing',
    'file-too-large',
  ],
})

/** For a client whose connection broke: what it was sending may have arrived. */
export const findUpload = endpoint({
  method: 'GET',
  path: '/api/verification/uploads/:uploadId',
  access: 'paid',
  summary: 'Whether an upload of one’s own has arrived (404: it has not)',
  params: z.object({ uploadId: Id }),
  reply: Submitted,
})

/** Where a member stands, beyond what `GET /api/user` tells. */
export const readVerification = endpoint({
  method: 'GET',
  path: '/api/verification',
  access: 'member',
  summary: 'The last identity document of the person and what became of it',
  reply: z.object({
    last: z.nullable(
      z.object({
        kind: z.enum(DOCUMENT_KINDS),
        state: z.enum(CASE_STATES),
        note: z.nullable(z.string()),
        submittedAt: Instant,
        decidedAt: z.nullable(Instant),
      }),
    ),
    /** Days after the decision when the pictures are deleted. */
    keepDays: z.number(),
  }),
})

const EarlierCase = z.object({
  state: z.enum(CASE_STATES),
  note: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
})

export const VerificationCase = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  email: z.string(),
  country: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** The pictures that are kept; none once their time is over. */
  pictures: z.array(z.object({ side: Side, page: z.int() })),
  submittedAt: Instant,
  state: z.enum(CASE_STATES),
  note: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** Name of the reviewer. */
  decidedBy: z.nullable(z.string()),
  /** What became of this person's documents before, the latest first; at most five. */
  earlier: z.array(EarlierCase),
  /** Documents, cards and devices of this person that are also on another account. */
  shared: z.array(SharedIdentifier),
})

export const CASE_SORTS = ['person', 'country', 'kind', 'submitted', 'decided', 'reviewer'] as const

/** `submitted` unless another state is asked for. Unsorted: those that wait longest first, else the latest decision first. */
export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/admin/verifications',
  access: 'reviewer',
  audit: { act: 'view-verifications', of: 'verification' },
  summary: 'Identity documents by state, with those who sent them',
  query: z.object({
    state: z.optional(z.enum(CASE_STATES)),
    /** Part of a name or an address. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** `only`: people whose document, card or device is also on another account. */
    shared: z.optional(z.enum(['only'])),
    sort: z.optional(z.enum(CASE_SORTS)),
    order: Order,
    page: PageNumber,
  }),
  reply: z.object({ items: z.array(VerificationCase), ...Turned }),
})

/** Without notes and pictures. */
export const exportVerifications = endpoint({
  method: 'GET',
  path: '/api/admin/verifications-csv',
  access: 'reviewer',
  audit: { act: 'export-verifications', of: 'verification' },
  summary: 'The found identity documents as CSV; the export is audited',
  query: z.object({
    state: z.optional(z.enum(CASE_STATES)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    shared: z.optional(z.enum(['only'])),
  }),
  reply: null,
  media: 'text/csv',
})

const PAGE = [z.int(), z.gte(1), z.lte(DOCUMENT_PAGES_MAX)] as const

/** The link is good for a minute, and in the session that asked for it alone. */
export const linkDocument = endpoint({
  method: 'POST',
  path: '/api/admin/verifications/:caseId/links',
  access: 'reviewer',
  summary: 'A short-lived link to one picture of an identity document',
  params: z.object({ caseId: Id }),
  body: z.object({ side: Side, page: z.number().check(...PAGE) }),
  reply: z.object({ url: z.string(), expiresAt: Instant }),
})

/** Every call is an audit row, also one that is refused. */
export const viewDocument = endpoint({
  method: 'GET',
  path: '/api/admin/verifications/:caseId/:side/:page',
  access: 'reviewer',
  summary: 'One picture of an identity document, by a link; the view is logged',
  params: z.object({ caseId: Id, side: Side, page: z.coerce.number().check(...PAGE) }),
  query: z.object({ link: z.string().check(z.maxLength(200)) }),
  reply: null,
  media: 'image/jpeg',
})

/**
 * All but an approval need `note`, which the person reads. An approval needs the document's number, and `reason` where the document, card
 * or device is also on another account: staff alone read it, in the audit log.
 */
export const DECISIONS = ['approve', 'ask-again', 'reject', 'reject-finally'] as const

export const decideVerification = endpoint({
  method: 'POST',
  path: '/api/admin/verifications/:caseId/decision',
  access: 'reviewer',
  summary: 'Approve an identity document, ask for it again, reject it, or reject the person for good',
  params: z.object({ caseId: Id }),
  body: z.object({
    decision: z.enum(DECISIONS),
    note: z.optional(z.string().check(z.trim(), z.maxLength(500), plainText)),
    /** As printed on the document, or read from its machine-readable zone. Only a keyed hash of it is kept. */
    documentNumber: z.optional(z.string().check(z.trim(), z.maxLength(60), oneLine)),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500), plainText)),
  }),
  reply: VerificationCase,
  rejections: ['already-decided', 'document-number-required', 'reason-required', 'shared-identifier'],
})
