import { expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { Amount, Instant, LotPrice, PlannedInstant } from '#contract/platform/values.ts'
import { nameOf } from './requests.ts'
import { jsonSchema, type JsonSchema } from './samples.ts'

/** A larger number is an error of the database, and so a 500, unless its column is wider. */
const COLUMN_MAX = 2_147_483_647
const IN_WIDER_COLUMNS = [Amount, LotPrice, Instant, PlannedInstant].map((schema) => jsonSchema(schema).maximum)

/** Where a schema takes a number that an integer column can't hold. */
function* unbounded(schema: JsonSchema, at: string): Generator<string> {
  const { type, enum: values, maximum = Infinity, exclusiveMaximum = Infinity } = schema
  const isNumber = values === undefined && [type].flat().some((each) => each === 'integer' || each === 'number')
  if (isNumber && Math.min(maximum, exclusiveMaximum) > COLUMN_MAX && !IN_WIDER_COLUMNS.includes(maximum)) yield at
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* unbounded(inner, `${at}.${name}`)
  const { items, additionalProperties: rest } = schema
  for (const inner of [items, rest]) if (typeof inner === 'object') yield* unbounded(inner, `${at}[]`)
  const ways = [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems]
  for (const inner of ways.flatMap((each) => each ?? [])) yield* unbounded(inner, at)
}

test('no endpoint takes a number that the database can’t hold', () => {
  const found = ENDPOINTS.flatMap((endpoint) => {
    const { params, query, body } = endpoint
    const parts = { params, query, body: body === 'multipart' ? undefined : body }
    return Object.entries(parts).flatMap(([place, schema]) =>
      schema === undefined ? [] : [...unbounded(jsonSchema(schema), `${nameOf(endpoint)} ${place}`)],
    )
  })
  expect(found).toEqual([])
})
