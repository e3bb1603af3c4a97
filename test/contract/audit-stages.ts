import type { CastMember } from '#test/cast.ts'
import type { TestHouse } from '#test/harness/house.ts'
import type { Input } from './requests.ts'

/** What makes each act succeed, by its name; it may set its stage first. */
export type Stages = Record<string, () => Promise<Input>>

/** What stages play on. `helper`: an auctioneer who does what must have been done before. */
export type Desk = { house: TestHouse; helper: CastMember }
