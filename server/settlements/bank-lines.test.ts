import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayoutBatch } from '#contract/settlements/payouts.ts'
import type { StatementRow } from '#contract/settlements/statements.ts'
import { BankStage, line } from '#server/payments/transfer/bank-stage.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { castDue, payoutDesk } from './settlements.test-support.ts'

let stage: BankStage
let desk: ReturnType<typeof payoutDesk>
let ada: CastMember

beforeAll(async () => {
  stage = await BankStage.open()
  desk = payoutDesk(stage.server, stage.kofi)
  ada = await castPerson(stage.server.app.pool, { name: 'Ada' })
})
afterAll(() => stage.close())

const due = () => castDue(stage.server, desk, ada)
const made = async ({ id }: StatementRow) => (await desk.make('csv', [id])).body as PayoutBatch
const read = async (id: string) => (await desk.call('GET', `/payouts/${id}`)).body as PayoutBatch
const bank = (amount: string, text: string) => line(`-${amount}`, text)

test('an outgoing line of the batch’s number and total marks it paid, once', async () => {
  const statement = await due()
  const batch = await made(statement)
  await stage.bring(bank('7350.00', `SEPA ${batch.number.replaceAll('-', ' ')} SELLERS`))
  expect(await read(batch.id)).toMatchObject({ state: 'paid', decidedBy: null })
  await stage.bring(bank('7350.00', `again ${batch.number}`))
  expect(await desk.balance(`seller:${statement.sellerId}`)).toBe(0)
  const lines = await stage.rows<{ hint: string }>(`select hint from bank_line where hint like 'Payout%'`)
  expect(lines).toEqual([{ hint: `Payout ${batch.number} to sellers.` }])
})

test('an outgoing line that paid a batch stays in the books', async () => {
  const statement = await due()
  const batch = await made(statement)
  await stage.bring(bank('7350.00', `SEPA ${batch.number}`))
  const before = await desk.balance('provider:transfer')
  const [paying] = await stage.rows<{ id: string }>(`select id from bank_line where text like '%' || $1`, batch.number)
  const reason = 'It was another account’s file'
  const answer = await desk.call('POST', `/bank-lines/${paying!.id}/take-back`, { reason })
  expect(answer).toMatchObject({ status: 409, body: { code: 'line-used' } })
  expect((answer.body as { message: string }).message).toContain(batch.number)
  expect(await read(batch.id)).toMatchObject({ state: 'paid' })
  expect(await desk.balance('provider:transfer')).toBe(before)
})

test('another amount leaves the batch waiting, and says so on the line', async () => {
  const batch = await made(await due())
  await stage.bring(bank('7000.00', `SEPA ${batch.number}`))
  expect((await read(batch.id)).state).toBe('made')
  const [kept] = await stage.rows<{ hint: string }>(
    `select hint from bank_line where text like '%' || $1`,
    batch.number,
  )
  expect(kept!.hint).toContain('Check the amount')
})
