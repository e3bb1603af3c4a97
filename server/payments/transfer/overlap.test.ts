import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BankImport, BankPreview } from '#contract/payments/transfers.ts'
import { BankStage, line } from './bank-stage.test-support.ts'

/** Files of one bank that overlap, one of them without the column of the bank's own ids. */

let stage: BankStage

beforeAll(async () => {
  stage = await BankStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

/** Imports these lines without their last column; what the preview promised must come true. */
async function bringWithoutIds(...lines: string[]): Promise<BankImport['counts']> {
  const head = 'Date,Amount,Currency,Reference,Payer,IBAN'
  const { id } = await stage.send([head, ...lines.map((each) => each.replace(/,[^,]*$/, '')), ''].join('\n'))
  const { mapping, counts } = (await stage.admin('POST', `/bank-imports/${id}/preview`, {})).body as BankPreview
  await stage.admin('POST', `/bank-imports/${id}/run`, { mapping })
  await stage.runImports()
  const done = (await stage.admin('GET', `/bank-imports/${id}`)).body as BankImport
  expect([counts.known, counts.fresh, counts.outgoing]).toEqual([
    done.counts.known,
    done.counts.imported,
    done.counts.outgoing,
  ])
  return done.counts
}

test('a line imported with the bank’s id isn’t money again in a file without ids', async () => {
  const payment = await stage.transfer()
  const before = await stage.balanceOf('provider:transfer')
  const lines = [line('99.00', payment.transfer!.reference), line('10.00', randomUUID()), line('-4.00', randomUUID())]
  expect((await stage.bring(...lines)).counts).toMatchObject({ imported: 2, outgoing: 1 })
  expect(await bringWithoutIds(...lines, line('11.00', randomUUID()))).toMatchObject({
    imported: 1,
    known: 3,
    outgoing: 0,
  })
  expect(await stage.read(payment)).toMatchObject({ received: 9900 })
  expect((await stage.balanceOf('provider:transfer')) - before).toBe(9900 + 1000 + 1100)
})

test('a line imported without an id is recognized by its content once, and by its id from then on', async () => {
  const text = randomUUID()
  const [one, two, three] = [line('5.00', text), line('5.00', text), line('5.00', text)]
  expect(await bringWithoutIds(one, two)).toMatchObject({ imported: 2, known: 0 })
  expect((await stage.bring(one, two, three)).counts).toMatchObject({ imported: 1, known: 2 })
  expect((await stage.bring(three, line('5.00', text), one)).counts).toMatchObject({ imported: 1, known: 2 })
  expect(await bringWithoutIds(one, two, three)).toMatchObject({ imported: 0, known: 3 })
  expect(await stage.openLines(text)).toHaveLength(4)
})

test('equal lines with two ids are two transfers, in one file and in two', async () => {
  const text = randomUUID()
  await stage.bring(line('6.00', text))
  expect((await stage.bring(line('6.00', text), line('6.00', text))).counts).toMatchObject({ imported: 2, known: 0 })
})

test('a row that has no id yet, next to one that has, is neither lost nor doubled', async () => {
  const text = randomUUID()
  const named = line('8.00', text)
  const unnamed = named.replace(/,[^,]*$/, ',')
  expect((await stage.bring(named, unnamed)).counts).toMatchObject({ imported: 2 })
  expect((await stage.bring(unnamed, named)).counts).toMatchObject({ imported: 0, known: 2 })
  expect((await stage.bring(named, line('8.00', text))).counts).toMatchObject({ imported: 0, known: 2 })
  expect(await stage.openLines(text)).toHaveLength(2)
})
