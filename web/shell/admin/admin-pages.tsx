import { type ComponentType, createElement, lazy, type ReactElement } from 'react'
import { Route, type StringRouteParams } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { User } from '#contract/accounts/accounts.ts'
import type { AccessLevel } from '#contract/platform/access-levels.ts'
import { t } from '#web/platform/language/text.ts'

/** `accessLevel`: any of them opens the page. */
export type AdminPage = {
  to: string
  label: string
  accessLevel: AccessLevel | readonly AccessLevel[]
  /** Pages elsewhere that are opened from this one. */
  from: readonly string[]
  route: ReactElement
}
export type AdminGroup = { title: string | null; pages: AdminPage[] }

const OPENED_FROM: Record<string, readonly string[]> = {
  '/admin/vehicles': ['/admin/photos'],
  '/admin/people': ['/admin/people-rules', '/admin/clients'],
  '/admin/tickets': ['/admin/canned-answers'],
  '/admin/newsletters': ['/admin/undeliverable-emails'],
  '/admin/invoices': ['/admin/settlements'],
}

/** The pages in the menu by what they are about, and the access level that each requires. */
const GROUPS: AdminGroup[] = [
  { title: null, pages: [page('/admin', t`Overview`, 'staff', () => import('./admin-overview.tsx'))] },
  {
    title: t`Auctions`,
    pages: [
      page('/admin/auctions', t`Auctions`, 'auctioneer', () => import('#web/auctions/admin-auctions.tsx')),
      page(
        '/admin/negotiations',
        t`Negotiations`,
        'auctioneer',
        () => import('#web/bidding/negotiations/admin-negotiations.tsx'),
      ),
      page(
        '/admin/reserve-requests',
        t`Reserve requests`,
        'auctioneer',
        () => import('#web/selling/admin-reserve-requests.tsx'),
      ),
      page('/admin/questions', t`Questions`, 'auctioneer', () => import('#web/lots/questions/admin-questions.tsx')),
      page('/admin/vehicles', t`Vehicles`, 'auctioneer', () => import('#web/lots/vehicles/admin-vehicles.tsx')),
      page('/admin/import', t`Import`, 'auctioneer', () => import('#web/lots/import/admin-import.tsx')),
      page('/admin/reports', t`Reports`, ['auctioneer', 'cashier'], () => import('#web/reporting/admin-reports.tsx')),
      page('/admin/shipping', t`Shipping`, 'owner', () => import('#web/lots/shipping/admin-shipping.tsx')),
    ],
  },
  {
    title: t`People`,
    pages: [
      page('/admin/people', t`People`, 'staff', () => import('#web/accounts/people/admin-people.tsx')),
      page('/admin/sellers', t`Sellers`, 'staff', () => import('#web/sellers/admin-sellers.tsx')),
      page('/admin/verifications', t`Verifications`, 'reviewer', () => import('#web/verification/admin-queue.tsx')),
      page('/admin/risks', t`Risk signals`, 'reviewer', () => import('#web/risk/admin-risks.tsx')),
      page('/admin/tickets', t`Tickets`, 'staff', () => import('#web/support/staff/admin-tickets.tsx')),
      page('/admin/referrals', t`Referrals`, 'cashier', () => import('#web/marketing/admin-referrals.tsx')),
      page(
        '/admin/newsletters',
        t`Newsletters`,
        'owner',
        () => import('#web/marketing/newsletter/admin-newsletters.tsx'),
      ),
      page('/admin/staff', t`Staff`, 'owner', () => import('#web/accounts/people/admin-staff.tsx')),
    ],
  },
  {
    title: t`Money`,
    pages: [
      page('/admin/invoices', t`Invoices`, 'cashier', () => import('#web/invoices/admin/admin-invoice-list.tsx')),
      page('/admin/payments', t`Payments`, 'cashier', () => import('#web/payments/cashier/admin-payment-list.tsx')),
      page('/admin/transfers', t`Transfers`, 'cashier', () => import('#web/payments/cashier/admin-transfers.tsx')),
      page('/admin/disputes', t`Disputes`, 'cashier', () => import('#web/payments/cashier/admin-disputes.tsx')),
      page('/admin/statements', t`Statements`, 'cashier', () => import('#web/settlements/admin-statements.tsx')),
      page('/admin/payouts', t`Payouts`, 'cashier', () => import('#web/settlements/admin-payouts.tsx')),
      page('/admin/settlement', t`Settlement`, 'cashier', () => import('#web/payments/cashier/admin-settlement.tsx')),
    ],
  },
  {
    title: t`System`,
    pages: [
      page('/admin/settings', t`Settings`, 'owner', () => import('#web/invoices/settings/admin-settings.tsx')),
      page('/admin/content', t`Content`, 'owner', () => import('#web/content/admin/admin-content.tsx')),
      page('/admin/mails', t`Emails`, 'owner', () => import('#web/notifications/admin-mails.tsx')),
      page('/admin/audit', t`Audit log`, 'owner', () => import('#web/accounts/oversight/admin-audit.tsx')),
      page('/admin/outbox', t`Background work`, 'owner', () => import('#web/accounts/oversight/admin-outbox.tsx')),
    ],
  },
]

/** All pages as routes, the first that matches being shown: those of the menu, then the pages behind them. */
export const ADMIN_ROUTES = [
  ...GROUPS.flatMap(({ pages }) => pages.map((each) => each.route)),
  route('/admin/account', () => import('#web/accounts/people/admin-own-account.tsx')),
  route('/admin/auctions/new', () => import('#web/auctions/admin-new-auction.tsx')),
  route('/admin/auctions/:auctionId', () => import('#web/bidding/console/admin-lots.tsx')),
  route('/admin/auctions/:auctionId/plan', () => import('#web/lots/plan/admin-plan.tsx')),
  route('/admin/auctions/:auctionId/photos', () => import('#web/lots/bulk-photos/admin-auction-photos.tsx')),
  route('/admin/auctions/:auctionId/projector', () => import('#web/bidding/console/admin-projector.tsx')),
  route('/admin/negotiations/:lotId', () => import('#web/bidding/negotiations/admin-negotiation.tsx')),
  route('/admin/vehicles/new', () => import('#web/lots/vehicles/admin-vehicle.tsx')),
  route('/admin/vehicles/:vehicleId', () => import('#web/lots/vehicles/admin-vehicle.tsx')),
  route('/admin/photos/:vehicleId', () => import('#web/lots/photos/admin-photos.tsx')),
  route('/admin/photos/:vehicleId/camera', () => import('#web/lots/camera/admin-camera.tsx')),
  route('/admin/import/:importId', () => import('#web/lots/import/admin-one-import.tsx')),
  route('/admin/reports/auctions/:auctionId', () => import('#web/reporting/admin-auction-report.tsx')),
  route('/admin/people/:accountId', () => import('#web/accounts/people/admin-person.tsx')),
  route('/admin/people-rules', () => import('#web/accounts/people/admin-people-rules.tsx')),
  route('/admin/clients/new', () => import('#web/verification/admin-register-client.tsx')),
  route('/admin/sellers/:sellerId', () => import('#web/sellers/admin-seller.tsx')),
  route('/admin/tickets/:ticketId', () => import('#web/support/staff/admin-ticket.tsx')),
  route('/admin/canned-answers', () => import('#web/support/staff/admin-canned-answers.tsx')),
  route('/admin/newsletters/:newsletterId', () => import('#web/marketing/newsletter/admin-newsletter.tsx')),
  route('/admin/undeliverable-emails', () => import('#web/marketing/newsletter/admin-undeliverable.tsx')),
  route('/admin/invoices/:invoiceId', () => import('#web/invoices/admin/admin-invoice.tsx')),
  route('/admin/payouts/:batchId', () => import('#web/settlements/admin-payout.tsx')),
  route('/admin/settlements/:auctionId', () => import('#web/settlements/admin-settlement.tsx')),
  route('/admin/content/:name', () => import('#web/content/admin/admin-text.tsx')),
]

type Load<Path extends string> = () => Promise<{ default: ComponentType<StringRouteParams<Path>> }>

function page<const Path extends string>(
  to: Path,
  label: string,
  accessLevel: AdminPage['accessLevel'],
  load: Load<Path>,
): AdminPage {
  return { to, label, accessLevel, from: OPENED_FROM[to] ?? [], route: route(to, load) }
}

/** The parts of the address are the screen's props, and another address is another screen. */
function route<const Path extends string>(path: Path, load: Load<Path>): ReactElement {
  const Screen = lazy(load)
  return (
    <Route key={path} path={path}>
      {(params) =>
        createElement(Screen, { ...(params as StringRouteParams<Path>), key: Object.values(params).join('/') })
      }
    </Route>
  )
}

/** The pages that the person's roles cover; a group without any is missing. */
export function adminGroupsOf(user: User): AdminGroup[] {
  return GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ accessLevel }) => [accessLevel].flat().some((each) => accessDenial(user, each) === null)),
  })).filter(({ pages }) => pages.length > 0)
}
