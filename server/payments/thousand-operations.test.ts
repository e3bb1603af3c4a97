import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { BothTills } from './both-tills.test-support.ts'
import type { Inventory } from './compare-tills.test-support.ts'
import { operation } from './random-operations.test-support.ts'

const PEOPLE = 8
const INVOICES = 16
const OPERATIONS = 1000

let server: TestServer
let inventory: Inventory

beforeAll(async () => {
  // Nothing else runs: no job and no outbox.
  server = await openTestServer({ config: { roles: new Set(['api']) } })
  const { pool } = server.app
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => castPerson(pool, { name: `Person ${index}`, hasPaid: false })),
  )
  const invoice = async (owner: number, total: number) => {
    const { lotId } = await castLot(server.app)
    const id = randomUUID()
    await pool.query(
      `insert into invoice (id, number, kind, document, account_id, lot_id, title, currency, state, lines, net, tax, total, due_at)
       values ($1::uuid, $1::text, 'sale', '{}', $2, $3, 'A car', 'USD', 'issued', '[]', $4, 0, $4, now())`,
      [id, people[owner]!.id, lotId, total],
    )
    const due = 'insert into purchase_due (lot_id, bidder_id, amount) values ($1, $2, $3)'
    await pool.query(due, [lotId, people[owner]!.id, total])
    return { id, owner, total }
  }
  const invoices = await Promise.all(
    Array.from({ length: INVOICES }, (_, index) => invoice(index % PEOPLE, 10_000 + 3333 * index)),
  )
  const importId = randomUUID()
  await pool.query(
    `insert into bank_import (id, actor_id, file_name, file_hash, part_count) values ($1, $1, 'all', '\\x01', 1)`,
    [importId],
  )
  inventory = { server, people, invoices, importId }
})
afterAll(() => server.close())

test(
  'after a random thousand operations the ledger balances and matches the naive till',
  { timeout: 120_000 },
  async () => {
    const many = fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' })
    const happened = { refunds: 0, lines: 0, undone: 0, takenBack: 0, creditUsed: 0 }
    await fc.assert(
      fc.asyncProperty(many, async (operations) => {
        const both = new BothTills(inventory)
        for (const [index, op] of operations.entries()) {
          await both.do(op)
          if (index % 100 === 99) await both.compare()
        }
        happened.refunds = both.till.refunds.length
        Object.assign(happened, both.done, { lines: both.till.lines.length })
      }),
      { numRuns: 1, endOnFailure: true, asyncReporter: reportSeed },
    )
    // Otherwise the operations were not tested.
    expect(happened.refunds).toBeGreaterThan(5)
    expect(happened.lines).toBeGreaterThan(50)
    expect(happened.undone).toBeGreaterThan(5)
    expect(happened.takenBack).toBeGreaterThan(0)
    expect(happened.creditUsed).toBeGreaterThan(0)
  },
)

/** A thousand operations fill screens; the seed alone reproduces them. */
function reportSeed<T>(run: fc.RunDetails<T>): Promise<void> {
  if (run.failed) throw new Error(`seed ${run.seed} fails`, { cause: run.errorInstance })
  return Promise.resolve()
}
