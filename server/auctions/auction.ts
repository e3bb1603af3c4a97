import type { OwnCosts } from '#contract/auctions/own-costs.ts'
import type { AuctionKind, Terms } from '#engine'

/**
 * The terms that all lots of an auction share; a lot adds its own amounts and times. Durations in ms, amounts in minor units.
 * `lotEveryMs`: in a timed auction, how long after one lot's planned end the next one ends.
 */
export type AuctionTerms = Pick<
  Terms,
  | 'buyNowUntil'
  | 'bidUnit'
  | 'increments'
  | 'extensionWindowMs'
  | 'extensionMs'
  | 'hardEndAt'
  | 'liveStartMs'
  | 'outageExtensionMs'
  | 'negotiations'
> & {
  lotEveryMs: number
  /** What its lots have instead of the company's premium and tax. Missing: an auction of an earlier release. */
  costs?: OwnCosts | null
}

/** What later features need to know of an auction. Instants in ms. */
export type StoredAuction = {
  id: string
  title: string
  kind: AuctionKind
  currency: string
  opensAt: number
  startsAt: number
  /** Null: a draft. */
  publishedAt: number | null
  /** Null: not canceled. */
  canceled: { at: number; reason: string } | null
  terms: AuctionTerms
}
