import { accessDenial } from '#contract/accounts/access.ts'
import type { AssistantAnswer, Source } from '#contract/support/assistant.ts'
import { money, moment } from '#server/notifications/words/text.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { isInvoicePaid, lotByNumber, lotsOfPerson, type LotFact } from './facts-store.ts'
import type { Intent } from './intents.ts'
import { own, signIn } from './say.ts'

const MY_BIDS: Source = { label: 'My bids', to: '/my-bids' }
/** Maximum lots in one answer. */
const NAMED_MAX = 3
/** Stands for a visitor, who has no account and has bid on nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type AboutLots = Extract<Intent, { about: 'lot-end' | 'outcome' | 'pickup' | 'own-maximum' | 'positions' | 'price' }>
type Asked = { app: App; person: Person | null; timeZone: string }

/** Answers about the person's lots, or about a lot by its number. Prices only for people who may see them on the lot page. */
export async function answerAboutLots(
  app: App,
  person: Person | null,
  intent: AboutLots,
): Promise<AssistantAnswer | null> {
  const { timeZone } = await readCompanyTerms(app)
  const asked = { app, person, timeZone }
  const lotNumber = 'lotNumber' in intent ? intent.lotNumber : null
  if (lotNumber !== null) {
    const lot = await lotByNumber(app.db, person?.id ?? NOBODY, lotNumber)
    if (lot === null) return own(`There’s no lot ${lotNumber}. Check the number.`, { label: 'Search lots', to: '/' })
    return answerAboutLot(asked, intent.about, lot)
  }
  if (person === null) return signIn()
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
      return outcomesAnswer(asked, lots)
  }
}

async function answerAboutLot(asked: Asked, about: AboutLots['about'], lot: LotFact): Promise<AssistantAnswer> {
  if (about === 'lot-end') return own(endWords(asked, lot), pageOf(lot))
  if (asked.person === null) return signIn()
  if (about === 'price') return priceAnswer(asked, asked.person, lot)
  if (about === 'pickup') return pickupAnswer(asked, asked.person, lot)
  if (about === 'own-maximum') return maximumAnswer()
  return own(outcomeWords(asked, lot), pageOf(lot))
}

function pageOf({ lot_number: lotNumber, title }: LotFact): Source {
  return { label: `Lot ${lotNumber}: ${title}`, to: `/lot/${lotNumber}` }
}

function named({ lot_number: lotNumber, title }: LotFact): string {
  return `Lot ${lotNumber}, ${title},`
}

const isOpen = ({ status }: LotFact) => status === 'open' || status === 'scheduled'

/** One sentence about when a lot closes or how it ended. */
function endWords({ timeZone }: Asked, lot: LotFact): string {
  const { status, auction_kind: kind, closes_at: closesAt } = lot
  if (status === 'sold' || status === 'passed' || status === 'reserve-not-met')
    return `${named(lot)} is closed${closesAt === null ? '' : ` since ${moment(closesAt, timeZone)}`}.`
  if (status === 'withdrawn') return `${named(lot)} was withdrawn from the auction.`
  if (closesAt === null)
    return kind === 'live' ? `${named(lot)} comes up after the lots before it.` : `${named(lot)} is paused.`
  const moves = kind === 'timed' ? ' A late bid can extend it.' : ''
  return `${named(lot)} closes ${moment(closesAt, timeZone)}.${moves}`
}

function endsAnswer(asked: Asked, lots: readonly LotFact[]): AssistantAnswer {
  const open = lots.filter(isOpen)
  if (open.length === 0) return own('None of the lots you bid on or watch is open now.', MY_BIDS)
  const shown = open.slice(0, NAMED_MAX)
  const rest = open.length > shown.length ? ` And ${open.length - shown.length} more.` : ''
  return own(shown.map((lot) => endWords(asked, lot)).join(' ') + rest, ...shown.map(pageOf), MY_BIDS)
}

/** The price, for people who may see it on the lot page. */
function priceOf({ person }: Asked, { price, currency }: LotFact): string | null {
  return price === null || person === null || accessDenial(person, 'sees-prices') !== null
    ? null
    : money(price, currency)
}

function outcomeWords(asked: Asked, lot: LotFact): string {
  const price = priceOf(asked, lot)
  const at = price === null ? '' : ` at ${price}`
  const until = lot.closes_at === null ? '' : ` until ${moment(lot.closes_at, asked.timeZone)}`
  switch (lot.position) {
    case 'leading':
      return isOpen(lot)
        ? `You’re the high bidder on lot ${lot.lot_number}, ${lot.title}${at}.`
        : `Your bid on lot ${lot.lot_number}, ${lot.title}, is the highest, but below the reserve. The seller is deciding.`
    case 'won':
      return `You won lot ${lot.lot_number}, ${lot.title}${at}.`
    case 'outbid':
      return `You were outbid on lot ${lot.lot_number}, ${lot.title}: another bidder’s maximum is higher than yours, or equal and set earlier.${price === null ? '' : ` The price is now ${price}.`} You can bid again${until}.`
    case 'lost':
      return `You didn’t win lot ${lot.lot_number}, ${lot.title}. ${lot.status === 'sold' ? `Another bidder’s maximum was higher, or equal and set earlier${price === null ? '' : `; it sold for ${price}`}.` : 'It wasn’t sold.'}`
    default:
      return `You haven’t bid on lot ${lot.lot_number}, ${lot.title}.`
  }
}

/** What the lot page shows of the price, and where the person stands. */
function priceAnswer(asked: Asked, person: Person, lot: LotFact): AssistantAnswer {
  const denial = accessDenial(person, 'sees-prices')
  if (denial !== null) return own('Prices are for verified members.', { label: 'What’s missing', to: denial.goTo })
  const price = priceOf(asked, lot)
  if (price === null) return own(`${named(lot)} has no bids yet.`, pageOf(lot))
  const verb = lot.status === 'sold' ? 'sold for' : isOpen(lot) ? 'is at' : 'closed at'
  const position = lot.position === 'leading' ? ' You’re the high bidder.' : ''
  return own(`${named(lot)} ${verb} ${price}.${position}`, pageOf(lot))
}

function outcomesAnswer(asked: Asked, lots: readonly LotFact[]): AssistantAnswer {
  const bid = lots.filter(({ position }) => position !== 'watching')
  // "Why was I outbid" means a lot where they were outbid; "do I lead" means an open one.
  const shown = [
    ...bid.filter(({ position }) => position === 'outbid'),
    ...bid.filter(({ position }) => position !== 'outbid'),
  ].slice(0, NAMED_MAX)
  if (shown.length === 0) return own('You haven’t bid on any lot yet.', MY_BIDS)
  return own(shown.map((lot) => outcomeWords(asked, lot)).join(' '), ...shown.map(pageOf), MY_BIDS)
}

function positionsAnswer(lots: readonly LotFact[]): AssistantAnswer {
  const list = (position: LotFact['position']) => lots.filter((lot) => lot.position === position)
  const words = (
    [
      ['leading', 'high bidder on'],
      ['outbid', 'outbid on'],
      ['won', 'won'],
      ['watching', 'watching'],
    ] as const
  ).flatMap(([position, verb]) => {
    const found = list(position)
    if (found.length === 0) return []
    const numbers = found.slice(0, 5).map(({ lot_number: lotNumber }) => lotNumber)
    return [
      `${verb} ${found.length === 1 ? 'lot' : `${found.length} lots:`} ${numbers.join(', ')}${found.length > 5 ? ' and more' : ''}`,
    ]
  })
  if (words.length === 0) return own('You haven’t bid on or watched any lot yet.', MY_BIDS)
  return own(`Your lots: ${words.join('; ')}.`, MY_BIDS)
}

function maximumAnswer(): AssistantAnswer {
  return own('Your maximums are sealed, so I don’t repeat them here. You’ll find them in My bids.', MY_BIDS)
}

async function pickupAnswer({ app }: Asked, person: Person, lot: LotFact): Promise<AssistantAnswer> {
  const invoices = { label: 'Invoices', to: '/invoices' }
  if (lot.position !== 'won')
    return own(`You haven’t won lot ${lot.lot_number}. Only its buyer can pick it up.`, pageOf(lot))
  const isPaid = await isInvoicePaid(app.db, person.id, lot.lot_number)
  const when =
    isPaid === true ? 'Your invoice is paid, so you can pick it up.' : 'Pay the invoice first; then you can pick it up.'
  return own(`${named(lot)} is in ${lot.location}. ${when}`, pageOf(lot), invoices)
}

/** Null without a won lot: then the FAQ explains pickup. */
async function pickupsAnswer(asked: Asked, lots: readonly LotFact[]): Promise<AssistantAnswer | null> {
  const won = lots.filter(({ position }) => position === 'won').slice(0, NAMED_MAX)
  const [first, ...more] = won
  if (first === undefined || asked.person === null) return null
  if (more.length === 0) return pickupAnswer(asked, asked.person, first)
  const places = won.map((lot) => `Lot ${lot.lot_number}, ${lot.title}, is in ${lot.location}.`).join(' ')
  return own(`${places} Each can be picked up once its invoice is paid.`, ...won.map(pageOf))
}
