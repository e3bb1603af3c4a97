import type { FastifyInstance } from 'fastify'
import {
  listNegotiations,
  readMyNegotiation,
  readReserve,
  readNegotiation,
  takeStaffStep,
  takeNegotiationStep,
  voidSale,
} from '#contract/bidding/negotiations.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { leaderWarnings } from '../leader-warnings.ts'
import { submitForStaff } from '../staff-actions.ts'
import type { Lanes } from '../lane/lanes.ts'
import { ownPart, requireNoPart } from '../part-store.ts'
import type { BidThrottle } from '../throttle.ts'
import { presentMyNegotiation, presentNegotiation, presentNegotiationRow } from './present.ts'
import { findNegotiation, reserveOf, stepsOf, NEGOTIATION_LIST, type NegotiationLotRow } from './store.ts'
import { takeBidderStep, takeStaffStep as takeForStaff } from './take-step.ts'

/** What follows a close below the reserve, for the high bidder and for staff; and undoing a sale. */
export function negotiationRoutes(http: FastifyInstance, app: App, lanes: Lanes, throttle: BidThrottle): void {
  const { db, keys } = app

  async function negotiationFor(lotId: string, mayRead: (leaderId: string | null) => boolean) {
    const [row, steps] = await Promise.all([findNegotiation(db, lotId), stepsOf(db, lotId)])
    if (row === undefined || !mayRead(row.leader_id)) throw notFound('this negotiation')
    return { row, steps }
  }

  async function forBidder(accountId: string, lotId: string) {
    const { row, steps } = await negotiationFor(lotId, (leaderId) => leaderId === accountId)
    return presentMyNegotiation(row, steps, keys)
  }

  async function forStaff(readerId: string, lotId: string) {
    const { row, steps } = await negotiationFor(lotId, () => true)
    const { leader_id: leaderId, auction_id: auctionId, leader_paddle: paddle, status } = row
    const isRunning = status === 'reserve-not-met' && leaderId !== null && paddle !== null
    const [part, [warning = null]] = await Promise.all([
      ownPart(db, readerId, lotId),
      leaderWarnings(app, isRunning ? [{ lotId, auctionId, leaderId, paddle }] : []),
    ])
    return { ...presentNegotiation(row, steps, keys), isOwn: part !== null, warning }
  }

  serve(http, readMyNegotiation, ({ params, person }) => forBidder(person.id, params.lotId))

  serve(http, takeNegotiationStep, async ({ params, body, person }) => {
    throttle.take(person.id)
    const refusal = await takeBidderStep(app, lanes, person, params.lotId, body)
    return refusal ?? forBidder(person.id, params.lotId)
  })

  serveList(http, db, listNegotiations, NEGOTIATION_LIST, {
    present: (rows: NegotiationLotRow[]) =>
      rows.map((row) => ({ id: row.lot_id, ...presentNegotiationRow(row, keys) })),
  })

  serve(http, readNegotiation, ({ params, person }) => forStaff(person.id, params.lotId))

  serve(http, takeStaffStep, async ({ params, body, person }) => {
    await requireNoPart(db, person.id, params.lotId)
    const refusal = await takeForStaff(app, lanes, person.id, params.lotId, body)
    return refusal ?? forStaff(person.id, params.lotId)
  })

  serve(http, readReserve, ({ params: { lotId }, person }) =>
    db.transaction().execute(async (trx) => {
      const reserve = await reserveOf(trx, lotId)
      if (reserve === undefined) throw notFound('this lot')
      await audit(trx, { actorId: person.id, action: 'view-reserve', subjectKind: 'lot', subjectId: lotId })
      return { reserve }
    }),
  )

  serve(http, voidSale, async ({ params: { lotId }, body, person }) => {
    await requireNoPart(db, person.id, lotId)
    const refusal = await whyNotVoided(app, lotId, body)
    if (refusal !== null) return refusal
    const command = { type: 'void-sale', cause: body.reason, defaulted: body.cause === 'default' } as const
    return await submitForStaff(app, lanes, person.id, lotId, command)
  })
}

/** Why what followed from a sale doesn't let it be undone; null: it does. */
async function whyNotVoided(
  { db, extensions }: App,
  lotId: string,
  { cause, isBack }: BodyOf<typeof voidSale>,
): Promise<Refusal | null> {
  const { paidSales, heldSales, collectedSales } = extensions
  const isSo = async (asked: typeof paidSales) => (await Promise.all(asked.map((ask) => ask(db, lotId)))).includes(true)
  if (await isSo(heldSales)) {
    return refuse(
      'payment-disputed',
      'A bank is reviewing a payment for this lot and holds the money. Undo the sale once the bank has decided.',
    )
  }
  if (cause === 'default' && (await isSo(paidSales))) {
    return refuse(
      'sale-paid',
      'The buyer has paid, so this isn’t an unpaid sale. Choose “It was a mistake”, and the payment is refunded.',
    )
  }
  if (isBack !== true && (await isSo(collectedSales))) {
    return refuse(
      'vehicle-collected',
      'The buyer has picked the vehicle up. Undo the sale only once we have it back: it can then be offered again.',
    )
  }
  return null
}
