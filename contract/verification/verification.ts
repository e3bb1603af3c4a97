import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { SharedIdentifier } from '../accounts/shared-identifiers.ts'
import { Id, Instant, oneLine, plainText } from '../platform/values.ts'

export const DOCUMENT_KINDS = ['passport', 'driving-licence', 'national-card'] as const
export const DOCUMENT_KIND_WORDS: Readonly<Record<(typeof DOCUMENT_KINDS)[number], string>> = {
  passport: 'Passport',
  'driving-licence': 'Driver’s license',
  'national-card': 'National ID card',
}
export const DOCUMENT_SIDES = ['front', 'back'] as const
/** Maximum bytes of a file. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024
/** Maximum pages of a PDF for one side. */
export const DOCUMENT_PAGES_MAX = 4

/**
 * `asked-again`: the image couldn't be used; the same document can be submitted again. `rejected`: this document is not accepted.
 * `rejected-finally`: nothing more can be submitted, and the fee is refunded. `withdrawn`: the account was closed before a decision.
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
 * Form data: `kind`, file `front`, and file `back` (not for a passport). `uploadId` is created by the client, once for these files:
 * the same id again is the same upload and gets the same answer.
 */
export const submitDocument = endpoint({
  method: 'POST',
  path: '/api/verification/documents',
  access: 'paid',
  summary: 'Submit an identity document (form data: kind, front, back)',
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

/** For a client whose connection dropped: its upload may have arrived. */
export const findUpload = endpoint({
  method: 'GET',
  path: '/api/verification/uploads/:uploadId',
  access: 'paid',
  summary: 'Whether your upload has arrived (404 if it hasn’t)',
  params: z.object({ uploadId: Id }),
  reply: Submitted,
})

/** A member's verification state, beyond what `GET /api/user` has. */
export const readVerification = endpoint({
  method: 'GET',
  path: '/api/verification',
  access: 'member',
  summary: 'Your last identity document and its outcome',
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
    /** Days after the decision until the images are deleted. */
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
  /** The stored images; none once their retention is over. */
  pictures: z.array(z.object({ side: Side, page: z.int() })),
  submittedAt: Instant,
  state: z.enum(CASE_STATES),
  note: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** Name of the reviewer. */
  decidedBy: z.nullable(z.string()),
  /** The outcomes of this person's earlier documents, latest first; at most five. */
  earlier: z.array(EarlierCase),
  /** Documents, cards and devices of this person that are also on another account. */
  shared: z.array(SharedIdentifier),
})

/** Labels of the case states for reviewers. */
export const CASE_STATE_WORDS = {
  submitted: 'Waiting',
  approved: 'Approved',
  'asked-again': 'Asked to resubmit',
  rejected: 'Rejected',
  'rejected-finally': 'Permanently rejected',
  withdrawn: 'Withdrawn',
} as const satisfies Record<(typeof CASE_STATES)[number], string>

/**
 * `submitted` unless another state is asked for. Unsorted: those that wait longest first, else the latest decision first. `shared`: people
 * whose document, card or device is also on another account. The file has neither notes nor images.
 */
export const listVerifications = adminList({
  path: '/api/admin/verifications',
  name: 'verifications',
  access: 'reviewer',
  subject: 'verification',
  personal: true,
  summary: 'Identity documents by state, with the people who submitted them',
  item: VerificationCase,
  columns: {
    person: { label: 'Name', kind: 'text', of: 'name', sort: 'up' },
    email: { label: 'Email', kind: 'text', in: 'file' },
    country: { label: 'Country', kind: 'text', sort: 'up' },
    kind: { label: 'Document', kind: 'status', words: DOCUMENT_KIND_WORDS, sort: 'up' },
    state: { label: 'State', kind: 'status', words: CASE_STATE_WORDS, in: 'file' },
    submitted: { label: 'Waiting', fileLabel: 'Sent', kind: 'instant', of: 'submittedAt', sort: 'up' },
    decided: { label: 'Decided', kind: 'instant', of: 'decidedAt', sort: 'up' },
    reviewer: { label: 'By', kind: 'text', of: 'decidedBy', sort: 'up' },
    pictures: {
      label: 'Images kept',
      fileLabel: 'Pictures kept',
      kind: 'number',
      of: ({ pictures }: z.infer<typeof VerificationCase>) => pictures.length,
      in: 'file',
    },
  },
  filters: {
    state: { kind: 'choice', label: 'Show', options: CASE_STATE_WORDS, all: null },
    q: { kind: 'search', label: 'Name or email' },
    shared: {
      kind: 'choice',
      label: 'Document, card or device',
      options: { only: 'Shared with another account' },
    },
  },
  order: null,
  csv: 'reviewer',
})

const PAGE = [z.int(), z.gte(1), z.lte(DOCUMENT_PAGES_MAX)] as const

/** The link works for one minute, and only in the session that requested it. */
export const linkDocument = endpoint({
  method: 'POST',
  path: '/api/admin/verifications/:caseId/links',
  access: 'reviewer',
  summary: 'A short-lived link to one image of an identity document',
  params: z.object({ caseId: Id }),
  body: z.object({ side: Side, page: z.number().check(...PAGE) }),
  reply: z.object({ url: z.string(), expiresAt: Instant }),
})

/** Every call is audited, including refused ones. */
export const viewDocument = endpoint({
  method: 'GET',
  path: '/api/admin/verifications/:caseId/:side/:page',
  access: 'reviewer',
  summary: 'One image of an identity document, by signed link; the view is logged',
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
  summary: 'Approve an identity document, ask for a new one, reject it, or permanently reject the person',
  params: z.object({ caseId: Id }),
  body: z.object({
    decision: z.enum(DECISIONS),
    note: z.optional(z.string().check(z.trim(), z.maxLength(500), plainText)),
    /** As printed on the document, or read from its machine-readable zone. Only a keyed hash of it is stored. */
    documentNumber: z.optional(z.string().check(z.trim(), z.maxLength(60), oneLine)),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500), plainText)),
  }),
  reply: VerificationCase,
  rejections: ['already-decided', 'document-number-required', 'reason-required', 'shared-identifier'],
})
