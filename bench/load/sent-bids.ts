import type { CastMember } from '#test/cast.ts'
import type { Seen } from '#test/invariants.ts'

type Sent = Omit<Seen, 'bidderId'>

/** All sent bids, in columns: with an object per bid, garbage collection would pause the generator and delay bids. */
export class SentBids {
  #crowd: readonly CastMember[]
  #bidIds: string[] = []
  #lotIds: string[] = []
  #amounts: number[] = []
  #bidders: number[] = []
  #isMaximum: boolean[] = []
  #acknowledged: (boolean | null)[] = []

  constructor(crowd: readonly CastMember[]) {
    this.#crowd = crowd
  }

  /** `bidder`: index in the crowd. */
  add(bidder: number, { bidId, lotId, kind, amount, acknowledged }: Sent): void {
    this.#bidIds.push(bidId)
    this.#lotIds.push(lotId)
    this.#amounts.push(amount)
    this.#bidders.push(bidder)
    this.#isMaximum.push(kind === 'maximum')
    this.#acknowledged.push(acknowledged)
  }

  all(): Seen[] {
    return this.#bidIds.map((bidId, index) => ({
      bidId,
      lotId: this.#lotIds[index]!,
      bidderId: this.#crowd[this.#bidders[index]!]!.id,
      kind: this.#isMaximum[index] ? 'maximum' : 'firm',
      amount: this.#amounts[index]!,
      acknowledged: this.#acknowledged[index]!,
    }))
  }
}
