import type { LotEvent, LotState, Talk } from './lot.ts'

/** What can happen to a lot between its close below the reserve and the end of the talk. */
export type TalkEvent = Extract<
  LotEvent,
  { type: 'approved' | 'countered' | 'offered' | 'declined' | 'retracted' | 'freed' | 'agreed' | 'lapsed' }
>

/**
 * Moves the talk of `next` on by one step. The leader's maximum is what binds him: his maximum until he is freed, then his own offer
 * while it stands, then nothing.
 */
export function talkOn(next: LotState, event: TalkEvent): void {
  const { talk } = next
  switch (event.type) {
    case 'approved':
    case 'agreed':
      next.status = 'sold'
      next.price = event.price
      next.leaderMaximum = Math.max(next.leaderMaximum ?? 0, event.price)
      next.talk = null
      return
    case 'lapsed':
      next.status = 'passed'
      next.talk = null
      return
    case 'freed':
      // A maximum that was shown stood by what bound it.
      if (talk !== null) setOffer(next, { ...talk, isFree: true }, null)
      return
    case 'countered':
      if (talk !== null) next.talk = { ...talk, counter: event.amount }
      return
    case 'offered':
      if (talk !== null) setOffer(next, talk, event.amount)
      return
    case 'declined':
    case 'retracted':
      // The house's counter falls by the bidder's no or the house's second thought; the bidder's offer the other way round.
      if (talk === null) return
      if ((event.by === 'bidder') === (event.type === 'declined')) next.talk = { ...talk, counter: null }
      else setOffer(next, talk, null)
      return
    default:
      return event satisfies never
  }
}

function setOffer(next: LotState, talk: Talk, offer: number | null): void {
  next.talk = { ...talk, offer }
  if (talk.isFree) next.leaderMaximum = offer
}
