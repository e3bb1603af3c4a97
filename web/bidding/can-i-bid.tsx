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
  bid: () => words('You can bid', 'This lot is open for your bid.'),
  'leave-maximum': () => words('You can set an auto-bid', 'It starts when the lot opens.'),
  'log-in': () => words('Sign in to bid', 'Prices and bids are for members.', ['Sign in', paths.logIn]),
  'pay-fee': () =>
    words('Pay the fee to bid', 'The membership fee is paid once.', ['Pay the membership fee', paths.payment]),
  'send-document': () =>
    words('Verify your identity to bid', 'We need to see an identity document.', [
      'Send an identity document',
      paths.verification,
    ]),
  'await-check': () =>
    words('After the identity check', 'Your document is being checked. You can set a pending bid in the meantime.', [
      'Set pending bid',
      paths.verificationPending,
    ]),
  suspended: () =>
    words('Your account can’t bid', 'It isn’t active. Support can tell you why.', ['Contact support', paths.support]),
  'confirm-email': () =>
    words('Confirm your email to bid', 'Open the link we emailed you, or get a new one on your profile.', [
      'Go to profile',
      paths.profile,
    ]),
  'add-address': () =>
    words('Add your address to bid', 'Your invoices need a postal address.', ['Add address', paths.profile]),
  staff: () => words('Staff accounts can’t bid', 'Bids come from members only.'),
  'no-such-lot': () => words('Not in an auction', 'This lot isn’t for sale.'),
  'own-lot': () => words('Your own vehicle', 'Sellers can’t bid on their own lots.'),
  'not-open': () => words('Not open yet', 'Bidding opens at the time shown. You can watch the lot until then.'),
  paused: () => words('Paused', 'The clock is stopped. The lot resumes with the time left; every bid stands.'),
  closed: () => words('Closed', 'Bidding on this lot is over.'),
  withdrawn: () => words('Withdrawn', 'The lot was removed from the auction.'),
  'over-limit': (overBy) =>
    words(
      `Over your limit by ${overBy}`,
      `The next bid would take you ${overBy} over your bidding limit. Lower a maximum, wait to be outbid elsewhere, or ask support for a higher limit.`,
      ['View commitments', paths.myBids],
    ),
}

function words(label: string, advice: string, step?: [label: string, to: string]): Words {
  return { label, advice, step: step === undefined ? null : { label: step[0], to: step[1] } }
}

/** The reason is about the person, not the lot; then no button would help. */
export function isBarred({ can }: Eligibility): boolean {
  return can === 'own-lot' || can === 'over-limit' || !isBidder({ can })
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
        <Link
          href={step.to}
          className="mt-1 inline-flex min-h-11 items-center text-notice underline underline-offset-4"
        >
          {step.label}
        </Link>
      )}
    </section>
  )
}
