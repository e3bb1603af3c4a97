import { sql } from 'kysely'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { App } from '#server/platform/app.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import type { StaffAction } from './command.ts'
import type { Lanes } from './lane/lanes.ts'
import { requireNoPart } from './part-store.ts'
import { refusalOf } from './place-bid.ts'
import { presentStanding, STANDING_COLUMNS, type StandingRow } from './present.ts'

/** Takes an administrator's action on a lot that isn't their own through its lane. */
export async function submitForStaff(
  ...[app, lanes, actorId, lotId, ...action]: Parameters<typeof submitForCompany>
): Promise<Standing | Refusal> {
  await requireNoPart(app.db, actorId, lotId)
  return submitForCompany(app, lanes, actorId, lotId, ...action)
}

/** Takes an action of the company through the lot's lane and returns the resulting standing. The audit row is in the same commit. */
export async function submitForCompany(
  app: App,
  lanes: Lanes,
  actorId: string,
  lotId: string,
  command: StaffAction['command'],
  reason?: string,
): Promise<Standing | Refusal> {
  const outcome = await lanes.submit({ by: 'company', lotId, command, actorId, reason })
  if (!outcome.ok) {
    const { rejection } = outcome
    // A bidder's text would blame a bid that staff didn't place.
    if (rejection.code === 'lot-closed') return refuse('lot-closed', 'Bidding on this lot has ended.')
    const endsEarly = command.type === 'hammer' || command.type === 'pass'
    return rejection.code === 'not-due' && endsEarly
      ? refuse('not-due', 'This lot lost time to an outage, so its clock restarts first. Try again in a moment.')
      : refusalOf(rejection)
  }
  const row = await sql<StandingRow>`select ${sql.raw(STANDING_COLUMNS)} from standing where lot_id = ${lotId}`.execute(
    app.db,
  )
  return presentStanding(row.rows[0]!)
}
