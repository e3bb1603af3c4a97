import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '#contract/accounts/accounts.ts'
import {
  changeRoles as changeRolesEndpoint,
  inviteStaff as inviteEndpoint,
  listStaff,
  resendInvitation as resendEndpoint,
  withdrawInvitation as withdrawEndpoint,
} from '#contract/accounts/staff.ts'
import { acceptStaffLink, readStaffLink } from '#contract/accounts/staff-links.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { Refusal } from '#server/platform/problem.ts'
import type { AccountRow } from '../store.ts'
import type { Throttles } from '../throttles.ts'
import { acceptLink, openLink } from './accept-link.ts'
import { changeRoles } from './change-roles.ts'
import { inviteStaff, resendInvitation, withdrawInvitation } from './invite.ts'
import { presentStaff, STAFF_LIST, type StaffRow } from './staff-list.ts'

/** The team, and the links with which people join it. `open`: signs a person in. */
export function teamRoutes(
  http: FastifyInstance,
  app: App,
  slow: Throttles,
  open: (account: AccountRow, request: FastifyRequest, reply: FastifyReply) => Promise<Session>,
): void {
  serve(http, readStaffLink, async ({ body, request }) => {
    await slow.link(request)
    const link = await openLink(app, body.token)
    if (link instanceof Refusal) return link
    const kind = link.email === null ? 'set-up' : 'invitation'
    return { kind, email: link.email, roles: link.roles } as const
  })

  serve(http, acceptStaffLink, async ({ body, request, reply }) => {
    await slow.link(request)
    const account = await acceptLink(app, body)
    return account instanceof Refusal ? account : open(account, request, reply)
  })

  serveList(http, app.db, listStaff, STAFF_LIST, { present: (rows: StaffRow[]) => rows.map(presentStaff) })

  serve(http, inviteEndpoint, ({ body, person }) => inviteStaff(app, person, body))

  serve(http, resendEndpoint, async ({ params, person }) => {
    await resendInvitation(app, person, params.invitationId)
    return { ok: true } as const
  })

  serve(http, withdrawEndpoint, async ({ params, person }) => {
    await withdrawInvitation(app, person, params.invitationId)
    return { ok: true } as const
  })

  serve(http, changeRolesEndpoint, async ({ params, body, person }) => ({
    roles: await changeRoles(app, person, params.accountId, body),
  }))
}
