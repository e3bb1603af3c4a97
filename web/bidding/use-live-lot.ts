import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type LedgerLine, type LiveLot, readLive } from '#contract/bidding/bidding.ts'
import { readLedger, type SealedLine } from '#contract/bidding/ledger.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { liveParts } from '#contract/seo/first-answers.ts'
import type { FeedMessage, LotMessage } from '#contract/bidding/feed.ts'
import { type FeedState, useFeed } from '#web/platform/feed.ts'
import { call } from '#web/platform/request.ts'
import { afterMessage, afterReading, mergeLines } from './live-lot.ts'
import { readAgainSoon } from './read-again-soon.ts'

const LINES_A_PAGE = 50

const ledgerKey = (lotId: string) => ['/api/lots', lotId, 'ledger'] as const

export type LiveView = {
  live: LiveLot | undefined
  failure: Error | null
  feed: FeedState
  /** The last extension seen on this page, in ms of the server's clock. */
  extendedAt: number | null
  readAgain: () => void
}

/** A live lot: read once, patched by the feed, reloaded after a missed message. `isLive`: in a live auction. */
export function useLiveLot(lotId: string, isLive = false): LiveView {
  const client = useQueryClient()
  const [extendedAt, setExtendedAt] = useState<number | null>(null)
  const query = useQuery<LiveLot>({
    queryKey: liveParts(lotId),
    queryFn: async ({ signal }) => {
      const read = await call(readLive, { params: { lotId } }, signal)
      return afterReading(client.getQueryData<LiveLot>(liveParts(lotId)), read)
    },
    // Read again even if the page has just read it: where another tab's feed already follows the lot, no first message tells of a gap.
    staleTime: 0,
  })
  const feed = useFeed({ lots: [lotId], isLive }, (message) => {
    const extension = takeMessage(client, lotId, message)
    if (extension !== null) setExtendedAt(extension)
  })
  return {
    live: query.data,
    failure: query.error,
    feed,
    extendedAt,
    readAgain: () => void query.refetch(),
  }
}

/** Reads a lot that will be shown soon. */
export function prefetchLive(client: QueryClient, lotId: string): void {
  void client.prefetchQuery({
    queryKey: liveParts(lotId),
    queryFn: ({ signal }) => call(readLive, { params: { lotId } }, signal),
  })
}

/** Patches the held lot. Returns the instant of an extension the message brought, else null. */
export function takeMessage(client: QueryClient, lotId: string, message: FeedMessage): number | null {
  if (message.type === 'resync') readAgain(client, lotId)
  // The person's commitments decide whether they can bid here.
  if (message.type === 'buying-power' || message.type === 'account') readAgainSoon(client, liveParts(lotId))
  if (message.type !== 'lot' || message.standing.lotId !== lotId) return null
  const held = client.getQueryData<LiveLot>(liveParts(lotId))
  if (held === undefined) return null
  const { live, gap } = afterMessage(held, message)
  client.setQueryData(liveParts(lotId), live)
  addLines(client, lotId, message.lines)
  // The lot is over: sealed entries are now in the ledger.
  if (message.lines.some((line) => line.sealed !== undefined))
    void client.invalidateQueries({ queryKey: ledgerKey(lotId) })
  if (gap) readAgain(client, lotId)
  else if (held.you.limit !== null) readAgainSoon(client, liveParts(lotId))
  return lastExtension(message)
}

function readAgain(client: QueryClient, lotId: string): void {
  void client.invalidateQueries({ queryKey: liveParts(lotId) })
  void client.invalidateQueries({ queryKey: ledgerKey(lotId) })
}

function lastExtension(message: LotMessage): number | null {
  return message.lines.findLast((line) => line.type === 'extended')?.at ?? null
}

type LedgerPage = ReplyOf<typeof readLedger>
type LedgerPages = InfiniteData<LedgerPage, number | undefined>

/** Adds lines of the feed to the ledger of a lot, if it is held. */
export function addLines(client: QueryClient, lotId: string, lines: readonly LedgerLine[]): void {
  client.setQueryData<LedgerPages>(ledgerKey(lotId), (held) => {
    const [first, ...rest] = held?.pages ?? []
    if (held === undefined || first === undefined) return held
    const merged = mergeLines(
      first.items.map((item) => item.line),
      lines,
    )
    const known = new Map(first.items.map((item) => [item.line.sequence, item]))
    const items = merged.map((line) => known.get(line.sequence) ?? { line })
    return { ...held, pages: [{ ...first, items }, ...rest] }
  })
}

/** Reads the ledgers that are held again: the feed may have missed some of their lines. */
export function readLedgersAgain(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [path, , part] }) => path === '/api/lots' && part === 'ledger',
  })
}

/** The public ledger of a lot, newest first, in pages; the feed adds to it. `sealed`: once the lot is over, oldest first. */
export function useLedger(lotId: string): {
  lines: readonly LedgerLine[]
  sealed: readonly SealedLine[]
  isLoading: boolean
  more: (() => void) | null
} {
  const query = useInfiniteQuery({
    queryKey: ledgerKey(lotId),
    queryFn: ({ pageParam, signal }) =>
      call(
        readLedger,
        {
          params: { lotId },
          query: { limit: LINES_A_PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) },
        },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  })
  const items = (query.data?.pages ?? []).flatMap((page) => page.items)
  const lines = items.map((item) => item.line)
  return {
    lines: mergeLines([], lines),
    sealed: items.flatMap((item) => item.sealed ?? []).map(({ line }) => line),
    isLoading: query.isLoading,
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
  }
}
