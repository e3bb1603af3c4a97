import * as z from 'zod/mini'
import { Session } from './accounts.ts'
import { Email, Password, PersonName } from './account-inputs.ts'
import { endpoint } from '../platform/endpoint.ts'
import { STAFF_ROLES } from '../platform/access-levels.ts'

/** The links with which a person becomes staff: the set-up link of the first owner, and invitations. */

const Token = z.string().check(z.regex(/^[\w-]{43}$/, 'This link isn’t complete. Copy all of it.'))

/** `set-up`: creates the first owner, who chooses their email. */
export const STAFF_LINK_KINDS = ['set-up', 'invitation'] as const

export const readStaffLink = endpoint({
  method: 'POST',
  path: '/api/staff-link-readings',
  access: 'visitor',
  summary: 'What a set-up link or an invitation offers; the link stays unused',
  body: z.object({ token: Token }),
  reply: z.object({
    kind: z.enum(STAFF_LINK_KINDS),
    /** The address of the account. Null: the person chooses it. */
    email: z.nullable(z.string()),
    roles: z.array(z.enum(STAFF_ROLES)),
  }),
  rejections: ['link-not-valid'],
})

export const StaffAccount = z.object({
  token: Token,
  name: PersonName,
  /** Only with a set-up link; an invitation names the address. */
  email: z.optional(Email),
  password: Password,
})

export const acceptStaffLink = endpoint({
  method: 'POST',
  path: '/api/staff-link-acceptances',
  access: 'visitor',
  summary: 'Create a staff account with the secret of a set-up link or an invitation; works once, and signs in',
  body: StaffAccount,
  reply: Session,
  status: 201,
  rejections: ['link-not-valid', 'password-too-common', 'address-taken'],
})
