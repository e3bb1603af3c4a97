import { spawnSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readRecordedFile } from '../bin/replay/recorded-file.ts'
import type { readLedger } from '#contract/bidding/ledger.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { replayContents } from '#test/harness/replay-files.ts'
import { ROOT } from '#server/platform/root.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

/** `npm run replay` on a lot's ledger as anyone downloads it, and on files that are no use. */

type Ledger = ReplyOf<typeof readLedger>

let server: TestServer
let lotId: string
let ledger: Ledger

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  const [ada, boris, aukje] = await Promise.all([
    castPerson(pool, { name: 'Ada' }),
    castPerson(pool, { name: 'Boris' }),
    castPerson(pool, { name: 'Aukje', role: 'auctioneer' }),
  ])
  lotId = (await castLot(server.app, { closesInMs: 600_000 })).lotId
  await vi.waitUntil(async () => (await read('', ada)).items.length === 1, { timeout: 10_000 })
  for (const [who, kind, amount] of [
    [ada, 'firm', 10_000],
    [boris, 'maximum', 40_000],
    [ada, 'firm', 20_000],
    [boris, 'maximum', 60_000],
  ] as const) {
    await sendBid(server, who, { lotId }, kind, amount)
  }
  const body = { reason: 'The seller asked for it' }
  await server.call('POST', `/api/admin/lots/${lotId}/withdrawal`, { token: aukje.token, body })
  ledger = await read('?limit=500')
})
afterAll(() => server?.close())

async function read(query: string, who?: CastMember): Promise<Ledger> {
  const token = who === undefined ? {} : { token: who.token }
  return (await server.call('GET', `/api/lots/${lotId}/ledger${query}`, token)).body as Ledger
}

test('a downloaded ledger replays to the price and bidder that the lot shows, whole or in pages, with Windows line ends or a BOM', async () => {
  const { price, leader, status } = ledger.closed!.standing
  const result = { lot: lotId, status, leader, price, entries: 5, sealed: 1, faults: [] }
  const text = JSON.stringify(ledger, null, 2)
  for (const content of [text, `\uFEFF${text.replaceAll('\n', '\r\n')}`])
    expect(await replayContents(content)).toEqual({ code: 0, stderr: '', results: [result] })
  const newest = await read('?limit=3')
  const older = await read(`?limit=3&before=${newest.next}`)
  const pages = [JSON.stringify(older), JSON.stringify(newest), JSON.stringify(older)]
  expect(await replayContents(...pages)).toEqual({ code: 0, stderr: '', results: [result] })
})

test('the command prints what it found, and exits with a code for scripts', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'paddock-replay-'))
  const run = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content)
    return spawnSync(process.execPath, [path.join(ROOT, 'bin/replay.ts'), name], { cwd: folder, encoding: 'utf8' })
  }
  const older = run('older.json', JSON.stringify({ ...ledger, items: ledger.items.slice(1) }))
  expect(older).toMatchObject({ status: 1, stderr: '' })
  expect(JSON.parse(older.stdout)).toMatchObject([{ lot: lotId }])
  expect(run('odd.json', JSON.stringify(ledger).replace('"sequence":3', '"sequence":"x"'))).toMatchObject({
    status: 2,
    stdout: '',
    stderr:
      'odd.json: items[2].line.sequence: Invalid input: expected number, received string; download the ledger again\n',
  })
  rmSync(folder, { recursive: true })
})

test('a ledger with a changed or moved entry fails, and the fault names the entry', async () => {
  const { items } = ledger
  const changed = items.with(2, { ...items[2]!, line: { ...items[2]!.line, price: 900 } })
  const restated = items.with(2, { ...changed[2]!, text: JSON.stringify(changed[2]!.line) })
  for (const [others, fault] of [
    [changed, 'Entry 3 doesn’t match its hash.'],
    [restated, 'Entry 3 does not follow from the entry before it.'],
    [[items[0]!, items[2]!, items[1]!, ...items.slice(3)], 'Entry 3 is missing or out of order.'],
  ] as const) {
    const { code, stderr, results } = await replayContents(JSON.stringify({ ...ledger, items: others }))
    expect([code, stderr]).toEqual([1, ''])
    expect((results[0] as { faults: string[] }).faults[0]).toBe(fault)
  }
})

test('a page without the older entries says which address has them', async () => {
  const { code, results } = await replayContents(JSON.stringify(await read('?limit=3')))
  expect([code, results]).toMatchObject([1, [{ faults: [expect.stringContaining('?limit=500&before=3')] }]])
})

test('a file of no use gets one sentence that says what to do', async () => {
  const text = JSON.stringify(ledger)
  const { closed: _, ...open } = ledger
  const folder = mkdtempSync(path.join(os.tmpdir(), 'paddock-replay-'))
  const file = path.join(folder, 'file.json')
  for (const [content, words] of [
    [text.slice(0, text.length / 2), /^ends too early; download it again$/],
    [gzipSync(text), /^is compressed; unpack it first, for example with gunzip$/],
    [Buffer.from(`\uFEFF${text}`, 'utf16le'), /^is in UTF-16; save it as UTF-8$/],
    [Buffer.from([0x80, 0xc3, 0x28, 0x00]), /^is not text in UTF-8; download it again$/],
    ['', /^is empty; download it again$/],
    ['<!doctype html>', /^is a web page and not JSON; open the address of the ledger itself/],
    ['{"items": oops}', /^is not JSON: /],
    ['{"message":"There is no such lot."}', /^must hold a list of entries, or a ledger as \/api\/lots\/LOT_ID\/ledger/],
    [JSON.stringify(open), /^the lot is not over yet; download its ledger again after the close$/],
    [text.replace('"sequence":3', '"sequence":"x"'), /^items\[2\]\.line\.sequence: .*; download the ledger again$/],
    ['[{"id":"a"}]', /^entry 0 \(id "a"\): terms must be an object$/],
  ] as const) {
    writeFileSync(file, content)
    expect(readRecordedFile(file)).toEqual({ fault: expect.stringMatching(words) })
  }
  rmSync(folder, { recursive: true })
  expect(readRecordedFile(file)).toEqual({ fault: 'there is no such file; check its name and folder' })
  expect(readRecordedFile('test')).toEqual({ fault: 'is a folder; name the file in it' })
  expect(await replayContents('[]', '{"items": oops}')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^2\.json: is not JSON: [^\n]*\n$/),
    results: [],
  })
})
