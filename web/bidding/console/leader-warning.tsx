import { Link } from 'wouter'
import type { LeaderWarning as Warning } from '#contract/bidding/auction-console.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Tells the auctioneer before the hammer that the leader may not pay, or can't win. */
export function LeaderWarning({ warning: { paddle, accountStatus, overdue } }: { warning: Warning }) {
  return (
    <Notice tone="bad" title={accountStatus === 'active' ? 'Leader has unpaid invoices' : `Leader is ${accountStatus}`}>
      {overdue === 0 ? null : `${overdue === 1 ? '1 invoice is' : `${overdue} invoices are`} overdue. `}
      {accountStatus === 'active' ? null : 'The lot would go to the next in line. '}
      <Link href={paths.adminPage(`people?q=${paddle}`)} className="underline underline-offset-4">
        View account
      </Link>
    </Notice>
  )
}
