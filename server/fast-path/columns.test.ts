import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { columnsOf } from './columns.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const KINDS = ['uuid', 'int8', 'int4', 'bool', 'text', 'bytea', 'jsonb'] as const

/** What PostgreSQL understood, as text, row by row. */
async function understood(rows: readonly Row[]): Promise<unknown[]> {
  const { arrays } = columnsOf(rows, KINDS, (row) => row)
  const found = await server.app.pool.query(
    `select a::text, b::text, c::text, d::text, e, encode(f, 'hex') as f, g::text
     from unnest($1::uuid[], $2::bigint[], $3::int[], $4::boolean[], $5::text[], $6::bytea[], $7::jsonb[]) as v(a, b, c, d, e, f, g)`,
    arrays,
  )
  return found.rows.map((row: Record<string, unknown>) => Object.values(row))
}

const text = (value: unknown) => (value === null ? null : String(value))
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 4, nil: null })
// PostgreSQL's text can't hold NUL, and half a surrogate pair is not a character.
const words = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))

const aRow = fc.tuple(
  orNull(fc.uuid()),
  orNull(fc.nat({ max: Number.MAX_SAFE_INTEGER })),
  orNull(fc.nat()),
  orNull(fc.boolean()),
  orNull(words),
  orNull(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  orNull(fc.integer().map((value) => JSON.stringify(value))),
)
type Row = typeof aRow extends fc.Arbitrary<infer T> ? T : never

test('every value written to a column is read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aRow, { minLength: 1, maxLength: 20 }), async (rows) => {
      const expected = rows.map(([a, b, c, d, e, f, g]) => [
        a,
        text(b),
        text(c),
        text(d),
        e,
        f?.toString('hex') ?? null,
        g,
      ])
      expect(await understood(rows)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('a column much larger than the initial buffer arrives whole', async () => {
  const long = 'ä'.repeat(300_000)
  const bytes = randomBytes(200_000)
  const rows: Row[] = [
    [null, null, null, null, long, bytes, null],
    [null, null, null, null, 'short', null, null],
  ]
  const found = await understood(rows)
  expect(found[0]).toEqual([null, null, null, null, long, bytes.toString('hex'), null])
  expect(found[1]).toEqual([null, null, null, null, 'short', null, null])
})
