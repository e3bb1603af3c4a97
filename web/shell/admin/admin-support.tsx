import { lazy } from 'react'
import { Route } from 'wouter'
import { paths } from '../../paths.ts'

const Tickets = lazy(() => import('../../support/staff/admin-tickets.tsx'))
const AnyTicket = lazy(() => import('../../support/staff/admin-ticket.tsx'))
const Content = lazy(() => import('../../content/admin/admin-content.tsx'))
const AnyText = lazy(() => import('../../content/admin/admin-text.tsx'))
const CannedAnswers = lazy(() => import('../../support/staff/admin-canned-answers.tsx'))

const Newsletters = lazy(() => import('../../marketing/newsletter/admin-newsletters.tsx'))
const AnyNewsletter = lazy(() => import('../../marketing/newsletter/admin-newsletter.tsx'))
const Undeliverable = lazy(() => import('../../marketing/newsletter/admin-undeliverable.tsx'))

/** Pages about messages to us, newsletters, and what our pages say; the frame places them among the others. */
export const SUPPORT_ROUTES = [
  <Route key="tickets" path={paths.adminPage('tickets')}>
    <Tickets />
  </Route>,
  <Route key="canned-answers" path={paths.adminPage('canned-answers')}>
    <CannedAnswers />
  </Route>,
  <Route key="content" path={paths.adminPage('content')}>
    <Content />
  </Route>,
  <Route key="one-text" path="/admin/content/:name">
    {({ name }: { name: string }) => <AnyText key={name} name={name} />}
  </Route>,
  <Route key="one-ticket" path="/admin/tickets/:ticketId">
    {({ ticketId }: { ticketId: string }) => <AnyTicket key={ticketId} ticketId={ticketId} />}
  </Route>,
  <Route key="newsletters" path={paths.adminPage('newsletters')}>
    <Newsletters />
  </Route>,
  <Route key="one-newsletter" path="/admin/newsletters/:newsletterId">
    {({ newsletterId }: { newsletterId: string }) => <AnyNewsletter key={newsletterId} newsletterId={newsletterId} />}
  </Route>,
  <Route key="undeliverable" path={paths.adminPage('undeliverable-emails')}>
    <Undeliverable />
  </Route>,
]
