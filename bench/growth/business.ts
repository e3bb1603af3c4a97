import type pg from 'pg'
import { costTermsNow } from '#server/lots/cost-terms.ts'
import { castCrowd, castPerson, type CastMember } from '#test/cast.ts'
import { seeded } from '#test/many-lots.ts'
import type { BidPlan } from '../load/bidders.ts'
import { castHotLot } from '../load/hot-lot.ts'
import { castLots, manyLotsPlan } from '../load/many-lots.ts'
import { zipf } from '../load/zipf.ts'
import { openStage, type Stage } from '../stage.ts'
import { bidOn, grow, openFiller, type Size } from './grow.ts'

const EXPONENT = 1.1
const SEED = 20_261_128

/** A server over a business of some size, and the people and lots of the loads. `hotLotId`: has the size's bids. `manyLots`: bids on the others. */
export type Business = {
  stage: Stage
  crowd: CastMember[]
  owner: CastMember
  hotLotId: string
  manyLots: BidPlan
}

/** `clients`: bidders of each load; `lots`: those that they bid on together besides the hot one. */
export async function openBusiness(
  size: Size,
  { clients, lots }: { clients: number; lots: number },
): Promise<Business> {
  const filled: Partial<Business> = {}
  const stage = await openStage(async (app) => {
    const sql = await openFiller(app.databaseUrl)
    try {
      await grow(sql, size, await costTermsNow(app, app.db))
      filled.crowd = await castCrowd(app.pool, clients)
      await leaveQuiet(sql, filled.crowd)
      filled.owner = await castPerson(app.pool, { name: 'Olga', role: 'owner' })
      filled.hotLotId = await castHotLot({ app })
      await bidOn(sql, { lotId: filled.hotLotId, crowd: filled.crowd, bids: size.bids })
      filled.manyLots = manyLotsPlan(await castLots({ app }, lots), zipf(lots, EXPONENT, seeded(SEED)))
      // As autovacuum leaves tables of this size a minute after such an import.
      await sql.query('vacuum analyze')
      await sql.query('checkpoint')
    } finally {
      await sql.end()
    }
  })
  return { ...(filled as Omit<Business, 'stage'>), stage }
}

/** The crowd wants no word of being outbid: sending it takes the server minutes, in which the other business is measured. */
async function leaveQuiet(sql: pg.Client, crowd: readonly CastMember[]): Promise<void> {
  await sql.query(
    `insert into notification_choice (account_id, kind, mail, push, page)
     select id, 'outbid', false, false, false from unnest($1::uuid[]) id`,
    [crowd.map(({ id }) => id)],
  )
}
