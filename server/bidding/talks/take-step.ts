import type { TakeHouseStep, TakeTalkStep } from '#contract/talks.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import type { Person } from '#server/platform/person.ts'
import { invalidInput, notFound, type Refusal } from '#server/platform/problem.ts'
import type { HouseAct, TalkKind } from '../command.ts'
import type { Lanes } from '../lane/lanes.ts'
import { refusalOf } from '../place-bid.ts'
import { findTalk } from './store.ts'

const KINDS: Record<TakeTalkStep['kind'], TalkKind> = {
  'show-maximum': 'show-maximum',
  offer: 'offer',
  retract: 'retract-offer',
  accept: 'accept-counter',
  decline: 'decline-counter',
}

/**
 * Takes a step of the high bidder through the lot's lane: judged once, under the lot's lock, at the database's clock. The same id gets
 * the first answer again. For everybody else there is no such talk. Null: it was taken.
 */
export async function takeBidderStep(
  house: House,
  lanes: Lanes,
  person: Person,
  lotId: string,
  { stepId, kind, amount }: TakeTalkStep,
): Promise<Refusal | null> {
  if (kind !== 'show-maximum' && amount === undefined)
    throw invalidInput([{ field: 'amount', message: 'Say the amount in minor units.' }])
  if ((await findTalk(house.db, lotId))?.leader_id !== person.id) throw notFound('this talk')
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

/** Takes a step of the house through the lane; the audit row is in the same commit. Null: it was taken. */
export async function takeHouseStep(
  house: House,
  lanes: Lanes,
  actorId: string,
  lotId: string,
  step: TakeHouseStep,
): Promise<Refusal | null> {
  if ((await findTalk(house.db, lotId)) === undefined) throw notFound('this talk')
  const outcome = await lanes.submit({ by: 'house', lotId, command: commandOf(step), actorId })
  return outcome.ok ? null : refusalOf(outcome.rejection)
}

function commandOf(step: TakeHouseStep): HouseAct['command'] {
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
      return { type: 'end-talk', cause: step.reason }
    default:
      return step satisfies never
  }
}
