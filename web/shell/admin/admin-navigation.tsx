import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { barrier } from '#contract/access.ts'
import type { Rung } from '#contract/rungs.ts'
import type { User } from '#contract/accounts.ts'
import { paths } from '../../paths.ts'

/** The pages of the administration and the rung that each asks for. */
const PAGES: { to: string; label: string; rung: Rung }[] = [
  { to: paths.admin, label: 'Overview', rung: 'staff' },
  { to: paths.adminPage('sales'), label: 'Sales', rung: 'auctioneer' },
  { to: paths.adminPage('talks'), label: 'Talks', rung: 'auctioneer' },
  { to: paths.adminPage('questions'), label: 'Questions', rung: 'auctioneer' },
  { to: paths.adminPage('vehicles'), label: 'Vehicles', rung: 'auctioneer' },
  { to: paths.adminPage('import'), label: 'Import', rung: 'auctioneer' },
  { to: paths.adminPage('verifications'), label: 'Verifications', rung: 'reviewer' },
  { to: paths.adminPage('invoices'), label: 'Invoices', rung: 'cashier' },
  { to: paths.adminPage('payments'), label: 'Payments', rung: 'cashier' },
  { to: paths.adminPage('transfers'), label: 'Transfers', rung: 'cashier' },
  { to: paths.adminPage('disputes'), label: 'Disputes', rung: 'cashier' },
  { to: paths.adminPage('settlement'), label: 'Settlement', rung: 'cashier' },
  { to: paths.adminPage('people'), label: 'People', rung: 'staff' },
  { to: paths.adminPage('settings'), label: 'Money settings', rung: 'owner' },
  { to: paths.adminPage('shipping'), label: 'Shipping', rung: 'owner' },
  { to: paths.adminPage('mails'), label: 'Mails', rung: 'owner' },
  { to: paths.adminPage('audit'), label: 'Audit log', rung: 'owner' },
  { to: paths.adminPage('outbox'), label: 'Background work', rung: 'owner' },
]

/** Links to the pages that the person's role covers. */
export function AdminNavigation({ user }: { user: User }) {
  const [location] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // On a phone the links are one row, wider than the screen: the page one is on stays in sight.
  useEffect(() => {
    const row = list.current
    const here = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
  }, [location])
  const isHere = (to: string) => location === to || (to !== paths.admin && location.startsWith(`${to}/`))
  return (
    <nav aria-label="Administration" className="mb-6 min-w-0 lg:sticky lg:top-6 lg:mb-0 lg:self-start">
      <ul ref={list} className="relative flex gap-1 overflow-x-auto border-b border-line lg:flex-col lg:border-b-0">
        {PAGES.filter(({ rung }) => barrier(user, rung) === null).map(({ to, label }) => (
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
        {user.role}
      </p>
    </nav>
  )
}
