import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { listPieces, ReferralFigures } from '#contract/marketing/marketing.ts'
import type { Piece } from '#contract/marketing/pieces.ts'

/** Links open for ten minutes: a page that stays open gets new ones before that. */
const LINKS_EVERY_MS = 8 * 60_000

/** The member's clicks, sign-ups and rewards. */
export function useReferrals() {
  return useQuery<ReferralFigures>({ queryKey: ['/api/referrals'], staleTime: 0 })
}

/** The links of the member's pieces, by piece. */
export function usePieces() {
  return useQuery<ReplyOf<typeof listPieces>, Error, ReadonlyMap<Piece, string>>({
    queryKey: ['/api/marketing/pieces'],
    staleTime: LINKS_EVERY_MS,
    refetchInterval: LINKS_EVERY_MS,
    refetchOnWindowFocus: true,
    select: ({ items }) => new Map(items.map(({ piece, url }) => [piece, url])),
  })
}
