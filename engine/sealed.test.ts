import { describe, expect, test } from 'vitest'
import type { Command, LeadFacts, NumberedEvent } from './command.ts'
import { decide } from './decide.ts'
import { evolve, initialLot } from './evolve.ts'
import { isSealed, type LotState } from './lot.ts'
import { goneBefore, liveBids } from './next-in-line.ts'
import { ADA, BORIS, clock, firm, lower, maximum, taken, TIMED, upTo } from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

/** A lot and its history after actions that must all be accepted, a minute apart; `voids` name public sequences. */
function lotOf(terms: Terms, ...actions: (Command | { voids: readonly number[]; bidders?: LeadFacts })[]) {
  let state = initialLot(terms)
  const history: NumberedEvent[] = []
  actions.forEach((action, minute) => {
    const command: Command =
      'voids' in action
        ? {
            type: 'void-bids',
            voided: [...action.voids],
            cause: 'a slip',
            history,
            bidders: action.bidders ?? new Map(),
          }
        : action
    for (const event of taken(decide(terms, state, command, clock('10:10') + minute * 60_000))) {
      state = evolve(state, event)
      const sealedNumber = history.filter((each) => isSealed(each.event)).length + 1
      history.push(
        isSealed(event) ? { sequence: state.sequence, event, sealedNumber } : { sequence: state.sequence, event },
      )
    }
  })
  return { state, history }
}

const leads = ({ leader, price, leaderMaximum }: LotState) => [leader?.id ?? null, price, leaderMaximum]

describe('a change of a maximum that has no public effect', () => {
  test('takes no sequence: the next event follows the previous one', () => {
    const before = lotOf(TIMED, maximum(ADA, 1000_00))
    const after = lotOf(TIMED, maximum(ADA, 1000_00), maximum(ADA, 2000_00), lower(ADA, 1500_00), lower(ADA, null))
    expect(after.state).toEqual({ ...before.state, leaderMaximum: 500_00 })
    const { history } = lotOf(TIMED, maximum(ADA, 1000_00), maximum(ADA, 2000_00), maximum(BORIS, 700_00))
    expect(history.map(({ sequence, event, sealedNumber }) => [sequence, event.type, sealedNumber])).toEqual([
      [1, 'opened', undefined],
      [2, 'bid-placed', undefined],
      [2, 'maximum-changed', 1],
      [3, 'bid-placed', undefined],
    ])
  })
})

describe('a sealed raise depends on the bid it raised', () => {
  test('voiding the bid removes the raise, and the void names only public sequences', () => {
    const { state, history } = lotOf(TIMED, maximum(BORIS, 700_00), maximum(ADA, 1000_00), maximum(ADA, 2000_00), {
      voids: [3],
    })
    expect(leads(state)).toEqual(['boris', 500_00, 700_00])
    expect(history.at(-1)?.event).toMatchObject({ type: 'voided', voided: [3] })
    expect(liveBids(history, goneBefore(history)).map(({ sequence, amount }) => [sequence, amount])).toEqual([
      [2, 700_00],
    ])
  })

  test('voiding a rival’s bid just before it leaves it', () => {
    const { state } = lotOf(TIMED, maximum(ADA, 1000_00), firm(BORIS, 700_00), maximum(ADA, 2000_00), { voids: [3] })
    expect(leads(state)).toEqual(['ada', 500_00, 2000_00])
  })

  test('of several bids, it belongs to the newest that still counted when the raise was made', () => {
    const actions = [maximum(ADA, 1000_00), maximum(BORIS, 1200_00), maximum(ADA, 1500_00), { voids: [4] }] as const
    const { state } = lotOf(TIMED, ...actions, { voids: [3] }, maximum(ADA, 3000_00))
    expect(leads(state)).toEqual(['ada', 500_00, 3000_00])
    const voided = lotOf(TIMED, ...actions, { voids: [3] }, maximum(ADA, 3000_00), { voids: [2] })
    expect(leads(voided.state)).toEqual([null, null, null])
  })

  test('a lowering stays when an older bid leads again, and never increases it', () => {
    const { state } = lotOf(TIMED, maximum(ADA, 1000_00), firm(ADA, 600_00), lower(ADA, 800_00), { voids: [3] })
    expect(leads(state)).toEqual(['ada', 500_00, 800_00])
  })

  test('a raise over the limit of the next leader is passed over with its bid, which is named once', () => {
    const bidders: LeadFacts = new Map([['ada', { ineligible: null, limit: upTo(1500_00) }]])
    const { state, history } = lotOf(
      TIMED,
      maximum(ADA, 1000_00),
      maximum(ADA, 2000_00),
      maximum(ADA, 2200_00),
      maximum(BORIS, 3000_00),
      { voids: [3], bidders },
    )
    expect(leads(state)).toEqual([null, null, null])
    expect(history.at(-1)?.event).toMatchObject({ type: 'passed-over', bidder: ADA, bids: [2], why: 'over-limit' })
  })
})

test('a raise in the ledger of an older lot, with its own sequence, is voided by that sequence', () => {
  const { state, history } = lotOf(TIMED, maximum(ADA, 1000_00), maximum(ADA, 2000_00))
  const older = history.map(({ event }, index) => ({ sequence: index + 1, event }))
  const command: Command = { type: 'void-bids', voided: [3], cause: 'a slip', history: older, bidders: new Map() }
  const [voided] = taken(decide(TIMED, { ...state, sequence: 3 }, command, clock('10:30')))
  expect(voided).toMatchObject({ type: 'voided', voided: [3], leaderMaximum: 1000_00 })
})
