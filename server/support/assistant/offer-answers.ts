import { accessDenial } from '#contract/accounts/access.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { FoundLot } from '#contract/catalog/catalog.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { auctionsBetween } from '#server/auctions/read-auctions.ts'
import { onOffer } from '#server/catalog/on-offer.ts'
import { money, moment } from '#server/notifications/words/text.ts'
import type { App } from '#server/platform/app.ts'
import { localeNow, plural, t } from '#server/platform/language/text.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import type { OfferIntent } from './about-offers.ts'
import { type Answer, own, type Page } from './say.ts'

const CALENDAR: Page = { label: 'Calendar', to: '/calendar' }
/** Maximum lots or auctions in one answer. */
const NAMED_MAX = 3
const DAY_MS = 86_400_000
const AHEAD_MS = 120 * DAY_MS

/** Null: what is asked for isn't a vehicle, and public pages may answer. */
export async function answerAboutOffers(app: App, person: Person | null, intent: OfferIntent): Promise<Answer | null> {
  if (intent.about === 'auctions') return auctionsAnswer(app)
  const { words, most, miles, order, isFragment } = intent
  const canSeePrices = accessDenial(person, 'sees-prices') === null
  const asksPrice = most !== null || order === 'price-low'
  const sort = order === 'price-low' && !canSeePrices ? 'ending' : order
  const found = await onOffer(app, person, { words, most, miles, sort, isFragment }, NAMED_MAX)
  if (found === null) return null
  const { currency } = await readCompanyTerms(app)
  const shownMost = canSeePrices ? most : null
  const page = { label: 'Search lots', to: pathOf(found.words, shownMost, found.odometer, sort) }
  const what = () => whatText(found.words, shownMost, miles, currency)
  if (found.total === 0) return own(() => nothingText(what(), person), page)
  const withheld = asksPrice && !canSeePrices ? () => ` ${t`Prices are for verified members.`}` : () => ''
  return own(() => countText(found.total, what()) + withheld(), ...found.lots.map(pageOf), page)
}

function pathOf(words: string, most: number | null, odometer: string | null, sort: string): string {
  const params = new URLSearchParams({
    ...(words === '' ? {} : { q: words }),
    ...(most === null ? {} : { price: `-${most}` }),
    ...(odometer === null ? {} : { odometer }),
    ...(words === '' || sort !== 'ending' ? { sort } : {}),
  })
  return `/?${params.toString()}`
}

/** What was searched; empty: everything. */
function whatText(words: string, most: number | null, miles: number | null, currency: string): string {
  const price = most === null ? [] : [t`up to ${{ sum: money(most * minorUnits(currency), currency) }}`]
  const odometer = miles === null ? [] : [t`up to ${{ distance: miles.toLocaleString(localeNow()) }} mi`]
  return [...(words === '' ? [] : [`“${words}”`]), ...price, ...odometer].join(', ')
}

function countText(count: number, what: string): string {
  return what === ''
    ? t`${plural({ count }, { one: '# lot is', other: '# lots are' })} on sale now.`
    : t`${plural({ count }, { one: '# lot on sale matches', other: '# lots on sale match' })} ${{ what }}.`
}

/** Only somebody who is signed in can save a search. */
function nothingText(what: string, person: Person | null): string {
  if (what === '') return t`Nothing is on sale now.`
  const nothing = t`Nothing on sale now matches ${{ what }}.`
  return person === null ? nothing : `${nothing} ${t`Save the search with alerts, and we notify you.`}`
}

function pageOf({ lotNumber, title }: FoundLot): Page {
  return { label: () => t`Lot ${{ lotNumber }}: ${{ title }}`, to: `/lot/${lotNumber}` }
}

async function auctionsAnswer(app: App): Promise<Answer> {
  const now = app.now()
  const { timeZone } = await readCompanyTerms(app)
  const all = await auctionsBetween(app.db, { from: now - 2 * DAY_MS, to: now + AHEAD_MS })
  const coming = all.filter(({ state }) => state !== 'ended').slice(0, NAMED_MAX)
  if (coming.length === 0) return own(() => t`No auction is announced right now.`, CALENDAR)
  return own(
    () => coming.map((auction) => auctionText(auction, timeZone, now)).join('\n'),
    ...coming.map(({ id, title }) => ({ label: () => title, to: `/auction/${id}` })),
    CALENDAR,
  )
}

function auctionText(auction: Auction, timeZone: string, now: number): string {
  const { title, kind, state, opensAt, startsAt, lotCount: count } = auction
  const named = t`${{ title }} (${plural({ count }, { one: '# lot', other: '# lots' })})`
  const [opens, starts] = [moment(opensAt, timeZone), moment(startsAt, timeZone)]
  if (state === 'scheduled')
    return kind === 'live' ? t`${{ named }} starts ${{ starts }}.` : t`${{ named }} opens for bids ${{ opens }}.`
  if (kind === 'live') return t`${{ named }} is live now.`
  if (now < startsAt) return t`${{ named }} is open for bids; its lots close from ${{ starts }}.`
  return auction.endsAt !== null && now < auction.endsAt
    ? t`${{ named }} is open for bids; its last lot closes ${{ ends: moment(auction.endsAt, timeZone) }}.`
    : t`${{ named }} is open for bids; its last lots are closing.`
}
