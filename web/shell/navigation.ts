import { t } from '#web/platform/language/text.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { paths } from '../paths.ts'
import { redirectOf } from './guard.ts'

export type NavigationLink = { to: string; label: string }

export const STAFF_ACCOUNT: NavigationLink = { to: paths.adminPage('account'), label: t`My staff account` }

/** The main links of the header, by what the person can do next. */
export function mainLinks(user: User | null): NavigationLink[] {
  const lots = { to: paths.lots(), label: t`Browse lots` }
  const calendar = { to: paths.calendar, label: t`Calendar` }
  if (user === null) {
    return [
      lots,
      calendar,
      { to: paths.howItWorks, label: t`How it works` },
      { to: paths.biddingGuide, label: t`Bidding guide` },
      { to: paths.faq, label: 'FAQ' },
    ]
  }
  const staff = user.role === 'member' ? [] : [{ to: paths.admin, label: t`Administration` }]
  const next = nextStep(user)
  if (next !== null)
    return [next, lots, { to: paths.howItWorks, label: t`How it works` }, { to: paths.faq, label: 'FAQ' }, ...staff]
  return [lots, calendar, { to: paths.myBids, label: t`My bids` }, { to: paths.invoices, label: t`Invoices` }, ...staff]
}

/** Links about the person's own account, in the account menu. */
export function accountLinks(user: User): NavigationLink[] {
  const next = nextStep(user)
  const staff = user.role === 'member' ? [] : [STAFF_ACCOUNT]
  if (next !== null) return [next, ...staff, { to: paths.support, label: t`Support` }]
  return [
    ...staff,
    { to: paths.profile, label: t`Profile` },
    { to: paths.myBids, label: t`My bids` },
    { to: paths.invoices, label: t`Invoices` },
    { to: paths.marketingTools, label: t`Marketing tools` },
    { to: paths.support, label: t`Support` },
  ]
}

const STEPS: Record<string, string> = {
  [paths.payment]: t`Pay the membership fee`,
  [paths.verification]: t`Verify your identity`,
  [paths.verificationPending]: t`Verification status`,
}

/** What still keeps the person from bidding, or null. */
export function nextStep(user: User): NavigationLink | null {
  const to = redirectOf('complete', user)
  return to === null ? null : { to, label: STEPS[to] ?? t`Support` }
}
