import { sql } from 'kysely'
import type { Standing } from '#contract/bidding.ts'
import type { House } from '#server/platform/house.ts'
import type { Refusal } from '#server/platform/problem.ts'
import type { HouseAct } from './command.ts'
import type { Lanes } from './lane/lanes.ts'
import { refusalOf } from './place-bid.ts'
import { presentStanding, STANDING_COLUMNS, type StandingRow } from './present.ts'

/** Takes an administrator's act through the lot's lane and answers the standing it led to. The audit row is in the same commit. */
export async function actForHouse(
  house: House,
  lanes: Lanes,
  actorId: string,
  lotId: string,
  command: HouseAct['command'],
): Promise<Standing | Refusal> {
  const outcome = await lanes.submit({ by: 'house', lotId, command, actorId })
  if (!outcome.ok) return refusalOf(outcome.rejection)
  const row = await sql<StandingRow>`select ${sql.raw(STANDING_COLUMNS)} from standing where lot_id = ${lotId}`.execute(
    house.db,
  )
  return presentStanding(row.rows[0]!)
}
