import { SCHEMA, tableNamed } from './schema.ts'

/** A row by its columns: numbers for integers, strings for uuid and text, Buffers for bytea, anything for jsonb. Rows never change. */
export type Row = Readonly<Record<string, unknown>>

/** An error that PostgreSQL reports with an SQLSTATE. */
export class SqlError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Time for the model: the world's in the simulation, the real one in the conformance test. */
export type ModelTime = {
  /** ms since the epoch, with fractions. */
  now(): number
  /** Runs something later; returns a function that cancels it. */
  later(delayMs: number, run: () => void): () => void
}

/** A transaction that committed: when, and every row that it wrote by table. */
export type Commit = { at: number; rows: Map<string, Row[]> }

/** PostgreSQL looks for a deadlock after waiting this long (deadlock_timeout). */
const DEADLOCK_MS = 1000

type Lock = { owner: Transaction; waiting: { transaction: Transaction; wake: () => void }[] }

/** An open transaction: what it wrote and locked. READ COMMITTED, PostgreSQL's default. */
export class Transaction {
  readonly startedAt: number
  readonly writes = new Map<string, Map<string, Row>>()
  readonly locks = new Set<string>()
  /** Sent with the commit: channel and payload. */
  readonly notifications: [channel: string, payload: string][] = []
  waitsFor: Transaction | null = null
  /** Removes it from the queue in which it waits. */
  stopWaiting: () => void = () => undefined
  /** A statement failed: only the end of the transaction is accepted. */
  hasFailed = false

  constructor(startedAt: number) {
    this.startedAt = startedAt
  }
}

export type Limits = { lockMs: number; statementMs: number }

/**
 * The parts of PostgreSQL that the bid path uses, in memory: rows, transactions, row locks granted in order of request, unique keys,
 * deadlocks. Compared with the real one by server/bidding/lane/simulated-database.test.ts.
 */
export class Model {
  readonly time: ModelTime
  readonly commits: Commit[] = []
  committed: (commit: Commit, notifications: [string, string][]) => void = () => undefined
  #tables = new Map<string, Map<string, Row>>(Object.keys(SCHEMA).map((table) => [table, new Map()]))
  #locks = new Map<string, Lock>()

  constructor(time: ModelTime) {
    this.time = time
  }

  /** Inserts rows as if they had been committed long ago. */
  seed(table: string, rows: Row[]): void {
    for (const row of rows) this.#table(table).set(keyOf(table, row), row)
  }

  /** Every committed row of a table. */
  rows(table: string): Row[] {
    return [...this.#table(table).values()]
  }

  begin(): Transaction {
    return new Transaction(this.time.now())
  }

  read(transaction: Transaction, table: string, key: string): Row | undefined {
    return transaction.writes.get(table)?.get(key) ?? this.#table(table).get(key)
  }

  /** All rows of a table as a transaction sees them. */
  *scan(transaction: Transaction, table: string): Iterable<Row> {
    const own = transaction.writes.get(table)
    for (const [key, row] of this.#table(table)) if (own?.has(key) !== true) yield row
    if (own !== undefined) yield* own.values()
  }

  write(transaction: Transaction, table: string, row: Row): void {
    const own = transaction.writes.get(table) ?? new Map<string, Row>()
    transaction.writes.set(table, own.set(keyOf(table, row), row))
  }

  /** Resolves when the transaction holds the row. Throws 55P03, 57014 or 40P01 as PostgreSQL does. */
  async lock(transaction: Transaction, table: string, key: string, limits: Limits): Promise<void> {
    const name = `${table} ${key}`
    const lock = this.#locks.get(name)
    if (lock?.owner === transaction) return
    if (lock === undefined) {
      this.#locks.set(name, { owner: transaction, waiting: [] })
      transaction.locks.add(name)
      return
    }
    await this.#waitFor(lock, transaction, limits)
  }

  #waitFor(lock: Lock, transaction: Transaction, limits: Limits): Promise<void> {
    const { time } = this
    return new Promise((resolve, reject) => {
      const timers: (() => void)[] = []
      const settle = () => {
        for (const cancel of timers) cancel()
        transaction.waitsFor = null
        transaction.stopWaiting = () => undefined
      }
      const entry = {
        transaction,
        wake: () => {
          settle()
          resolve()
        },
      }
      transaction.stopWaiting = () => {
        settle()
        lock.waiting.splice(lock.waiting.indexOf(entry), 1)
      }
      const give = (code: string, message: string) => {
        transaction.stopWaiting()
        reject(new SqlError(code, message))
      }
      transaction.waitsFor = lock.owner
      lock.waiting.push(entry)
      timers.push(
        time.later(DEADLOCK_MS, () => {
          if (isInCircle(transaction)) give('40P01', 'deadlock detected')
        }),
      )
      if (limits.lockMs > 0)
        timers.push(time.later(limits.lockMs, () => give('55P03', 'canceling statement due to lock timeout')))
      if (limits.statementMs > 0)
        timers.push(time.later(limits.statementMs, () => give('57014', 'canceling statement due to statement timeout')))
    })
  }

  /** Whether any transaction waits for a lock now. */
  isWaiting(): boolean {
    return [...this.#locks.values()].some(({ waiting }) => waiting.length > 0)
  }

  /** True: committed. A transaction in which a statement failed is rolled back instead, as PostgreSQL does. */
  commit(transaction: Transaction): boolean {
    if (transaction.hasFailed) {
      this.rollback(transaction)
      return false
    }
    const rows = new Map<string, Row[]>()
    for (const [table, written] of transaction.writes) {
      for (const [key, row] of written) this.#table(table).set(key, row)
      rows.set(table, [...written.values()])
    }
    this.#release(transaction)
    const commit = { at: this.time.now(), rows }
    if (rows.size > 0) this.commits.push(commit)
    this.committed(commit, transaction.notifications)
    return true
  }

  rollback(transaction: Transaction): void {
    transaction.stopWaiting()
    this.#release(transaction)
  }

  /**
   * After a failed statement: undoes the transaction's writes and releases its locks immediately, although the client has yet to end
   * it.
   */
  fail(transaction: Transaction): void {
    transaction.hasFailed = true
    this.rollback(transaction)
  }

  #release(transaction: Transaction): void {
    for (const name of transaction.locks) {
      const lock = this.#locks.get(name)
      const next = lock?.waiting.shift()
      if (lock === undefined || next === undefined) {
        this.#locks.delete(name)
        continue
      }
      // Assigned now and not when the waiter wakes: it may be ended within the same instant, which would leave the row locked
      // forever.
      lock.owner = next.transaction
      next.transaction.locks.add(name)
      for (const { transaction: other } of lock.waiting) other.waitsFor = lock.owner
      next.wake()
    }
    transaction.locks.clear()
  }

  #table(name: string): Map<string, Row> {
    const table = this.#tables.get(name)
    if (table === undefined) throw new Error(`the model has no table ${name}`)
    return table
  }
}

export function keyOf(table: string, row: Row): string {
  return tableNamed(table)
    .key.map((column) => String(row[column]))
    .join(' ')
}

function isInCircle(from: Transaction): boolean {
  const seen = new Set<Transaction>()
  for (let at = from.waitsFor; at !== null && !seen.has(at); at = at.waitsFor) {
    if (at === from) return true
    seen.add(at)
  }
  return false
}
