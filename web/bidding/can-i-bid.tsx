import clsx from 'clsx'
import { Link } from 'wouter'
import { mayBid } from '#contract/can-bid.ts'
import type { Eligibility } from '#contract/eligibility.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { CheckMark, InfoMark, LockMark } from '#web/ui/marks.tsx'

type Can = Eligibility['can']

/** Short, for a card; then what it means and the next step, for the lot's page. */
type Words = { label: string; advice: string; step: { label: string; to: string } | null }

type Say = (overBy: string) => Words

/** Complete by type: a new answer of the house without words does not compile. */
const WORDS: Record<Can, Say> = {
  bid: () => words('You can bid', 'A bid on this lot would be taken.'),
  'leave-maximum': () => words('You can set an auto-bid', 'It takes part as soon as the lot comes up.'),
  'log-in': () => words('Log in to bid', 'Prices and bids are for members.', ['Log in', paths.logIn]),
  'pay-fee': () =>
    words('Pay the fee to bid', 'The membership fee is paid once.', ['Pay the membership fee', paths.payment]),
  'send-document': () =>
    words('Verify your identity to bid', 'We need to see an identity document.', [
      'Send an identity document',
      paths.verification,
    ]),
  'await-check': () =>
    words('After the identity check', 'Your document is being checked. You can park a bid meanwhile.', [
      'Park a bid',
      paths.verificationPending,
    ]),
  suspended: () =>
    words('Your account may not bid', 'It is not active at present. Support can tell you why.', [
      'Contact support',
      paths.support,
    ]),
  'confirm-email': () =>
    words('Confirm your email to bid', 'Open the link we emailed you, or get a new one on your profile.', [
      'Go to profile',
      paths.profile,
    ]),
  'add-address': () =>
    words('Add your address to bid', 'Your invoices need a postal address.', ['Add address', paths.profile]),
  staff: () => words('Staff accounts can’t bid', 'Bids come from members only.'),
  'no-such-lot': () => words('Not in a sale', 'This lot is not offered.'),
  'own-lot': () => words('Your own vehicle', 'Sellers cannot bid on what they sell.'),
  'not-open': () => words('Not open yet', 'Bidding opens at the time shown. You can watch the lot until then.'),
  paused: () =>
    words(
      'Paused',
      'The auctioneer has stopped the clock. Every bid stands, and it goes on with the time it had left.',
    ),
  closed: () => words('Closed', 'Bidding on this lot is over.'),
  withdrawn: () => words('Withdrawn', 'The lot was taken out of the sale.'),
  'over-limit': (overBy) =>
    words(
      `Over your limit by ${overBy}`,
      `The next bid would take you ${overBy} over your bidding limit. Lower a maximum, wait to be outbid elsewhere, or ask support for a higher limit.`,
      ['See what is committed', paths.myBids],
    ),
}

function words(label: string, advice: string, step?: [label: string, to: string]): Words {
  return { label, advice, step: step === undefined ? null : { label: step[0], to: step[1] } }
}

/** Not the lot but something about the person stands between; then no button would help. */
export function isBarred({ can }: Eligibility): boolean {
  return can === 'own-lot' || can === 'over-limit' || !isBidder({ can })
}

/** Whether the person is one who bids at all, and so has commitments. */
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

/** For a card: whether one can bid on the lot, in a few words with their sign. */
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

/** For the lot's page: what stands between the person and a bid, and what to do. */
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
