import { HERO_SIZES, nextToClose } from '#contract/first-answers.ts'
import { GALLERY_SIZES, photoSources, photoUrlOf } from '#contract/photos.ts'
import type { House } from '#server/platform/house.ts'
import { cardPath } from './card.ts'
import { closingWords } from './closing-words.ts'
import { firstAnswers, lotAnswers, startAnswers } from './first-answers.ts'
import type { PageFacts } from './head-tags.ts'
import { PAGE_WORDS } from './page-words.ts'
import { publicLot, publicLotOfVehicle, publicSale, type PublicLot, type PublicSale } from './store.ts'

/** What is said of a page to who only reads its head: public pages, sales, lots and vehicles; null for all others. */
export async function pageFacts(house: House, path: string, hasQuery: boolean): Promise<PageFacts | null> {
  const at = (own: string) => new URL(own, house.config.publicUrl).href
  const own = new Map<string, { title: string; description: string }>(Object.entries(PAGE_WORDS)).get(plain(path))
  if (own !== undefined) {
    // With a query the start page is the catalogue, which shows other lots.
    const first = path === '/' && !hasQuery ? await startFacts(house) : { first: await firstAnswers(house) }
    return { ...ownFacts(own, plain(path), at), ...first }
  }
  const [, kind, id = ''] = /^\/(auctions?|lot|vehicle)\/([^/]+)\/?$/.exec(path) ?? []
  if (kind === 'lot') {
    const lot = /^\d{1,9}$/.test(id) ? await publicLot(house.db, Number(id)) : undefined
    return lot === undefined ? null : { ...lotFacts(lot, at), first: await lotAnswers(house, lot.id) }
  }
  if (kind === undefined || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
  if (kind === 'vehicle') {
    const lot = await publicLotOfVehicle(house.db, id)
    // The same vehicle under its lot's address: that one counts.
    return lot === undefined ? null : { ...lotFacts(lot, at), first: await firstAnswers(house) }
  }
  const sale = await publicSale(house.db, id)
  return sale === undefined ? null : { ...saleFacts(sale, at), first: await firstAnswers(house) }
}

type At = (path: string) => string

/** Every page answers with a slash behind its address, too; the address without one counts. */
function plain(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function ownFacts(words: { title: string; description: string }, path: string, at: At): PageFacts {
  const url = at(path)
  const about = path === '/' ? { '@context': 'https://schema.org', '@type': 'AutoDealer', name: 'Paddock', url } : null
  return { ...words, url, image: null, type: 'website', about }
}

/** What the start page shows first, and the photograph that is the largest of it. */
async function startFacts(house: House): Promise<Pick<PageFacts, 'photo' | 'first'>> {
  const { first, lots } = await startAnswers(house)
  return { first, photo: firstPhoto(nextToClose(lots)?.heroPhoto ?? null, HERO_SIZES) }
}

function firstPhoto(url: string | null, sizes: string): PageFacts['photo'] {
  const best = url === null ? undefined : photoSources(url)[0]
  return best === undefined ? undefined : { ...best, sizes }
}

function saleFacts(sale: PublicSale, at: At): PageFacts {
  const url = at(`/auction/${sale.id}`)
  const image = sale.hero === null ? null : { url: at(`/photos/${sale.hero}-1600.webp`), alt: sale.title }
  const description = sale.description === '' ? `A vehicle sale in ${sale.location}.` : sale.description
  return { title: `${sale.title} · Paddock`, description, url, image, type: 'website', about: null }
}

/** Without a price: visitors may not see one. */
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
