import { randomUUID } from 'node:crypto'
import writeXlsx from 'write-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankPreview } from '#contract/payments/transfers.ts'
import { BankStage, HEAD, line } from './bank-stage.test-support.ts'

let stage: BankStage

beforeAll(async () => {
  stage = await BankStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

describe('a bank file', () => {
  test('imported twice, or overlapping the last one, imports nothing twice', async () => {
    const payment = await stage.transfer()
    const lines = [line('99.00', payment.transfer!.reference), line('10.00', 'unknown')]
    const first = await stage.bring(...lines)
    const same = await stage.bring(...lines)
    expect(same).toEqual(first)
    expect(await stage.bring(...lines, line('11.00', 'new'))).toMatchObject({ counts: { imported: 1, known: 2 } })
    expect(await stage.read(payment)).toMatchObject({ received: 9900 })
  })

  test('with an id that an earlier file had for other money imports nothing for it, and says so', async () => {
    await stage.bring('2026-11-20,9.00,USD,fee,M Milo,DE99,NOTPROVIDED')
    const done = await stage.bring('2026-11-21,9.00,USD,fee,A Ada,DE98,NOTPROVIDED')
    expect(done.counts).toMatchObject({ known: 0, faulty: 1, imported: 0 })
    const { body } = await stage.admin('GET', `/bank-imports/${done.id}/notes`)
    expect(body).toMatchObject({
      items: [{ message: expect.stringMatching(/^This id was imported before, for other/) }],
    })
  })

  test('with money out under the id of money in, such as its return, keeps no silence about it', async () => {
    await stage.bring('2026-11-20,19.00,USD,fee,M Milo,DE99,RETURNED')
    const done = await stage.bring('2026-11-22,-19.00,USD,return,M Milo,DE99,RETURNED')
    expect(done.counts).toMatchObject({ known: 0, faulty: 1, outgoing: 0 })
  })

  test('as a workbook is read like a text file, including lines above its header', async () => {
    const payment = await stage.transfer()
    const lines = [
      ['Account', 'US00 1234'],
      HEAD.split(','),
      line('99.00', payment.transfer!.reference).split(','),
      line('abc', 'x').split(','),
    ]
    const content = await writeXlsx(lines.map((cells) => cells.map((value) => ({ value })))).toBuffer()
    const { id } = await stage.send(content)
    const { body } = await stage.admin('POST', `/bank-imports/${id}/preview`, {})
    expect(body).toMatchObject({
      header: HEAD.split(','),
      counts: { fresh: 1, faulty: 1, matching: 1 },
      faults: [{ line: 4, column: 'Amount', message: '"abc" isn’t an amount. Write it as 1,234.56.' }],
    })
    await stage.admin('POST', `/bank-imports/${id}/run`, { mapping: (body as BankPreview).mapping })
    await stage.runImports()
    expect(await stage.read(payment)).toMatchObject({ received: 9900 })
  })

  test('without the bank’s ids keeps two equal transfers apart, and recognizes them in the next file', async () => {
    const equal = `2026-11-19,5.00,USD,coffee ${randomUUID()},X,,`
    expect(await stage.bring(equal, equal)).toMatchObject({ counts: { imported: 2, known: 0 } })
    expect(await stage.bring(equal, equal, line('1.00', 'one more'))).toMatchObject({
      counts: { imported: 1, known: 2 },
    })
  })

  test('is previewed before the import: what is new, what matches, errors by line and column; and nothing is written', async () => {
    const payment = await stage.transfer()
    const file = [
      HEAD,
      line('99.00', payment.transfer!.reference),
      line('abc', 'x'),
      line('-5.00', 'fee'),
      '2026-02-30,1.00,USD,x,,,',
      line('7.00', 'y'),
    ].join('\n')
    const { id } = await stage.send(file)
    const { body } = await stage.admin('POST', `/bank-imports/${id}/preview`, {})
    expect(body).toMatchObject({
      counts: { fresh: 2, known: 0, ignored: 0, faulty: 2, matching: 1, outgoing: 1, otherCurrency: 0 },
      rows: [
        { line: 2, outcome: 'matches', amount: 9900 },
        { line: 4, outcome: 'outgoing', amount: 500 },
        { line: 6, outcome: 'unmatched' },
      ],
      faults: [
        { line: 3, column: 'Amount', message: '"abc" isn’t an amount. Write it as 1,234.56.' },
        { line: 5, column: 'Date' },
      ],
    })
    expect(await stage.rows('select 1 from bank_line where import_id = $1', id)).toEqual([])
    expect(await stage.read(payment)).toMatchObject({ received: 0 })
  })

  test('remembers its column mapping, by its header', async () => {
    const head = `Day;What;How much ${randomUUID()}`
    const { id } = await stage.send(`${head}\n20.11.2026;x;1,00\n`)
    const preview = (await stage.admin('POST', `/bank-imports/${id}/preview`, {})).body as BankPreview
    const mapping = {
      ...preview.mapping,
      bookedOn: 0,
      text: [1],
      amount: 2,
      direction: null,
      dayOrder: 'dmy',
      decimal: ',',
    }
    await stage.admin('POST', `/bank-imports/${id}/run`, { mapping })
    const next = await stage.send(`${head}\n21.11.2026;y;2,00\n`)
    expect(((await stage.admin('POST', `/bank-imports/${next.id}/preview`, {})).body as BankPreview).mapping).toEqual(
      mapping,
    )
  })

  test('that can’t be read says why, can’t be imported, and is read again when it is sent again', async () => {
    const unreadable = await stage.send('hello')
    expect(unreadable).toMatchObject({ state: 'unreadable', failure: expect.stringMatching(/columns/) as unknown })
    const { mapping } = (
      await stage.admin('POST', `/bank-imports/${(await stage.send(HEAD + '\n' + line('1.00', 'a'))).id}/preview`, {})
    ).body as BankPreview
    for (const [step, body] of [
      ['preview', {}],
      ['run', { mapping }],
    ] as const) {
      expect(await stage.admin('POST', `/bank-imports/${unreadable.id}/${step}`, body)).toMatchObject({
        status: 409,
        body: { code: 'file-not-read' },
      })
    }
    expect(await stage.send('hello')).toMatchObject({ id: unreadable.id, state: 'unreadable' })
  })

  test('once imported can’t be imported again, and keeps its errors without the cells of its rows', async () => {
    const done = await stage.bring(line('1.00', 'a'), line('abc', 'x'))
    expect(done).toMatchObject({ state: 'done', counts: { imported: 1, faulty: 1 } })
    expect(await stage.rows('select line, cells from bank_import_row where import_id = $1', done.id)).toEqual([
      { line: 3, cells: [] },
    ])
    expect((await stage.admin('GET', `/bank-imports/${done.id}/notes`)).body).toMatchObject({
      items: [{ line: 3, column: 'Amount', message: '"abc" isn’t an amount. Write it as 1,234.56.', isFault: true }],
    })
    expect(await stage.admin('POST', `/bank-imports/${done.id}/preview`, {})).toMatchObject({
      status: 409,
      body: { code: 'import-closed' },
    })
  })

  test('whose import is interrupted in the middle resumes where it stopped', async () => {
    const lines = Array.from({ length: 130 }, () => line('2.00', 'bulk'))
    const { id } = await stage.send([HEAD, ...lines].join('\n'))
    const { mapping } = (await stage.admin('POST', `/bank-imports/${id}/preview`, {})).body as BankPreview
    await stage.admin('POST', `/bank-imports/${id}/run`, { mapping })
    // Cuts all database connections of the server while the second batch is being written.
    await stage.server.asOwner(`create function cut() returns trigger language plpgsql as $$ begin
      if new.line = 80 then raise exception 'cut off'; end if; return new; end $$`)
    await stage.server.asOwner('create trigger cut before insert on bank_line for each row execute function cut()')
    // It fails, and is left for the next run.
    await stage.runImports()
    expect((await stage.admin('GET', `/bank-imports/${id}`)).body).toMatchObject({
      state: 'running',
      doneCount: 50,
      counts: { imported: 50 },
    })
    await stage.server.asOwner('drop trigger cut on bank_line')
    await Promise.all([stage.runImports(), stage.runImports()])
    expect((await stage.admin('GET', `/bank-imports/${id}`)).body).toMatchObject({
      state: 'done',
      doneCount: 130,
      counts: { imported: 130, known: 0 },
    })
    expect(await stage.rows('select 1 from bank_line where import_id = $1', id)).toHaveLength(130)
    expect(await stage.rows('select 1 from bank_import_row where import_id = $1', id)).toEqual([])
  })
})
