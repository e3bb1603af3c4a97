import { t } from '#web/platform/language/text.ts'
import { evolve, initialLot, nextBid, type Bidder, type LotEvent, type LotState, type Side, type Terms } from '#engine'
import type { LedgerLine, Standing } from '#contract/bidding/bidding.ts'
import type { ClosedLot, SealedLine } from '#contract/bidding/ledger.ts'
import type { OwnSeal } from '#contract/bidding/own-seals.ts'

/**
 * An entry of a closed lot's ledger as the server sends it: the text that was hashed, and the chained hash in hex.
 * `sealed`: entries that followed it and were sealed while the lot was open.
 */
export type Entry = {
  line: LedgerLine
  text?: string | undefined
  hash?: string | undefined
  sealed?: readonly SealedEntry[] | undefined
}
export type SealedEntry = { line: SealedLine; text: string; hash: string }

/** What is wrong with a ledger, one sentence each; empty if it is valid. */
export type Faults = string[]

/**
 * Whether every entry is chained to the one before it: SHA-256 over the previous hash and the exact text, starting with the hash of
 * `lot:<id>`. Entries in ascending order. Sealed entries form their own chain in the same way, starting with `sealed:<id>`, and the entry
 * that ended the bidding includes the last of them. Source: the rulebook, "The ledger".
 */
export async function faultsInChain(lotId: string, entries: readonly Entry[]): Promise<Faults> {
  let before = await sha256(new TextEncoder().encode(`lot:${lotId}`))
  for (const [index, { line, text = '', hash = '' }] of entries.entries()) {
    if (line.sequence !== index + 1) return [t`Entry ${index + 1} is missing or out of order.`]
    if (JSON.stringify(parsed(text)) !== JSON.stringify(line))
      return [t`Entry ${line.sequence} doesn’t match its hash.`]
    before = await chained(before, text)
    if (hexOf(before) !== hash) return [t`Entry ${line.sequence} does not follow from the entry before it.`]
  }
  return faultsInSealedChain(lotId, entries)
}

async function faultsInSealedChain(lotId: string, entries: readonly Entry[]): Promise<Faults> {
  let before = await sha256(new TextEncoder().encode(`sealed:${lotId}`))
  let count = 0
  for (const { line: followed, sealed = [] } of entries) {
    for (const { line, text, hash } of sealed) {
      count += 1
      if (line.number !== count) return [t`Sealed entry ${count} is missing or out of order.`]
      const isAsHashed = JSON.stringify(parsed(text)) === JSON.stringify(line) && line.after === followed.sequence
      if (!isAsHashed) return [t`Sealed entry ${count} doesn’t match its hash.`]
      before = await chained(before, text)
      if (hexOf(before) !== hash) return [t`Sealed entry ${count} does not follow from the one before it.`]
    }
  }
  const end = entries.find(({ line }) => line.sealed !== undefined)?.line
  // Lots that ended before sealed entries were stored separately have none, and do not name them.
  const covered = end?.sealed ?? (count === 0 ? { count, head: hexOf(before) } : null)
  const holds = covered?.count === count && covered.head === hexOf(before)
  return holds ? [] : [t`The sealed entries aren’t those that the closing entry covers.`]
}

async function chained(before: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text)
  const both = new Uint8Array(before.length + bytes.length)
  both.set(before)
  both.set(bytes, before.length)
  return sha256(both)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether the viewer's own maximums match those sealed in the ledger: SHA-256 over `salt:amount`. */
export async function faultsInSeals(seals: readonly OwnSeal[], entries: readonly Entry[]): Promise<Faults> {
  const lines = new Map(entries.map(({ line }) => [line.sequence, line.seal]))
  const sealed = new Map(entries.flatMap((entry) => entry.sealed ?? []).map(({ line }) => [line.number, line.seal]))
  const faults: Faults = []
  for (const own of seals) {
    const { sequence, amount, salt, seal } = own
    const made = hexOf(await sha256(new TextEncoder().encode(`${salt}:${amount}`)))
    const shown = own.sealed === undefined ? lines.get(sequence) : sealed.get(own.sealed)
    if (made !== seal || shown !== made) faults.push(t`The seal of ${nameOf(own)} is for another amount.`)
  }
  return faults
}

/** The text that says where the viewer's own maximum is. */
export function nameOf({ sequence, sealed }: OwnSeal): string {
  return sealed === undefined ? t`entry ${sequence}` : t`sealed entry ${sealed}`
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

type PublicTerms = ClosedLot['terms']

/**
 * Replays the ledger through the engine, entry by entry, and checks each against the rules as far as the public can: maximums stay sealed,
 * so only their resulting price and leader are checked. At the end the standing must equal the one the server shows.
 */
export function faultsInReplay(terms: PublicTerms, entries: readonly Entry[], shown: Standing): Faults {
  const all = termsOf(terms)
  let state = initialLot(all)
  const faults: Faults = []
  let hasUnknown = false
  const take = (name: string, event: LotEvent) => {
    const fault = faultOf(all, state, event)
    if (fault !== null) faults.push(`${name}: ${fault}`)
    state = evolve(state, event)
  }
  for (const { line, sealed = [] } of entries) {
    const event = eventOf(line)
    if (event === null) hasUnknown = true
    else take(t`Entry ${line.sequence}`, event)
    for (const { line: change } of sealed) take(t`Sealed entry ${change.number}`, changeOf(change))
  }
  if (state.price !== shown.price) faults.push(t`The price shown isn’t the one the ledger leads to.`)
  if ((state.leader?.paddle ?? null) !== shown.leader) faults.push(t`The ledger leads to another bidder.`)
  if (!hasUnknown && state.status !== shown.status) faults.push(t`The ledger leads to another result.`)
  return faults
}

function termsOf({
  ladder: increments,
  saleKind: auctionKind,
  openingBid,
  bidUnit,
  opensAt,
  scheduledCloseAt,
  ...rest
}: PublicTerms): Terms {
  return {
    auctionKind,
    openingBid,
    bidUnit,
    increments,
    opensAt,
    scheduledCloseAt,
    extensionWindowMs: rest.extensionWindowMs,
    extensionMs: rest.extensionMs,
    reserve: null,
    buyNow: null,
    buyNowUntil: 'reserve-met',
    hardEndAt: null,
    liveStartMs: 0,
    outageExtensionMs: 0,
  }
}

/** Null: the entry breaks no rule. */
function faultOf(terms: Terms, state: LotState, event: LotEvent): string | null {
  switch (event.type) {
    case 'bid-placed':
      return faultOfBid(terms, state, event)
    case 'maximum-changed':
      if (state.status !== 'scheduled' && state.status !== 'open') return t`a maximum was changed after the end.`
      if (state.closesAt !== null && event.at >= state.closesAt) return t`the change came at or after the end.`
      return state.leader?.paddle === event.bidder.paddle ? null : t`only the leader changes a maximum.`
    case 'extended':
      if (state.closesAt !== null && event.closesAt <= state.closesAt) return t`an extension must end later.`
      if (event.cause !== 'bid') return null
      return event.closesAt <= event.at + terms.extensionMs ? null : t`the extension is longer than the terms say.`
    case 'fair-warning':
      return state.status === 'open' ? null : t`a fair warning on a lot that isn’t open.`
    case 'closed':
      if (event.cause === 'auctioneer' && terms.auctionKind !== 'live') return t`a timed lot has no auctioneer.`
      if (event.price !== state.price) return t`the lot closed at another price than its last one.`
      return event.leader?.paddle === state.leader?.paddle ? null : t`the lot closed to a bidder who wasn’t leading.`
    default:
      return null
  }
}

function faultOfBid(terms: Terms, state: LotState, bid: Extract<LotEvent, { type: 'bid-placed' }>): string | null {
  const { amount, price, kind, bidder, leader } = bid
  if (state.closesAt !== null && bid.at >= state.closesAt) return t`the bid came at or after the end.`
  if (state.price !== null && price < state.price) return t`the price fell.`
  const leads = leader.paddle === bidder.paddle
  if (!leads && leader.paddle !== state.leader?.paddle) return t`the lead went to someone who didn’t bid.`
  const least = nextBid(terms, state)
  const wasLeading = state.leader?.paddle === bidder.paddle
  if (kind === 'firm') {
    if (amount < least) return t`the bid was below the next bid.`
    if (amount % terms.bidUnit !== 0) return t`the amount isn’t a multiple of the bid unit.`
    if (leads && price < amount) return t`the price is below the leader’s firm bid.`
    const most = nextBid(terms, { price: amount })
    if (!leads && (price < amount || price > most)) return t`the leader’s maximum answered with another step.`
  } else if (!wasLeading && price < least) return t`the bid was below the next bid.`
  return null
}

/** The bidders of a public ledger are their paddles, and a maximum counts only as far as it became visible. Null: not a bidding entry. */
function eventOf(line: LedgerLine): LotEvent | null {
  const { at, type, price = null, closesAt = 0 } = line
  const bidder = bidderOf(line.paddle ?? 0)
  const leader = line.leader === null || line.leader === undefined ? null : bidderOf(line.leader)
  switch (type) {
    case 'opened':
      return { type, at, closesAt }
    case 'bid-placed':
      if (price === null || leader === null || line.reason === undefined) return null
      return {
        type,
        at,
        bidder,
        kind: line.kind ?? 'firm',
        amount: line.amount ?? price,
        price,
        leader,
        reason: line.reason,
      }
    // For lots that ended before sealed entries were stored separately.
    case 'maximum-changed':
      return { type, at, bidder, amount: 0, change: 'raised' }
    case 'reserve-met':
    case 'approved':
      return price === null ? null : { type, at, price }
    case 'bought-now':
      return price === null ? null : { type, at, bidder, price }
    case 'extended':
      return { type, at, closesAt, cause: line.cause === 'bid' || line.cause === 'outage' ? line.cause : 'operator' }
    case 'voided':
      return { type, at, voided: line.voided ?? [], cause: line.cause ?? '', ...recomputed(price, leader) }
    case 'passed-over':
      return { type, at, bidder, bids: line.voided ?? [], why: 'not-eligible', ...recomputed(price, leader) }
    case 'closed': {
      const outcome = OUTCOMES.find((one) => one === line.outcome)
      if (outcome === undefined) return null
      return { type, at, outcome, price, leader, ...(line.cause === 'auctioneer' ? { cause: line.cause } : {}) }
    }
    case 'withdrawn':
      return { type, at, cause: line.cause ?? '' }
    case 'lapsed':
      return { type, at, cause: line.cause === 'company' ? 'company' : 'time' }
    case 'paused':
      return { type, at, leftMs: line.leftMs ?? 0, cause: line.cause ?? '' }
    case 'resumed':
      return { type, at, closesAt }
    case 'fair-warning':
    case 'freed':
    case 'sale-voided':
      return { type, at }
    case 'agreed':
      return price === null ? null : { type, at, by: sideOf(line), price }
    // What was asked and offered in a negotiation stays sealed; its outcome is public.
    case 'countered':
      return { type, at, amount: 0, offerId: '' }
    case 'offered':
      return { type, at, bidder, amount: 0 }
    case 'declined':
    case 'retracted':
      return { type, at, by: sideOf(line), amount: 0 }
    default:
      return null
  }
}

/** The new value of a changed maximum stays sealed. */
function changeOf({ type, at, paddle, change }: SealedLine): LotEvent {
  return { type, at, bidder: bidderOf(paddle), amount: 0, change }
}

function sideOf(line: LedgerLine): Side {
  return line.by === 'company' ? 'company' : 'bidder'
}

/** The remaining maximums stay sealed; of the standing, price and leader are public. */
function recomputed(price: number | null, leader: Bidder | null) {
  return { price, leader, reserveMet: false, leaderMaximum: price, runnerUp: null, floor: 0, bidCount: 0 }
}

const OUTCOMES = ['sold', 'reserve-not-met', 'passed'] as const

function bidderOf(paddle: number): Bidder {
  return { id: String(paddle), paddle }
}
