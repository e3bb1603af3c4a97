import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

export const DOCUMENT_KINDS = ['passport', 'driving-licence', 'national-card'] as const
/** Bytes a file may have. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024

/** Form data: `kind`, file `front`, and file `back` (not for a passport). */
export const submitDocument = endpoint({
  method: 'POST',
  path: '/api/verification/documents',
  access: 'paid',
  summary: 'Send an identity document (form data: kind, front, back)',
  body: 'multipart',
  reply: z.object({ submittedAt: Instant, kind: z.enum(DOCUMENT_KINDS), state: z.literal('submitted') }),
  status: 201,
  rejections: ['already-verified', 'document-pending', 'not-a-document', 'back-missing', 'file-too-large'],
})

export const VerificationCase = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  email: z.string(),
  country: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  sides: z.array(z.enum(['front', 'back'])),
  submittedAt: Instant,
  state: z.enum(['submitted', 'approved', 'rejected']),
  note: z.nullable(z.string()),
})

export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/admin/verifications',
  access: 'reviewer',
  summary: 'Identity documents waiting for a decision, oldest first',
  query: z.object({ state: z.optional(z.enum(['submitted', 'approved', 'rejected'])) }),
  reply: z.object({ items: z.array(VerificationCase) }),
})

/** Every call is an audit row. */
export const viewDocument = endpoint({
  method: 'GET',
  path: '/api/admin/verifications/:caseId/:side',
  access: 'reviewer',
  summary: 'One side of an identity document; the view is logged',
  params: z.object({ caseId: Id, side: z.enum(['front', 'back']) }),
  reply: null,
  media: 'image/jpeg',
})

export const decideVerification = endpoint({
  method: 'POST',
  path: '/api/admin/verifications/:caseId/decision',
  access: 'reviewer',
  summary: 'Approve or reject an identity document',
  params: z.object({ caseId: Id }),
  body: z.object({
    decision: z.enum(['approve', 'reject']),
    note: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  reply: VerificationCase,
  rejections: ['already-decided', 'reason-required'],
})
