import net from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { chainStart } from '#server/bidding/ledger-line.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { idOf } from '../plan.ts'
import { Model, type Row } from './model.ts'
import { Session } from './session.ts'

/** A database that runs the same story: PostgreSQL itself, or the model behind a local port. */
export type Place = {
  name: string
  url: string
  /** Whether any session waits for a lock now. */
  isWaiting(): Promise<boolean>
  dump(): Promise<Record<string, Row[]>>
  close(): Promise<void>
}

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

export const LOTS = [1, 2, 3].map((number) => idOf(2, number))
/** Eligible bidders, and one each without a membership, with a limit too low for any bid, and suspended. */
export const PEOPLE = [1, 2, 3, 4, 5, 6, 7].map((number) => idOf(4, number))
const LIMITS: Record<number, number> = { 2: 6000, 3: 0, 6: 12_000 }
const SELLER = idOf(3, 1)
const AUCTION = idOf(1, 1)

const TERMS = {
  auctionKind: 'timed',
  openingBid: 500,
  reserve: 4000,
  buyNow: null,
  buyNowUntil: 'reserve-met',
  bidUnit: 5,
  increments: [[0, 100]],
  opensAt: 1000,
  scheduledCloseAt: 4_000_000_000_000,
  extensionWindowMs: 1000,
  extensionMs: 1000,
  hardEndAt: null,
  liveStartMs: 1000,
  outageExtensionMs: 1000,
}

const ACCOUNTS: Row[] = PEOPLE.map((id, number) => ({
  id,
  bidding_limit: LIMITS[number] ?? null,
  auction_limits: null,
  account_status: number === 4 ? 'suspended' : 'active',
  has_paid_membership_fee: number !== 1,
  verification_status: 'verified',
  role: number === 3 ? 'reviewer' : 'member',
  email_confirmed_at: 0,
  has_address: number !== 2,
}))

const AUCTIONS: Row[] = [{ id: AUCTION, currency: 'USD', starts_at: 0, canceled_at: null }]

const STANDINGS: Row[] = LOTS.map((lotId, position) => ({
  lot_id: lotId,
  auction_id: AUCTION,
  position,
  seller_id: SELLER,
  terms: TERMS,
  auction_kind: 'timed',
  status: 'scheduled',
  sequence: 0,
  opens_at_ms: 1000 + position,
  closes_at_ms: TERMS.scheduledCloseAt,
  price: null,
  leader_id: null,
  leader_paddle: null,
  sealed: null,
  floor: 0,
  reserve_met: false,
  bid_count: 0,
  extensions: 0,
  last_hash: chainStart(lotId),
  sealed_count: 0,
  sealed_hash: null,
  negotiation: null,
  negotiation_due_at_ms: null,
}))

/** Columns that must be the same at the end; random values are left out. */
const DUMPED: Record<string, readonly string[]> = {
  standing: [
    'lot_id',
    'status',
    'sequence',
    'closes_at_ms',
    'price',
    'leader_id',
    'floor',
    'reserve_met',
    'bid_count',
    'last_hash',
    'sealed_count',
    'sealed_hash',
  ],
  ledger: ['lot_id', 'sequence', 'at_ms', 'type', 'text', 'hash', 'bidder_id', 'bid_id'],
  sealed_ledger: ['lot_id', 'number', 'after_sequence', 'at_ms', 'text', 'hash', 'bidder_id', 'bid_id'],
  attempt: ['bid_id', 'lot_id', 'bidder_id', 'fingerprint', 'at_ms', 'outcome'],
  participation: ['bidder_id', 'lot_id', 'first_at_ms'],
  purchase_due: ['lot_id', 'bidder_id', 'amount'],
}

export async function realPlace(): Promise<Place> {
  const { url, drop } = await freshDatabase()
  const { pool, close } = openDatabase(url, pino({ level: 'silent' }))
  for (const account of ACCOUNTS) {
    const id = String(account.id)
    await pool.query(
      `insert into account (id, email, password_hash, name, phone, country, referral_code, terms_version, bidding_limit,
         account_status, has_paid_membership_fee, verification_status, role, has_address, email_confirmed_at)
       values ($1, $2, 'x', 'x', 'x', 'NL', $3, '1', $4, $5, $6, $7, $8, $9, now())`,
      [
        id,
        `${id}@demo.paddock.example`,
        id,
        account.bidding_limit,
        account.account_status,
        account.has_paid_membership_fee,
        account.verification_status,
        account.role,
        account.has_address,
      ],
    )
  }
  for (const { id, currency } of AUCTIONS) {
    await pool.query(
      `insert into auction (id, title, kind, location, currency, opens_at, starts_at, terms)
       values ($1, 'x', 'timed', 'x', $2, now(), now(), '{}')`,
      [id, currency],
    )
  }
  for (const standing of STANDINGS) {
    const names = Object.keys(standing)
    const values = names.map((name) => (name === 'terms' ? JSON.stringify(standing[name]) : standing[name]))
    await pool.query(
      `insert into standing (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
      values,
    )
  }
  return {
    name: 'PostgreSQL',
    url,
    isWaiting: async () => (await pool.query(WAITING)).rowCount !== 0,
    async dump() {
      const tables: Record<string, Row[]> = {}
      for (const [table, columns] of Object.entries(DUMPED))
        tables[table] = (await pool.query<Row>(`select ${columns.join()} from ${table} order by 1, 2`)).rows
      return tables
    },
    async close() {
      await close()
      await drop()
    },
  }
}

export async function modelPlace(): Promise<Place> {
  const model = new Model({
    now: () => performance.timeOrigin + performance.now(),
    later(delayMs, run) {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  })
  model.seed('account', ACCOUNTS)
  model.seed('auction', AUCTIONS)
  model.seed('standing', STANDINGS)
  const server = net.createServer((socket) => {
    const session = new Session(model, socket)
    socket.on('data', (bytes) => session.take(bytes))
    socket.on('end', () => session.leave())
    socket.on('error', () => session.leave())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    name: 'the model',
    url: `postgres://paddock@127.0.0.1:${port}/paddock`,
    isWaiting: () => Promise.resolve(model.isWaiting()),
    dump() {
      const tables: Record<string, Row[]> = {}
      for (const [table, columns] of Object.entries(DUMPED)) {
        const picked = model
          .rows(table)
          .map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])))
        tables[table] = picked.toSorted(byFirstTwo(columns))
      }
      return Promise.resolve(tables)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function byFirstTwo([first = '', second = '']: readonly string[]): (one: Row, other: Row) => number {
  const compare = (a: unknown, b: unknown) => (a === b ? 0 : (a as string) < (b as string) ? -1 : 1)
  return (one, other) => compare(one[first], other[first]) || compare(one[second], other[second])
}

/** The result of an action: its value, or the SQLSTATE with which it failed. */
export async function outcomeOf(action: Promise<unknown>): Promise<unknown> {
  try {
    return await action
  } catch (error) {
    return error instanceof pg.DatabaseError ? `SQLSTATE ${error.code}` : (error as Error).message
  }
}
