import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { importStage, ROW, SMALL, UNGUESSED } from './import-stage.test-support.ts'

let server: TestServer
let token: string
const { send, until, preview, step, allNotes, imported } = importStage(() => ({ server, token }))

beforeAll(async () => {
  server = await openTestServer()
  token = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

test('an import keeps texts that are cut inside an emoji', async () => {
  const header = `${SMALL[0]},${'x'.repeat(79)}🚗`
  const row = `${ROW('E-1', { odometer: `${'9'.repeat(199)}🚗`, title: `${'t'.repeat(119)}🚗` })},`
  const sent = await send(Buffer.from(`${header}\n${row}\n`), `🚗${'f'.repeat(115)}.csv`)
  expect((await until(sent.id, ['ready'])).fileName).toBe(`${'f'.repeat(115)}.csv`)
  const { mapping, header: named } = await preview(sent.id)
  expect(named.at(-1)).toBe('x'.repeat(79))
  const columns = { ...mapping.columns, ...UNGUESSED }
  expect((await step(sent.id, 'run', { ...mapping, columns })).status).toBe(202)
  expect((await until(sent.id, ['done'])).counts).toMatchObject({ faulty: 1 })
  expect((await allNotes(sent.id)).map(({ value }) => value)).toContain('9'.repeat(199))
})

test('a word that is written over two lines of its cell is read as one', async () => {
  const title = '"Salvage\nCertificate"'
  const found = await imported([ROW('N-1', { title }), ROW('N-2')])
  expect(found.counts).toMatchObject({ fresh: 2, faulty: 0 })
  const { rows } = await server.app.pool.query(
    `select facts ->> 'titleBrand' as brand, facts -> 'stated' ->> 'titleBrand' as stated from vehicle where stock_number = 'N-1'`,
  )
  expect(rows).toEqual([{ brand: 'salvage', stated: 'Salvage Certificate' }])
})

test('a file with the columns of an earlier one keeps its own decimal separator', async () => {
  const sentWith = async (price: string, stock: string) => {
    const sent = await send(
      Buffer.from(`${SMALL[0]!.replaceAll(',', ';')}\n${ROW(stock).replaceAll(',', ';')}${price}\n`),
    )
    await until(sent.id, ['ready'])
    return { id: sent.id, ...(await preview(sent.id)) }
  }
  const european = await sentWith('1.234,50', 'S-1')
  expect(european.rows[0]?.openingBid).toBe(123_450)
  await step(european.id, 'check', { ...european.mapping, columns: { ...european.mapping.columns, ...UNGUESSED } })
  await until(european.id, ['checked'])
  const american = await sentWith('$2,500', 'S-2')
  expect([american.isRemembered, american.mapping.decimal, american.rows[0]?.openingBid]).toEqual([true, '.', 250_000])
  expect((await sentWith('900', 'S-3')).mapping.decimal).toBe(',')
})

test('an import that fails unexpectedly doesn’t keep the others waiting, and is tried again', async () => {
  const broken = await send(Buffer.from([...SMALL, ROW('B-1'), ''].join('\n')))
  await until(broken.id, ['ready'])
  const set = (state: string, mapping: object | null) =>
    server.app.pool.query('update vehicle_import set state = $2, mapping = $3 where id = $1', [
      broken.id,
      state,
      JSON.stringify(mapping),
    ])
  const { mapping } = await preview(broken.id)
  await set('running', null)
  expect((await imported([ROW('B-2')])).counts).toMatchObject({ fresh: 1 })
  await set('running', { ...mapping, columns: { ...mapping.columns, ...UNGUESSED } })
  expect((await until(broken.id, ['done'])).counts).toMatchObject({ fresh: 1 })
})
