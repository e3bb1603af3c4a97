import { accessDenial } from '#contract/accounts/access.ts'
import { money, moment } from '#server/notifications/words/text.ts'
import { plural, t } from '#server/platform/language/text.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { isInvoicePaid, lotByNumber, lotsOfPerson, type LotFact } from './facts-store.ts'
import type { Intent } from './intents.ts'
import { type Answer, own, type Page, signIn } from './say.ts'

const MY_BIDS: Page = { label: 'My bids', to: '/my-bids' }
/** Maximum lots in one answer. */
const NAMED_MAX = 3
/** Stands for a visitor, who has no account and has bid on nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type AboutLots = Extract<
  Intent,
  { about: 'lot-end' | 'outcome' | 'pickup' | 'own-maximum' | 'positions' | 'price' | 'vehicle' }
>
type Asked = { app: App; person: Person | null; timeZone: string }

/** Answers about the person's lots, or about a lot by its number. Prices only for people who may see them on the lot page. */
export async function answerAboutLots(app: App, person: Person | null, intent: AboutLots): Promise<Answer | null> {
  const { timeZone } = await readCompanyTerms(app)
  const asked = { app, person, timeZone }
  const lotNumber = 'lotNumber' in intent ? intent.lotNumber : null
  if (lotNumber !== null) {
    const lot = await lotByNumber(app.db, person?.id ?? NOBODY, lotNumber)
    if (lot === null)
      return own(() => t`There’s no lot ${{ lotNumber }}. Check the number.`, { label: 'Search lots', to: '/' })
    return answerAboutLot(asked, intent.about, lot)
  }
  // The FAQ explains pickup.
  if (person === null) return intent.about === 'pickup' ? null : signIn()
  const lots = await lotsOfPerson(app.db, person.id)
  switch (intent.about) {
    case 'lot-end':
      return endsAnswer(asked, lots)
    case 'pickup':
      return pickupsAnswer(asked, lots)
    case 'own-maximum':
      return maximumAnswer()
    case 'positions':
      return positionsAnswer(lots)
    case 'outcome':
    case 'price':
    case 'vehicle':
      return outcomesAnswer(asked, lots)
  }
}

async function answerAboutLot(asked: Asked, about: AboutLots['about'], lot: LotFact): Promise<Answer> {
  if (about === 'lot-end') return own(() => endWords(asked, lot), pageOf(lot))
  if (about === 'vehicle') return vehicleAnswer(lot)
  if (asked.person === null) return signIn()
  if (about === 'price') return priceAnswer(asked, asked.person, lot)
  if (about === 'pickup') return pickupAnswer(asked, asked.person, lot)
  if (about === 'own-maximum') return maximumAnswer()
  return own(() => outcomeWords(asked, lot), pageOf(lot))
}

function pageOf({ lot_number: lotNumber, title }: LotFact): Page {
  return { label: () => t`Lot ${{ lotNumber }}: ${{ title }}`, to: `/lot/${lotNumber}` }
}

function named({ lot_number: lotNumber, title }: LotFact): string {
  return t`Lot ${{ lotNumber }}, ${{ title }},`
}

/** No facts are repeated here: the page shows those that the person may see. */
function vehicleAnswer(lot: LotFact): Answer {
  return own(
    () =>
      t`${{ which: named(lot) }} has a page with its photos, odometer, title, keys, condition and known flaws. Verified members can ask a question there until it closes.`,
    pageOf(lot),
  )
}

const isOpen = ({ status }: LotFact) => status === 'open' || status === 'scheduled'

/** One sentence about when a lot closes or how it ended. */
function endWords({ timeZone }: Asked, lot: LotFact): string {
  const { status, auction_kind: kind, closes_at: closesAt } = lot
  const which = { which: named(lot) }
  if (status === 'sold' || status === 'passed' || status === 'reserve-not-met')
    return closesAt === null
      ? t`${which} is closed.`
      : t`${which} is closed since ${{ closesAt: moment(closesAt, timeZone) }}.`
  if (status === 'withdrawn') return t`${which} was withdrawn from the auction.`
  if (closesAt === null)
    return kind === 'live' ? t`${which} comes up after the lots before it.` : t`${which} is paused.`
  const closes = t`${which} closes ${{ closesAt: moment(closesAt, timeZone) }}.`
  return kind === 'timed' ? `${closes} ${t`A late bid can extend it.`}` : closes
}

function endsAnswer(asked: Asked, lots: readonly LotFact[]): Answer {
  const open = lots.filter(isOpen)
  if (open.length === 0) return own(() => t`None of the lots you bid on or watch is open now.`, MY_BIDS)
  const shown = open.slice(0, NAMED_MAX)
  const rest = open.length - shown.length
  return own(
    () => [...shown.map((lot) => endWords(asked, lot)), ...(rest > 0 ? [t`And ${{ rest }} more.`] : [])].join(' '),
    ...shown.map(pageOf),
    MY_BIDS,
  )
}

/** The price, for people who may see it on the lot page. */
function priceOf({ person }: Asked, { price, currency }: LotFact): string | null {
  return price === null || person === null || accessDenial(person, 'sees-prices') !== null
    ? null
    : money(price, currency)
}

function outcomeWords(asked: Asked, lot: LotFact): string {
  const price = priceOf(asked, lot)
  const which = { which: nameOf(lot) }
  switch (lot.position) {
    case 'leading':
      if (!isOpen(lot)) return t`Your bid on ${which}, is the highest, but below the reserve. The seller is deciding.`
      return price === null
        ? t`You’re the high bidder on ${which}.`
        : t`You’re the high bidder on ${which} at ${{ price }}.`
    case 'won':
      return price === null ? t`You won ${which}.` : t`You won ${which} at ${{ price }}.`
    case 'outbid':
      return [
        t`You were outbid on ${which}: another bidder’s maximum is higher than yours, or equal and set earlier.`,
        ...(price === null ? [] : [t`The price is now ${{ price }}.`]),
        lot.closes_at === null
          ? t`You can bid again.`
          : t`You can bid again until ${{ closesAt: moment(lot.closes_at, asked.timeZone) }}.`,
      ].join(' ')
    case 'lost':
      return `${t`You didn’t win ${which}.`} ${lostTo(lot, price)}`
    default:
      return t`You haven’t bid on ${which}.`
  }
}

/** Within a sentence. */
function nameOf({ lot_number: lotNumber, title }: LotFact): string {
  return t`lot ${{ lotNumber }}, ${{ title }}`
}

function lostTo({ status }: LotFact, price: string | null): string {
  if (status !== 'sold') return t`It wasn’t sold.`
  return price === null
    ? t`Another bidder’s maximum was higher, or equal and set earlier.`
    : t`Another bidder’s maximum was higher, or equal and set earlier; it sold for ${{ price }}.`
}

/** What the lot page shows of the price, and where the person stands. */
function priceAnswer(asked: Asked, person: Person, lot: LotFact): Answer {
  const denial = accessDenial(person, 'sees-prices')
  if (denial !== null)
    return own(() => t`Prices are for verified members.`, { label: 'What’s missing', to: denial.goTo })
  const price = priceOf(asked, lot)
  return own(() => priceText(lot, price), pageOf(lot))
}

function priceText(lot: LotFact, price: string | null): string {
  const which = { which: named(lot) }
  if (price === null) return t`${which} has no bids yet.`
  if (lot.status === 'sold') return t`${which} sold for ${{ price }}.`
  const at = isOpen(lot) ? t`${which} is at ${{ price }}.` : t`${which} closed at ${{ price }}.`
  return lot.position === 'leading' ? `${at} ${t`You’re the high bidder.`}` : at
}

function outcomesAnswer(asked: Asked, lots: readonly LotFact[]): Answer {
  const bid = lots.filter(({ position }) => position !== 'watching')
  // "Why was I outbid" means a lot where they were outbid; "do I lead" means an open one.
  const shown = [
    ...bid.filter(({ position }) => position === 'outbid'),
    ...bid.filter(({ position }) => position !== 'outbid'),
  ].slice(0, NAMED_MAX)
  if (shown.length === 0) return own(() => t`You haven’t bid on any lot yet.`, MY_BIDS)
  return own(() => shown.map((lot) => outcomeWords(asked, lot)).join(' '), ...shown.map(pageOf), MY_BIDS)
}

function positionsAnswer(lots: readonly LotFact[]): Answer {
  const of = (position: LotFact['position']) => lots.filter((lot) => lot.position === position)
  const [leading, outbid, won, watching] = [of('leading'), of('outbid'), of('won'), of('watching')]
  if ([leading, outbid, won, watching].every((found) => found.length === 0))
    return own(() => t`You haven’t bid on or watched any lot yet.`, MY_BIDS)
  return own(() => {
    const words = [
      ...(leading.length === 0 ? [] : [t`high bidder on ${{ lots: numbersOf(leading) }}`]),
      ...(outbid.length === 0 ? [] : [t`outbid on ${{ lots: numbersOf(outbid) }}`]),
      ...(won.length === 0 ? [] : [t`won ${{ lots: numbersOf(won) }}`]),
      ...(watching.length === 0 ? [] : [t`watching ${{ lots: numbersOf(watching) }}`]),
    ]
    return t`Your lots: ${{ words: words.join('; ') }}.`
  }, MY_BIDS)
}

const NUMBERS_MAX = 5

function numbersOf(found: readonly LotFact[]): string {
  const numbers = found
    .slice(0, NUMBERS_MAX)
    .map(({ lot_number: lotNumber }) => lotNumber)
    .join(', ')
  const named = t`${plural({ count: found.length }, { one: 'lot', other: '# lots:' })} ${{ numbers }}`
  return found.length > NUMBERS_MAX ? t`${{ named }} and more` : named
}

function maximumAnswer(): Answer {
  return own(() => t`Your maximums are sealed, so I don’t repeat them here. You’ll find them in My bids.`, MY_BIDS)
}

async function pickupAnswer({ app }: Asked, person: Person, lot: LotFact): Promise<Answer> {
  const invoices = { label: 'Invoices', to: '/invoices' }
  if (lot.position !== 'won')
    return own(() => t`You haven’t won lot ${{ lotNumber: lot.lot_number }}. Its page shows where it is.`, pageOf(lot))
  const isPaid = await isInvoicePaid(app.db, person.id, lot.lot_number)
  return own(
    () =>
      [
        t`${{ lot: named(lot) }} is in ${{ location: lot.location }}.`,
        isPaid === true
          ? t`Your invoice is paid, so you can pick it up.`
          : t`Pay the invoice first; then you can pick it up.`,
      ].join(' '),
    pageOf(lot),
    invoices,
  )
}

/** Null without a won lot: then the FAQ explains pickup. */
async function pickupsAnswer(asked: Asked, lots: readonly LotFact[]): Promise<Answer | null> {
  const won = lots.filter(({ position }) => position === 'won').slice(0, NAMED_MAX)
  const [first, ...more] = won
  if (first === undefined || asked.person === null) return null
  if (more.length === 0) return pickupAnswer(asked, asked.person, first)
  return own(
    () =>
      [
        ...won.map((lot) => t`${{ lot: named(lot) }} is in ${{ location: lot.location }}.`),
        t`Each can be picked up once its invoice is paid.`,
      ].join(' '),
    ...won.map(pageOf),
  )
}
