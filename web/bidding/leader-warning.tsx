import { Link } from 'wouter'
import type { LeaderWarning as Warning } from '#contract/bidding/auction-console.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { plural, t } from '#web/platform/language/text.ts'

const INACTIVE = {
  suspended: { title: t`Leader is suspended`, short: t`Suspended` },
  closed: { title: t`Leader’s account is closed`, short: t`Account closed` },
}

/** Each reason in a word or two, for a row; the gravest first. */
function shortReasons({ accountStatus, isComplete, isOverLimit, overdue }: Warning): string[] {
  return [
    ...(accountStatus === 'active' ? [] : [INACTIVE[accountStatus].short]),
    ...(isComplete ? [] : [t`Not a verified member`]),
    ...(isOverLimit ? [t`Over limit`] : []),
    ...(overdue > 0 ? [t`Invoices overdue`] : []),
  ]
}

function titleOf({ accountStatus, isComplete, isOverLimit }: Warning): string {
  if (accountStatus !== 'active') return INACTIVE[accountStatus].title
  if (!isComplete) return t`Leader is no longer a verified member`
  return isOverLimit ? t`Leader is over their bidding limit` : t`Leader has unpaid invoices`
}

/** How a lot is about to be sold. */
type Way = 'hammer' | 'negotiation'

const GONE: Record<Way, string> = {
  hammer: t`Their bids won’t count at the hammer. The lot goes to the next in line; if nobody is, pass it.`,
  negotiation: t`The lot can’t be sold to them. End the negotiation.`,
}
const STAYS: Record<Way, string> = {
  hammer: t`They took the lead before that, so they still win.`,
  negotiation: t`They bid before that, so you can still sell to them.`,
}

/** What each reason means for the sale. */
function meanings({ accountStatus, isComplete, isOverLimit, overdue }: Warning, way: Way): string[] {
  const isActive = accountStatus === 'active'
  return [
    ...(overdue === 0 ? [] : [plural(overdue, { one: '# invoice is overdue.', other: '# invoices are overdue.' })]),
    ...(isActive ? [] : [GONE[way]]),
    ...(isComplete ? [] : [t`Their membership fee was refunded, or their identity isn’t verified.`]),
    ...(isOverLimit ? [t`At present prices, what they lead and owe is more than their limit.`] : []),
    ...(isActive && (!isComplete || isOverLimit) ? [STAYS[way]] : []),
  ]
}

/** Tells staff before the sale that the leader may not pay, or can't win. */
export function LeaderWarning({ warning, way }: { warning: Warning; way: Way }) {
  return (
    <Notice tone="bad" title={titleOf(warning)}>
      {`${meanings(warning, way).join(' ')} `}
      <Link
        href={paths.adminPage(`people?q=${warning.paddle}`)}
        className="underline underline-offset-4"
      >{t`View account`}</Link>
    </Notice>
  )
}

/** The same in a row. */
export function LeaderReasons({ warning }: { warning: Warning | undefined }) {
  if (warning === undefined) return null
  return <span className="block font-semibold text-outbid">{shortReasons(warning).join(', ')}</span>
}
