import type { JsonSchema } from './samples.ts'

/** An annotation: describes a value without validating it. */
const ANNOTATIONS = new Set([
  '$schema',
  'title',
  'description',
  'format',
  'default',
  'contentMediaType',
  'contentEncoding',
])

type Rule = (schema: JsonSchema, value: unknown, at: string, root: unknown) => string[]

/** What each keyword of JSON Schema 2020-12 that the server uses requires; any other keyword is a fault in the document. */
const RULES: Record<string, Rule> = {
  $ref: ({ $ref = '' }, value, at, root) => faultsOf(resolve($ref, root), value, at, root),
  type: ({ type = [] }, value, at) =>
    [type].flat().some((each) => isOfType(value, each)) ? [] : [`${at} is not of type ${String(type)}`],
  enum: ({ enum: values = [] }, value, at) => (values.includes(value) ? [] : [`${at} is none of ${values.join()}`]),
  const: ({ const: only }, value, at) => (value === only ? [] : [`${at} is not ${String(only)}`]),
  anyOf: ({ anyOf = [] }, value, at, root) => {
    const each = anyOf.map((way) => faultsOf(way, value, at, root))
    return each.some((faults) => faults.length === 0) ? [] : [`${at} fits no way: ${each.flat().join('; ')}`]
  },
  oneOf: ({ oneOf = [] }, value, at, root) => {
    const fits = oneOf.filter((way) => faultsOf(way, value, at, root).length === 0).length
    return fits === 1 ? [] : [`${at} fits ${fits} ways instead of one`]
  },
  allOf: ({ allOf = [] }, value, at, root) => allOf.flatMap((part) => faultsOf(part, value, at, root)),
  properties: ({ properties = {} }, value, at, root) =>
    entriesOf(value).flatMap(([key, inner]) => {
      const schema = properties[key]
      return schema === undefined ? [] : faultsOf(schema, inner, `${at}.${key}`, root)
    }),
  required: ({ required = [] }, value, at) => {
    if (!isOfType(value, 'object')) return []
    return required.filter((key) => !Object.hasOwn(value as object, key)).map((key) => `${at}.${key} is missing`)
  },
  additionalProperties: ({ additionalProperties = true, properties = {} }, value, at, root) =>
    entriesOf(value).flatMap(([key, inner]) => {
      if (Object.hasOwn(properties, key) || additionalProperties === true) return []
      if (additionalProperties === false) return [`${at}.${key} is more than the document says`]
      return faultsOf(additionalProperties, inner, `${at}.${key}`, root)
    }),
  propertyNames: ({ propertyNames = {} }, value, at, root) =>
    entriesOf(value).flatMap(([key]) => faultsOf(propertyNames, key, `${at} key ${key}`, root)),
  prefixItems: ({ prefixItems = [] }, value, at, root) =>
    prefixItems.flatMap((schema, index) =>
      Array.isArray(value) && index < value.length ? faultsOf(schema, value[index], `${at}.${index}`, root) : [],
    ),
  items: ({ items = true, prefixItems = [] }, value, at, root) => {
    const rest = Array.isArray(value) ? value.slice(prefixItems.length) : []
    if (typeof items === 'boolean') return items || rest.length === 0 ? [] : [`${at} has too many entries`]
    return rest.flatMap((inner, index) => faultsOf(items, inner, `${at}.${index + prefixItems.length}`, root))
  },
  minimum: ({ minimum = 0 }, value, at) => (Number(value) >= minimum ? [] : [`${at} is below ${minimum}`]),
  maximum: ({ maximum = 0 }, value, at) => (Number(value) <= maximum ? [] : [`${at} is above ${maximum}`]),
  exclusiveMinimum: ({ exclusiveMinimum = 0 }, value, at) =>
    Number(value) > exclusiveMinimum ? [] : [`${at} is not above ${exclusiveMinimum}`],
  exclusiveMaximum: ({ exclusiveMaximum = 0 }, value, at) =>
    Number(value) < exclusiveMaximum ? [] : [`${at} is not below ${exclusiveMaximum}`],
  multipleOf: ({ multipleOf = 1 }, value, at) =>
    Number(value) % multipleOf === 0 ? [] : [`${at} is no multiple of ${multipleOf}`],
  pattern: ({ pattern = '' }, value, at) =>
    typeof value !== 'string' || new RegExp(pattern, 'u').test(value) ? [] : [`${at} has another form: ${value}`],
  minLength: ({ minLength = 0 }, value, at) => (lengthOf(value) >= minLength ? [] : [`${at} is too short`]),
  maxLength: ({ maxLength = 0 }, value, at) => (lengthOf(value) <= maxLength ? [] : [`${at} is too long`]),
  minItems: ({ minItems = 0 }, value, at) => (lengthOf(value) >= minItems ? [] : [`${at} has too few entries`]),
  maxItems: ({ maxItems = 0 }, value, at) => (lengthOf(value) <= maxItems ? [] : [`${at} has too many entries`]),
}

/** Every violation of a schema by a value. `root`: the document that references point into. */
export function faultsOf(schema: JsonSchema, value: unknown, at: string, root: unknown): string[] {
  return Object.keys(schema).flatMap((keyword) => {
    if (ANNOTATIONS.has(keyword)) return []
    return RULES[keyword]?.(schema, value, at, root) ?? [`${at}: the document uses ${keyword}, which nobody checks`]
  })
}

/** The target of a local reference such as `#/components/schemas/Problem`. Throws if it doesn't exist. */
export function resolve(reference: string, root: unknown): JsonSchema {
  let found: unknown = root
  for (const part of reference.replace(/^#\//, '').split('/')) found = (found as Record<string, unknown>)?.[part]
  if (found === undefined) throw new Error(`the document refers to ${reference}, which it lacks`)
  return found as JsonSchema
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return isOfType(value, 'object') ? Object.entries(value as object) : []
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}
