import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#contract/membership.ts'
import type { BankImport, BankLine, BankPreview } from '#contract/transfers.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { runImports } from './run-imports.ts'

const HEAD = 'Date,Amount,Currency,Reference,Payer,IBAN,Transaction id'
const PART = 120

let house: TestHouse
let kofi: CastMember
let milo: CastMember
let count = 0

beforeAll(async () => {
  house = await openHouse({ config: { roles: new Set(['api']) } })
  const bank = {
    holder: 'Paddock Auctions',
    iban: 'DE02 1203 0000 0000 2020 51',
    bic: 'BYLADEM1001',
    bank: 'Test Bank',
  }
  await rows(`insert into setting (key, value) values ('bankAccount', $1)`, JSON.stringify(bank))
  kofi = await castPerson(house.house.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => house.close())
beforeEach(async () => {
  milo = await castPerson(house.house.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
})

async function rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await house.house.pool.query(text, values)).rows as T[]
}

async function balanceOf(account: string): Promise<number> {
  const [found] = await rows<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from money_entry where account = $1',
    account,
  )
  return found!.sum
}

async function transfer(own: object = {}): Promise<Payment> {
  const body = { idempotencyKey: randomUUID(), provider: 'transfer', purpose: 'membership', ...own }
  const answer = await house.call('POST', '/api/payments', { token: milo.token, body })
  expect(answer.status).toBe(201)
  return answer.body as Payment
}

const line = (amount: string, text: string, id = `T${(count += 1)}`) =>
  `2026-11-20,${amount},USD,${text},M Milo,DE99,${id}`

function admin(method: string, path: string, body?: unknown) {
  return house.call(method, `/api/admin${path}`, { token: kofi.token, ...(body === undefined ? {} : { body }) })
}

/** Sends a file as the page does: announced, then in parts. */
async function send(text: string): Promise<BankImport> {
  const parts = Array.from({ length: Math.ceil(text.length / PART) }, (_, n) => text.slice(n * PART, (n + 1) * PART))
  const hash = createHash('sha256').update(text).digest('hex')
  const opened = (await admin('POST', '/bank-imports', { fileName: 'bank.csv', hash, partCount: parts.length }))
    .body as BankImport
  for (const number of opened.missing)
    await admin('PUT', `/bank-imports/${opened.id}/parts/${number}`, { text: parts[number] })
  return (await admin('GET', `/bank-imports/${opened.id}`)).body as BankImport
}

async function bring(...lines: string[]): Promise<BankImport> {
  const { id } = await send([HEAD, ...lines, ''].join('\n'))
  const { body } = await admin('POST', `/bank-imports/${id}/preview`, {})
  await admin('POST', `/bank-imports/${id}/run`, { mapping: (body as BankPreview).mapping })
  await runImports(house.house)
  return (await admin('GET', `/bank-imports/${id}`)).body as BankImport
}

async function read({ id }: Payment): Promise<Payment> {
  return (await house.call('GET', `/api/payments/${id}`, { token: milo.token })).body as Payment
}

async function openLines(q = ''): Promise<BankLine[]> {
  return ((await admin('GET', `/bank-lines?q=${q}`)).body as { items: BankLine[] }).items
}

describe('a transfer for the fee', () => {
  test('has a reference and an account to send it to, and is paid by the bank’s file', async () => {
    const payment = await transfer()
    expect(payment).toMatchObject({
      state: 'pending',
      transfer: { iban: 'DE02 1203 0000 0000 2020 51', reference: expect.stringMatching(/^RF\d\d [0-9A-Z ]+$/) },
    })
    expect(await bring(line('99.00', `Fee ${payment.transfer!.reference} thanks`))).toMatchObject({
      state: 'done',
      imported: 1,
      matched: 1,
    })
    expect(await read(payment)).toMatchObject({ state: 'succeeded', received: 9900, receipt: expect.any(String) })
    expect((await house.call('GET', '/api/user', { token: milo.token })).body).toMatchObject({
      hasPaidMembershipFee: true,
    })
    expect(await balanceOf(`credit:${milo.id}`)).toBe(0)
  })

  test('in parts waits until all of it has come', async () => {
    const payment = await transfer()
    const { reference } = payment.transfer!
    await bring(line('50.00', reference))
    expect(await read(payment)).toMatchObject({ state: 'pending', received: 5000 })
    expect(await balanceOf(`credit:${milo.id}`)).toBe(-5000)
    await bring(line('49.00', reference))
    expect(await read(payment)).toMatchObject({ state: 'succeeded', received: 9900 })
    expect(await balanceOf(`credit:${milo.id}`)).toBe(0)
  })

  test('of too much pays the fee, and the rest is the person’s credit, which a cashier sends back', async () => {
    const payment = await transfer()
    await bring(line('120.00', payment.transfer!.reference))
    expect(await read(payment)).toMatchObject({ state: 'succeeded' })
    expect(await balanceOf(`credit:${milo.id}`)).toBe(-2100)
    const [rest] = (await openLines()).filter(({ person }) => person?.includes(milo.id) === true)
    expect(rest).toMatchObject({ amount: 12_000, remaining: 2100 })
    const back = await admin('POST', `/bank-lines/${rest!.id}/return`, { reason: 'Paid too much' })
    expect(back).toMatchObject({ status: 200, body: { remaining: 0, returnedAt: expect.any(Number) } })
    expect(await balanceOf(`credit:${milo.id}`)).toBe(0)
    expect(await admin('POST', `/bank-lines/${rest!.id}/return`, { reason: 'Again' })).toMatchObject({ status: 409 })
  })

  test('after the person chose another way still counts when it comes', async () => {
    const payment = await transfer()
    await house.call('POST', `/api/payments/${payment.id}/abandon`, { token: milo.token })
    expect(await read(payment)).toMatchObject({ state: 'failed' })
    await bring(line('99.00', payment.transfer!.reference))
    expect(await read(payment)).toMatchObject({ state: 'succeeded' })
  })

  test('that comes after the fee was paid by card is the person’s credit', async () => {
    const payment = await transfer()
    await house.call('POST', `/api/payments/${payment.id}/abandon`, { token: milo.token })
    const card = (
      await house.call('POST', '/api/payments', {
        token: milo.token,
        body: { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' },
      })
    ).body as Payment
    await house.call('POST', `/api/payments/${card.id}/sandbox`, { token: milo.token, body: { outcome: 'success' } })
    await bring(line('99.00', payment.transfer!.reference))
    expect(await balanceOf(`credit:${milo.id}`)).toBe(-9900)
    expect((await openLines()).filter(({ person }) => person?.includes(milo.id) === true)).toMatchObject([
      { remaining: 9900 },
    ])
  })

  test('that goes back is sent by a cashier from the bank, whom the page shows where the money came from', async () => {
    const payment = await transfer()
    await bring(line('99.00', payment.transfer!.reference))
    await house.call('POST', '/api/membership/refund', { token: milo.token })
    const { body } = await admin('GET', '/refunds')
    const refund = (body as { items: { id: string; accountId: string }[] }).items.find(
      ({ accountId }) => accountId === milo.id,
    )
    expect(refund).toMatchObject({ byHand: true, payer: 'M Milo DE99', amount: 9900, state: 'waiting' })
    expect(await admin('POST', `/refunds/${refund!.id}/settle`, { how: 'try-again' })).toMatchObject({ status: 409 })
    await admin('POST', `/refunds/${refund!.id}/settle`, { how: 'sent-by-bank' })
    expect(await read(payment)).toMatchObject({ state: 'refunded', refunds: [{ state: 'succeeded' }] })
    expect(await balanceOf(`credit:${milo.id}`)).toBe(0)
  })
})

describe('a transfer for an invoice', () => {
  async function invoice(total: number): Promise<string> {
    milo = await castPerson(house.house.pool, { name: 'Milo' })
    const { lotId } = await castLot(house.house)
    const id = randomUUID()
    await rows(
      `insert into invoice (id, number, account_id, lot_id, title, currency, state, lines, net, tax, total, due_at)
       values ($1, $2, $3, $4, 'A car', 'USD', 'issued', '[]', $5, 0, $5, now())`,
      id,
      id,
      milo.id,
      lotId,
      total,
    )
    await rows('insert into purchase_due (lot_id, bidder_id, amount) values ($1, $2, $3)', lotId, milo.id, total)
    return id
  }
  const state = async (id: string) =>
    (await rows<{ state: string; paid: number }>('select state, paid from invoice where id = $1', id))[0]

  test('in parts is paid part by part, each with a receipt of its own; the rest over is credit', async () => {
    const invoiceId = await invoice(100_000)
    const payment = await transfer({ purpose: 'invoice', invoiceId })
    const { reference } = payment.transfer!
    await bring(line('300.00', reference), line('200.00', reference))
    expect(await state(invoiceId)).toEqual({ state: 'part-paid', paid: 50_000 })
    expect(await read(payment)).toMatchObject({ state: 'pending', amount: 50_000 })
    await bring(line('600.00', reference))
    expect(await state(invoiceId)).toEqual({ state: 'paid', paid: 100_000 })
    const paid = await rows<{ amount: number; receipt_number: string }>(
      `select amount, receipt_number from payment where subject_id = $1 and state = 'succeeded' order by amount`,
      invoiceId,
    )
    expect(paid.map(({ amount }) => amount)).toEqual([20_000, 30_000, 50_000])
    expect(new Set(paid.map(({ receipt_number: number }) => number)).size).toBe(3)
    expect(await balanceOf(`credit:${milo.id}`)).toBe(-10_000)
  })
})

describe('a bank’s file', () => {
  test('twice, or overlapping the last one, imports nothing twice', async () => {
    const payment = await transfer()
    const lines = [line('99.00', payment.transfer!.reference), line('10.00', 'unknown')]
    const first = await bring(...lines)
    const same = await bring(...lines)
    expect(same).toEqual(first)
    expect(await bring(...lines, line('11.00', 'new'))).toMatchObject({ imported: 1, known: 2 })
    expect(await read(payment)).toMatchObject({ received: 9900 })
  })

  test('without ids of the bank keeps two equal transfers apart, and knows them again in the next file', async () => {
    const equal = `2026-11-19,5.00,USD,coffee ${randomUUID()},X,,`
    expect(await bring(equal, equal)).toMatchObject({ imported: 2, known: 0 })
    expect(await bring(equal, equal, line('1.00', 'one more'))).toMatchObject({ imported: 1, known: 2 })
  })

  test('is shown before it is imported: what is new, what fits, what is wrong by line and column; and nothing is written', async () => {
    const payment = await transfer()
    const file = [
      HEAD,
      line('99.00', payment.transfer!.reference),
      line('abc', 'x'),
      line('-5.00', 'fee'),
      '2026-02-30,1.00,USD,x,,,',
      line('7.00', 'y'),
    ].join('\n')
    const { id } = await send(file)
    const { body } = await admin('POST', `/bank-imports/${id}/preview`, {})
    expect(body).toMatchObject({
      counts: { fresh: 2, known: 0, ignored: 1, faulty: 2, matching: 1 },
      rows: [
        { line: 2, outcome: 'matches', amount: 9900 },
        { line: 6, outcome: 'unmatched' },
      ],
      faults: [
        { line: 3, column: 'Amount', message: '"abc" is no amount.' },
        { line: 5, column: 'Date' },
      ],
    })
    expect(await rows('select 1 from bank_line where import_id = $1', id)).toEqual([])
    expect(await read(payment)).toMatchObject({ received: 0 })
  })

  test('remembers how its columns were read, by its header', async () => {
    const head = `Day;What;How much ${randomUUID()}`
    const { id } = await send(`${head}\n20.11.2026;x;1,00\n`)
    const preview = (await admin('POST', `/bank-imports/${id}/preview`, {})).body as BankPreview
    const mapping = { ...preview.mapping, bookedOn: 0, text: [1], amount: 2, dayOrder: 'dmy', decimal: ',' }
    await admin('POST', `/bank-imports/${id}/run`, { mapping })
    const next = await send(`${head}\n21.11.2026;y;2,00\n`)
    expect(((await admin('POST', `/bank-imports/${next.id}/preview`, {})).body as BankPreview).mapping).toEqual(mapping)
  })

  test('that arrives in part is asked for the rest; one that was damaged is refused', async () => {
    const text = `${HEAD}\n${Array.from({ length: 20 }, () => line('1.00', 'z')).join('\n')}\n`
    const hash = createHash('sha256').update(text).digest('hex')
    const opened = (await admin('POST', '/bank-imports', { fileName: 'b.csv', hash, partCount: 2 })).body as BankImport
    await admin('PUT', `/bank-imports/${opened.id}/parts/1`, { text: text.slice(100) })
    expect(await admin('POST', `/bank-imports/${opened.id}/preview`, {})).toMatchObject({
      status: 409,
      body: { code: 'file-incomplete' },
    })
    const again = (await admin('POST', '/bank-imports', { fileName: 'b.csv', hash, partCount: 2 })).body as BankImport
    expect(again).toMatchObject({ id: opened.id, missing: [0] })
    expect(await admin('PUT', `/bank-imports/${opened.id}/parts/0`, { text: 'other' })).toMatchObject({
      status: 409,
      body: { code: 'file-damaged' },
    })
    expect((await send(text)).state).toBe('ready')
  })

  test('whose import is cut off in the middle goes on where it stopped', async () => {
    const lines = Array.from({ length: 130 }, () => line('2.00', 'bulk'))
    const { id } = await send([HEAD, ...lines].join('\n'))
    const { mapping } = (await admin('POST', `/bank-imports/${id}/preview`, {})).body as BankPreview
    await admin('POST', `/bank-imports/${id}/run`, { mapping })
    // Every connection of the house is cut while the second batch is being written.
    await rows(`create function cut() returns trigger language plpgsql as $$ begin
      if new.line = 80 then raise exception 'cut off'; end if; return new; end $$`)
    await rows('create trigger cut before insert on bank_line for each row execute function cut()')
    await expect(runImports(house.house)).rejects.toThrow('cut off')
    expect((await admin('GET', `/bank-imports/${id}`)).body).toMatchObject({
      state: 'running',
      doneCount: 50,
      imported: 50,
    })
    await rows('drop trigger cut on bank_line')
    await Promise.all([runImports(house.house), runImports(house.house)])
    expect((await admin('GET', `/bank-imports/${id}`)).body).toMatchObject({
      state: 'done',
      doneCount: 130,
      imported: 130,
      known: 0,
    })
    expect(await rows('select 1 from bank_line where import_id = $1', id)).toHaveLength(130)
    expect(await rows('select 1 from bank_import_part where import_id = $1', id)).toEqual([])
  })
})

describe('money nobody was found for', () => {
  test('says why: no reference, a slip in it, one that is not ours', async () => {
    const payment = await transfer()
    const reference = payment.transfer!.reference.replaceAll(' ', '')
    const slipped = reference.slice(0, -1) + (reference.endsWith('7') ? '8' : '7')
    const name = randomUUID()
    await bring(line('1.00', `a ${name}`), line('2.00', `${slipped} ${name}`), line('3.00', `RF18539007547034 ${name}`))
    const hints = (await openLines(name)).toSorted((a, b) => a.amount - b.amount).map(({ hint }) => hint)
    expect(hints).toEqual([
      'It names no reference.',
      'Its reference has a slip: the check digits do not fit.',
      'Its reference is none of ours.',
    ])
  })

  test('is given by a cashier to what it is for, once, with an audit row', async () => {
    const name = randomUUID()
    const payment = await transfer()
    await bring(line('99.00', `membership ${name}`))
    const [open] = await openLines(name)
    const { body } = await admin('GET', `/bank-lines/${open!.id}/candidates?q=${milo.id}`)
    expect(body).toMatchObject({ items: [{ accountId: milo.id, label: 'Membership fee', amount: 9900 }] })
    const target = { accountId: milo.id, purpose: 'membership', subjectId: null }
    const answers = await Promise.all([1, 2].map(() => admin('POST', `/bank-lines/${open!.id}/match`, target)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await read(payment)).toMatchObject({ state: 'succeeded' })
    expect(await rows(`select 1 from audit where act = 'match-transfer' and subject_id = $1`, open!.id)).toHaveLength(1)
    expect(await openLines(name)).toEqual([])
  })

  test('that is one person’s credit is never used for another', async () => {
    const payment = await transfer()
    await bring(line('150.00', payment.transfer!.reference))
    const [rest] = (await openLines()).filter(({ person }) => person?.includes(milo.id) === true)
    const pia = await castPerson(house.house.pool, { name: 'Pia', hasPaid: false, verification: 'pending' })
    const target = { accountId: pia.id, purpose: 'membership', subjectId: null }
    expect(await admin('POST', `/bank-lines/${rest!.id}/match`, target)).toMatchObject({
      status: 409,
      body: { code: 'other-person' },
    })
  })

  test('is seen and moved by cashiers alone', async () => {
    const rita = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer' })
    for (const token of [milo.token, rita.token]) {
      expect((await house.call('GET', '/api/admin/bank-lines', { token })).status).toBe(403)
    }
  })
})
