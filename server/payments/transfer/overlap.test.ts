import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BankImport, BankPreview } from '#contract/payments/transfers.ts'
import { BankStage, HEAD, line } from './bank-stage.test-support.ts'

/** Files of one bank that overlap, one of them without the column of the bank's own ids. */

let stage: BankStage

beforeAll(async () => {
  stage = await BankStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

async function preview(...lines: string[]): Promise<BankPreview & { id: string }> {
  const { id } = await stage.send([...lines, ''].join('\n'))
  return { id, ...((await stage.admin('POST', `/bank-imports/${id}/preview`, {})).body as BankPreview) }
}

async function run(id: string, body: object): Promise<BankImport> {
  expect((await stage.admin('POST', `/bank-imports/${id}/run`, body)).status).toBe(202)
  await stage.runImports()
  return (await stage.admin('GET', `/bank-imports/${id}`)).body as BankImport
}

const HEAD_WITHOUT_IDS = 'Date,Amount,Currency,Reference,Payer,IBAN'
const withoutId = (one: string) => one.replace(/,[^,]*$/, '')

/** Imports these lines without their last column; what the preview promised must come true. */
async function bringWithoutIds(...lines: string[]): Promise<BankImport['counts']> {
  const { id, mapping, counts } = await preview(HEAD_WITHOUT_IDS, ...lines.map(withoutId))
  const done = await run(id, { mapping })
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

test('a line that says the same as one in a file with ids may be another payment: a person decides', async () => {
  const text = randomUUID()
  const [first, second, third] = [line('7.00', text), line('7.00', text), line('7.00', text)]
  await stage.bring(first)
  const asked = await preview(HEAD_WITHOUT_IDS, withoutId(second), withoutId(third))
  expect(asked.counts).toMatchObject({ known: 1, doubtful: 1, fresh: 1 })
  expect(asked.rows.map(({ outcome }) => outcome)).toEqual(['maybe-known', 'unmatched'])
  expect(asked.doubts).toMatchObject([{ line: 2, amount: 700, text, knownLine: 2, fileName: 'bank.csv' }])
  const done = await run(asked.id, { mapping: asked.mapping, separate: [2] })
  expect(done.counts).toMatchObject({ imported: 2, known: 0 })
  expect(await stage.openLines(text)).toHaveLength(3)
  // Its own kind of file knows both from then on.
  const again = await preview(HEAD_WITHOUT_IDS, withoutId(second), withoutId(third), withoutId(line('7.50', text)))
  expect(again.counts).toMatchObject({ known: 2, doubtful: 0, fresh: 1 })
})

test('a line with an id may be another payment than an equal line without one', async () => {
  const text = randomUUID()
  await bringWithoutIds(line('8.50', text))
  const other = line('8.50', text)
  const asked = await preview(HEAD, other, line('8.60', text))
  expect(asked.doubts).toMatchObject([{ line: 2, amount: 850, knownLine: 2 }])
  expect((await run(asked.id, { mapping: asked.mapping, separate: [2] })).counts).toMatchObject({ imported: 2 })
  expect((await preview(HEAD, other)).counts).toMatchObject({ known: 1, doubtful: 0 })
})

test('what a file of the same kind knows is not in doubt, and can’t be imported twice', async () => {
  const text = randomUUID()
  const known = withoutId(line('9.50', text))
  await bringWithoutIds(`${known},`)
  const again = await preview(HEAD_WITHOUT_IDS, known, withoutId(line('9.60', text)))
  expect(again.counts).toMatchObject({ known: 1, doubtful: 0 })
  expect((await run(again.id, { mapping: again.mapping, separate: [2] })).counts).toMatchObject({
    imported: 1,
    known: 1,
  })
})
