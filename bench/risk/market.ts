import type { LotHistory, Past, Usual } from '#server/risk/behavior.ts'
import type { Shared } from '#server/risk/signals.ts'
import { seeded } from '#test/many-lots.ts'

/** An invented market whose shill bidders are known. */
export type Market = {
  lots: LotHistory[]
  usual: Usual
  /** Whether that bidder bid for that seller as part of a ring. */
  isShill: (bidderId: string, sellerId: string) => boolean
  pastOf: (bidderId: string, sellerId: string) => Past
  sharedOf: (bidderId: string, sellerId: string) => Shared
}

/** From 0 to under 1. */
type Random = () => number

type Person = {
  id: string
  /** How much above the market they value things, as a factor. */ taste: number
  patience: number
}

const SELLERS = 40
const LOTS_PER_SELLER = 30
const BIDDERS = 500
/** Sellers with a ring of one to three accomplices. */
const RINGS = 8
const HOUR_MS = 3_600_000
const DURATION_MS = 72 * HOUR_MS

/** Everything is drawn from the seed: the same seed is the same market. */
export function makeMarket(seed: number): Market {
  const random = seeded(seed)
  const people = Array.from({ length: BIDDERS }, (_, index): Person => ({
    id: `bidder-${index}`,
    taste: 0.7 + 0.6 * random(),
    patience: random(),
  }))
  const rings = new Map<string, Person[]>()
  for (let n = 0; n < RINGS; n++) {
    const size = 1 + Math.floor(random() * 3)
    rings.set(
      `seller-${n}`,
      Array.from({ length: size }, (_, member) => ({ id: `shill-${n}-${member}`, taste: 0, patience: random() })),
    )
  }
  const lots = Array.from({ length: SELLERS }, (_, index) => `seller-${index}`).flatMap((sellerId) =>
    Array.from({ length: LOTS_PER_SELLER }, (_, number) =>
      runLot(random, `${sellerId}-${number}`, sellerId, bidding(random, people, rings, sellerId)),
    ),
  )
  return { lots, ...factsOf(lots, rings, random) }
}

type Entrant = { person: Person; isShill: boolean }

/** Who comes to a lot: some of everyone; regulars of this seller, who are honest; its ring, and now and then a shill of another as cover. */
function bidding(random: Random, people: Person[], rings: Map<string, Person[]>, sellerId: string): Entrant[] {
  const honest = people.filter(() => random() < 0.012)
  const number = Number(sellerId.slice('seller-'.length))
  const regulars = people.slice(number * 4, number * 4 + 4).filter(() => random() < 0.35)
  const ring = (rings.get(sellerId) ?? []).filter(() => random() < 0.75)
  const cover = [...rings].flatMap(([of, members]) => (of === sellerId ? [] : members.filter(() => random() < 0.01)))
  return [
    ...[...new Set([...honest, ...regulars, ...cover])].map((person) => ({ person, isShill: false })),
    ...ring.map((person) => ({ person, isShill: true })),
  ]
}

function runLot(random: Random, lotId: string, sellerId: string, entrants: Entrant[]): LotHistory {
  const value = 500_000 + Math.floor(random() * 2_500_000)
  const openingBid = Math.floor(value * (0.3 + 0.3 * random()))
  const reserve = random() < 0.7 ? Math.floor(value * 0.85) : null
  const bids: { bidderId: string; at: number; price: number }[] = []
  const retractions: { bidderId: string; at: number }[] = []
  let [price, leader] = [openingBid, '']
  const turns = entrants
    .flatMap(({ person, isShill }) =>
      Array.from({ length: isShill ? 4 + Math.floor(random() * 5) : 1 + Math.floor(random() * 4) }, () => ({
        person,
        isShill,
        // Honest bidders come late more often; shills leave before the end.
        at: DURATION_MS * (isShill ? 0.05 + 0.8 * random() : 1 - (1 - random() ** (0.4 + person.patience)) * 0.98),
      })),
    )
    .toSorted((one, other) => one.at - other.at)
  for (const { person, isShill, at } of turns) {
    const step = Math.max(2_500, Math.floor(price * 0.025))
    const most = isShill
      ? Math.floor(value * (0.7 + 0.2 * random()))
      : Math.floor(value * (person.taste || 0.6 + 0.5 * random()))
    // Few bid against themselves; a shill does where no one else came.
    if (leader === person.id && random() > (isShill ? 0.4 : 0.06)) continue
    if (price + step > most) continue
    price += step * (isShill ? 1 : 1 + Math.floor(random() * 2))
    leader = person.id
    bids.push({ bidderId: person.id, at: Math.floor(at), price })
    if (random() < (isShill ? 0.03 : 0.004)) retractions.push({ bidderId: person.id, at: Math.floor(at + HOUR_MS) })
  }
  const isSold = bids.length > 0 && (reserve === null || price >= reserve)
  return {
    lotId,
    sellerId,
    firstAt: 0,
    closedAt: DURATION_MS,
    openingBid,
    reserve,
    guide: null,
    winnerId: isSold ? leader : null,
    bids,
    retractions,
  }
}

function factsOf(lots: LotHistory[], rings: Map<string, Person[]>, random: Random): Omit<Market, 'lots'> {
  const seen = new Map<string, { lots: number; wins: number; of: Map<string, { lots: number; wins: number }> }>()
  for (const { bids, sellerId, winnerId } of lots) {
    for (const bidderId of new Set(bids.map((bid) => bid.bidderId))) {
      const all = seen.get(bidderId) ?? { lots: 0, wins: 0, of: new Map<string, { lots: number; wins: number }>() }
      const own = all.of.get(sellerId) ?? { lots: 0, wins: 0 }
      const won = winnerId === bidderId ? 1 : 0
      all.of.set(sellerId, { lots: own.lots + 1, wins: own.wins + won })
      seen.set(bidderId, { lots: all.lots + 1, wins: all.wins + won, of: all.of })
    }
  }
  const isShill = (bidderId: string, sellerId: string) => (rings.get(sellerId) ?? []).some(({ id }) => id === bidderId)
  // A third of the accomplices once used the seller's device; so did a few honest people, such as relatives.
  const careless = new Set(
    [...rings].flatMap(([seller, members]) => members.filter(() => random() < 0.33).map(({ id }) => `${id} ${seller}`)),
  )
  for (let n = 0; n < 6; n++)
    careless.add(`bidder-${Math.floor(random() * BIDDERS)} seller-${Math.floor(random() * SELLERS)}`)
  const bidCount = lots.reduce((sum, { bids }) => sum + bids.length, 0)
  return {
    usual: {
      bids: bidCount / lots.length,
      openingBid: lots.reduce((sum, { openingBid }) => sum + openingBid, 0) / lots.length,
    },
    isShill,
    pastOf(bidderId, sellerId) {
      const all = seen.get(bidderId)
      const own = all?.of.get(sellerId)
      return { lots: all?.lots ?? 0, wins: all?.wins ?? 0, ofSeller: own?.lots ?? 0, winsOfSeller: own?.wins ?? 0 }
    },
    sharedOf: (bidderId, sellerId) => (careless.has(`${bidderId} ${sellerId}`) ? ['device'] : []),
  }
}
