import { lazy } from 'react'
import { Route } from 'wouter'
import { paths } from '../../paths.ts'

const Tickets = lazy(() => import('../../support/staff/admin-tickets.tsx'))
const AnyTicket = lazy(() => import('../../support/staff/admin-ticket.tsx'))
const CannedAnswers = lazy(() => import('../../support/staff/admin-canned-answers.tsx'))

/** Pages about messages to us; the frame places them among the others. */
export const SUPPORT_ROUTES = [
  <Route key="tickets" path={paths.adminPage('tickets')}>
    <Tickets />
  </Route>,
  <Route key="canned-answers" path={paths.adminPage('canned-answers')}>
    <CannedAnswers />
  </Route>,
  <Route key="one-ticket" path="/admin/tickets/:ticketId">
    {({ ticketId }: { ticketId: string }) => <AnyTicket key={ticketId} ticketId={ticketId} />}
  </Route>,
]
