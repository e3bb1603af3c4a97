import * as z from 'zod/mini'
import { Email } from './account-inputs.ts'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { STAFF_ROLES } from '../platform/access-levels.ts'
import { Id, Instant, Ok, Reason } from '../platform/values.ts'

/** The company's team, for the owner: who is on it, in which roles, and who is invited. */

export const ROLE_WORDS = {
  auctioneer: 'Auctioneer',
  reviewer: 'Reviewer',
  cashier: 'Cashier',
  owner: 'Owner',
} as const satisfies Record<(typeof STAFF_ROLES)[number], string>

/** Such as `Reviewer, Cashier`. */
export function roleWords(roles: readonly (typeof STAFF_ROLES)[number][]): string {
  return roles.map((role) => ROLE_WORDS[role]).join(', ')
}

export const ACCOUNT_ROLE_WORDS: Readonly<Record<string, string>> = { ...ROLE_WORDS, member: 'Member' }

/** The roles of any account in their order: those of staff, or `member`. */
export function accountRoles(roles: readonly string[]): readonly string[] {
  const staff = STAFF_ROLES.filter((role) => roles.includes(role))
  return staff.length === 0 ? ['member'] : staff
}

/** The owner has every role, whatever else is listed. */
const Roles = z
  .array(z.enum(STAFF_ROLES))
  .check(z.minLength(1, 'Choose at least one role.'), z.maxLength(STAFF_ROLES.length))

export const STAFF_STATE_WORDS = {
  active: 'Active',
  invited: 'Invited',
  expired: 'Invitation expired',
  ended: 'Access ended',
} as const

const STATES = ['active', 'invited', 'expired', 'ended'] as const

/** A person of the team, or an invitation, which has no name yet. */
export const StaffMember = z.object({
  /** Of the account, or of the invitation. */
  id: Id,
  name: z.nullable(z.string()),
  email: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  state: z.enum(STATES),
  secondFactor: z.boolean(),
  sessions: z.int(),
  lastSeenAt: z.nullable(Instant),
  since: Instant,
})
export type StaffMember = z.infer<typeof StaffMember>

export const listStaff = adminList({
  path: '/api/admin/staff',
  name: 'staff',
  access: 'owner',
  subject: 'account',
  personal: true,
  summary: 'Everyone on the team, and open invitations',
  item: StaffMember,
  columns: {
    name: { label: 'Name', kind: 'link', of: ({ name, email }: StaffMember) => name ?? email, sort: 'up' },
    email: { label: 'Email', kind: 'text', sort: 'up' },
    roles: { label: 'Roles', kind: 'status', of: ({ roles }: StaffMember) => accountRoles(roles), words: ROLE_WORDS },
    state: { label: 'State', kind: 'status', words: STAFF_STATE_WORDS },
    secondFactor: { label: 'Two-factor', kind: 'yes-no' },
    sessions: { label: 'Sessions', kind: 'number' },
    lastSeenAt: { label: 'Last seen', kind: 'instant', sort: 'down' },
    since: { label: 'Since', kind: 'instant', sort: 'down' },
  },
  filters: {
    q: { kind: 'search', label: 'Name or email' },
    role: { kind: 'choice', label: 'Role', options: ROLE_WORDS, all: 'Any' },
    state: { kind: 'choice', label: 'State', options: STAFF_STATE_WORDS, all: 'Any' },
  },
  order: 'since',
  csv: 'owner',
})

export const StaffInvitation = z.object({ email: Email, roles: Roles })

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/admin/staff-invitations',
  access: 'owner',
  stepUp: true,
  summary: 'Invite a person to the team by email; the link works once, for seven days',
  body: StaffInvitation,
  reply: z.object({ id: Id }),
  status: 201,
  rejections: ['already-invited', 'address-taken'],
})

const OfInvitation = z.object({ invitationId: Id })

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/staff-invitations/:invitationId/sendings',
  access: 'owner',
  stepUp: true,
  summary: 'Send an invitation again with a new link; the link sent before stops working',
  params: OfInvitation,
  reply: Ok,
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/staff-invitations/:invitationId',
  access: 'owner',
  summary: 'Withdraw an invitation; its link stops working',
  params: OfInvitation,
  reply: Ok,
})

export const RolesChange = z.object({ roles: Roles, reason: Reason })

export const changeRoles = endpoint({
  method: 'PUT',
  path: '/api/admin/staff/:accountId/roles',
  access: 'owner',
  stepUp: true,
  summary: 'Change the roles of a colleague, effective immediately; no one changes their own',
  params: z.object({ accountId: Id }),
  body: RolesChange,
  reply: z.object({ roles: z.array(z.enum(STAFF_ROLES)) }),
})
