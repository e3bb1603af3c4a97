import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import { FIRST_LOTS, FIRST_AUCTIONS } from '#contract/seo/first-answers.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { serverNow } from '../platform/clock.ts'
import { useUser } from '../platform/session.tsx'

export type LotSummaries = { items: LotSummary[]; next: string | null }

/** Auctions come and lots close while the start page is open. The data embedded in the page is up to a minute old. */
export const FRESH_MS = 120_000

/** After a planned close, so that the close has been written; spread out, because everyone waits for the same one. */
const AFTER_CLOSE_MS = 3000
const TIMER_MS_MAX = 86_400_000

/**
 * The lots that close next, soonest first; reloaded when the first of them was due to close, and when a connection is
 * back. `isFresh`: whether a lot past its planned close may still be shown as closing.
 */
export function useEndingSoon() {
  const query = useQuery<LotSummaries>({ queryKey: [FIRST_LOTS], staleTime: FRESH_MS, refetchOnReconnect: 'always' })
  const { data, dataUpdatedAt, refetch } = query
  const isFresh = useIsFresh(dataUpdatedAt)
  const next = Math.min(
    ...(data?.items ?? [])
      .map(({ scheduledCloseAt }) => scheduledCloseAt ?? Infinity)
      .filter((at) => at > dataUpdatedAt),
  )
  useReadAfter(next, refetch)
  return { ...query, isFresh }
}

/** Reads again once a close that is planned for `at` (ms) has been written. */
export function useReadAfter(at: number, refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    const waitMs = Math.max(0, at - serverNow()) + AFTER_CLOSE_MS * (1 + Math.random())
    if (waitMs > TIMER_MS_MAX) return undefined
    const timer = setTimeout(() => void refetch({ cancelRefetch: false }), waitMs)
    return () => clearTimeout(timer)
  }, [at, refetch])
}

/** Whether a lot that was open in an answer of `asOf` (ms) may still be shown as open. */
export function useIsFresh(asOf: number): boolean {
  const [oldAsOf, setOldAsOf] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOldAsOf(asOf), Math.max(0, asOf + FRESH_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [asOf])
  return oldAsOf !== asOf
}

/** Whether the person is entitled to prices. */
export function useSeesPrices(): boolean {
  const { user } = useUser()
  return user !== null && accessDenial(user, 'sees-prices') === null
}

/** Every published auction. */
export function useAuctions() {
  return useQuery<{ items: Auction[] }>({ queryKey: [FIRST_AUCTIONS], staleTime: FRESH_MS })
}
