import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { roleWords } from '#contract/accounts/staff.ts'
import type { AccessLevel } from '#contract/platform/access-levels.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { paths } from '../../paths.ts'

/** The admin pages and the access level that each requires. */
const PAGES: { to: string; label: string; accessLevel: AccessLevel }[] = [
  { to: paths.admin, label: 'Overview', accessLevel: 'staff' },
  { to: paths.adminPage('auctions'), label: 'Auctions', accessLevel: 'auctioneer' },
  { to: paths.adminPage('negotiations'), label: 'Negotiations', accessLevel: 'auctioneer' },
  { to: paths.adminPage('reserve-requests'), label: 'Reserve requests', accessLevel: 'auctioneer' },
  { to: paths.adminPage('questions'), label: 'Questions', accessLevel: 'auctioneer' },
  { to: paths.adminPage('tickets'), label: 'Tickets', accessLevel: 'staff' },
  { to: paths.adminPage('vehicles'), label: 'Vehicles', accessLevel: 'auctioneer' },
  { to: paths.adminPage('import'), label: 'Import', accessLevel: 'auctioneer' },
  { to: paths.adminPage('sellers'), label: 'Sellers', accessLevel: 'staff' },
  { to: paths.adminPage('verifications'), label: 'Verifications', accessLevel: 'reviewer' },
  { to: paths.adminPage('invoices'), label: 'Invoices', accessLevel: 'cashier' },
  { to: paths.adminPage('payments'), label: 'Payments', accessLevel: 'cashier' },
  { to: paths.adminPage('transfers'), label: 'Transfers', accessLevel: 'cashier' },
  { to: paths.adminPage('disputes'), label: 'Disputes', accessLevel: 'cashier' },
  { to: paths.adminPage('referrals'), label: 'Referrals', accessLevel: 'cashier' },
  { to: paths.adminPage('statements'), label: 'Statements', accessLevel: 'cashier' },
  { to: paths.adminPage('payouts'), label: 'Payouts', accessLevel: 'cashier' },
  { to: paths.adminPage('settlement'), label: 'Settlement', accessLevel: 'cashier' },
  { to: paths.adminPage('people'), label: 'People', accessLevel: 'staff' },
  { to: paths.adminPage('staff'), label: 'Staff', accessLevel: 'owner' },
  { to: paths.adminPage('settings'), label: 'Money settings', accessLevel: 'owner' },
  { to: paths.adminPage('content'), label: 'Content', accessLevel: 'owner' },
  { to: paths.adminPage('shipping'), label: 'Shipping', accessLevel: 'owner' },
  { to: paths.adminPage('newsletters'), label: 'Newsletters', accessLevel: 'owner' },
  { to: paths.adminPage('mails'), label: 'Emails', accessLevel: 'owner' },
  { to: paths.adminPage('audit'), label: 'Audit log', accessLevel: 'owner' },
  { to: paths.adminPage('outbox'), label: 'Background work', accessLevel: 'owner' },
]

/** Links to the pages that the person's role covers. */
export function AdminNavigation({ user }: { user: User }) {
  const [location] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // On a phone the links are one row, wider than the screen: the current page's link stays in view.
  useEffect(() => {
    const row = list.current
    const here = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
  }, [location])
  const isHere = (to: string) => location === to || (to !== paths.admin && location.startsWith(`${to}/`))
  return (
    <nav aria-label="Administration" className="mb-6 min-w-0 lg:sticky lg:top-6 lg:mb-0 lg:self-start">
      <ul ref={list} className="relative flex gap-1 overflow-x-auto border-b border-line lg:flex-col lg:border-b-0">
        {PAGES.filter(({ accessLevel }) => accessDenial(user, accessLevel) === null).map(({ to, label }) => (
          <li key={to}>
            <Link
              href={to}
              aria-current={isHere(to) ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-md px-3 whitespace-nowrap lg:pointer-fine:min-h-9 hover:bg-fog aria-[current=page]:bg-fog aria-[current=page]:font-semibold"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-4 px-3 text-xs text-slate max-lg:hidden">
        {user.name}
        <br />
        {user.role === 'member' ? null : roleWords([user.role, ...user.moreRoles])}
      </p>
    </nav>
  )
}
