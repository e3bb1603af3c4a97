import { Link } from 'wouter'
import type { LeaderWarning as Warning } from '#contract/bidding/auction-console.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { plural, t } from '#web/platform/language/text.ts'

const TITLES: Record<Warning['accountStatus'], string> = {
  active: t`Leader has unpaid invoices`,
  suspended: t`Leader is suspended`,
  closed: t`Leader’s account is closed`,
}

/** Tells the auctioneer before the hammer that the leader may not pay, or can't win. */
export function LeaderWarning({ warning: { paddle, accountStatus, overdue } }: { warning: Warning }) {
  return (
    <Notice tone="bad" title={TITLES[accountStatus]}>
      {overdue === 0 ? null : `${plural(overdue, { one: '# invoice is overdue.', other: '# invoices are overdue.' })} `}
      {accountStatus === 'active'
        ? null
        : `${t`Their bids won’t count at the hammer. The lot goes to the next in line; if nobody is, pass it.`} `}
      <Link
        href={paths.adminPage(`people?q=${paddle}`)}
        className="underline underline-offset-4"
      >{t`View account`}</Link>
    </Notice>
  )
}
