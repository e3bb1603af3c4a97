import type { LotNews, LotUpdate } from '../lot-update.ts'
import { conflate } from './conflate.ts'

type Position = LotUpdate['positions'][number]['position']

/**
 * What one process tells all (itself too) over the bus about a lot: that it reached a sequence, whose lead changed, and whether all who
 * are involved have something to hear. It carries no maximum; accounts' ids never go further than the bus.
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
  /** Whose commitments may have changed. */
  bound: string[]
}

export type Announcer = { announce(update: LotUpdate): void; stop(): void }

/** A hint must fit into a notification of the database: 40 positions and 40 people are about 4 kB. */
const PEOPLE_AT_ONCE = 40

type Pending = { update: LotUpdate; positions: Map<string, Position>; bound: Set<string>; news: LotNews | null }

/** Gathers updates so that a lot is announced at most once a tick; of a person's positions the newest counts. */
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
      // Who led before an end or a void is old news.
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
