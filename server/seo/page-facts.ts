import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { PAGE_NAMES, type PageName } from '#contract/content/content.ts'
import { GALLERY_SIZES, photoSources, photoUrlOf } from '#contract/lots/photos.ts'
import { FIRST_BANNER, FIRST_FAQ, firstArticle, HERO_SIZES } from '#contract/seo/first-answers.ts'
import { articleOf, bannerOf, faqOf } from '#server/content/articles.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { cardPath } from './card.ts'
import { closingWords } from './closing-words.ts'
import { answersAsOfNow, lotAsks, startAnswers } from './first-answers.ts'
import type { PageFacts } from './head-tags.ts'
import { breadcrumbs, faqPage, organization, type At } from './linked-data.ts'
import { articleBody, faqBody, listBody, plainBody } from './page-body.ts'
import { wordsOf, type PageWords } from './page-words.ts'
import {
  lotsOfAuction,
  publicAuction,
  publicLot,
  publicLotOfVehicle,
  type PublicAuction,
  type PublicLot,
} from './store.ts'

/** What a page says without scripts, and the data its screen shows first, by the paths it is read from. */
type Shown = Pick<PageFacts, 'title' | 'body' | 'about' | 'photo'> & { answers: Record<string, unknown> }

/** Facts of a page: for public pages, auctions, lots and vehicles; null for all others. */
export async function pageFacts(app: App, path: string, hasQuery: boolean): Promise<PageFacts | null> {
  const terms = await readCompanyTerms(app)
  const at = (own: string) => new URL(own, app.config.publicUrl).href
  const own = wordsOf(plain(path), terms.companyName)
  if (own !== undefined) return ownFacts(app, { path: plain(path), own, hasQuery, terms, at })
  const [, kind, id = ''] = /^\/(auctions?|lot|vehicle)\/([^/]+)\/?$/.exec(path) ?? []
  const answers = await frameAnswers(app, terms)
  if (kind === 'lot') {
    const lot = /^\d{1,9}$/.test(id) ? await publicLot(app.db, Number(id)) : undefined
    return lot === undefined
      ? null
      : { ...lotFacts(lot, terms, at), first: { ...answersAsOfNow(app, answers), asks: lotAsks(lot.id) } }
  }
  if (kind === undefined || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
  const first = answersAsOfNow(app, answers)
  if (kind === 'vehicle') {
    const lot = await publicLotOfVehicle(app.db, id)
    // The same vehicle under its lot's address: that one is canonical.
    return lot === undefined ? null : { ...lotFacts(lot, terms, at), first }
  }
  const auction = await publicAuction(app.db, id)
  return auction === undefined ? null : { ...(await auctionFacts(app, auction, terms, at)), first }
}

/** What the frame of every page reads. */
async function frameAnswers(app: App, terms: CompanyTerms): Promise<Record<string, unknown>> {
  return { '/api/company-terms': terms, [FIRST_BANNER]: { blocks: await bannerOf(app) } }
}

/** Every page also answers with a trailing slash; the address without one is canonical. */
function plain(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

type Own = { path: string; own: PageWords; hasQuery: boolean; terms: CompanyTerms; at: At }

async function ownFacts(app: App, { path, own, hasQuery, terms, at }: Own): Promise<PageFacts> {
  const shown = await shownAt(app, path, own, hasQuery)
  const steps = [{ name: shown.title, path }]
  const about = [
    ...(shown.about ?? []),
    ...(path === '/' || path === '/about' ? [organization(terms, at)] : []),
    ...(path === '/' ? [] : [breadcrumbs(steps, at)]),
  ]
  const head = {
    title: own.title ?? `${shown.title} · ${terms.companyName}`,
    description: own.description,
    url: at(path),
  }
  const first = answersAsOfNow(app, { ...shown.answers, ...(await frameAnswers(app, terms)) })
  return { ...head, image: null, type: 'website', about, body: shown.body, photo: shown.photo, first }
}

async function shownAt(app: App, path: string, own: PageWords, hasQuery: boolean): Promise<Shown> {
  const name = path.slice(1)
  if (isPageName(name)) {
    const article = await articleOf(app, name)
    return { title: article.title, body: articleBody(article), about: [], answers: { [firstArticle(name)]: article } }
  }
  if (path === '/faq') {
    const topics = await faqOf(app)
    const title = 'Frequently asked questions'
    return { title, body: faqBody(title, topics), about: [faqPage(topics)], answers: { [FIRST_FAQ]: { topics } } }
  }
  // With a query the start page is the catalog, which shows other lots.
  if (path === '/' && !hasQuery) return startPage(app, own)
  const title = own.heading
  return { title, body: plainBody(title, own.description), about: [], answers: {} }
}

function isPageName(name: string): name is PageName {
  return PAGE_NAMES.some((known) => known === name)
}

/** The start page with its first data and its largest photo. */
async function startPage(app: App, own: PageWords): Promise<Shown> {
  const { answers, featured, lots, auctions } = await startAnswers(app)
  const body = [
    plainBody(own.heading, own.description),
    listBody(
      'Auctions',
      auctions.map(({ id, title }) => ({ path: `/auction/${id}`, label: title })),
    ),
    listBody(
      'Ending soon',
      lots.map(({ lotNumber, title }) => ({ path: `/lot/${lotNumber}`, label: `Lot ${lotNumber}, ${title}` })),
    ),
  ].join('\n')
  const photo = firstPhoto(featured?.heroPhoto ?? null, HERO_SIZES)
  return { title: own.heading, body, about: [], photo, answers }
}

function firstPhoto(url: string | null, sizes: string): PageFacts['photo'] {
  const best = url === null ? undefined : photoSources(url)[0]
  return best === undefined ? undefined : { ...best, sizes }
}

async function auctionFacts(
  app: App,
  auction: PublicAuction,
  { companyName }: CompanyTerms,
  at: At,
): Promise<PageFacts> {
  const path = `/auction/${auction.id}`
  const image = auction.hero === null ? null : { url: at(`/photos/${auction.hero}-1600.webp`), alt: auction.title }
  const description = auction.description === '' ? `A vehicle auction in ${auction.location}.` : auction.description
  const lots = await lotsOfAuction(app.db, auction.id)
  const body = [
    plainBody(auction.title, description),
    listBody(
      'Lots',
      lots.map((lot) => ({ path: `/lot/${lot.lot_number}`, label: `Lot ${lot.lot_number}, ${lot.title}` })),
    ),
  ].join('\n')
  const about = [breadcrumbs([{ name: auction.title, path }], at)]
  return { title: `${auction.title} · ${companyName}`, description, url: at(path), image, type: 'website', about, body }
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
  const auction = { path: `/auction/${lot.auction_id}`, name: lot.auction_title }
  const description = `${lot.title}. Lot ${lot.lot_number} in ${lot.auction_title}, ${lot.location}. ${closingWords(lot)}.`
  return {
    title: `Lot ${lot.lot_number}, ${lot.title} · ${companyName}`,
    description,
    url,
    image: { url: image, alt: `${lot.title}, lot ${lot.lot_number}` },
    type: 'product',
    about: [vehicle, breadcrumbs([auction, { name: `Lot ${lot.lot_number}`, path }], at)],
    body: [plainBody(lot.title, description), listBody('Auction', [{ path: auction.path, label: auction.name }])].join(
      '\n',
    ),
    photo: firstPhoto(lot.hero === null ? null : photoUrlOf(lot.hero), GALLERY_SIZES),
  }
}
