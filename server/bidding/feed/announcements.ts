import type { LotNews, LotUpdate } from '../lot-update.ts'
import { conflate } from './conflate.ts'

type Position = LotUpdate['positions'][number]['position']

/**
 * What a process announces about a lot to every process, itself included: the sequence it reached, whose lead changed, and whether everyone
 * involved receives news. It carries no maximum; account ids go no further than the bus.
 */
export type Announcement = {
  lotId: string
  auctionId: string
  sequence: number
  price: number | null
  nextBid: number
  status: LotUpdate['standing']['status']
  news: LotNews | null
  positions: [accountId: string, position: Position][]
  /** Accounts whose commitments may have changed. */
  bound: string[]
}

export type Announcer = { announce(update: LotUpdate): void; stop(): void }

/** An announcement must fit into a database notification: 40 positions and 40 people are about 4 kB. */
const PEOPLE_AT_ONCE = 40

type Pending = { update: LotUpdate; positions: Map<string, Position>; bound: Set<string>; news: LotNews | null }

/** Collects updates so that a lot is announced at most once a tick; of a person's positions the newest counts. */
export function createAnnouncer(tickMs: number, now: () => number, publish: (payload: string) => void): Announcer {
  let pending = new Map<string, Pending>()
  const ticks = conflate(
    tickMs,
    () => {
      const due = pending
      pending = new Map()
      for (const each of due.values())
        for (const announcement of announcementsOf(each)) publish(JSON.stringify(announcement))
    },
    now,
  )
  return {
    announce(update) {
      const known = pending.get(update.lotId)
      const positions = known?.positions ?? new Map<string, Position>()
      // Lead changes before an end or a void are out of date.
      if (update.news !== null) positions.clear()
      for (const { accountId, position } of update.positions) positions.set(accountId, position)
      const bound = known?.bound ?? new Set<string>()
      for (const accountId of update.bound) bound.add(accountId)
      const newest =
        known !== undefined && known.update.standing.sequence > update.standing.sequence ? known.update : update
      const news = known?.news === 'ended' ? 'ended' : (update.news ?? known?.news ?? null)
      pending.set(update.lotId, { update: newest, positions, bound, news })
      ticks.mark()
    },
    stop: () => ticks.stop(),
  }
}

function announcementsOf({ update, positions, bound, news }: Pending): Announcement[] {
  const { lotId, auctionId, standing } = update
  const { sequence, price, nextBid, status } = standing
  const all = [...positions]
  const allBound = [...bound]
  const announcements: Announcement[] = []
  const people = Math.max(all.length, allBound.length)
  for (let first = 0; first === 0 || first < people; first += PEOPLE_AT_ONCE) {
    announcements.push({
      lotId,
      auctionId,
      sequence,
      price,
      nextBid,
      status,
      news: first === 0 ? news : null,
      positions: all.slice(first, first + PEOPLE_AT_ONCE),
      bound: allBound.slice(first, first + PEOPLE_AT_ONCE),
    })
  }
  return announcements
}
