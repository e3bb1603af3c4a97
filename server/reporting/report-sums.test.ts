import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordTransfer } from '#server/payments/money-ledger.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { seeded } from '#test/many-lots.ts'
import { incomeByDay } from './overview-store.ts'
import { foldReportSums, incomeByMonth, membersByMonth } from './report-store.ts'

const TRANSFERS = 120
const PEOPLE = 40
const DAYS = 60
const ZONES = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']
const INCOME = ['income:auctions', 'income:commission', 'income:membership']

let server: TestServer
const random = seeded(20_261_129)
const among = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
/** A time in the last 70 days, often on the edge of a quarter of an hour. */
const sometime = () => {
  const at = Date.now() - Math.floor(random() * 70 * 86_400_000)
  return new Date(random() < 0.5 ? at : at - (at % 900_000))
}

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const rows = async (text: string, values: unknown[]) => (await server.app.pool.query<object>(text, values)).rows

/** As the books have it, entry by entry. */
const EARNED = `coalesce(-sum(amount) filter (where account = 'income:auctions'), 0)::bigint as fees,
  coalesce(-sum(amount) filter (where account = 'income:commission'), 0)::bigint as commissions,
  coalesce(-sum(amount) filter (where account = 'income:membership'), 0)::bigint as memberships
  from money_transfer join money_entry on transfer_id = id where account like 'income:%'`
const BY_DAY = `select (at at time zone $1)::date::text as day, currency, ${EARNED}
  and (at at time zone $1)::date > (now() at time zone $1)::date - $2::int group by 1, 2 order by 1, 2`
const BY_MONTH = `select date_trunc('month', at at time zone $1)::date::text as month, currency, ${EARNED}
  and extract(year from at at time zone $1) = $2 group by 1, 2 order by 1, 2`
const MEMBERS = `select date_trunc('month', created_at at time zone $1)::date::text as month, count(*)::int as members
  from account where extract(year from created_at at time zone $1) = $2 and role = 'member' group by 1 order by 1`

/** By the column that says when, then by currency. */
function sorted<T extends object>(found: T[]): T[] {
  return found.toSorted((one, other) => Object.values(one).join().localeCompare(Object.values(other).join()))
}

/** Eight at a time. */
async function atOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = lane; index < count; index += 8) await work(index)
  })
  await Promise.all(lanes)
}

async function expectPlain(): Promise<void> {
  const { db } = server.app
  const year = new Date().getUTCFullYear()
  for (const zone of ZONES) {
    const days = await rows(BY_DAY, [zone, DAYS])
    expect(days.length).toBeGreaterThan(20)
    expect(sorted(await incomeByDay(db, zone, DAYS))).toEqual(sorted(days))
    for (const one of [year, year - 1]) {
      expect(sorted(await incomeByMonth(db, zone, one))).toEqual(sorted(await rows(BY_MONTH, [zone, one])))
      expect(sorted(await membersByMonth(db, zone, one))).toEqual(sorted(await rows(MEMBERS, [zone, one])))
    }
  }
}

test('the sums of income are what the books say, however transfers are booked and dated back at once', async () => {
  const { db } = server.app
  const earn = async (index: number) => {
    const amount = Math.ceil(random() * 5000) * (random() < 0.2 ? -1 : 1)
    const entries = [
      { account: 'provider:sandbox', amount: 2 * amount },
      { account: among(INCOME), amount: -amount },
      { account: among(INCOME), amount: -amount },
    ]
    await db
      .transaction()
      .execute((trx) =>
        recordTransfer(trx, { memo: 'Earned', currency: among(['EUR', 'USD']), entries, key: `earned:${index}` }),
      )
    if (index % 3 > 0)
      await server.asOwner(
        `set paddock.history = 'demo'; update money_transfer set at = '${sometime().toISOString()}' where key = 'earned:${index}'`,
      )
    if (index % 10 === 0) await foldReportSums(db)
  }
  await atOnce(TRANSFERS, earn)
  await expectPlain()
  await foldReportSums(db)
  await expectPlain()
})

test('the sums of new members are what all accounts come to, also when someone joins the staff or leaves it', async () => {
  const { pool, db } = server.app
  const join = async (index: number) => {
    const { id } = await castPerson(pool, { name: `Person ${index}`, ...(index % 4 === 0 ? { role: 'reviewer' } : {}) })
    if (index % 3 === 0) await pool.query('update account set created_at = $2 where id = $1', [id, sometime()])
    if (index % 5 === 0) await pool.query(`update account set role = 'cashier' where id = $1`, [id])
    if (index % 8 === 0) await pool.query(`update account set role = 'member' where id = $1`, [id])
    if (index % 10 === 0) await foldReportSums(db)
  }
  await atOnce(PEOPLE, join)
  await expectPlain()
  await foldReportSums(db)
  await expectPlain()
})
