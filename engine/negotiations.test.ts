import { describe, expect, test } from 'vitest'
import { played, rowsOf } from './story-runner.test-support.ts'
import type { Command } from './command.ts'
import { ADA, answer, codeOf, firm, maximum, negotiation, TIMED } from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

/** A reserve of 5,000, never met; the bidder is bound until 11:00 the next day (35:00), and offers end a day later (59:00). */
const RESERVED: Terms = { ...TIMED, reserve: 5_000_00 }

function story(title: string, table: string, terms = RESERVED): void {
  test(title, () => expect(played(terms, table)).toEqual(rowsOf(table)))
}

const CLOSE: Command = { type: 'close', noServerMs: 0 }
const counter = (amount: number): Command => ({ type: 'counter', amount, offerId: 'o' })
/** Ada leads at 4,000 with a maximum of 4,600. */
const CLOSED: [string, Command][] = [
  ['10:05', firm(ADA, 4_000_00)],
  ['10:06', maximum(ADA, 4_600_00)],
  ['11:00', CLOSE],
]

describe('while the high bidder is bound', () => {
  story(
    'the operator may accept their bid until the last moment, and not at the deadline itself',
    `
    time     | who   | act        | price | leader | reserve | ends  | note
    10:05    | Ada   | firm 4,000 | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    11:00    | staff | close      | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    34:59:59 | staff | lapse      | 4,000 | Ada    | not met | 11:00 | refused: not-due
    35:00    | staff | approve    | 4,000 | Ada    | not met | 11:00 | refused: bidder-free
    34:59:59 | staff | approve    | 4,000 | Ada    | not met | 11:00 | approved
    35:00    | staff | lapse      | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
    `,
  )
  story(
    'only they can accept a counteroffer, and the lot is sold at it',
    `
    time  | who   | act           | price | leader | reserve | ends  | note
    10:05 | Ada   | firm 4,000    | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    10:59 | staff | counter 4,500 | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
    10:59 | Ada   | accept 4,500  | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
    11:00 | staff | close         | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    12:00 | staff | counter 4,500 | 4,000 | Ada    | not met | 11:00 | countered
    12:01 | Boris | accept 4,500  | 4,000 | Ada    | not met | 11:00 | refused: not-your-negotiation
    12:02 | Ada   | accept 4,600  | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    12:03 | Ada   | accept 4,500  | 4,500 | Ada    | not met | 11:00 | agreed by bidder
    12:04 | staff | approve       | 4,500 | Ada    | not met | 11:00 | refused: not-undecided
    12:05 | Ada   | accept 4,500  | 4,500 | Ada    | not met | 11:00 | refused: not-undecided
    12:06 | staff | void sale     | 4,500 | Ada    | not met | 11:00 | sale-voided
    12:07 | staff | void sale     | 4,500 | Ada    | not met | 11:00 | refused: not-sold
    `,
  )
  story(
    'a counteroffer is above the bid, at most the reserve, in bid units, and a new one replaces the old',
    `
    time  | who   | act             | price | leader | reserve | ends  | note
    10:05 | Ada   | firm 4,000      | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    11:00 | staff | close           | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    11:01 | staff | counter 4,000   | 4,000 | Ada    | not met | 11:00 | refused: below-high-bid
    11:02 | staff | counter 5,001   | 4,000 | Ada    | not met | 11:00 | refused: above-reserve
    11:03 | staff | counter 4,500.5 | 4,000 | Ada    | not met | 11:00 | refused: not-a-bid-unit
    11:04 | staff | counter 5,000   | 4,000 | Ada    | not met | 11:00 | countered
    11:05 | staff | counter 5,000   | 4,000 | Ada    | not met | 11:00 | refused: same-offer
    11:06 | staff | counter 4,001   | 4,000 | Ada    | not met | 11:00 | countered
    11:07 | Ada   | accept 5,000    | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    11:08 | Ada   | decline 5,000   | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    11:09 | Ada   | decline 4,001   | 4,000 | Ada    | not met | 11:00 | declined by bidder
    11:10 | Ada   | accept 4,001    | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    11:11 | staff | approve         | 4,000 | Ada    | not met | 11:00 | approved
    `,
  )
  story(
    'they can offer only the maximum they choose to reveal, which the company may accept or decline',
    `
    time  | who   | act           | price | leader | reserve | ends  | note
    10:05 | Ada   | firm 4,000    | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    10:06 | Ada   | max 4,600     | 4,000 | Ada    | not met | 11:00 | silently raised
    10:59 | Ada   | show          | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
    11:00 | staff | close         | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    11:01 | Ada   | offer 4,200   | 4,000 | Ada    | not met | 11:00 | refused: still-bound
    11:02 | Boris | show          | 4,000 | Ada    | not met | 11:00 | refused: not-your-negotiation
    11:03 | staff | accept 4,600  | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    11:04 | Ada   | show          | 4,000 | Ada    | not met | 11:00 | offered
    11:05 | Ada   | show          | 4,000 | Ada    | not met | 11:00 | refused: same-offer
    11:06 | staff | counter 4,600 | 4,000 | Ada    | not met | 11:00 | refused: offer-crosses
    11:07 | staff | decline 4,500 | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    11:08 | staff | decline 4,600 | 4,000 | Ada    | not met | 11:00 | declined by company
    11:09 | Ada   | show          | 4,000 | Ada    | not met | 11:00 | offered
    11:10 | Ada   | retract 4,600 | 4,000 | Ada    | not met | 11:00 | retracted by bidder
    11:11 | staff | accept 4,600  | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    11:12 | Ada   | show          | 4,000 | Ada    | not met | 11:00 | offered
    11:13 | staff | accept 4,600  | 4,600 | Ada    | not met | 11:00 | agreed by company
    `,
  )
  story(
    'a bidder without a higher maximum has nothing to reveal, and a counteroffer within their maximum is cheaper to accept',
    `
    time  | who   | act           | price | leader | reserve | ends  | note
    10:05 | Ada   | firm 4,000    | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    11:00 | staff | close         | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    11:01 | Ada   | show          | 4,000 | Ada    | not met | 11:00 | refused: nothing-to-show
    `,
  )
  test('a maximum as high as the counteroffer is not revealed: accepting costs the same or less', () => {
    for (const [asked, said] of [
      [4_500_00, 'offer-crosses'],
      [4_600_00, 'offer-crosses'],
      [4_601_00, 'taken: offered'],
    ] as const) {
      const actions: [string, Command][] = [...CLOSED, ['12:00', counter(asked)]]
      expect(codeOf(answer(RESERVED, actions, '12:01', negotiation(ADA, 'show-maximum')))).toBe(said)
    }
  })
})

describe('when the bidder is free', () => {
  story(
    'either side may offer and the other accept; an offer from the binding time has expired, a counteroffer stands',
    `
    time     | who   | act           | price | leader | reserve | ends  | note
    10:05    | Ada   | firm 4,000    | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    10:06    | Ada   | max 4,600     | 4,000 | Ada    | not met | 11:00 | silently raised
    11:00    | staff | close         | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    12:00    | Ada   | show          | 4,000 | Ada    | not met | 11:00 | offered
    12:01    | staff | counter 4,800 | 4,000 | Ada    | not met | 11:00 | countered
    35:00    | staff | accept 4,600  | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    35:00    | staff | lapse         | 4,000 | Ada    | not met | 11:00 | freed
    35:01    | staff | lapse         | 4,000 | Ada    | not met | 11:00 | refused: not-due
    35:01    | Ada   | show          | 4,000 | Ada    | not met | 11:00 | refused: bidder-free
    35:02    | Ada   | offer 3,999   | 4,000 | Ada    | not met | 11:00 | refused: below-high-bid
    35:02    | Ada   | offer 4,100.5 | 4,000 | Ada    | not met | 11:00 | refused: not-a-bid-unit
    35:03    | Ada   | offer 4,800   | 4,000 | Ada    | not met | 11:00 | refused: offer-crosses
    35:04    | Boris | offer 4,400   | 4,000 | Ada    | not met | 11:00 | refused: not-your-negotiation
    35:05    | Ada   | offer 4,000   | 4,000 | Ada    | not met | 11:00 | offered
    35:06    | Ada   | offer 4,000   | 4,000 | Ada    | not met | 11:00 | refused: same-offer
    35:07    | Ada   | offer 4,400   | 4,000 | Ada    | not met | 11:00 | offered
    35:08    | staff | counter 4,400 | 4,000 | Ada    | not met | 11:00 | refused: offer-crosses
    35:09    | staff | counter 4,401 | 4,000 | Ada    | not met | 11:00 | countered
    35:10    | Ada   | retract 4,000 | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    58:59:59 | staff | accept 4,400  | 4,400 | Ada    | not met | 11:00 | agreed by company
    `,
  )
  story(
    'nobody can accept at or after the deadline, however late the lapse is recorded',
    `
    time     | who   | act           | price | leader | reserve | ends  | note
    10:05    | Ada   | firm 4,000    | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    11:00    | staff | close         | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    58:59:59 | staff | counter 4,500 | 4,000 | Ada    | not met | 11:00 | freed, countered
    59:00    | Ada   | accept 4,500  | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
    59:00    | staff | end           | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
    59:00    | staff | lapse         | 4,000 | Ada    | not met | 11:00 | lapsed (time)
    70:01    | staff | lapse         | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
    `,
  )
  story(
    'after a long outage of all servers the ledger records both: they were freed, and it lapsed',
    `
    time  | who   | act        | price | leader | reserve | ends  | note
    10:05 | Ada   | firm 4,000 | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    11:00 | staff | close      | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    99:00 | staff | lapse      | 4,000 | Ada    | not met | 11:00 | freed, lapsed (time)
    `,
  )
  story(
    'the first command after the deadline records that they are free',
    `
    time  | who   | act           | price | leader | reserve | ends  | note
    10:05 | Ada   | firm 4,000    | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    11:00 | staff | close         | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    12:00 | staff | counter 4,500 | 4,000 | Ada    | not met | 11:00 | countered
    35:00 | Ada   | accept 4,500  | 4,500 | Ada    | not met | 11:00 | freed, agreed by bidder
    `,
  )
  story(
    'the company may retract its counteroffer, and nobody can accept it then',
    `
    time  | who   | act           | price | leader | reserve | ends  | note
    10:05 | Ada   | firm 4,000    | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    11:00 | staff | close         | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    12:00 | staff | counter 4,500 | 4,000 | Ada    | not met | 11:00 | countered
    12:01 | staff | retract 4,400 | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    36:00 | staff | retract 4,500 | 4,000 | Ada    | not met | 11:00 | freed, retracted by company
    36:01 | Ada   | accept 4,500  | 4,000 | Ada    | not met | 11:00 | refused: offer-gone
    36:02 | Ada   | offer 4,500   | 4,000 | Ada    | not met | 11:00 | offered
    `,
  )
  story(
    'the company may end the negotiation at any time',
    `
    time  | who   | act        | price | leader | reserve | ends  | note
    10:05 | Ada   | firm 4,000 | 4,000 | Ada    | not met | 11:00 | opened, first-bid
    11:00 | staff | close      | 4,000 | Ada    | not met | 11:00 | reserve-not-met
    40:00 | staff | end        | 4,000 | Ada    | not met | 11:00 | freed, lapsed (company)
    `,
  )
})
