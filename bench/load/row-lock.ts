import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type RowLockOptions = {
  connections: number
  forMs: number
  /** The number of lots, and which of them gets the next bid, from 0; one lot by default. */
  lots?: number
  drawLot?: () => number
}

/**
 * The yardstick: what auction software usually does. One transaction per bid locks the lot's row, checks the amount, inserts the bid,
 * updates the price and commits; directly through the same driver on the same database, without HTTP.
 */
export async function loadRowLock(
  url: string,
  { connections, forMs, lots = 1, drawLot = () => 0 }: RowLockOptions,
): Promise<{ accepted: number; seconds: number }> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const lotIds = Array.from({ length: lots }, () => randomUUID())
  await prepareRowLock(pool, lotIds)
  const startedAt = performance.now()
  const endsAt = startedAt + forMs
  let accepted = 0
  const keepBidding = async () => {
    const bidder = randomUUID()
    while (performance.now() < endsAt) {
      await rowLockBid(pool, { id: randomUUID(), lotId: lotIds[drawLot()]!, bidder, amountAt: (price) => price + 1 })
      accepted += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, keepBidding))
  const seconds = (performance.now() - startedAt) / 1000
  await pool.end()
  return { accepted, seconds }
}

/** Creates the yardstick's tables, unless they are there, and new lots in them. Needs the owner's login. */
export async function prepareRowLock(pool: pg.Pool, lotIds: string[]): Promise<void> {
  await pool.query(`create table if not exists yardstick_lot (id uuid primary key, price bigint not null, leader uuid)`)
  await pool.query(`create table if not exists yardstick_bid (id uuid primary key, lot_id uuid not null, bidder uuid not null,
    amount bigint not null, at timestamptz not null default clock_timestamp())`)
  await pool.query('insert into yardstick_lot select id, 0, null from unnest($1::uuid[]) id', [lotIds])
}

/** `amountAt`: the amount of the bid at the lot's price, or null to refuse it. */
export type RowLockBid = { id: string; lotId: string; bidder: string; amountAt(price: number): number | null }

/** One bid in one transaction: whether it was accepted, known after the commit. Throws the database's error. */
export async function rowLockBid(pool: pg.Pool, bid: RowLockBid): Promise<boolean> {
  const client = await pool.connect()
  try {
    const isAccepted = await decide(client, bid)
    client.release()
    return isAccepted
  } catch (error) {
    // Its transaction may still be open.
    client.release(true)
    throw error
  }
}

async function decide(client: pg.PoolClient, { id, lotId, bidder, amountAt }: RowLockBid): Promise<boolean> {
  await client.query('begin')
  const lot = await client.query<{ price: string | number }>({
    name: 'lock',
    text: 'select price from yardstick_lot where id = $1 for update',
    values: [lotId],
  })
  const amount = amountAt(Number(lot.rows[0]!.price))
  if (amount === null) {
    await client.query('rollback')
    return false
  }
  await client.query({
    name: 'insert',
    text: 'insert into yardstick_bid (id, lot_id, bidder, amount) values ($1, $2, $3, $4)',
    values: [id, lotId, bidder, amount],
  })
  await client.query({
    name: 'move',
    text: 'update yardstick_lot set price = $2, leader = $3 where id = $1',
    values: [lotId, amount, bidder],
  })
  await client.query('commit')
  return true
}
