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
  await prepare(pool, lotIds)
  const startedAt = performance.now()
  const endsAt = startedAt + forMs
  let accepted = 0
  const keepBidding = async () => {
    const bidder = randomUUID()
    while (performance.now() < endsAt) {
      await bidOnce(pool, lotIds[drawLot()]!, bidder)
      accepted += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, keepBidding))
  const seconds = (performance.now() - startedAt) / 1000
  await pool.end()
  return { accepted, seconds }
}

async function prepare(pool: pg.Pool, lotIds: string[]): Promise<void> {
  await pool.query(`create table if not exists yardstick_lot (id uuid primary key, price bigint not null, leader uuid)`)
  await pool.query(`create table if not exists yardstick_bid (id uuid primary key, lot_id uuid not null, bidder uuid not null,
    amount bigint not null, at timestamptz not null default clock_timestamp())`)
  await pool.query('insert into yardstick_lot select id, 0, null from unnest($1::uuid[]) id', [lotIds])
}

async function bidOnce(pool: pg.Pool, lotId: string, bidder: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const lot = await client.query<{ price: string }>({
      name: 'lock',
      text: 'select price from yardstick_lot where id = $1 for update',
      values: [lotId],
    })
    const amount = Number(lot.rows[0]!.price) + 1
    await client.query({
      name: 'insert',
      text: 'insert into yardstick_bid (id, lot_id, bidder, amount) values ($1, $2, $3, $4)',
      values: [randomUUID(), lotId, bidder, amount],
    })
    await client.query({
      name: 'move',
      text: 'update yardstick_lot set price = $2, leader = $3 where id = $1',
      values: [lotId, amount, bidder],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}
