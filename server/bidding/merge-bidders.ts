import { sql, type Kysely } from 'kysely'
import type { MergePair, MergePart } from '#server/accounts/merge/merge-part.ts'
import { lockOpenLots } from './closing-check.ts'

/** Named in one sentence; a person with more has more to look at than a list. */
const NAMED_MAX = 5

/**
 * A bid binds the person under whose number it was made, so nothing that still binds is merged; and two accounts that ever met on one lot
 * are a question about those bids, which a merge would hide.
 */
export const mergeBidders: MergePart = {
  lock: lockOpenLots,
  refuse: async (trx, pair) => [
    ...said(
      await undecidedLots(trx, pair),
      (lots) => `The duplicate bid on ${lots}, not decided yet. Wait for the result.`,
    ),
    ...said(await lotsInCommon(trx, pair), (lots) => `Both bid on ${lots}. Suspend the duplicate instead.`),
    ...said(
      await lotsOfEachOther(trx, pair),
      (lots) => `One bid on ${lots}, which the other sells. Suspend the duplicate instead.`,
    ),
    ...said(await unpaidLots(trx, pair), (lots) => `The duplicate bought ${lots}, not paid in full yet.`),
    ...((await hasPending(trx, pair)) ? ['The duplicate has a pending bid. Ask the person to withdraw it first.'] : []),
  ],
  carry: async (trx, pair) => ({ watches: await moveWatches(trx, pair) }),
}

function said(numbers: readonly number[], sentence: (lots: string) => string): string[] {
  if (numbers.length === 0) return []
  const named = numbers.slice(0, NAMED_MAX).join(', ')
  const more = numbers.length > NAMED_MAX ? ` and ${numbers.length - NAMED_MAX} more` : ''
  return [sentence(`${numbers.length === 1 ? 'lot' : 'lots'} ${named}${more}`)]
}

/** Lots on which the duplicate bid, leading or not, that aren't sold, passed or withdrawn. */
async function undecidedLots(trx: Kysely<object>, { duplicateId }: MergePair): Promise<number[]> {
  const found = await sql<{ number: number }>`
    select l.lot_number as number from participation p join standing s on s.lot_id = p.lot_id join lot l on l.id = p.lot_id
    where p.bidder_id = ${duplicateId} and s.status in ('scheduled', 'open', 'reserve-not-met') order by 1`.execute(trx)
  return found.rows.map(({ number }) => number)
}

async function lotsInCommon(trx: Kysely<object>, { keptId, duplicateId }: MergePair): Promise<number[]> {
  const found = await sql<{ number: number }>`
    select l.lot_number as number from participation own join participation other on other.lot_id = own.lot_id
    join lot l on l.id = own.lot_id
    where own.bidder_id = ${duplicateId} and other.bidder_id = ${keptId} order by 1`.execute(trx)
  return found.rows.map(({ number }) => number)
}

async function lotsOfEachOther(trx: Kysely<object>, { keptId, duplicateId }: MergePair): Promise<number[]> {
  const found = await sql<{ number: number }>`
    select l.lot_number as number from participation p join lot l on l.id = p.lot_id
    where (p.bidder_id = ${duplicateId} and l.seller_id = ${keptId}) or (p.bidder_id = ${keptId} and l.seller_id = ${duplicateId})
    order by 1`.execute(trx)
  return found.rows.map(({ number }) => number)
}

async function unpaidLots(trx: Kysely<object>, { duplicateId }: MergePair): Promise<number[]> {
  const found = await sql<{ number: number }>`
    select l.lot_number as number from purchase_due d join lot l on l.id = d.lot_id
    where d.bidder_id = ${duplicateId} order by 1`.execute(trx)
  return found.rows.map(({ number }) => number)
}

async function hasPending(trx: Kysely<object>, { duplicateId }: MergePair): Promise<boolean> {
  const found = await sql`select 1 from pending_bid where account_id = ${duplicateId} limit 1`.execute(trx)
  return found.rows.length > 0
}

/** Returns how many lots the account that stays didn't watch before. */
async function moveWatches(trx: Kysely<object>, { keptId, duplicateId }: MergePair): Promise<number> {
  const moved = await sql`
    insert into watch (account_id, lot_id, created_at)
    select ${keptId}, lot_id, created_at from watch where account_id = ${duplicateId}
    on conflict (account_id, lot_id) do nothing`.execute(trx)
  await sql`delete from watch where account_id = ${duplicateId}`.execute(trx)
  return Number(moved.numAffectedRows ?? 0)
}
