import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { newId } from '#server/platform/id.ts'
import type { Input } from './requests.ts'

export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: boolean | JsonSchema
  prefixItems?: JsonSchema[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Ids of existing objects, by the name of the field that needs them. */
export type Known = Record<string, unknown>

/** Requirements beyond the schema: a password that isn't too common, and letters of any script. */
const USUAL: Known = { password: 'a saddle for the road', taxId: 'NL 0042' }

export function jsonSchema(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** An input that the contract accepts, made from its schemas: every field filled, with ids from `known` for the fields it names. */
export function sampleOf({ params, query, body }: Endpoint, known: Known = {}): Required<Input> {
  return {
    params: params === undefined ? {} : (sample(jsonSchema(params), known) as Required<Input>['params']),
    query: query === undefined ? {} : (sample(jsonSchema(query), known) as Required<Input>['query']),
    body: body === undefined || body === 'multipart' ? undefined : sample(jsonSchema(body), known),
  }
}

function sample(schema: JsonSchema, known: Known, name = ''): unknown {
  if (name in known && fits(known[name], schema)) return known[name]
  if (name in USUAL) return USUAL[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const ways = schema.anyOf ?? schema.oneOf
  if (ways !== undefined) return sample(ways[0]!, known, name)
  if (schema.allOf !== undefined) return sample(Object.assign({}, ...schema.allOf) as JsonSchema, known, name)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, sample(inner, known, key)]),
      )
    case 'array':
      return (schema.prefixItems ?? Array.from({ length: schema.minItems ?? 1 }, () => schema.items)).map((item) =>
        sample(typeof item === 'object' ? item : {}, known, `${name}[]`),
      )
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return true
    case 'string':
      return text(schema)
    case undefined:
    default:
      return null
  }
}

/** A field of the same name may require something else elsewhere. */
function fits(value: unknown, { minimum = -Infinity, maximum = Infinity }: JsonSchema): boolean {
  return typeof value !== 'number' || (value >= minimum && value <= maximum)
}

function text({ format, pattern, minLength = 1 }: JsonSchema): string {
  if (format === 'uuid') return newId()
  if (format === 'email') return `nobody.${newId()}@demo.paddock.example`
  if (format === 'date') return '2026-11-21'
  if (format === 'uri') return 'https://demo.paddock.example/'
  if (pattern === undefined) return 'Nothing to see'.padEnd(minLength, '.').slice(0, Math.max(minLength, 14))
  if (pattern.startsWith('^\\d{4}-')) return '2026-11-21'
  const [made] = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })
  return made ?? ''
}
