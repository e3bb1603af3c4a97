import {
  decide,
  goneBefore,
  liveBids,
  lostMs,
  type Absence,
  type BidMark,
  type BidderFacts,
  type Command,
  type LeadFacts,
  type LotState,
  type NumberedEvent,
  type Rejection,
} from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { answerOf, openOutcome } from './answer.ts'
import { hasBidSince } from '../bids-since.ts'
import { commandOf } from './bidder-command.ts'
import type { Action, BidderAction, StaffAction, Outcome } from '../command.ts'
import { ineligible, ineligibleToLead, type BidderAccount } from './ineligible.ts'
import { bidEvents } from './ledger-event.ts'
import { LotBook } from './lot-book.ts'
import type { BatchRead } from './store.ts'
import { Tally } from './tally.ts'

/** An action that gets a stored answer: the first time its bid id was seen. */
type Attempt = { action: BidderAction; fingerprint: string; outcome: Outcome }

export type DecidedBatch = {
  /** One per action, in the order of the actions. */
  outcomes: Outcome[]
  books: LotBook[]
  attempts: Attempt[]
  /** Administrators' actions that took effect. */
  audited: AuditedAction[]
  /** Accepted bids that an auctioneer entered for a client. */
  entered: EnteredBid[]
  /** Lots that a halt paused. */
  halted: HaltedLot[]
  now: number
}

/** `sequence`: of the lot's last public event right after the bid. */
type EnteredBid = { lotId: string; paddle: number; mark: BidMark; actorId: string; sequence: number }

/** What of a standing its audit line says: public facts only. `sequence`: of the last event. */
type PublicFacts = Pick<LotState, 'status' | 'price' | 'closesAt' | 'sequence'> & { paddle: number | null }

export type AuditedAction = { action: StaffAction; actorId: string; before: PublicFacts; after: PublicFacts }

function publicFacts({ status, price, leader, closesAt, sequence }: LotState): PublicFacts {
  return { status, price, paddle: leader?.paddle ?? null, closesAt, sequence }
}

/** `sequence`: of the pause in the lot's ledger. */
type HaltedLot = { haltId: string; lotId: string; sequence: number }

/**
 * Decides a batch in arrival order. Pure except for the encryption of maximums; everything it uses was read under lock. Actions are judged
 * at `read.now`, unless `at` gives a time for each (ms): only a recorded past has its own times.
 */
export function decideBatch(
  actions: readonly Action[],
  read: BatchRead,
  keys: Keys,
  at?: readonly number[],
): DecidedBatch {
  const batch = new Batch(read, keys)
  const outcomes = actions.map((action, index) => {
    const now = at?.[index] ?? read.now
    return action.by === 'bidder' ? batch.decideForBidder(action, now) : batch.decideForStaff(action, now)
  })
  const { attempts, audited, entered, halted } = batch
  return { outcomes, books: [...batch.books.values()], attempts, audited, entered, halted, now: read.now }
}

class Batch {
  readonly books: Map<string, LotBook>
  readonly attempts: Attempt[] = []
  readonly audited: AuditedAction[] = []
  readonly entered: EnteredBid[] = []
  readonly halted: HaltedLot[] = []
  #histories: Map<string, NumberedEvent[]>
  #keys: Keys
  #tally: Tally
  #exceptions: Map<string, BatchRead['exceptions'][number]>
  #halts: BatchRead['halts']
  /** When the auctions of lots were canceled (ms), by lot id. */
  #cancellations: Map<string, number>
  /** Answers by bid id: stored ones and those of this batch. */
  #answered = new Map<string, Answered>()

  constructor(read: BatchRead, keys: Keys) {
    this.#histories = new Map([...read.ledgers].map(([lotId, rows]) => [lotId, bidEvents(rows, lotId, keys)]))
    this.#keys = keys
    this.#tally = new Tally(read, keys)
    this.books = new Map(read.lots.map((row) => [row.lot_id, new LotBook(row, keys, read.costs.get(row.lot_id))]))
    this.#exceptions = new Map(read.exceptions.map((row) => [row.id, row]))
    this.#halts = read.halts
    this.#cancellations = new Map(read.canceled.map(({ lot_id: lotId, at }) => [lotId, at]))
    for (const row of read.attempts) {
      const { lot_id: lotId, bidder_id: bidderId, fingerprint } = row
      this.#answered.set(row.bid_id, { lotId, bidderId, fingerprint, outcome: openOutcome(keys, row) })
    }
  }

  decideForBidder(action: BidderAction, now: number): Outcome {
    const fingerprint = fingerprintOf(this.#keys, action)
    const first = this.#answered.get(action.bidId)
    if (first !== undefined && isSame(first, action, fingerprint)) return first.outcome
    const outcome = this.#decideNew(action, first !== undefined, now)
    if (first === undefined) {
      this.#answered.set(action.bidId, { lotId: action.lotId, bidderId: action.bidder.id, fingerprint, outcome })
      this.attempts.push({ action, fingerprint, outcome })
    }
    return outcome
  }

  #decideNew(action: BidderAction, bidIdReused: boolean, now: number): Outcome {
    const book = this.books.get(action.lotId)
    if (book === undefined) return { ok: false, rejection: { code: 'lot-not-found' } }
    if (action.notAfter !== undefined && now > action.notAfter) return { ok: false, rejection: { code: 'bid-expired' } }
    if (book.state.status === 'scheduled') this.#pauseIfHalted(book, now)
    const facts: BidderFacts = {
      ineligible: ineligible(this.#accountOf(action.bidder.id), book.sellerId),
      limit: this.#tally.limitOf(action.bidder.id, book),
      bidIdReused,
    }
    const before = book.state
    const decision = decide(book.terms, this.#standingOf(book), commandOf(action, facts), now)
    if (!decision.ok) return decision
    book.append(decision.events, action.bidId)
    this.#tally.moved(book, before)
    if (action.entry !== undefined) {
      const { mark, actorId } = action.entry
      const { sequence } = book.state
      this.entered.push({ lotId: action.lotId, paddle: action.bidder.paddle, mark, actorId, sequence })
    }
    return { ok: true, answer: answerOf(book, action, decision.events, now) }
  }

  #accountOf(bidderId: string): BidderAccount {
    const row = this.#exceptions.get(bidderId)
    return {
      id: bidderId,
      isStaff: row?.staff ?? false,
      isComplete: row?.complete ?? true,
      isActive: row === undefined || row.account_status === 'active',
      hasConfirmedEmail: row?.confirmed ?? true,
      hasAddress: row?.has_address ?? true,
    }
  }

  decideForStaff(action: StaffAction, now: number): Outcome {
    const book = this.books.get(action.lotId)
    if (book === undefined) return { ok: false, rejection: { code: 'lot-not-found' } }
    const before = book.state
    const command = this.#commandOf(action, book, now)
    const standing = action.command.type === 'withdraw-lot' ? before : this.#standingOf(book)
    const decision =
      'code' in command ? { ok: false as const, rejection: command } : decide(book.terms, standing, command, now)
    if (!decision.ok) return decision
    book.append(decision.events, null)
    this.#tally.moved(book, before)
    const { actorId } = action
    if (actorId !== null)
      this.audited.push({ action, actorId, before: publicFacts(before), after: publicFacts(book.state) })
    if (action.command.type === 'pause' && action.halt !== undefined) {
      this.halted.push({ haltId: action.halt.id, lotId: action.lotId, sequence: book.state.sequence })
    }
    if (before.status === 'scheduled') this.#pauseIfHalted(book, now)
    return { ok: true, answer: null }
  }

  /** Once its auction is canceled, a lot that hadn't ended by then counts as withdrawn, although the job hasn't come to it yet. */
  #standingOf({ lotId, state }: LotBook): LotState {
    const canceledAt = this.#cancellations.get(lotId)
    const isUndecided = state.status === 'scheduled' || state.status === 'open'
    if (canceledAt === undefined || !isUndecided || (state.closesAt ?? Infinity) <= canceledAt) return state
    return { ...state, status: 'withdrawn' }
  }

  /** A lot that opens during a halt is paused in the same commit, so that it takes no bid in between. */
  #pauseIfHalted({ lotId, auctionId }: LotBook, now: number): void {
    const halt = this.#halts.find((each) => each.auction_id === null || each.auction_id === auctionId)
    if (halt === undefined) return
    const { id, started_by: actorId, reason: cause } = halt
    const command = { type: 'pause', cause } as const
    this.decideForStaff({ by: 'company', lotId, command, actorId, halt: { id, sequence: null } }, now)
  }

  /** The engine's command for an action of the company, or the reason it is refused. */
  #commandOf(action: StaffAction, book: LotBook, now: number): Command | Rejection {
    const { command } = action
    switch (command.type) {
      case 'resume': {
        const history = this.#historyOf(book)
        return isAnothersPause(action, history) ? { code: 'not-paused' } : { ...command, history }
      }
      case 'withdraw-lot':
        return { ...command, canceledAt: this.#cancellations.get(book.lotId) }
      case 'void-bids':
        return { ...command, ...this.#lineOf(book) }
      case 'void-bidder':
        return this.#voidingOf(command, book)
      case 'withdraw-bids':
        return this.#withdrawalOf(command, book)
      case 'close':
      case 'hammer':
      case 'pass': {
        const { absences, ...rest } = command
        const noServerMs = this.#lostMs(absences, book, now)
        return { ...rest, noServerMs, ...(this.#hasInactiveLeader(book) ? { line: this.#lineOf(book) } : {}) }
      }
      case 'restart-clock':
        return { type: command.type, noServerMs: this.#lostMs(command.absences, book, now) }
      case 'approve':
      case 'accept-offer':
        return this.#hasInactiveLeader(book) ? { code: 'high-bidder-not-active' } : command
      default:
        return command
    }
  }

  #lostMs(absences: readonly Absence[], book: LotBook, now: number): number {
    const { terms, state } = book
    return lostMs(terms, this.#historyOf(book), absences, Math.min(state.closesAt ?? now, now))
  }

  #historyOf(book: LotBook): NumberedEvent[] {
    return [...(this.#histories.get(book.lotId) ?? []), ...book.added]
  }

  /** The bids of a lot and which of their bidders may hold the lead now. */
  #lineOf(book: LotBook): { history: NumberedEvent[]; bidders: LeadFacts } {
    const history = this.#historyOf(book)
    const ids = new Set(history.flatMap(({ event }) => ('bidder' in event ? [event.bidder.id] : [])))
    const bidders = new Map(
      [...ids].map((id) => [
        id,
        {
          ineligible: ineligibleToLead(this.#accountOf(id), book.sellerId),
          limit: this.#tally.limitOf(id, book),
        },
      ]),
    )
    return { history, bidders }
  }

  #voidingOf({ accountId, cause }: Extract<StaffAction['command'], { type: 'void-bidder' }>, book: LotBook) {
    const { status, leader } = book.state
    if (status === 'reserve-not-met') {
      return leader?.id === accountId
        ? ({ type: 'end-negotiation', cause } as const)
        : ({ code: 'nothing-to-void' } as const)
    }
    const line = this.#lineOf(book)
    const own = liveBids(line.history, goneBefore(line.history)).filter(({ bidder }) => bidder.id === accountId)
    return { type: 'void-bids', voided: own.map(({ sequence }) => sequence), cause, ...line } as const
  }

  #withdrawalOf(
    { accountId, cause, unlessBidFrom }: Extract<StaffAction['command'], { type: 'withdraw-bids' }>,
    book: LotBook,
  ): Command | Rejection {
    const { status, leader } = book.state
    const command = this.#voidingOf({ type: 'void-bidder', accountId, cause }, book)
    if (!('history' in command)) return { code: status === 'withdrawn' ? 'lot-withdrawn' : 'lot-closed' }
    const isStillWilling = hasBidSince(command.history, accountId, unlessBidFrom)
    return leader?.id === accountId && !isStillWilling ? command : { code: 'nothing-to-void' }
  }

  #hasInactiveLeader({ state: { leader } }: LotBook): boolean {
    return leader !== null && !this.#accountOf(leader.id).isActive
  }
}

/** Pauses made after a halt's own are deliberate: the halt resumes a lot only if its own pause is the last one. */
function isAnothersPause({ halt }: StaffAction, history: readonly NumberedEvent[]): boolean {
  if (halt === undefined) return false
  return history.findLast(({ event }) => event.type === 'paused')?.sequence !== halt.sequence
}

type Answered = { lotId: string; bidderId: string; fingerprint: string; outcome: Outcome }

/** Whether this is the same bid sent again: same lot, bidder, kind and amount. */
function isSame(first: Answered, action: BidderAction, fingerprint: string): boolean {
  return first.lotId === action.lotId && first.bidderId === action.bidder.id && first.fingerprint === fingerprint
}

/** Kind and amount. A maximum's fingerprint is a keyed hash, because the stored value must not reveal the amount. */
function fingerprintOf(keys: Keys, action: BidderAction): string {
  const content = `${action.kind} ${action.amount ?? ''}`
  if (action.kind === 'firm' || action.kind === 'buy-now') return content
  return keys.mac('bid-content', `${action.lotId} ${action.bidder.id} ${content}`).toString('base64')
}
