import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCommitments } from '#server/bidding/commitments.ts'
import type { App } from '#server/platform/app.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { STORAGE_DAY_MS } from './forecast.ts'
import { chargeLateFee, chargeStorage } from './issue/issue-charge.ts'
import { saleroom } from './sale.test-support.ts'
import { familyOf, lockFamily, type InvoiceRow } from './store.ts'
import { noteOverdue, REMIND_MS, checkUnpaidInvoices } from './check-unpaid.ts'

const DAY_MS = 86_400_000

let place: TestServer
let room: ReturnType<typeof saleroom>
let app: App

beforeAll(async () => {
  place = await openTestServer()
  room = saleroom(place)
  app = place.app
})
afterAll(() => place.close())

const person = (name: string) => castPerson(app.pool, { name })
const committed = async (one: CastMember) => (await readCommitments(app.db, app.keys, one.id)).sums('USD').committed

async function charges(saleId: string): Promise<InvoiceRow[]> {
  return (await familyOf(app.db, saleId)).slice(1)
}

describe('an invoice that is not paid', () => {
  test('gets one reminder, a day before it is due', async () => {
    const ada = await person('Ada')
    const { id, dueAt } = await room.soldTo(ada)
    await checkUnpaidInvoices(app, dueAt - REMIND_MS - 1000)
    expect(await room.noticesOf(ada, 'invoice')).toEqual([`invoice:${id}`])
    const at = dueAt - REMIND_MS + 1000
    await Promise.all([checkUnpaidInvoices(app, at), checkUnpaidInvoices(app, at), checkUnpaidInvoices(app, at)])
    expect(await room.noticesOf(ada, 'invoice')).toEqual([`invoice-reminder:${id}`, `invoice:${id}`])
  })

  test('is overdue when its due day is over, with one late fee on its own document, notified once', async () => {
    const boris = await person('Boris')
    const sale = await room.soldTo(boris)
    await checkUnpaidInvoices(app, sale.dueAt - 1)
    expect(await charges(sale.id)).toEqual([])
    await Promise.all(Array.from({ length: 5 }, () => noteOverdue(app, sale.id, sale.dueAt)))
    await checkUnpaidInvoices(app, sale.dueAt + 30 * DAY_MS)
    const [fee, ...more] = (await charges(sale.id)).filter(({ kind }) => kind === 'late-fee')
    expect(more).toEqual([])
    expect(fee).toMatchObject({ net: 5000, tax: 0, total: 5000, about_number: sale.number, state: 'overdue' })
    expect(fee?.document.about).toEqual({ number: sale.number, issuedAt: sale.issuedAt })
    expect(await room.noticesOf(boris, 'invoice-overdue')).toEqual([
      `invoice-overdue:${sale.id}`,
      `invoice-overdue:${fee?.id}`,
    ])
    const { invoice } = await room.detail(boris, sale.id)
    expect(invoice).toMatchObject({ lines: sale.lines, total: sale.total })
    expect(await committed(boris)).toBe(sale.total + 5000)
  })

  test('that is partly paid still has its late fee; a fully paid one has none', async () => {
    const chidi = await person('Chidi')
    const [part, whole] = [await room.soldTo(chidi), await room.soldTo(chidi)]
    await room.payPart(chidi, part.id, part.total - 1)
    await room.payAll(chidi, whole.id)
    await checkUnpaidInvoices(app, part.dueAt + 1)
    expect(await charges(part.id)).toHaveLength(1)
    expect(await charges(whole.id)).toEqual([])
    expect(await committed(chidi)).toBe(1 + 5000)
    const { related } = await room.detail(chidi, part.id)
    await room.payAll(chidi, part.id)
    expect(await committed(chidi)).toBe(5000)
    await room.payAll(chidi, related[0]!.id)
    expect(await committed(chidi)).toBe(0)
    expect(await room.balance(`receivable:${chidi.id}`)).toBe(0)
  })

  test('releases the limit in the transaction that records the full payment', async () => {
    const elif = await person('Elif')
    const sale = await room.soldTo(elif)
    const payment = (await room.start(elif, sale.id)).body as { id: string }
    await place.asOwner(`create function fail_freeing() returns trigger language plpgsql as $$
      begin raise exception 'the limit cannot be freed'; end $$`)
    await place.asOwner(`create trigger fail_freeing before delete on purchase_due for each row
      when (old.bidder_id = '${elif.id}') execute function fail_freeing()`)
    await room.play(elif, { body: payment })
    expect((await room.detail(elif, sale.id)).invoice).toMatchObject({ state: 'issued', paid: 0 })
    expect(await committed(elif)).toBe(sale.total)
    await place.asOwner('drop trigger fail_freeing on purchase_due')
    await room.play(elif, { body: payment })
    expect((await room.detail(elif, sale.id)).invoice.state).toBe('paid')
    expect(await committed(elif)).toBe(0)
  })

  test('counts as overdue before any job recorded it', async () => {
    const dana = await person('Dana')
    const sale = await room.soldTo(dana)
    const clock = app.now
    app.now = () => sale.dueAt + 1
    try {
      const { items, owed } = await room.list(dana)
      expect(items[0]).toMatchObject({ state: 'overdue' })
      expect(owed).toMatchObject([{ amount: sale.total, overdue: sale.total }])
    } finally {
      app.now = clock
    }
  })
})

describe('storage', () => {
  test('is charged for every started day after the free ones, each day once, until the vehicle is picked up', async () => {
    const ada = await person('Ada')
    const kofi = await castPerson(app.pool, { name: 'Kofi', role: 'cashier' })
    const sale = await room.soldTo(ada)
    await room.payAll(ada, sale.id)
    const [{ storage_from: from } = { storage_from: null }] = await familyOf(app.db, sale.id)
    const charge = (at: number) =>
      app.db.transaction().execute(async (trx) => chargeStorage(app, trx, (await lockFamily(trx, sale.id))!, at))
    expect(await charge(from! - 1)).toBeNull()
    const clock = app.now
    app.now = () => from! + 2 * STORAGE_DAY_MS
    const shown = await place.call('GET', `/api/admin/invoices/${sale.id}`, { token: kofi.token })
    app.now = clock
    expect(shown.body).toMatchObject({ storageDue: 3 * 2500 + 600 })
    expect(await charge(from! + 2 * STORAGE_DAY_MS)).toMatchObject({ total: 3 * 2500 + 600 })
    expect(await charge(from! + 3 * STORAGE_DAY_MS - 1)).toBeNull()
    expect(await committed(ada)).toBe(8100)
    const collected = () => place.call('POST', `/api/admin/invoices/${sale.id}/collected`, { token: kofi.token })
    expect(await collected()).toMatchObject({ status: 409, body: { code: 'not-paid' } })
    const [storage] = await charges(sale.id)
    expect(storage).toMatchObject({ kind: 'storage', net: 7500, tax: 600 })
    await room.payAll(ada, storage!.id)
    expect(await collected()).toMatchObject({ status: 200, body: { collectedAt: expect.any(Number) } })
    expect(await collected()).toMatchObject({ status: 409, body: { code: 'already-collected' } })
    expect(await charge(from! + 50 * STORAGE_DAY_MS)).toBeNull()
  })

  test('is charged by a cashier only at the amount that they confirmed', async () => {
    const kofi = await castPerson(app.pool, { name: 'Kofi', role: 'cashier' })
    const elif = await person('Elif')
    await room.sell(elif, 1, { at: Date.now() - 12 * DAY_MS })
    await room.drain()
    const { id } = (await room.list(elif)).items[0]!
    const { body } = await place.call('GET', `/api/admin/invoices/${id}`, { token: kofi.token })
    const { storageDue } = body as { storageDue: number }
    const charge = (total: number) =>
      place.call('POST', `/api/admin/invoices/${id}/storage`, { token: kofi.token, body: { total } })
    const stored = async () => (await charges(id)).filter(({ kind }) => kind === 'storage')
    expect(await charge(storageDue - 2700)).toMatchObject({ status: 409, body: { code: 'storage-moved' } })
    expect(await stored()).toEqual([])
    expect(await charge(storageDue)).toMatchObject({ status: 200, body: { storageDue: 0 } })
    expect(await charge(storageDue)).toMatchObject({ status: 409, body: { code: 'no-storage-due' } })
    expect(await stored()).toMatchObject([{ total: storageDue }])
  })
})

describe('the forecast after a win', () => {
  test('lists with dates everything that can still be charged', async () => {
    const ada = await person('Ada')
    const sale = await room.soldTo(ada)
    const { forecast } = await room.detail(ada, sale.id)
    expect(forecast.map(({ kind, total, per, state }) => [kind, total, per, state])).toEqual([
      ['sale', sale.total, 'once', 'owed'],
      ['late-fee', 5000, 'once', 'possible'],
      ['storage', 2700, 'day', 'possible'],
    ])
    expect(forecast[0]?.at).toBe(sale.dueAt)
    expect(forecast[1]?.at).toBe(sale.dueAt)
    expect(forecast[2]!.at - sale.issuedAt).toBeGreaterThan(7 * DAY_MS - 3_600_000)
    await room.payAll(ada, sale.id)
    expect((await room.detail(ada, sale.id)).forecast.map(({ state }) => state)).toEqual([
      'settled',
      'averted',
      'possible',
    ])
  })

  const Step = fc.record({
    action: fc.constantFrom('watch', 'late-fee', 'storage', 'pay', 'raise-fees'),
    hoursLater: fc.integer({ min: 0, max: 200 }),
  })

  test('is binding: whatever is tried, in any order and at any time, nothing is booked that it did not announce', async () => {
    const ada = await person('Ada')
    const run = async (steps: { action: string; hoursLater: number }[]) => {
      const sale = await room.soldTo(ada)
      const announced = (await room.detail(ada, sale.id)).forecast
      let at = sale.issuedAt
      for (const { action, hoursLater } of steps) {
        at += hoursLater * 3_600_000
        await attempt(ada, sale.id, action, at)
      }
      const booked = await charges(sale.id)
      const fees = booked.filter(({ kind }) => kind === 'late-fee')
      const [, lateFee, storage] = announced
      expect(fees.length).toBeLessThanOrEqual(1)
      for (const fee of fees) {
        expect(fee.total).toBe(lateFee?.total)
        expect(fee.issued_at).toBeGreaterThanOrEqual(lateFee!.at)
      }
      const days = Math.max(0, Math.floor((at - storage!.at) / STORAGE_DAY_MS) + 1)
      const stored = booked.filter(({ kind }) => kind === 'storage')
      expect(stored.reduce((sum, { net }) => sum + net, 0)).toBeLessThanOrEqual(days * storage!.net)
      expect(booked.length).toBe(fees.length + stored.length)
    }
    await fc.assert(fc.asyncProperty(fc.array(Step, { maxLength: 12 }), run), { numRuns: 25 })
    const owed = await app.pool.query<{ sum: number }>(
      `select sum(amount)::bigint as sum from money_entry where account = $1 and amount > 0`,
      [`receivable:${ada.id}`],
    )
    const invoiced = await app.pool.query<{ sum: number }>(
      'select sum(total)::bigint as sum from invoice where account_id = $1',
      [ada.id],
    )
    expect(owed.rows[0]?.sum).toBe(invoiced.rows[0]?.sum)
  }, 60_000)

  test('is complete: whatever the server does on its own with an unpaid sale, day by day, was announced', async () => {
    const chidi = await person('Chidi')
    const sale = await room.soldTo(chidi)
    const announced = (await room.detail(chidi, sale.id)).forecast
    const dates = announced.map(({ at }) => at)
    expect(dates.every((at) => at > sale.issuedAt)).toBe(true)
    const [, lateFee, storage] = announced
    for (let day = 0; day <= 20; day++) {
      const at = sale.issuedAt + day * DAY_MS
      await checkUnpaidInvoices(app, at)
      await app.db.transaction().execute(async (trx) => chargeStorage(app, trx, (await lockFamily(trx, sale.id))!, at))
      const booked = await charges(sale.id)
      const fees = booked.filter(({ kind }) => kind === 'late-fee').map(({ total }) => total)
      expect(fees).toEqual(at >= lateFee!.at ? [lateFee!.total] : [])
      const begun = at < storage!.at ? 0 : Math.floor((at - storage!.at) / STORAGE_DAY_MS) + 1
      const stored = booked.filter(({ kind }) => kind === 'storage').reduce((sum, { total }) => sum + total, 0)
      expect(stored).toBe(begun * storage!.total)
      expect(await committed(chidi)).toBe(sale.total + fees.length * lateFee!.total + begun * storage!.total)
    }
  })

  async function attempt(ada: CastMember, saleId: string, action: string, at: number): Promise<void> {
    if (action === 'watch') await checkUnpaidInvoices(app, at)
    if (action === 'pay') await room.payAll(ada, saleId)
    if (action === 'raise-fees') {
      await app.pool.query(`insert into setting (key, value) values ('lateFee', '9900000'),
        ('storage', '{"freeDays": 0, "perDay": 990000}') on conflict do nothing`)
    }
    if (action === 'late-fee' || action === 'storage') {
      const charge = action === 'late-fee' ? chargeLateFee : chargeStorage
      await app.db.transaction().execute(async (trx) => charge(app, trx, (await lockFamily(trx, saleId))!, at))
    }
    await app.pool.query(`delete from setting where key in ('lateFee', 'storage')`)
  }

  test.each([
    ['a late fee before the due date', `'late-fee', 5000, 0, i.due_at - interval '1 second'`],
    ['a higher late fee', `'late-fee', 5001, 0, i.due_at`],
    ['a late fee with tax on it', `'late-fee', 5000, 400, i.due_at`],
    ['storage in the free days', `'storage', 2500, 200, i.storage_from - interval '1 second'`],
    ['more days of storage than have begun', `'storage', 7500, 600, i.storage_from + interval '1 day'`],
    ['a part of a day', `'storage', 100, 8, i.storage_from + interval '9 days'`],
  ])('is enforced by the database itself: %s cannot be written', async (_, charge) => {
    const dana = await person('Dana')
    const sale = await room.soldTo(dana)
    const forged = app.pool.query(
      `insert into invoice (id, number, kind, about_id, account_id, lot_id, title, currency, state, lines, document, net, tax, total,
         issued_at, due_at)
       select gen_random_uuid(), 'X', c.kind, i.id, i.account_id, i.lot_id, i.title, i.currency, 'issued', '[]', '{}', c.net, c.tax,
         c.net + c.tax, c.at, i.due_at
       from invoice i, lateral (select ${charge}) as c (kind, net, tax, at) where i.id = $1`,
      [sale.id],
    )
    await expect(forged).rejects.toThrow('was not announced')
  })

  test('a charge for no sale, or for another person’s, cannot be written', async () => {
    const [ada, dana] = [await person('Ada'), await person('Dana')]
    const sale = await room.soldTo(dana)
    const write = (aboutId: string | null, accountId: string) =>
      app.pool.query(
        `insert into invoice (id, number, kind, about_id, account_id, title, currency, state, lines, document, net, tax, total, issued_at,
           due_at) values (gen_random_uuid(), 'X', 'late-fee', $1, $2, '', 'USD', 'issued', '[]', '{}', 5000, 0, 5000,
           now() + interval '1 year', now())`,
        [aboutId, accountId],
      )
    await expect(write(null, dana.id)).rejects.toThrow('belongs to an invoice of a sale')
    await expect(write(sale.id, ada.id)).rejects.toThrow('belongs to an invoice of a sale')
  })
})
