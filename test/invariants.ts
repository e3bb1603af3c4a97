import type pg from 'pg'
import type { LedgerLine } from '#contract/bidding/bidding.ts'
import { nextBid, type LotStatus, type Terms } from '#engine'
import { chain, chainStart, lineOf, sealedChainStart, sealedLineOf } from '#server/bidding/ledger-line.ts'
import { AFTER_THE_CLOSE, negotiationFaults } from './negotiation-invariants.ts'

/** A bid as its client saw it: acknowledged (200), refused (409), or null for no answer. */
export type Seen = {
  bidId: string
  lotId: string
  bidderId: string
  kind: 'firm' | 'maximum'
  amount: number
  acknowledged: boolean | null
}

/** A row of the ledger or of the sealed ledger. A sealed row has its own `number`, otherwise 0, and the sequence it followed. */
type Row = {
  lot_id: string
  sequence: number
  number: number
  text: string
  hash: Buffer
  bidder_id: string | null
  bid_id: string | null
}
type StandingRow = {
  lot_id: string
  terms: Terms
  status: LotStatus
  sequence: number
  price: number | null
  leader_paddle: number | null
  closes_at_ms: number | null
  last_hash: Buffer
  sealed_count: number
  sealed_hash: Buffer | null
}

/**
 * Checks the invariants: compares what clients saw with the database and returns every violation in plain words; an empty list is
 * good. Recomputes prices with an independent model (all bids, from scratch), not with the engine.
 */
export async function brokenInvariants(pool: pg.Pool, lotIds: string[], seen: Seen[]): Promise<string[]> {
  const faults: string[] = []
  const standings = (await pool.query<StandingRow>('select * from standing where lot_id = any($1)', [lotIds])).rows
  const ledger = (await pool.query<Row>(WHOLE_LEDGER, [lotIds])).rows
  for (const standing of standings) {
    const all = ledger.filter((row) => row.lot_id === standing.lot_id)
    const rows = all.filter(({ number }) => Number(number) === 0)
    checkChain(standing, rows, faults)
    checkSealedChain(standing, all, faults)
    checkPrices(standing, rows, faults)
    checkTimes(standing, rows, faults)
    faults.push(
      ...negotiationFaults(
        standing,
        rows.map((row) => lineOf(row.text)),
      ),
    )
  }
  checkAcknowledged(ledger, seen, faults)
  checkOutcome(standings, ledger, seen, faults)
  return faults
}

const WHOLE_LEDGER = `
  select lot_id, sequence, 0::bigint as number, text, hash, bidder_id, bid_id from ledger where lot_id = any($1)
  union all
  select lot_id, after_sequence, number, text, hash, bidder_id, bid_id from sealed_ledger where lot_id = any($1)
  order by lot_id, sequence, number`

/** The sealed events have a separate chain, whose head is in the line that ended the bidding. */
function checkSealedChain(standing: StandingRow, rows: Row[], faults: string[]): void {
  const lot = `lot ${standing.lot_id}`
  let hash = sealedChainStart(standing.lot_id)
  let count = 0
  for (const row of rows) {
    if (Number(row.number) === 0) {
      const { sealed } = lineOf(row.text)
      if (sealed !== undefined && (sealed.count !== count || sealed.head !== hash.toString('hex')))
        faults.push(`${lot}: the closing line does not cover the sealed events`)
      continue
    }
    count += 1
    const { number, after } = sealedLineOf(row.text)
    if (Number(row.number) !== count || number !== count || after !== Number(row.sequence))
      faults.push(`${lot}: sealed event ${row.number} is not at its place`)
    hash = chain(hash, row.text)
    if (!hash.equals(row.hash)) faults.push(`${lot}: the hash of sealed event ${row.number} does not hold`)
  }
  const last = standing.sealed_hash ?? sealedChainStart(standing.lot_id)
  if (Number(standing.sealed_count) !== count || !hash.equals(last))
    faults.push(`${lot}: the standing has another end of the sealed chain`)
}

function checkChain(standing: StandingRow, rows: Row[], faults: string[]): void {
  let hash = chainStart(standing.lot_id)
  rows.forEach((row, index) => {
    if (Number(row.sequence) !== index + 1)
      faults.push(`lot ${standing.lot_id}: sequence ${row.sequence} at place ${index + 1}`)
    hash = chain(hash, row.text)
    if (!hash.equals(row.hash)) faults.push(`lot ${standing.lot_id}: the hash of event ${row.sequence} does not hold`)
  })
  if (Number(standing.sequence) !== rows.length)
    faults.push(`lot ${standing.lot_id}: the standing is at another sequence`)
  if (!hash.equals(standing.last_hash)) faults.push(`lot ${standing.lot_id}: the standing has another last hash`)
}

function checkPrices(standing: StandingRow, rows: Row[], faults: string[]): void {
  let price: number | null = null
  for (const { text, sequence } of rows) {
    const line = lineOf(text)
    if (line.price === undefined || line.price === null) continue
    if (price !== null && line.price < price && line.type !== 'voided' && line.type !== 'passed-over') {
      faults.push(`lot ${standing.lot_id}: the price fell at event ${sequence}`)
    }
    const least = nextBid(standing.terms, { price })
    if (line.type === 'bid-placed' && line.amount !== undefined && line.amount < least) {
      faults.push(`lot ${standing.lot_id}: event ${sequence} is below the next bid of its moment`)
    }
    price = line.price
  }
  if (price !== (standing.price === null ? null : Number(standing.price))) {
    faults.push(`lot ${standing.lot_id}: the standing has another price than its ledger`)
  }
}

function checkTimes(standing: StandingRow, rows: Row[], faults: string[]): void {
  let closesAt = standing.terms.scheduledCloseAt
  let closed = false
  let lastBid: LedgerLine | null = null
  const { extensionWindowMs, extensionMs } = standing.terms
  for (const { text } of rows) {
    const line = lineOf(text)
    if (closed && !AFTER_THE_CLOSE.has(line.type))
      faults.push(`lot ${standing.lot_id}: something happened after the close`)
    if (line.type === 'opened') closesAt = line.closesAt ?? null
    if (line.type === 'bid-placed') {
      lastBid = line
      if (closesAt !== null && line.at >= closesAt)
        faults.push(`lot ${standing.lot_id}: a bid at ${line.at} was taken after ${closesAt}`)
    }
    if (line.type === 'extended' && line.cause === 'bid') {
      const at = lastBid?.at ?? 0
      if (closesAt === null || closesAt - at > extensionWindowMs || line.closesAt !== at + extensionMs) {
        faults.push(`lot ${standing.lot_id}: an extension is not by the rule`)
      }
    }
    if (line.type === 'extended') closesAt = line.closesAt ?? null
    if (line.type === 'closed') closed = true
  }
}

/** Every acknowledged bid is in the ledger with its bidder and amount; no bid is there that no client sent, and none twice. */
function checkAcknowledged(ledger: Row[], seen: Seen[], faults: string[]): void {
  const recorded = new Map<string, Row>()
  for (const row of ledger) {
    if (row.bid_id === null) continue
    if (recorded.has(row.bid_id)) faults.push(`bid ${row.bid_id} is in the ledger twice`)
    recorded.set(row.bid_id, row)
  }
  const sent = new Map(seen.map((bid) => [bid.bidId, bid]))
  for (const bid of seen) {
    const row = recorded.get(bid.bidId)
    if (bid.acknowledged === true) {
      if (row === undefined) faults.push(`bid ${bid.bidId} was acknowledged and is lost`)
      else if (row.lot_id !== bid.lotId || row.bidder_id !== bid.bidderId)
        faults.push(`bid ${bid.bidId} is recorded for another`)
      else if (bid.kind === 'firm' && lineOf(row.text).amount !== bid.amount)
        faults.push(`bid ${bid.bidId} has another amount`)
    } else if (bid.acknowledged === false && row !== undefined)
      faults.push(`bid ${bid.bidId} was refused and is in the ledger`)
  }
  for (const bidId of recorded.keys())
    if (!sent.has(bidId)) faults.push(`bid ${bidId} is in the ledger and nobody sent it`)
}

/** One leader and one price, recomputed from all recorded bids: the highest maximum, the earlier of equals. */
function checkOutcome(standings: StandingRow[], ledger: Row[], seen: Seen[], faults: string[]): void {
  const sent = new Map(seen.map((bid) => [bid.bidId, bid]))
  for (const standing of standings) {
    const bids = ledger
      .filter((row) => row.lot_id === standing.lot_id && row.bid_id !== null)
      .map((row) => ({ ...sent.get(row.bid_id!)!, paddle: lineOf(row.text).paddle! }))
    if (bids.length === 0 || bids.some((bid) => bid.bidId === undefined)) continue
    const best = bids.reduce((top, bid) => (bid.amount > top.amount ? bid : top))
    if (best.paddle !== standing.leader_paddle) faults.push(`lot ${standing.lot_id}: the highest bidder does not lead`)
    const others = bids.filter((bid) => bid.bidderId !== best.bidderId)
    const second = others.length === 0 ? null : highest(others)
    const floor = highest(bids.filter((bid) => bid.bidderId === best.bidderId && bid.kind === 'firm'))
    const proxy =
      second === null ? standing.terms.openingBid : Math.min(best.amount, nextBid(standing.terms, { price: second }))
    const { reserve } = standing.terms
    const jump = reserve !== null && best.amount >= reserve ? reserve : 0
    const price = Math.max(floor, proxy, jump)
    const bidding = ledger.find((row) => row.lot_id === standing.lot_id && lineOf(row.text).type === 'closed')
    const shown = bidding === undefined ? standing.price : lineOf(bidding.text).price
    if (price !== Number(shown)) faults.push(`lot ${standing.lot_id}: the price is ${shown}, the rules give ${price}`)
  }
}

/** A benchmark has more bids than a function call can take as arguments. */
function highest(bids: readonly { amount: number }[]): number {
  return bids.reduce((top, { amount }) => Math.max(top, amount), 0)
}
