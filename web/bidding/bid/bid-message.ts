import { t } from '#web/platform/language/text.ts'
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
    headline: t`You’re the high bidder`,
    advice: t`Yours is the first bid. The price is ${money(price)}.`,
  }),
  'took-the-lead': ({ from, price }, _, money) => ({
    headline: t`You’re the high bidder`,
    advice: t`You passed paddle ${from}. The price is ${money(price)}.`,
  }),
  'answered-by-proxy': ({ by, price, increment, nextBid }, _, money) => ({
    headline: t`Outbid immediately`,
    advice: t`Paddle ${by}’s maximum answered up to ${money(increment)} above your bid. The price is ${money(price)}. Bid ${money(nextBid)} or more to continue.`,
  }),
  'earlier-equal-maximum': ({ by, price, wouldHaveLed }, _, money) => ({
    headline: t`An equal maximum came first`,
    advice: t`Paddle ${by} set ${money(price)} before you, and ties go to the first bidder. ${money(wouldHaveLed)} would have led.`,
  }),
  'jumped-to-reserve': ({ price }, _, money) => ({
    headline: t`You’re the high bidder, and the reserve is met`,
    advice: t`The price moved to the reserve, ${money(price)}. The vehicle will be sold.`,
  }),
  'completed-own-cap': ({ price }, _, money) => ({
    headline: t`You’re still the high bidder`,
    advice: t`Your old maximum had held the price below a full increment. It’s now ${money(price)}.`,
  }),
  'raised-own-price': ({ price }, _, money) => ({
    headline: t`You’re still the high bidder`,
    advice: t`You raised your own price to ${money(price)}.`,
  }),
}

/** The text for an accepted bid or a changed maximum. `currency` is the auction's. */
export function wordsOfAnswer(answer: BidAnswer, ask: Ask, currency: string): Words {
  const money: Money = (amount) => formatMoney(amount, currency)
  if (answer.bought) {
    return { tone: 'good', headline: t`Bought`, advice: t`The vehicle is yours. Your invoice is on its way.` }
  }
  const words = answer.reason === null ? wordsOfSilentChange(ask, money) : wordsOfReason(answer.reason, answer, money)
  const extended = answer.extended ? ` ${t`Your bid extended the lot.`}` : ''
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
      headline: t`Auto-bid withdrawn`,
      advice: t`Only what was already committed remains. The price didn’t change.`,
    }
  }
  const changed = amount === null ? t`Your maximum has changed` : t`Your maximum is now ${money(amount)}`
  return { headline: changed, advice: t`Only you can see it. The price didn’t change.` }
}

export type Details = Record<string, unknown>
type Refusal = { code: string; details: Details; message: string }

/** Exhaustive by type: a new refusal without text does not compile. */
const REJECTIONS: Record<BidCode, (details: Details, money: Money) => Words> = {
  'lot-not-found': () => bad(t`This lot isn’t in the auction`, t`Nothing was recorded. Go back to the run list.`),
  'not-eligible': (details) => INELIGIBLE[String(details['why'])] ?? INELIGIBLE['not-complete']!,
  'lot-not-open': () => bad(t`Bidding hasn’t opened yet`, t`Nothing was recorded. Watch the lot and come back.`),
  'lot-closed': () => bad(t`The lot has closed`, t`Your bid reached us at or after the close, so it wasn’t recorded.`),
  'lot-withdrawn': () => bad(t`The lot was withdrawn`, t`It’s no longer for sale. Nothing was recorded.`),
  'lot-paused': () => bad(t`The lot is paused`, t`Your bid wasn’t recorded. Bid again when the lot resumes.`),
  'bid-id-reused': () =>
    bad(t`This bid wasn’t sent again`, t`It conflicted with an earlier bid. Press again to send a new one.`),
  'not-a-bid-unit': (details, money) =>
    bad(t`Invalid amount`, t`Bid in multiples of ${amountIn(details, 'bidUnit', money)}. Nothing was recorded.`),
  'below-next-bid': (details, money) =>
    bad(
      t`The price has moved`,
      t`The next bid is ${amountIn(details, 'nextBid', money)}. Your bid was lower, so it wasn’t recorded.`,
    ),
  'maximum-not-raised': () =>
    bad(t`Your maximum is already that high`, t`Set a higher one, or lower it below. Nothing has changed.`),
  'over-bidding-limit': (details, money) =>
    details['why'] === 'other-currency'
      ? bad(
          t`You need a limit for this auction`,
          t`Your bidding limit is in another currency and doesn’t cover this auction. Ask us for a limit for this auction.`,
        )
      : bad(
          t`Over your bidding limit`,
          t`Your limit is ${amountIn(details, 'limit', money)}, and ${amountIn(details, 'committed', money)} of it is committed. Bids count with premium, fees and tax. Lower another maximum, or ask support for a higher limit.`,
        ),
  'buy-now-gone': () => bad(t`Buy now has ended`, t`Bidding has passed it. Nothing was bought; you can still bid.`),
  'maximum-committed': (details, money) =>
    bad(
      t`That amount is already committed`,
      t`You can’t lower your maximum below ${amountIn(details, 'committed', money)}.`,
    ),
  'no-live-maximum': () =>
    bad(t`No maximum to change`, t`You’re not leading with a maximum here. Nothing has changed.`),
  'rate-limited': () => bad(t`Too many bids at once`, t`Wait a few seconds and press again. Nothing was recorded.`),
  'bid-expired': () =>
    bad(
      t`Bid not placed`,
      t`It didn’t reach us within a few seconds, so it wasn’t recorded. Check the price and bid again.`,
    ),
}

const INELIGIBLE: Record<string, Words> = {
  'not-complete': bad(t`Your account can’t bid yet`, t`Pay the membership fee and verify your identity first.`),
  staff: bad(t`Staff accounts can’t bid`, t`Nothing was recorded.`),
  'email-unconfirmed': bad(
    t`Confirm your email first`,
    t`Open the link we emailed you, or get a new one on your profile. Nothing was recorded.`,
  ),
  'address-missing': bad(
    t`Add your address first`,
    t`Your invoices need a postal address: add it on your profile, then bid again. Nothing was recorded.`,
  ),
  suspended: bad(t`Your account is suspended`, t`Nothing was recorded. Contact support.`),
  'own-lot': bad(t`This is your own vehicle`, t`Sellers can’t bid on their own lots. Nothing was recorded.`),
}

/** The text for a refusal or a missing answer; null for a code that does not belong to bidding. */
export function wordsOfCode(code: string, details: Details, currency: string): Words | null {
  if (!isBidCode(code)) return null
  return REJECTIONS[code](details, (amount) => formatMoney(amount, currency))
}

/** The text for an answer that rules out that the bid was recorded; codes that do not belong to bidding keep the server's message. */
export function wordsOfRefusal({ code, details, message }: Refusal, currency: string): Words {
  return wordsOfCode(code, details, currency) ?? bad(t`Bid not placed`, message)
}

/** The text while the outcome of a press is unknown. */
export const PROGRESS: Record<'offline' | 'busy' | 'unknown', Words> = {
  offline: info(
    t`You’re offline`,
    t`Your bid hasn’t been sent. It’s sent only if the connection is back within 5 seconds.`,
  ),
  busy: info(t`We’re busy`, t`Your bid hasn’t been placed yet. Sending it again…`),
  unknown: info(
    t`Checking your bid`,
    t`We don’t know yet whether your bid was recorded. Checking… It can only count once.`,
  ),
}

/** The text for a press that could not be sent in time. */
export const NOT_SENT: Record<'offline' | 'busy', Words> = {
  offline: bad(t`Bid not sent`, t`You were offline for more than 5 seconds. Check the price and bid again.`),
  busy: bad(
    t`Bid not placed`,
    t`We were too busy to take it, and nothing was recorded. Check the price and bid again.`,
  ),
}

/** The text where the server does not say what became of a bid. `message`: the server's own text. */
export function wordsOfUnknown(message: string): Words {
  return info(t`We don’t know whether your bid was recorded`, t`${message} Then check My bids, or check again here.`)
}

/** The text where the feed showed that a bid was recorded before its answer came. */
export function wordsOfSeenBid(leading: boolean, price: number | null, currency: string): Words {
  const at = price === null ? '' : t` The price is ${formatMoney(price, currency)}.`
  return leading
    ? { tone: 'good', headline: t`You’re the high bidder`, advice: t`Your bid was recorded.${at}` }
    : bad(t`You’ve been outbid`, t`Your bid was recorded, but another is higher.${at}`)
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
  return typeof amount === 'number' ? money(amount) : t`the amount shown`
}
