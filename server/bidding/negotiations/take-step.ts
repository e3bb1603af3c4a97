import type { TakeStaffStep, TakeNegotiationStep } from '#contract/bidding/negotiations.ts'
import type { Rejection } from '#engine'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import type { Person } from '#server/platform/person.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import type { StaffAction, NegotiationKind } from '../command.ts'
import { detailsOf } from '../lane/answer.ts'
import type { Lanes } from '../lane/lanes.ts'
import { refusalOf } from '../place-bid.ts'
import { findNegotiation } from './store.ts'

const KINDS: Record<TakeNegotiationStep['kind'], NegotiationKind> = {
  'show-maximum': 'show-maximum',
  offer: 'offer',
  retract: 'retract-offer',
  accept: 'accept-counter',
  decline: 'decline-counter',
}

/**
 * Takes a step of the high bidder through the lot's lane: judged once, under the lot's lock, at the database's clock. Repeating an id
 * returns the first answer. Throws `not-found` for everyone else. Null: the step was accepted.
 */
export async function takeBidderStep(
  app: App,
  lanes: Lanes,
  person: Person,
  lotId: string,
  { stepId, kind, amount }: TakeNegotiationStep,
): Promise<Refusal | null> {
  if (kind !== 'show-maximum' && amount === undefined)
    throw invalidInput([{ field: 'amount', message: 'Enter the amount in minor units.' }])
  if ((await findNegotiation(app.db, lotId))?.leader_id !== person.id) throw notFound('this negotiation')
  const outcome = await lanes.submit({
    by: 'bidder',
    bidId: stepId,
    lotId,
    bidder: { id: person.id, paddle: person.paddle },
    kind: KINDS[kind],
    amount: kind === 'show-maximum' ? null : (amount ?? null),
  })
  return outcome.ok ? null : refusalOf(outcome.rejection)
}

/** Takes a step of the company through the lane; the audit row is in the same commit. Null: the step was accepted. */
export async function takeStaffStep(
  app: App,
  lanes: Lanes,
  actorId: string,
  lotId: string,
  step: TakeStaffStep,
): Promise<Refusal | null> {
  if ((await findNegotiation(app.db, lotId)) === undefined) throw notFound('this negotiation')
  const outcome = await lanes.submit({ by: 'company', lotId, command: commandOf(step), actorId })
  return outcome.ok ? null : staffRefusal(outcome.rejection)
}

/** A counteroffer, unlike a bidder's offer, can't repeat the high bid. */
function staffRefusal(rejection: Rejection): Refusal {
  return rejection.code === 'below-high-bid'
    ? refuse(rejection.code, 'A counteroffer must be above the high bid.', detailsOf(rejection))
    : refusalOf(rejection)
}

function commandOf(step: TakeStaffStep): StaffAction['command'] {
  switch (step.kind) {
    case 'counter':
      return { type: 'counter', amount: step.amount, offerId: newId() }
    case 'retract':
      return { type: 'retract-counter', amount: step.amount }
    case 'accept':
      return { type: 'accept-offer', amount: step.amount }
    case 'decline':
      return { type: 'decline-offer', amount: step.amount }
    case 'approve':
      return { type: 'approve', cause: step.reason }
    case 'end':
      return { type: 'end-negotiation', cause: step.reason }
    default:
      return step satisfies never
  }
}
