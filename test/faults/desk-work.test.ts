import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cancellation } from '#contract/bidding/cancel-auction.ts'
import type { BankImport, BankPreview } from '#contract/payments/transfers.ts'
import type { PayoutBatch } from '#contract/settlements/payouts.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { HEAD, line, type BankStage } from '#server/payments/transfer/bank-stage.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castConsigned, castSeller, endLot, payoutDesk } from '#server/settlements/settlements.test-support.ts'
import { castPerson } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import { KillableServer, MOMENTS } from './killable-server.ts'

let server: KillableServer
let stage: BankStage

beforeAll(async () => {
  server = await KillableServer.open()
  stage = server.stage
})
afterAll(() => server.close())

const cast = (name: string, options: object = {}) => castPerson(stage.server.app.pool, { name, ...options })

async function countOf(from: string, ...values: unknown[]): Promise<number> {
  const [found] = await stage.rows<{ count: number }>(`select count(*)::int as count from ${from}`, ...values)
  return found!.count
}

/** A payout batch that waits for the bank, for one seller who has an account. */
async function batchOf(desk: ReturnType<typeof payoutDesk>): Promise<PayoutBatch> {
  const ada = await cast('Ada')
  const sellerId = await castSeller(stage.server, { accountId: (await cast('Sam')).id })
  const lot = await castConsigned(stage.server, sellerId)
  await endLot(stage.server, lot, { buyer: ada, hammer: 800_000 })
  const invoices = () => stage.rows<{ id: string }>('select id from invoice where lot_id = $1', lot.lotId)
  await expect.poll(invoices, { timeout: 20_000 }).toHaveLength(1)
  await saleroom(stage.server).payAll(ada, (await invoices())[0]!.id)
  const ready = async () => (await desk.issue(lot.auctionId, [sellerId])).status
  await expect.poll(ready, { timeout: 20_000 }).toBe(200)
  const [statement] = await desk.statements(`auctionId=${lot.auctionId}`)
  return (await desk.make('csv', [statement!.id])).body as PayoutBatch
}

test('kill -9 while a bank file marks payouts as paid: each is paid once', { timeout: 240_000 }, async () => {
  const desk = payoutDesk(stage.server, stage.kofi)
  const batches: PayoutBatch[] = []
  for (let n = 0; n < 12; n += 1) batches.push(await batchOf(desk))
  // More lines than one transaction of an import takes.
  const lines = batches.flatMap(({ number }) => [
    line('-7350.00', `SEPA ${number} SELLERS`),
    ...Array.from({ length: 12 }, () => line('12.00', `for nothing we know ${number}`)),
  ])
  const form = new FormData()
  form.set('file', new Blob([[HEAD, ...lines, ''].join('\n')]), 'bank.csv')
  const { token } = stage.kofi
  const { id } = (await server.ask<BankImport>('POST', '/api/admin/bank-imports', token, form)).body
  const at = `/api/admin/bank-imports/${id}`
  const state = async () => (await server.ask<BankImport>('GET', at, token)).body.state
  await expect.poll(state, { timeout: 60_000 }).toBe('ready')
  const { mapping } = (await server.ask<BankPreview>('POST', `${at}/preview`, token, {})).body
  await server.throughDeath(10, () => server.ask('POST', `${at}/run`, token, { mapping }))
  for (const ms of MOMENTS) {
    if ((await state()) === 'done') break
    await wait(ms)
    await server.killed()
  }
  await expect.poll(state, { timeout: 60_000 }).toBe('done')
  expect(await countOf('bank_line where import_id = $1', id)).toBe(lines.length)
  expect(await countOf(`payout_batch where state = 'paid' and bank_line_id is not null`)).toBe(batches.length)
  expect(await countOf(`money_transfer where key like 'payout:%'`)).toBe(batches.length)
  await expect.poll(() => countOf(`notification where kind = 'seller-paid'`), { timeout: 60_000 }).toBe(batches.length)
})

test(
  'kill -9 while an auction is canceled: its lots are all withdrawn, and each follower is notified once',
  { timeout: 240_000 },
  async () => {
    const { token } = await cast('Aukje', { role: 'auctioneer' })
    for (const ms of MOMENTS.slice(1)) {
      const auctionId = newId()
      const lots: string[] = []
      for (let position = 1; position <= 40; position += 1)
        lots.push((await castLot(stage.server.app, { auctionId, position })).lotId)
      const followers = 15
      for (let n = 0; n < followers; n += 1)
        await stage.rows(
          'insert into watch (account_id, lot_id) select $1, unnest($2::uuid[])',
          (await cast('Ada')).id,
          [lots[n], lots[n + 20]],
        )
      const at = `/api/admin/auctions/${auctionId}/cancellation`
      const canceled = await server.throughDeath(ms, () =>
        server.ask<Cancellation>('POST', at, token, { reason: 'The hall burned down' }),
      )
      expect(canceled, `killed after ${ms} ms`).toMatchObject({
        status: 200,
        body: { canceled: { at: expect.any(Number) } },
      })
      // The notices and the withdrawals follow.
      await wait(ms * 5)
      await server.killed()
      const left = async () => (await server.ask<Cancellation>('GET', at, token)).body.openLots
      await expect.poll(left, { timeout: 60_000 }).toBe(0)
      expect(await countOf(`standing where auction_id = $1 and status = 'withdrawn'`, auctionId)).toBe(lots.length)
      const notices = () => countOf('notification where key like $1', `auction-canceled:${auctionId}:%`)
      await expect.poll(notices, { timeout: 60_000 }).toBe(followers)
      expect(await countOf(`audit where action = 'cancel-auction' and subject_id = $1`, auctionId)).toBe(1)
    }
  },
)

test(
  'kill -9 while accounts are merged: the duplicate is merged once, with all that it carries over, or not at all',
  { timeout: 240_000 },
  async () => {
    const { token } = await cast('Rita', { role: 'reviewer' })
    for (const ms of MOMENTS) {
      const ada = await cast('Ada')
      const second = await cast('Ada Two', { hasPaid: false, verification: 'pending' })
      const { lotId } = await castLot(stage.server.app)
      await stage.rows('insert into watch (account_id, lot_id) values ($1, $2)', second.id, lotId)
      const merged: boolean[] = []
      // A repeated merge has the answer of the first: the accounts are one.
      const { status } = await server.throughDeath(ms, async () => {
        merged.push((await countOf('account where id = $1 and merged_into = $2', second.id, ada.id)) === 1)
        const watches = await countOf('watch where account_id = $1', ada.id)
        expect([watches, await countOf('session where account_id = $1', second.id)]).toEqual(
          merged.at(-1) === true ? [1, 0] : [0, 1],
        )
        return server.ask('POST', `/api/admin/accounts/${ada.id}/merges/${second.id}`, token, { reason: 'By phone' })
      })
      expect(status, `killed after ${ms} ms`).toBe(200)
      expect(await countOf(`audit where action = 'merge-account' and subject_id = $1`, second.id)).toBe(1)
      expect(await countOf('watch where account_id = $1', ada.id)).toBe(1)
      expect((await server.ask('GET', '/api/user', second.token)).status).toBe(401)
    }
  },
)
