import { HERO_SIZES } from '#contract/seo/first-answers.ts'
import { GALLERY_SIZES, photoSources, photoUrlOf } from '#contract/lots/photos.ts'
import type { App } from '#server/platform/app.ts'
import { cardPath } from './card.ts'
import { closingWords } from './closing-words.ts'
import { firstAnswers, lotAnswers, startAnswers } from './first-answers.ts'
import type { PageFacts } from './head-tags.ts'
import { PAGE_WORDS } from './page-words.ts'
import { publicLot, publicLotOfVehicle, publicAuction, type PublicLot, type PublicAuction } from './store.ts'

/** Head facts of a page: for public pages, auctions, lots and vehicles; null for all others. */
export async function pageFacts(app: App, path: string, hasQuery: boolean): Promise<PageFacts | null> {
  const at = (own: string) => new URL(own, app.config.publicUrl).href
  const own = new Map<string, { title: string; description: string }>(Object.entries(PAGE_WORDS)).get(plain(path))
  if (own !== undefined) {
    // With a query the start page is the catalog, which shows other lots.
    const first = path === '/' && !hasQuery ? await startFacts(app) : { first: await firstAnswers(app) }
    return { ...ownFacts(own, plain(path), at), ...first }
  }
  const [, kind, id = ''] = /^\/(auctions?|lot|vehicle)\/([^/]+)\/?$/.exec(path) ?? []
  if (kind === 'lot') {
    const lot = /^\d{1,9}$/.test(id) ? await publicLot(app.db, Number(id)) : undefined
    return lot === undefined ? null : { ...lotFacts(lot, at), first: await lotAnswers(app, lot.id) }
  }
  if (kind === undefined || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
  if (kind === 'vehicle') {
    const lot = await publicLotOfVehicle(app.db, id)
    // The same vehicle under its lot's address: that one is canonical.
    return lot === undefined ? null : { ...lotFacts(lot, at), first: await firstAnswers(app) }
  }
  const auction = await publicAuction(app.db, id)
  return auction === undefined ? null : { ...auctionFacts(auction, at), first: await firstAnswers(app) }
}

type At = (path: string) => string

/** Every page also answers with a trailing slash; the address without one is canonical. */
function plain(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function ownFacts(words: { title: string; description: string }, path: string, at: At): PageFacts {
  const url = at(path)
  const about = path === '/' ? { '@context': 'https://schema.org', '@type': 'AutoDealer', name: 'Paddock', url } : null
  return { ...words, url, image: null, type: 'website', about }
}

/** The start page's first data, and its largest photo. */
async function startFacts(app: App): Promise<Pick<PageFacts, 'photo' | 'first'>> {
  const { first, featured } = await startAnswers(app)
  return { first, photo: firstPhoto(featured?.heroPhoto ?? null, HERO_SIZES) }
}

function firstPhoto(url: string | null, sizes: string): PageFacts['photo'] {
  const best = url === null ? undefined : photoSources(url)[0]
  return best === undefined ? undefined : { ...best, sizes }
}

function auctionFacts(auction: PublicAuction, at: At): PageFacts {
  const url = at(`/auction/${auction.id}`)
  const image = auction.hero === null ? null : { url: at(`/photos/${auction.hero}-1600.webp`), alt: auction.title }
  const description = auction.description === '' ? `A vehicle auction in ${auction.location}.` : auction.description
  return { title: `${auction.title} · Paddock`, description, url, image, type: 'website', about: null }
}

/** Without a price: visitors may not see prices. */
function lotFacts(lot: PublicLot, at: At): PageFacts {
  const url = at(`/lot/${lot.lot_number}`)
  const image = at(cardPath(lot))
  const ended = lot.closed_at !== null
  const about = {
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
      offeredBy: { '@type': 'AutoDealer', name: 'Paddock', url: at('/') },
    },
  }
  return {
    title: `Lot ${lot.lot_number}, ${lot.title} · Paddock`,
    description: `${lot.title}. Lot ${lot.lot_number} in ${lot.auction_title}, ${lot.location}. ${closingWords(lot)}.`,
    url,
    image: { url: image, alt: `${lot.title}, lot ${lot.lot_number}` },
    type: 'product',
    about,
    photo: firstPhoto(lot.hero === null ? null : photoUrlOf(lot.hero), GALLERY_SIZES),
  }
}
