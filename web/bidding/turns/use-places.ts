import { useEffect, useMemo, useState } from 'react'
import type { Auction } from '#contract/auctions/auctions.ts'
import { useAuctionTerms } from '#web/auctions/use-auctions.ts'
import { serverNow } from '#web/platform/clock.ts'
import type { Standings } from '../standings.ts'
import { placesOf, placeWords, timeWords } from './lot-order.ts'

/** Estimates in minutes don't change faster, in ms. */
const REFRESH_MS = 5000

/** Of the lots of a live auction that are still to come, by lot: `Lot 4 of 40, in about 12 min`, and `In about 12 min`. */
export type Places = ReadonlyMap<string, { place: string; time: string }>

/** The place of each lot that is still to come, and when it is likely to open. */
export function usePlaces(auction: Auction, standings: Standings): Places {
  const isLive = auction.kind === 'live'
  const { data: terms } = useAuctionTerms(auction.id, isLive)
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(() => setNow(serverNow()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isLive])
  return useMemo(() => {
    if (!isLive || terms === undefined) return new Map()
    const places = placesOf(standings, terms, auction.startsAt, now)
    return new Map([...places].map(([lotId, place]) => [lotId, { place: placeWords(place), time: timeWords(place) }]))
  }, [isLive, terms, standings, auction.startsAt, now])
}
