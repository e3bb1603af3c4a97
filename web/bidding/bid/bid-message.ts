import type * as z from 'zod/mini'
import type { BidAnswer, PlaceBid, placeBid, Reason as ReasonShape } from '#contract/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'

type Reason = z.infer<typeof ReasonShape>
type Rejected = (typeof placeBid)['rejections'][number]
type BidCode = Rejected | 'rate-limited'

/** What a bidder is told after a press: what happened, then what it means or what to do. Never by colour alone. */
export type Words = { tone: 'good' | 'bad' | 'info'; headline: string; advice: string }

/** What was asked for; amounts in minor units. `withdraw` and `lower` change one's own maximum. */
export type Ask = { kind: PlaceBid['kind'] | 'lower' | 'withdraw'; amount: number | null }

type ReasonWords = {
  [Code in Reason['code']]: (
    reason: Extract<Reason, { code: Code }>,
    answer: BidAnswer,
    money: Money,
  ) => Omit<Words, 'tone'>
}
type Money = (amount: number) => string

/** Complete by type: a new reason without words does not compile. */
const REASONS: ReasonWords = {
  'first-bid': ({ price }, _, money) => ({
    headline: 'You are leading',
    advice: `Yours is the first bid. The price is ${money(price)}.`,
  }),
  'took-the-lead': ({ from, price }, _, money) => ({
    headline: 'You are leading',
    advice: `You passed paddle ${from}. The price is ${money(price)}.`,
  }),
  'answered-by-proxy': ({ by, price, increment, nextBid }, _, money) => ({
    headline: 'Outbid at once',
    advice: `Paddle ${by} had left a maximum. It answered up to ${money(increment)} above your bid; the price is ${money(price)}. ${money(nextBid)} or more is needed to go on.`,
  }),
  'earlier-equal-maximum': ({ by, price, wouldHaveLed }, _, money) => ({
    headline: 'Not leading: the same amount came first',
    advice: `Paddle ${by} had left ${money(price)} before you, and the earlier of equals leads. ${money(wouldHaveLed)} would have led.`,
  }),
  'jumped-to-reserve': ({ price }, _, money) => ({
    headline: 'You are leading, and the reserve is met',
    advice: `The price went to the reserve, ${money(price)}. The vehicle will be sold.`,
  }),
  'completed-own-cap': ({ price }, _, money) => ({
    headline: 'You are still leading',
    advice: `Your old maximum had held the price below a full increment; it is now ${money(price)}.`,
  }),
  'raised-own-price': ({ price }, _, money) => ({
    headline: 'You are still leading',
    advice: `You raised the price over your own bid, to ${money(price)}.`,
  }),
}

/** The words for an accepted bid or a changed maximum. `currency` is the sale's. */
export function wordsOfAnswer(answer: BidAnswer, ask: Ask, currency: string): Words {
  const money: Money = (amount) => formatMoney(amount, currency)
  if (answer.bought) {
    return { tone: 'good', headline: 'Bought', advice: 'The vehicle is yours. Your invoice is on its way.' }
  }
  const words = answer.reason === null ? wordsOfSilentChange(ask, money) : wordsOfReason(answer.reason, answer, money)
  const extended = answer.extended ? ' The lot was extended by your bid.' : ''
  return { ...words, advice: words.advice + extended, tone: answer.leading ? 'good' : 'bad' }
}

function wordsOfReason<Code extends Reason['code']>(
  reason: Extract<Reason, { code: Code }>,
  answer: BidAnswer,
  money: Money,
): Omit<Words, 'tone'> {
  const say: (reason: Extract<Reason, { code: Code }>, answer: BidAnswer, money: Money) => Omit<Words, 'tone'> =
    REASONS[reason.code as Code]
  return say(reason, answer, money)
}

function wordsOfSilentChange({ kind, amount }: Ask, money: Money): Omit<Words, 'tone'> {
  if (kind === 'withdraw') {
    return { headline: 'Auto-bid withdrawn', advice: 'Only what was already committed stays. The price did not move.' }
  }
  const changed = amount === null ? 'Your maximum is changed' : `Your maximum is now ${money(amount)}`
  return { headline: changed, advice: 'Nobody else sees it, and the price did not move.' }
}

export type Details = Record<string, unknown>
type Refusal = { code: string; details: Details; message: string }

/** Complete by type: a new refusal without words does not compile. */
const REJECTIONS: Record<BidCode, (details: Details, money: Money) => Words> = {
  'lot-not-found': () => bad('This lot is not in the sale', 'Nothing was recorded. Go back to the run list.'),
  'not-eligible': (details) => INELIGIBLE[String(details['why'])] ?? INELIGIBLE['not-complete']!,
  'lot-not-open': () => bad('Bidding has not opened yet', 'Nothing was recorded. You can watch the lot and come back.'),
  'lot-closed': () =>
    bad('The lot had closed', 'Your bid came at or after the end by the house’s clock. It was not recorded.'),
  'lot-withdrawn': () => bad('The lot was withdrawn', 'It is no longer for sale. Nothing was recorded.'),
  'lot-paused': () =>
    bad('The lot is paused', 'Your bid was not recorded. The lot goes on with the time it had left; bid again then.'),
  'bid-id-reused': () =>
    bad('This bid was not sent again', 'It clashed with an earlier bid. Press once more to send a new one.'),
  'not-a-bid-unit': (details, money) =>
    bad('The amount does not fit', `Bids go in steps of ${amountIn(details, 'bidUnit', money)}. Nothing was recorded.`),
  'below-next-bid': (details, money) =>
    bad(
      'The price has moved',
      `The next bid is ${amountIn(details, 'nextBid', money)}. Your bid was below it and was not recorded.`,
    ),
  'maximum-not-raised': () =>
    bad('Your maximum is already as high', 'Leave a higher one, or lower it below. Nothing has changed.'),
  'over-bidding-limit': (details, money) =>
    bad(
      'Over your bidding limit',
      `Your limit is ${amountIn(details, 'limit', money)}, and ${amountIn(details, 'committed', money)} of it is committed. A bid counts with its premium, fees and tax. Lower another maximum, or ask support to raise the limit.`,
    ),
  'buy-now-gone': () => bad('Buy now has ended', 'The bidding has passed it. Nothing was bought; you can still bid.'),
  'maximum-committed': (details, money) =>
    bad(
      'That much is already committed',
      `You can lower your maximum to ${amountIn(details, 'committed', money)} and no further.`,
    ),
  'no-live-maximum': () => bad('No maximum to change', 'You are not leading with a maximum here. Nothing has changed.'),
  'rate-limited': () => bad('Too many bids at once', 'Wait a few seconds and press again. Nothing was recorded.'),
  'bid-expired': () =>
    bad(
      'Bid not placed',
      'It didn’t reach us within a few seconds, so it wasn’t recorded. Check the price and bid again.',
    ),
}

const INELIGIBLE: Record<string, Words> = {
  'not-complete': bad('Your account cannot bid yet', 'Pay the membership fee and have your identity checked first.'),
  staff: bad('Staff accounts can’t bid', 'Nothing was recorded.'),
  'email-unconfirmed': bad(
    'Confirm your email first',
    'Open the link we emailed you, or get a new one on your profile. Nothing was recorded.',
  ),
  'address-missing': bad(
    'Add your address first',
    'Your invoices need a postal address: add it on your profile, then bid again. Nothing was recorded.',
  ),
  suspended: bad('Your account is suspended', 'Nothing was recorded. Contact support.'),
  'own-lot': bad('This is your own vehicle', 'Sellers cannot bid on what they sell. Nothing was recorded.'),
}

/** The words for a refusal or for no answer; null for a code that is none of bidding's. */
export function wordsOfCode(code: string, details: Details, currency: string): Words | null {
  if (!isBidCode(code)) return null
  return REJECTIONS[code](details, (amount) => formatMoney(amount, currency))
}

/** The words for an answer that rules out that the bid was recorded; what is no matter of bidding keeps the server's own sentence. */
export function wordsOfRefusal({ code, details, message }: Refusal, currency: string): Words {
  return wordsOfCode(code, details, currency) ?? bad('Bid not placed', message)
}

/** While a press has no outcome yet. */
export const PROGRESS: Record<'offline' | 'busy' | 'unknown', Words> = {
  offline: info(
    'You’re offline',
    'Your bid hasn’t been sent. It’s sent only if the connection is back within 5 seconds.',
  ),
  busy: info('We’re busy', 'Your bid hasn’t been placed yet. Sending it again…'),
  unknown: info(
    'Checking your bid',
    'We don’t know yet whether your bid was recorded. Checking… It can only count once.',
  ),
}

/** Where a press could not be sent in time. */
export const NOT_SENT: Record<'offline' | 'busy', Words> = {
  offline: bad('Bid not sent', 'You were offline for more than 5 seconds. Check the price and bid again.'),
  busy: bad('Bid not placed', 'We were too busy to take it, and nothing was recorded. Check the price and bid again.'),
}

/** The server does not say what became of a bid. `message`: its own words. */
export function wordsOfUnknown(message: string): Words {
  return info('We don’t know whether your bid was recorded', `${message} Then look at My bids, or check again here.`)
}

/** The feed showed that a bid was recorded before its answer came. */
export function wordsOfSeenBid(leading: boolean, price: number | null, currency: string): Words {
  const at = price === null ? '' : ` The price is ${formatMoney(price, currency)}.`
  return leading
    ? { tone: 'good', headline: 'You are leading', advice: `Your bid was recorded.${at}` }
    : bad('You are outbid', `Your bid was recorded, and another one is higher.${at}`)
}

function isBidCode(code: string): code is BidCode {
  return Object.hasOwn(REJECTIONS, code)
}

function info(headline: string, advice: string): Words {
  return { tone: 'info', headline, advice }
}

function bad(headline: string, advice: string): Words {
  return { tone: 'bad', headline, advice }
}

function amountIn(details: Details, field: string, money: Money): string {
  const amount = details[field]
  return typeof amount === 'number' ? money(amount) : 'the amount shown'
}
