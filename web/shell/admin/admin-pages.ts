import { accessDenial } from '#contract/accounts/access.ts'
import type { User } from '#contract/accounts/accounts.ts'
import type { AccessLevel } from '#contract/platform/access-levels.ts'
import { paths } from '../../paths.ts'

/** `accessLevel`: any of them opens the page. */
export type AdminPage = { to: string; label: string; accessLevel: AccessLevel | readonly AccessLevel[] }
export type AdminGroup = { title: string | null; pages: AdminPage[] }

/** The admin pages by what they are about, and the access level that each requires. */
const GROUPS: AdminGroup[] = [
  { title: null, pages: [{ to: paths.admin, label: 'Overview', accessLevel: 'staff' }] },
  {
    title: 'Auctions',
    pages: [
      { to: paths.adminPage('auctions'), label: 'Auctions', accessLevel: 'auctioneer' },
      { to: paths.adminPage('negotiations'), label: 'Negotiations', accessLevel: 'auctioneer' },
      { to: paths.adminPage('reserve-requests'), label: 'Reserve requests', accessLevel: 'auctioneer' },
      { to: paths.adminPage('questions'), label: 'Questions', accessLevel: 'auctioneer' },
      { to: paths.adminPage('vehicles'), label: 'Vehicles', accessLevel: 'auctioneer' },
      { to: paths.adminPage('import'), label: 'Import', accessLevel: 'auctioneer' },
      { to: paths.adminPage('reports'), label: 'Reports', accessLevel: ['auctioneer', 'cashier'] },
      { to: paths.adminPage('shipping'), label: 'Shipping', accessLevel: 'owner' },
    ],
  },
  {
    title: 'People',
    pages: [
      { to: paths.adminPage('people'), label: 'People', accessLevel: 'staff' },
      { to: paths.adminPage('sellers'), label: 'Sellers', accessLevel: 'staff' },
      { to: paths.adminPage('verifications'), label: 'Verifications', accessLevel: 'reviewer' },
      { to: paths.adminPage('risks'), label: 'Risk signals', accessLevel: 'reviewer' },
      { to: paths.adminPage('tickets'), label: 'Tickets', accessLevel: 'staff' },
      { to: paths.adminPage('referrals'), label: 'Referrals', accessLevel: 'cashier' },
      { to: paths.adminPage('newsletters'), label: 'Newsletters', accessLevel: 'owner' },
      { to: paths.adminPage('staff'), label: 'Staff', accessLevel: 'owner' },
    ],
  },
  {
    title: 'Money',
    pages: [
      { to: paths.adminPage('invoices'), label: 'Invoices', accessLevel: 'cashier' },
      { to: paths.adminPage('payments'), label: 'Payments', accessLevel: 'cashier' },
      { to: paths.adminPage('transfers'), label: 'Transfers', accessLevel: 'cashier' },
      { to: paths.adminPage('disputes'), label: 'Disputes', accessLevel: 'cashier' },
      { to: paths.adminPage('statements'), label: 'Statements', accessLevel: 'cashier' },
      { to: paths.adminPage('payouts'), label: 'Payouts', accessLevel: 'cashier' },
      { to: paths.adminPage('settlement'), label: 'Settlement', accessLevel: 'cashier' },
    ],
  },
  {
    title: 'System',
    pages: [
      { to: paths.adminPage('settings'), label: 'Settings', accessLevel: 'owner' },
      { to: paths.adminPage('content'), label: 'Content', accessLevel: 'owner' },
      { to: paths.adminPage('mails'), label: 'Emails', accessLevel: 'owner' },
      { to: paths.adminPage('audit'), label: 'Audit log', accessLevel: 'owner' },
      { to: paths.adminPage('outbox'), label: 'Background work', accessLevel: 'owner' },
    ],
  },
]

/** The pages that the person's roles cover; a group without any is missing. */
export function adminGroupsOf(user: User): AdminGroup[] {
  return GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ accessLevel }) => [accessLevel].flat().some((each) => accessDenial(user, each) === null)),
  })).filter(({ pages }) => pages.length > 0)
}
