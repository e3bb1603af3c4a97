import type * as z from 'zod/mini'
import type { BidAnswer, PlaceBid, placeBid, Reason as ReasonShape } from '#contract/bidding/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'

type Reason = z.infer<typeof ReasonShape>
type Rejected = (typeof placeBid)['rejections'][number]
type BidCode = Rejected | 'rate-limited'

/** What a bidder sees after a press: what happened, then what it means or what to do. Never by color alone. */
export type Words = { tone: 'good' | 'bad' | 'info'; headline: string; advice: string }

/** What was requested; amounts in minor units. `withdraw` and `lower` change the viewer's own maximum. */
export type Ask = { kind: PlaceBid['kind'] | 'lower' | 'withdraw'; amount: number | null }

type ReasonWords = {
  [Code in Reason['code']]: (
    reason: Extract<Reason, { code: Code }>,
    answer: BidAnswer,
    money: Money,
  ) => Omit<Words, 'tone'>
}
type Money = (amount: number) => string

/** Exhaustive by type: a new reason without text does not compile. */
const REASONS: ReasonWords = {
  'first-bid': ({ price }, _, money) => ({
    headline: 'You’re the high bidder',
    advice: `Yours is the first bid. The price is ${money(price)}.`,
  }),
  'took-the-lead': ({ from, price }, _, money) => ({
    headline: 'You’re the high bidder',
    advice: `You passed paddle ${from}. The price is ${money(price)}.`,
  }),
  'answered-by-proxy': ({ by, price, increment, nextBid }, _, money) => ({
    headline: 'Outbid immediately',
    advice: `Paddle ${by}’s maximum answered up to ${money(increment)} above your bid. The price is ${money(price)}. Bid ${money(nextBid)} or more to continue.`,
  }),
  'earlier-equal-maximum': ({ by, price, wouldHaveLed }, _, money) => ({
    headline: 'An equal maximum came first',
    advice: `Paddle ${by} set ${money(price)} before you, and ties go to the first bidder. ${money(wouldHaveLed)} would have led.`,
  }),
  'jumped-to-reserve': ({ price }, _, money) => ({
    headline: 'You’re the high bidder, and the reserve is met',
    advice: `The price moved to the reserve, ${money(price)}. The vehicle will be sold.`,
  }),
  'completed-own-cap': ({ price }, _, money) => ({
    headline: 'You’re still the high bidder',
    advice: `Your old maximum had held the price below a full increment. It’s now ${money(price)}.`,
  }),
  'raised-own-price': ({ price }, _, money) => ({
    headline: 'You’re still the high bidder',
    advice: `You raised your own price to ${money(price)}.`,
  }),
}

/** The text for an accepted bid or a changed maximum. `currency` is the auction's. */
export function wordsOfAnswer(answer: BidAnswer, ask: Ask, currency: string): Words {
  const money: Money = (amount) => formatMoney(amount, currency)
  if (answer.bought) {
    return { tone: 'good', headline: 'Bought', advice: 'The vehicle is yours. Your invoice is on its way.' }
  }
  const words = answer.reason === null ? wordsOfSilentChange(ask, money) : wordsOfReason(answer.reason, answer, money)
  const extended = answer.extended ? ' Your bid extended the lot.' : ''
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
    return {
      headline: 'Auto-bid withdrawn',
      advice: 'Only what was already committed remains. The price didn’t change.',
    }
  }
  const changed = amount === null ? 'Your maximum has changed' : `Your maximum is now ${money(amount)}`
  return { headline: changed, advice: 'Only you can see it. The price didn’t change.' }
}

export type Details = Record<string, unknown>
type Refusal = { code: string; details: Details; message: string }

/** Exhaustive by type: a new refusal without text does not compile. */
const REJECTIONS: Record<BidCode, (details: Details, money: Money) => Words> = {
  'lot-not-found': () => bad('This lot isn’t in the auction', 'Nothing was recorded. Go back to the run list.'),
  'not-eligible': (details) => INELIGIBLE[String(details['why'])] ?? INELIGIBLE['not-complete']!,
  'lot-not-open': () => bad('Bidding hasn’t opened yet', 'Nothing was recorded. Watch the lot and come back.'),
  'lot-closed': () => bad('The lot has closed', 'Your bid reached us at or after the close, so it wasn’t recorded.'),
  'lot-withdrawn': () => bad('The lot was withdrawn', 'It’s no longer for sale. Nothing was recorded.'),
  'lot-paused': () => bad('The lot is paused', 'Your bid wasn’t recorded. Bid again when the lot resumes.'),
  'bid-id-reused': () =>
    bad('This bid wasn’t sent again', 'It conflicted with an earlier bid. Press again to send a new one.'),
  'not-a-bid-unit': (details, money) =>
    bad('Invalid amount', `Bid in multiples of ${amountIn(details, 'bidUnit', money)}. Nothing was recorded.`),
  'below-next-bid': (details, money) =>
    bad(
      'The price has moved',
      `The next bid is ${amountIn(details, 'nextBid', money)}. Your bid was lower, so it wasn’t recorded.`,
    ),
  'maximum-not-raised': () =>
    bad('Your maximum is already that high', 'Set a higher one, or lower it below. Nothing has changed.'),
  'over-bidding-limit': (details, money) =>
    bad(
      'Over your bidding limit',
      `Your limit is ${amountIn(details, 'limit', money)}, and ${amountIn(details, 'committed', money)} of it is committed. Bids count with premium, fees and tax. Lower another maximum, or ask support for a higher limit.`,
    ),
  'buy-now-gone': () => bad('Buy now has ended', 'Bidding has passed it. Nothing was bought; you can still bid.'),
  'maximum-committed': (details, money) =>
    bad(
      'That amount is already committed',
      `You can’t lower your maximum below ${amountIn(details, 'committed', money)}.`,
    ),
  'no-live-maximum': () => bad('No maximum to change', 'You’re not leading with a maximum here. Nothing has changed.'),
  'rate-limited': () => bad('Too many bids at once', 'Wait a few seconds and press again. Nothing was recorded.'),
  'bid-expired': () =>
    bad(
      'Bid not placed',
      'It didn’t reach us within a few seconds, so it wasn’t recorded. Check the price and bid again.',
    ),
}

const INELIGIBLE: Record<string, Words> = {
  'not-complete': bad('Your account can’t bid yet', 'Pay the membership fee and verify your identity first.'),
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
  'own-lot': bad('This is your own vehicle', 'Sellers can’t bid on their own lots. Nothing was recorded.'),
}

/** The text for a refusal or a missing answer; null for a code that does not belong to bidding. */
export function wordsOfCode(code: string, details: Details, currency: string): Words | null {
  if (!isBidCode(code)) return null
  return REJECTIONS[code](details, (amount) => formatMoney(amount, currency))
}

/** The text for an answer that rules out that the bid was recorded; codes that do not belong to bidding keep the server's message. */
export function wordsOfRefusal({ code, details, message }: Refusal, currency: string): Words {
  return wordsOfCode(code, details, currency) ?? bad('Bid not placed', message)
}

/** The text while the outcome of a press is unknown. */
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

/** The text for a press that could not be sent in time. */
export const NOT_SENT: Record<'offline' | 'busy', Words> = {
  offline: bad('Bid not sent', 'You were offline for more than 5 seconds. Check the price and bid again.'),
  busy: bad('Bid not placed', 'We were too busy to take it, and nothing was recorded. Check the price and bid again.'),
}

/** The text where the server does not say what became of a bid. `message`: the server's own text. */
export function wordsOfUnknown(message: string): Words {
  return info('We don’t know whether your bid was recorded', `${message} Then check My bids, or check again here.`)
}

/** The text where the feed showed that a bid was recorded before its answer came. */
export function wordsOfSeenBid(leading: boolean, price: number | null, currency: string): Words {
  const at = price === null ? '' : ` The price is ${formatMoney(price, currency)}.`
  return leading
    ? { tone: 'good', headline: 'You’re the high bidder', advice: `Your bid was recorded.${at}` }
    : bad('You’ve been outbid', `Your bid was recorded, but another is higher.${at}`)
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
