import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { Link } from 'wouter'
import { mayBid } from '#contract/bidding/can-bid.ts'
import type { Eligibility } from '#contract/bidding/eligibility.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { CheckMark, InfoMark, LockMark } from '#web/ui/marks.tsx'

type Can = Eligibility['can']

/** A short text for cards; then the meaning and the next step, for the lot page. */
type Words = { label: string; advice: string; step: { label: string; to: string } | null }

type Say = (overBy: string) => Words

/** Exhaustive by type: a new server answer without text does not compile. */
const WORDS: Record<Can, Say> = {
  bid: () => words(t`You can bid`, t`This lot is open for your bid.`),
  'leave-maximum': () => words(t`You can set an auto-bid`, t`It starts when the lot opens.`),
  'log-in': () => words(t`Sign in to bid`, t`Prices and bids are for members.`, [t`Sign in`, paths.logIn]),
  'pay-fee': () =>
    words(t`Pay the fee to bid`, t`The membership fee is paid once.`, [t`Pay the membership fee`, paths.payment]),
  'send-document': () =>
    words(t`Verify your identity to bid`, t`We need to see an identity document.`, [
      t`Send an identity document`,
      paths.verification,
    ]),
  'await-check': () =>
    words(t`After the identity check`, t`Your document is being checked. You can set a pending bid in the meantime.`, [
      t`Set pending bid`,
      paths.verificationPending,
    ]),
  suspended: () =>
    words(t`Your account can’t bid`, t`It isn’t active. Support can tell you why.`, [
      t`Contact support`,
      paths.support,
    ]),
  'confirm-email': () =>
    words(t`Confirm your email to bid`, t`Open the link we emailed you, or get a new one on your profile.`, [
      t`Go to profile`,
      paths.profile,
    ]),
  'add-address': () =>
    words(t`Add your address to bid`, t`Your invoices need a postal address.`, [t`Add address`, paths.profile]),
  staff: () => words(t`Staff accounts can’t bid`, t`Bids come from members only.`),
  'no-such-lot': () => words(t`Not in an auction`, t`This lot isn’t for sale.`),
  'own-lot': () => words(t`Your own vehicle`, t`Sellers can’t bid on their own lots.`),
  'not-open': () => words(t`Not open yet`, t`Bidding opens at the time shown. You can watch the lot until then.`),
  paused: () => words(t`Paused`, t`The clock is stopped. The lot resumes with the time left; every bid stands.`),
  closed: () => words(t`Closed`, t`Bidding on this lot is over.`),
  withdrawn: () => words(t`Withdrawn`, t`The lot was removed from the auction.`),
  'over-limit': (overBy) =>
    words(
      t`Over your limit by ${overBy}`,
      t`The next bid would take you ${overBy} over your bidding limit. Lower a maximum, wait to be outbid elsewhere, or ask support for a higher limit.`,
      [t`View commitments`, paths.myBids],
    ),
  'needs-limit': () =>
    words(
      t`Ask us for a limit`,
      t`Your bidding limit is in another currency and doesn’t cover this auction. Ask us for a limit for this auction.`,
      [t`Contact support`, paths.support],
    ),
}

function words(label: string, advice: string, step?: [label: string, to: string]): Words {
  return { label, advice, step: step === undefined ? null : { label: step[0], to: step[1] } }
}

/** The reason is about the person, not the lot; then no button would help. */
export function isBarred({ can }: Eligibility): boolean {
  return can === 'own-lot' || can === 'over-limit' || can === 'needs-limit' || !isBidder({ can })
}

/** Whether the person can bid at all, and so has commitments. */
export function isBidder({ can }: Pick<Eligibility, 'can'>): boolean {
  return ![
    'log-in',
    'pay-fee',
    'send-document',
    'await-check',
    'suspended',
    'confirm-email',
    'add-address',
    'staff',
  ].includes(can)
}

export function wordsOfEligibility({ can, overBy }: Eligibility, currency: string): Words {
  return WORDS[can](formatMoney(overBy ?? 0, currency))
}

/** For a card: whether the person can bid on the lot, in a few words with an icon. */
export function CanIBidLabel({ eligibility, currency }: { eligibility: Eligibility; currency: string }) {
  const can = mayBid(eligibility)
  const Mark = can ? CheckMark : eligibility.can === 'closed' || eligibility.can === 'not-open' ? InfoMark : LockMark
  return (
    <span className={clsx('flex items-center gap-1.5 text-sm', can ? 'text-leading' : 'text-slate')}>
      <Mark className="size-4 shrink-0" />
      {wordsOfEligibility(eligibility, currency).label}
    </span>
  )
}

/** For the lot page: what keeps the person from bidding, and what to do about it. */
export function CanIBid({ eligibility, currency }: { eligibility: Eligibility; currency: string }) {
  const { label, advice, step } = wordsOfEligibility(eligibility, currency)
  return (
    <section aria-labelledby="can-i-bid" className="rounded-md border border-line p-4">
      <h3 id="can-i-bid" className="flex items-center gap-2 text-base">
        {mayBid(eligibility) ? <CheckMark /> : <LockMark />}
        {label}
      </h3>
      <p className="mt-1 text-sm text-slate">{advice}</p>
      {step === null ? null : (
        <Link href={step.to} className="mt-1 inline-flex min-h-11 items-center text-link">
          {step.label}
        </Link>
      )}
    </section>
  )
}
