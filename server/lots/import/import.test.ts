import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { createAuction, usualAuctionTerms } from '#server/auctions/create-auction.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { runImports } from '#server/platform/import/run-imports.ts'
import { importAddress as at, importStage, ROW } from './import-stage.test-support.ts'
import { stockList } from './stock-list.test-support.ts'
import { VEHICLE_IMPORT } from './vehicle-import.ts'

const ROWS = 10_000
const HOUR_MS = 3_600_000

let server: TestServer
let aukje: string
const { send, until, preview, step, allNotes, imported } = importStage(() => ({ server, token: aukje }))

beforeAll(async () => {
  server = await openTestServer()
  aukje = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

async function auction(): Promise<string> {
  const { body } = await server.call('GET', '/api/company-terms')
  return createAuction(server.app.db, {
    title: 'Imported auction',
    kind: 'timed',
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: Date.now(),
    startsAt: Date.now() + HOUR_MS,
    terms: usualAuctionTerms(body as CompanyTerms, 'timed'),
    heroPhoto: null,
  })
}

/** Everything an import could change and a second run must leave unchanged. */
async function everything(): Promise<string> {
  const found = await server.app.pool.query<{ all: string }>(
    `select md5(coalesce((select string_agg(vehicle::text, '' order by id) from vehicle), '') ||
       coalesce((select string_agg(lot::text, '' order by id) from lot), '')) as all`,
  )
  return found.rows[0]!.all
}

const number = async (table: 'vehicle' | 'lot') =>
  Number((await server.app.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]!.n)

describe('a list of 10,000 rows with planted errors', () => {
  const { content, planted } = stockList(ROWS, 7)
  const kept = ROWS - planted.filter(({ isFault }) => isFault).length

  test('is checked and imported with every planted error named by its line, nothing lost, and a second run changes nothing', async () => {
    const auctionId = await auction()
    const before = performance.now()
    const sent = await send(content)
    const ready = await until(sent.id, ['ready', 'unreadable'])
    expect(ready).toMatchObject({ state: 'ready', rowCount: ROWS, encoding: 'windows-1252' })
    const { mapping: guessed, missing } = await preview(sent.id)
    expect(missing).toEqual([])
    // The list is American: "64,601 A" gives no unit.
    const mapping = { ...guessed, odometerUnit: 'mi' as const }
    expect((await step(sent.id, 'check', mapping, auctionId)).status).toBe(202)
    const checked = await until(sent.id, ['checked'])
    expect(checked.counts).toMatchObject({ fresh: kept, changed: 0, known: 0, faulty: ROWS - kept })
    expect(await number('vehicle')).toBe(0)
    await step(sent.id, 'run', mapping, auctionId)
    const done = await until(sent.id, ['done'])
    const seconds = (performance.now() - before) / 1000
    process.stdout.write(`vehicle import: ${ROWS} rows read, checked and imported in ${seconds.toFixed(1)} s\n`)
    expect(done.counts).toEqual(checked.counts)
    expect(await number('vehicle')).toBe(kept)
    expect(await number('lot')).toBe(kept)

    const notes = await allNotes(sent.id)
    const unsaid = planted.filter(
      ({ line, column, isFault, words }) =>
        !notes.some(
          (note) =>
            note.line === line && note.column === column && note.isFault === isFault && words.test(note.message),
        ),
    )
    expect(unsaid).toEqual([])
    const dirty = new Set(planted.filter(({ isFault }) => isFault).map(({ line }) => line))
    expect(notes.filter(({ line, isFault }) => isFault && !dirty.has(line))).toEqual([])

    const after = await everything()
    expect((await step(sent.id, 'run', mapping, auctionId)).status).toBe(202)
    const again = await until(sent.id, ['done'])
    expect(again.counts).toMatchObject({ fresh: 0, changed: 0, known: kept, faulty: ROWS - kept })
    expect(await everything()).toBe(after)
  }, 240_000)
})

test('a list sent twice is one import, and with an added line still imports nothing twice', async () => {
  const { content, planted } = stockList(1000, 3)
  const known = 1000 - planted.filter(({ isFault }) => isFault).length
  const first = await send(content)
  await until(first.id, ['ready'])
  const { mapping } = await preview(first.id)
  const own = { ...mapping, odometerUnit: 'mi' as const, source: 'Second list' }
  await step(first.id, 'run', own)
  await until(first.id, ['done'])
  expect((await send(content, 'other-name.csv')).id).toBe(first.id)
  const before = await everything()
  const longer = await send(Buffer.concat([content, Buffer.from(';\r\n')]))
  expect(longer.id).not.toBe(first.id)
  await until(longer.id, ['ready'])
  const again = await preview(longer.id)
  expect(again).toMatchObject({ isRemembered: true, mapping: own })
  await step(longer.id, 'run', again.mapping)
  const { counts } = await until(longer.id, ['done'])
  expect(counts).toMatchObject({ fresh: 0, changed: 0 })
  expect(counts.known).toBeGreaterThan(known / 2)
  expect(await everything()).toBe(before)
})

async function vehicle(stock: string) {
  const found = await server.app.pool.query<{
    id: string
    model: string
    version: number
    facts: Record<string, unknown>
  }>('select id, model, version, facts from vehicle where stock_number = $1', [stock])
  return found.rows[0]
}

describe('a row', () => {
  test('that a later list changes updates its vehicle, as long as nobody can bid on it and no person changed it', async () => {
    await imported([ROW('K-1'), ROW('K-2'), ROW('K-3')])
    await server.app.pool.query(`update vehicle set import_hash = null, model = 'By hand' where stock_number = 'K-2'`)
    const later = await imported([ROW('K-1', { model: 'Urban Plus' }), ROW('K-2', { model: 'Urban Plus' }), ROW('K-3')])
    expect(later.counts).toMatchObject({ fresh: 0, changed: 1, known: 2, faulty: 0 })
    expect(await vehicle('K-1')).toMatchObject({ model: 'Urban Plus', version: 2 })
    expect(await vehicle('K-2')).toMatchObject({ model: 'By hand', version: 1 })
    expect(later.notes).toMatchObject([
      { line: 3, isFault: false, message: expect.stringMatching(/changed by hand/) as unknown },
    ])
  })

  test('whose lot is published is rejected and names the lot', async () => {
    const auctionId = await auction()
    const broken = await imported([ROW('P-0', { price: '1000.50' })], auctionId)
    expect(broken.notes).toMatchObject([
      {
        value: '$1,000.50',
        message: 'Use a positive amount in whole bid units. The bid unit of this auction is $1.00.',
      },
    ])
    await imported([ROW('P-1', { price: '1000' })], auctionId)
    await server.app.pool.query('update lot set published_at = now() where auction_id = $1', [auctionId])
    const later = await imported([ROW('P-1', { price: '1000', model: 'Other' })], auctionId)
    expect(later.counts).toMatchObject({ changed: 0, faulty: 1 })
    expect(later.notes[0]?.message).toMatch(/Lot \d+ with this vehicle is published/)
  })

  test('of a passed vehicle offers it again in a new lot, and of a sold one is refused', async () => {
    const [first, second] = [await auction(), await auction()]
    const vin = 'WVWZZZ1K0BP424242'
    await imported([ROW('R-1', { vin, price: '1000' })], first)
    const early = await imported([ROW('R-1', { vin, price: '1200' })], second)
    expect(early.notes.find(({ isFault }) => isFault)?.message).toMatch(/in lot \d+, which has not ended/)
    const end = `update lot set closed_at = now(), outcome = $2 where auction_id = $1`
    await server.app.pool.query(end, [first, 'sold'])
    const sold = await imported([ROW('R-1', { vin, price: '1250' })], second)
    expect(sold.notes.find(({ isFault }) => isFault)?.message).toMatch(/was sold as lot \d+/)
    await server.app.pool.query(end, [first, 'passed'])
    const again = await imported([ROW('R-1', { vin, price: '1300' })], second)
    expect(again.counts).toMatchObject({ fresh: 1, faulty: 0 })
  })

  test('with an unknown word is rejected until the word is mapped, and the mapping is remembered', async () => {
    const lines = [ROW('W-1', { title: 'Certificate 12-B' }), ROW('W-2', { title: 'certificate  12-b' })]
    const first = await imported(lines)
    expect(first.counts.faulty).toBe(2)
    const { body } = await server.call('GET', at(first.id, '/notes'), { token: aukje })
    expect(body).toMatchObject({ unknownWords: [{ list: 'titleBrand', word: 'certificate 12-b', count: 2 }] })
    const words = { titleBrand: { 'certificate 12-b': 'rebuilt' } }
    expect((await imported(lines, null, { words })).counts).toMatchObject({ fresh: 2, faulty: 0 })
    const { facts } = (await vehicle('W-1'))!
    expect(facts).toMatchObject({ titleBrand: 'rebuilt', stated: { titleBrand: 'Certificate 12-B' } })
    expect((await imported([ROW('W-3', { title: 'Certificate 12-B' })])).counts.fresh).toBe(1)
  })

  test('with a distance without a unit is an error until the mapping names one', async () => {
    const lines = [ROW('U-1', { odometer: '64601 A' })]
    expect((await imported(lines, null, { odometerUnit: null })).notes.map(({ message }) => message)).toContain(
      'Miles or kilometers? Neither the cell nor the mapping says.',
    )
    await imported(lines, null, { odometerUnit: 'mi' })
    expect((await vehicle('U-1'))?.facts['odometer']).toEqual({ value: 64_601, unit: 'mi', status: 'actual' })
  })
})

describe('an import', () => {
  test('that was interrupted resumes where it stopped, whichever process continues', async () => {
    const { content } = stockList(1500, 11)
    const other = await openTestServer({
      databaseUrl: server.app.databaseUrl,
      listen: false,
      config: { roles: new Set(['worker']) },
    })
    const sent = await send(
      Buffer.from(content.toString('latin1').replaceAll('S-', 'T-').replaceAll(';1FT', ';2FT'), 'latin1'),
    )
    await until(sent.id, ['ready'])
    const { mapping } = await preview(sent.id)
    await step(sent.id, 'run', { ...mapping, source: 'Other list' })
    let asked = 0
    await runImports(other.app, VEHICLE_IMPORT, () => (asked += 1) > 3)
    await Promise.all([runImports(other.app, VEHICLE_IMPORT), runImports(other.app, VEHICLE_IMPORT)])
    const done = await until(sent.id, ['done'])
    const { fresh, known, changed, faulty } = done.counts
    expect(done.doneCount).toBe(1500)
    expect(fresh + known + changed + faulty).toBe(1500)
    await other.close()
  }, 120_000)

  test('does not start while a required fact has neither column nor value', async () => {
    const sent = await send(Buffer.from('VIN,Year,Make\nWVWZZZ1K0BP111111,2011,Volkswagen\n'))
    await until(sent.id, ['ready'])
    const { mapping, missing } = await preview(sent.id)
    expect(missing).toEqual(['model', 'body', 'titleBrand', 'runState', 'keys', 'location', 'sellerKind'])
    const answer = await step(sent.id, 'run', mapping)
    expect(answer).toMatchObject({ status: 409, body: { code: 'fields-missing', details: { missing } } })
  })

  test('is audited with who sent the file and who ran it', async () => {
    const actions = await server.app.pool.query<{ action: string }>(
      `select distinct action from audit where subject_kind = 'vehicle-import' order by action`,
    )
    expect(actions.rows.map(({ action: one }) => one)).toEqual(['import-vehicles', 'send-vehicle-file'])
  })
})
