import { DEFAULT_INCREMENTS, type Terms } from '#engine'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { App } from '#server/platform/app.ts'
import { spelled, type Card } from './naive-catalog.ts'

/** Makes with their models; the first are the most frequent, as in reality. */
const MODELS: [make: string, ...models: string[]][] = [
  ['Toyota', 'Camry', 'Corolla', 'RAV4', 'Hilux', 'Yaris', 'Land Cruiser', 'Prius', 'Tacoma'],
  ['Ford', 'F-150', 'Focus', 'Fiesta', 'Mustang', 'Explorer', 'Transit', 'Escape', 'Ranger'],
  ['Honda', 'Civic', 'Accord', 'CR-V', 'Pilot', 'Odyssey', 'Jazz'],
  ['Chevrolet', 'Silverado 1500', 'Malibu', 'Equinox', 'Tahoe', 'Cruze', 'Impala'],
  ['Nissan', 'Altima', 'Sentra', 'Rogue', 'Qashqai', 'Leaf', 'Navara'],
  ['Volkswagen', 'Golf', 'Passat', 'Polo', 'Tiguan', 'Transporter'],
  ['BMW', '3 Series', '5 Series', 'X3', 'X5', '320d', 'M4'],
  ['Mercedes-Benz', 'C 220', 'E 220', 'Sprinter', 'GLC 300', 'A 180'],
  ['Hyundai', 'Elantra', 'Tucson', 'i30', 'Santa Fe', 'Sonata'],
  ['Kia', 'Sportage', 'Rio', 'Sorento', 'Ceed', 'Optima'],
  ['Audi', 'A3', 'A4', 'A6', 'Q5', 'Q7'],
  ['Jeep', 'Wrangler', 'Grand Cherokee', 'Compass', 'Renegade'],
  ['Dodge', 'Charger', 'Durango', 'Grand Caravan', 'Challenger'],
  ['Subaru', 'Outback', 'Forester', 'Impreza', 'Legacy'],
  ['Mazda', '3', '6', 'CX-5', 'MX-5'],
  ['Renault', 'Clio', 'Megane', 'Kangoo', 'Scenic'],
  ['Peugeot', '208', '308', 'Partner', 'Boxer'],
  ['Volvo', 'V60', 'XC60', 'XC90', 'S60'],
  ['Škoda', 'Octavia', 'Fabia', 'Superb'],
  ['Fiat', 'Panda', 'Ducato', '500'],
  ['Citroën', 'Berlingo', 'C3', 'Jumper'],
  ['Tesla', 'Model 3', 'Model Y', 'Model S'],
  ['Porsche', '911', 'Cayenne', 'Macan'],
  ['Land Rover', 'Defender 110', 'Discovery', 'Range Rover Sport'],
]
const TRIMS = [
  '',
  '',
  'S',
  'SE',
  'LE',
  'XLT',
  'Sport',
  'Limited',
  'Comfort',
  'EX',
  'LX',
  'Touring',
  '2.0 TDI',
  'Hybrid',
]
const BODIES = ['Sedan', 'SUV', 'Hatchback', 'Pickup', 'Estate', 'Van', 'Coupe', 'Convertible', 'Minivan']
const COLOURS = ['White', 'Black', 'Silver', 'Grey', 'Blue', 'Red', 'Green', 'Brown', 'Gold', 'Orange', 'Yellow']
const FUELS = ['Petrol', 'Diesel', 'Hybrid', 'Electric', 'Flex fuel']
const GEARBOXES = ['Automatic', '6-speed manual', '5-speed manual', 'CVT']
const DRIVES = ['Front-wheel drive', 'Rear-wheel drive', 'All-wheel drive', 'Four-wheel drive']
const TITLES = ['Clean', 'Salvage', 'Rebuilt', 'Certificate of destruction', 'Parts only']
const DAMAGES = [null, null, 'Front end', 'Rear end', 'Side', 'Hail', 'Minor dents', 'Mechanical', 'Water', 'All over']
const RUNS = ['Runs and drives', 'Starts', 'Does not start']
const PLACES = Array.from(
  { length: 30 },
  (_, index) => `${['North', 'South', 'East', 'West', 'Harbour'][index % 5]} Yard ${index}`,
)
const STATUSES = ['open', 'open', 'open', 'open', 'open', 'open', 'open', 'scheduled', 'sold', 'passed']

const LOTS_A_AUCTION = 500
const MINUTE_MS = 60_000

/** Inserts published lots in auctions of 500 directly into the tables, the same for the same seed; returns them as cards. */
export async function castManyLots(app: App, count: number, seed: number): Promise<Card[]> {
  const { rows } = await app.pool.query<{ now: number; first: number }>(
    `select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now, last_value::int as first from lot_number`,
  )
  const draw = seeded(seed)
  const cards: Card[] = []
  for (let from = 0; from < count; from += LOTS_A_AUCTION) {
    const auction = Array.from({ length: Math.min(LOTS_A_AUCTION, count - from) }, (_, position) =>
      drawCard(draw, { index: from + position, now: rows[0]!.now, first: rows[0]!.first + 100_000 }),
    )
    await enter(app, auction, from)
    cards.push(...auction)
  }
  await app.pool.query('analyze')
  await enqueue(app.db, 'lots-published', { lotIds: cards.map(({ id }) => id) })
  return cards
}

function drawCard(draw: () => number, at: { index: number; now: number; first: number }): Card {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!
  /** Picks the first entries of a list far more often than the last. */
  const often = <T>(list: readonly T[]): T => list[Math.floor(draw() ** 2 * list.length)]!
  const [make, ...models] = often(MODELS)
  const model = often(models)
  const year = 2026 - Math.floor(draw() ** 1.7 * 36)
  const trim = pick(TRIMS)
  const opensAhead = at.index % 7 === 0 ? 5 : 1
  return {
    id: uuidOf(1, at.index),
    lotNumber: at.first + at.index,
    auctionId: uuidOf(3, Math.floor(at.index / LOTS_A_AUCTION)),
    title: [year, make, model, trim].filter((part) => part !== '').join(' '),
    status: pick(STATUSES),
    price: Math.round(Math.exp(5 + draw() * 6)) * 100,
    endsAt: at.now + Math.floor(draw() * 14 * 1440) * MINUTE_MS * opensAhead + 12_345,
    publishedAt: at.now - Math.floor(draw() * 30 * 1440) * MINUTE_MS,
    year,
    make,
    model,
    body: often(BODIES),
    fuel: often(FUELS),
    gearbox: often(GEARBOXES),
    drive: often(DRIVES),
    colour: draw() < 0.02 ? null : often(COLOURS),
    titleBrand: often(TITLES),
    damages: [pick(DAMAGES), draw() < 0.3 ? pick(DAMAGES) : null],
    runState: often(RUNS),
    location: pick(PLACES),
    kilometres: draw() < 0.03 ? null : Math.floor(draw() * 320_000),
    isInspected: at.index % 9 !== 4,
  }
}

export const TERMS: Terms = {
  auctionKind: 'timed',
  openingBid: 10_000,
  reserve: null,
  buyNow: null,
  buyNowUntil: 'reserve-met',
  bidUnit: 100,
  increments: DEFAULT_INCREMENTS,
  opensAt: null,
  scheduledCloseAt: null,
  extensionWindowMs: 120_000,
  extensionMs: 120_000,
  hardEndAt: null,
  liveStartMs: 30_000,
  outageExtensionMs: 600_000,
}

async function enter(app: App, cards: Card[], from: number): Promise<void> {
  const json = JSON.stringify(cards)
  await app.pool.query(
    `insert into auction (id, title, kind, location, currency, opens_at, starts_at, terms, published_at)
     values ($1, $2, 'timed', 'Springfield', 'USD', now() - interval '1 hour', now(), '{}', now())`,
    [cards[0]!.auctionId, `Auction ${from / LOTS_A_AUCTION + 1}`],
  )
  await app.pool.query(
    `insert into vehicle (id, year, make, model, body, vin, facts, photos)
     select overlay(c ->> 'id' placing '2' from 1 for 1)::uuid, (c ->> 'year')::int, c ->> 'make', c ->> 'model', c ->> 'body',
       upper(substr(md5(c ->> 'id'), 1, 17)), jsonb_build_object('fuel', c -> 'fuel', 'gearbox', c -> 'gearbox',
         'drive', c -> 'drive', 'colour', c -> 'colour', 'titleBrand', c -> 'titleBrand', 'runState', c -> 'runState',
         'location', c -> 'location', 'damagePrimary', c #> '{damages,0}', 'damageSecondary', c #> '{damages,1}',
         'odometer', case when c ->> 'kilometres' is null then 'null'::jsonb
           else jsonb_build_object('value', c -> 'kilometres', 'unit', 'km', 'status', 'Actual') end,
         'inspection', case when (c ->> 'isInspected')::boolean then '{"day": "2026-11-02", "by": null}'::jsonb end),
       jsonb_build_array(jsonb_build_object('name', c ->> 'id', 'view', 'hero', 'width', 1200, 'height', 800))
     from jsonb_array_elements($1::jsonb) c`,
    [json],
  )
  await app.pool.query(
    `insert into lot (id, lot_number, auction_id, vehicle_id, position, title, opening_bid, opens_at, scheduled_close_at, due_at, published_at)
     select (c ->> 'id')::uuid, (c ->> 'lotNumber')::int, (c ->> 'auctionId')::uuid,
       overlay(c ->> 'id' placing '2' from 1 for 1)::uuid, place, c ->> 'title', 10000, now(), ends, ends,
       to_timestamp((c ->> 'publishedAt')::float8 / 1000)
     from jsonb_array_elements($1::jsonb) with ordinality as cards (c, place),
       lateral (select to_timestamp((c ->> 'endsAt')::float8 / 1000) as ends) at`,
    [json],
  )
  await app.pool.query(
    `insert into standing (lot_id, auction_id, position, terms, auction_kind, status, opens_at_ms, closes_at_ms, price, last_hash)
     select (c ->> 'id')::uuid, (c ->> 'auctionId')::uuid, place, $2, 'timed', c ->> 'status', null,
       (c ->> 'endsAt')::float8::bigint, (c ->> 'price')::bigint, ''
     from jsonb_array_elements($1::jsonb) with ordinality as cards (c, place)`,
    [json, JSON.stringify(TERMS)],
  )
}

/** Ids whose sort order differs from their creation order. */
function uuidOf(kind: number, index: number): string {
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0
  const hex = index.toString(16).padStart(12, '0')
  const mix = mixed.toString(16).padStart(8, '0')
  return `${kind}${mix.slice(0, 7)}-0000-4000-8000-${hex}`
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let mixed = seed
  return () => {
    mixed = (mixed + 0x6d2b79f5) | 0
    let t = Math.imul(mixed ^ (mixed >>> 15), 1 | mixed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const FACETS: [keyof Card, string][] = [
  ['body', 'body'],
  ['fuel', 'fuel'],
  ['gearbox', 'gearbox'],
  ['drive', 'drive'],
  ['colour', 'colour'],
  ['titleBrand', 'title'],
  ['runState', 'runs'],
  ['location', 'place'],
]

/** Typical queries: mostly a make or words, then one to three narrower filters, occasionally everything. Spelled as in the address. */
export function drawQuery(draw: () => number, cards: readonly Card[]): Record<string, string> {
  const like = cards[Math.floor(draw() * cards.length)]!
  const other = cards[Math.floor(draw() * cards.length)]!
  const query: Record<string, string> = {}
  const start = draw()
  if (start < 0.35) query['make'] = draw() < 0.3 ? `${spelled(like.make)},${spelled(other.make)}` : spelled(like.make)
  else if (start < 0.7) query['q'] = draw() < 0.5 ? spelled(like.make).split('-')[0]! : wordsLike(like, draw)
  if (query['make'] !== undefined && draw() < 0.5) query['model'] = `${spelled(like.make)}/${spelled(like.model)}`
  for (let more = Math.floor(draw() * 3); more > 0; more -= 1) {
    const [field, facet] = FACETS[Math.floor(draw() * FACETS.length)]!
    const values = [like[field], ...(draw() < 0.4 ? [other[field]] : [])].filter((value) => value !== null)
    if (values.length > 0) query[facet] = [...new Set(values.map((value) => spelled(String(value))))].join(',')
  }
  if (draw() < 0.15) query['damage'] = spelled(like.damages[0] ?? (like.isInspected ? 'none' : 'not-inspected'))
  if (draw() < 0.1) query['inspection'] = like.isInspected ? 'inspected' : 'not-inspected'
  if (draw() < 0.25) query['year'] = `${like.year - 3}-${like.year + 3}`
  if (draw() < 0.15) query['odometer'] = `-${Math.ceil(draw() * 6) * 50_000}`
  if (draw() < 0.2)
    query['price'] = draw() < 0.5 ? `-${Math.ceil(draw() * 20) * 1000}` : `2000-${5000 + Math.ceil(draw() * 9000)}`
  if (draw() < 0.1) query['ending'] = draw() < 0.5 ? '24h' : '7d'
  if (draw() < 0.1) query['state'] = draw() < 0.5 ? 'sold' : 'open,ended'
  return query
}

function wordsLike({ colour, model, year, body }: Card, draw: () => number): string {
  const word = spelled(model).split('-')[0]!
  const more = draw()
  if (more < 0.3) return `${year} ${word}`
  if (more < 0.5) return `${spelled(colour ?? body)} ${word}`
  return word.length > 5 ? word.slice(0, 4) : word
}
