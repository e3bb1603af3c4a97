import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { PAGE_NAMES, type PageName } from '#contract/content/content.ts'
import { GALLERY_SIZES, photoUrlOf } from '#contract/lots/photos.ts'
import type { Language } from '#contract/platform/languages.ts'
import {
  FIRST_BANNER,
  FIRST_FAQ,
  firstArticle,
  HERO_SIZES,
  inLanguage as addressIn,
} from '#contract/seo/first-answers.ts'
import { articleOf, bannerOf, faqOf } from '#server/content/articles.ts'
import { inLanguage, t } from '#server/platform/language/text.ts'
import type { App } from '#server/platform/app.ts'
import type { AskedPage } from '#server/platform/http/pages.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { cardPath } from './card.ts'
import { closingWords } from './closing-words.ts'
import { answersAsOfNow, lotAsks, type Start, startAnswers } from './first-answers.ts'
import { firstPhoto, type PageFacts, type Shown } from './head-tags.ts'
import { openResults, resultsPage } from './results-page.ts'
import { breadcrumbs, faqPage, organization, type At } from './linked-data.ts'
import { articleView, type AssetOf, auctionView, faqView, heroView, lotView } from './first-view.ts'
import { listBody, type PageBody, plainBody } from './page-body.ts'
import { wordsOf, type PageWords } from './page-words.ts'
import {
  lotsOfAuction,
  publicAuction,
  publicLot,
  publicLotOfVehicle,
  type PublicAuction,
  type PublicLot,
} from './store.ts'

/** Facts of a page: for public pages, auctions, lots and vehicles; null for all others. */
export async function pageFacts(app: App, asked: AskedPage, assetOf: AssetOf): Promise<PageFacts | null> {
  const { path, query, language } = asked
  const terms = await readCompanyTerms(app)
  const at = (own: string) => new URL(own, app.config.publicUrl).href
  const own = inLanguage(language, () => wordsOf(plain(path), terms.companyName))
  if (own !== undefined) return ownFacts(app, { path: plain(path), own, query, terms, at, language, assetOf })
  const [, kind, id = ''] = /^\/(auctions?|lot|vehicle)\/([^/]+)\/?$/.exec(path) ?? []
  const answers = await frameAnswers(app, terms, language)
  if (kind === 'lot') {
    const lot = /^\d{1,9}$/.test(id) ? await publicLot(app.db, Number(id)) : undefined
    return lot === undefined
      ? null
      : {
          ...inLanguage(language, () => lotFacts(lot, terms, at)),
          first: { ...answersAsOfNow(app, answers), asks: lotAsks(lot.id) },
        }
  }
  if (kind === undefined || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
  const first = answersAsOfNow(app, answers)
  if (kind === 'vehicle') {
    const lot = await publicLotOfVehicle(app.db, id)
    // The same vehicle under its lot's address: that one is canonical.
    return lot === undefined ? null : { ...inLanguage(language, () => lotFacts(lot, terms, at)), first }
  }
  const auction = await publicAuction(app.db, id)
  if (auction === undefined) return null
  const lots = await lotsOfAuction(app.db, auction.id)
  return { ...inLanguage(language, () => auctionFacts(auction, lots, terms, at)), first }
}

/** What the frame of every page reads. */
async function frameAnswers(app: App, terms: CompanyTerms, language: Language): Promise<Record<string, unknown>> {
  return { '/api/company-terms': terms, [addressIn(FIRST_BANNER, language)]: await bannerOf(app, language) }
}

/** Every page also answers with a trailing slash; the address without one is canonical. */
function plain(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

type Own = AskedPage & { own: PageWords; terms: CompanyTerms; at: At; assetOf: AssetOf }

async function ownFacts(app: App, asked: Own): Promise<PageFacts> {
  const { path, own, terms, at, language } = asked
  const shown = await shownAt(app, asked)
  const steps = [{ name: shown.title, path }]
  const about = [
    ...(shown.about ?? []),
    ...(path === '/' || path === '/about' ? [organization(terms, at)] : []),
    ...(path === '/' ? [] : [inLanguage(language, () => breadcrumbs(steps, at))]),
  ]
  const head = {
    title: own.title ?? `${shown.title} · ${terms.companyName}`,
    description: own.description,
    url: at(path),
  }
  const first = answersAsOfNow(app, { ...shown.answers, ...(await frameAnswers(app, terms, language)) })
  return { ...head, image: null, type: 'website', about, body: shown.body, photo: shown.photo, first }
}

async function shownAt(app: App, { path, own, query, language, assetOf }: Own): Promise<Shown> {
  const name = path.slice(1)
  if (isPageName(name)) {
    const article = await articleOf(app, name, language)
    const answers = { [addressIn(firstArticle(name), language)]: article }
    const html = inLanguage(language, () => articleView(name, article, assetOf))
    return { title: article.title, body: OTHER_SCREENS.has(name) ? hidden(html) : shown(html), about: [], answers }
  }
  if (path === '/faq') {
    const topics = await faqOf(app, language)
    const title = own.heading
    const answers = { [addressIn(FIRST_FAQ, language)]: { topics } }
    const html = inLanguage(language, () => faqView(title, topics))
    return { title, body: shown(html), about: [faqPage(topics)], answers }
  }
  // With a query the start page is the catalog, which shows other lots.
  if (path === '/' && query === null) {
    const start = await startAnswers(app)
    return inLanguage(language, () => startPage(start, own))
  }
  const found = path === '/' && query !== null && query !== '' ? await openResults(app, query) : null
  if (found !== null) return inLanguage(language, () => resultsPage(found, own))
  const title = own.heading
  return { title, body: hidden(plainBody(title, own.description)), about: [], answers: {} }
}

/** Pages with a text whose screens show something else first. */
const OTHER_SCREENS = new Set<PageName>(['contact', 'meet-director'])

function shown(html: string): PageBody {
  return { view: { html, for: 'everyone' }, more: '' }
}

function hidden(html: string): PageBody {
  return { view: null, more: html }
}

function isPageName(name: string): name is PageName {
  return PAGE_NAMES.some((known) => known === name)
}

/** The start page with its first data and its largest photo. */
function startPage({ answers, featured, lots, auctions }: Start, own: PageWords): Shown {
  const more = [
    plainBody(own.heading, own.description),
    listBody(
      t`Auctions`,
      auctions.map(({ id, title }) => ({ path: `/auction/${id}`, label: title })),
    ),
    listBody(
      t`Ending soon`,
      lots.map(({ lotNumber, title }) => ({ path: `/lot/${lotNumber}`, label: t`Lot ${{ lotNumber }}, ${{ title }}` })),
    ),
  ].join('\n')
  const photo = firstPhoto(featured?.heroPhoto ?? null, HERO_SIZES)
  const first = featured === null ? null : { ...featured, photo: featured.heroPhoto ?? undefined }
  // A member's own start page is another.
  const body: PageBody = { view: { html: heroView(first, HERO_SIZES), for: 'visitors' }, more }
  return { title: own.heading, body, about: [], photo, answers }
}

function auctionFacts(
  auction: PublicAuction,
  lots: Awaited<ReturnType<typeof lotsOfAuction>>,
  { companyName }: CompanyTerms,
  at: At,
): PageFacts {
  const path = `/auction/${auction.id}`
  const image = auction.hero === null ? null : { url: at(`/photos/${auction.hero}-1600.webp`), alt: auction.title }
  const description =
    auction.description === '' ? t`A vehicle auction in ${{ location: auction.location }}.` : auction.description
  const more = [
    plainBody(auction.title, description),
    listBody(
      t`Lots`,
      lots.map((lot) => ({
        path: `/lot/${lot.lot_number}`,
        label: t`Lot ${{ lotNumber: lot.lot_number }}, ${{ title: lot.title }}`,
      })),
    ),
  ].join('\n')
  const about = [breadcrumbs([{ name: auction.title, path }], at)]
  const head = { title: `${auction.title} · ${companyName}`, description, url: at(path) }
  const view = { html: auctionView({ ...auction, isLiveNow: auction.is_live_now }), for: 'everyone' } as const
  return { ...head, image, type: 'website', about, body: { view, more } }
}

/** Without a price: visitors may not see prices. */
function lotFacts(lot: PublicLot, { companyName, brand }: CompanyTerms, at: At): PageFacts {
  const path = `/lot/${lot.lot_number}`
  const url = at(path)
  const image = at(cardPath(lot, brand.accent))
  const ended = lot.closed_at !== null
  const vehicle = {
    '@context': 'https://schema.org',
    '@type': 'Vehicle',
    name: lot.title,
    url,
    ...(lot.hero === null ? {} : { image }),
    offers: {
      '@type': 'Offer',
      url,
      availability: `https://schema.org/${ended ? 'SoldOut' : 'InStock'}`,
      ...(lot.opens_at === null ? {} : { availabilityStarts: new Date(lot.opens_at).toISOString() }),
      ...(lot.scheduled_close_at === null ? {} : { availabilityEnds: new Date(lot.scheduled_close_at).toISOString() }),
      offeredBy: { '@type': 'AutoDealer', name: companyName, url: at('/') },
    },
  }
  const photo = lot.hero === null ? null : photoUrlOf(lot.hero)
  const auction = { path: `/auction/${lot.auction_id}`, name: lot.auction_title }
  const lotNumber = { lotNumber: lot.lot_number }
  const where = t`Lot ${lotNumber} in ${{ auction: lot.auction_title }}, ${{ location: lot.location }}.`
  const description = `${lot.title}. ${where} ${closingWords(lot)}.`
  return {
    title: `${t`Lot ${lotNumber}, ${{ title: lot.title }}`} · ${companyName}`,
    description,
    url,
    image: { url: image, alt: t`${{ title: lot.title }}, lot ${lotNumber}` },
    type: 'product',
    about: [vehicle, breadcrumbs([auction, { name: t`Lot ${lotNumber}`, path }], at)],
    body: {
      view: {
        html: lotView({ lotNumber: lot.lot_number, title: lot.title, photo: photo ?? undefined }, GALLERY_SIZES),
        for: 'everyone',
      },
      more: [
        plainBody(lot.title, description),
        listBody(t`Auction`, [{ path: auction.path, label: auction.name }]),
      ].join('\n'),
    },
    photo: firstPhoto(photo, GALLERY_SIZES),
  }
}
