import type { core } from 'zod/mini'

type Issue = core.$ZodRawIssue

/**
 * What is wrong with an input, for a person: one sentence that names the field. For faults without a message in the contract. Each
 * sentence is whole in one place, so that it can be translated.
 */
export function plainWords(issue: Issue): string {
  const field = nameOf(issue.path ?? [])
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${field} is missing.` : `${field} must be ${kindOf(issue)}.`
    case 'too_small':
      return tooSmall(field, issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return tooBig(field, issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_value':
      if (issue.input === undefined) return `${field} is missing.`
      if (issue.values.length === 1) return `${field} must be ${String(issue.values[0])}.`
      return `${field} must be one of ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return `${field} is not ${FORMATS[issue.format] ?? 'in the right form'}.`
    default:
      return `${field} is not valid.`
  }
}

/** Fields whose names aren't what people call them. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['at', 'time'],
  ['basisPoints', 'rate'],
  ['boundMs', 'time the high bidder is bound'],
  ['buyNow', 'buy-now price'],
  ['closesAt', 'closing time'],
  ['colour', 'color'],
  ['damagePrimary', 'primary damage'],
  ['damageSecondary', 'secondary damage'],
  ['effectiveAt', 'effective date'],
  ['flat', 'flat fee'],
  ['freeMs', 'time both sides are free'],
  ['from', 'start'],
  ['hardEndAt', 'latest end'],
  ['idempotencyKey', 'payment id'],
  ['liveStartMs', 'lot time'],
  ['lotEveryMs', 'time between lots'],
  ['notAfter', 'time limit'],
  ['notRunning', 'price for a vehicle that doesn’t run'],
  ['opensAt', 'opening time'],
  ['perDay', 'price per day'],
  ['perMile', 'price per mile'],
  ['postcode', 'ZIP code'],
  ['publishAt', 'publication time'],
  ['q', 'search text'],
  ['sendAt', 'sending time'],
  ['startsAt', 'start'],
  ['taxBasisPoints', 'tax rate'],
  ['taxId', 'tax ID'],
  ['to', 'end'],
  ['until', 'end'],
])
/** How a value is written is in its name: no person enters milliseconds. */
const UNITS = /(?:At|Ms)$/
const INITIALS = /^(?:vin|iban|bic|clabe)$/

/** `biddingLimit` becomes "The bidding limit"; entries of a list are counted from 1. */
export function nameOf(path: readonly PropertyKey[]): string {
  const at = path.findLastIndex((part) => typeof part === 'string')
  const last = path[at]
  if (typeof last !== 'string') return 'The input'
  const words = last
    .replace(UNITS, '')
    .replaceAll(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .trim()
  const usual = INITIALS.test(words) ? words.toUpperCase() : words.slice(0, 60)
  const entry = path[at + 1]
  return `The ${FIELDS.get(last) ?? usual}${typeof entry === 'number' ? ` (entry ${entry + 1})` : ''}`
}

const FORMATS: Record<string, string> = { uuid: 'a valid id', email: 'an email address', url: 'a web address' }

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  null: 'null',
}

function kindOf({ expected, format }: Issue & { code: 'invalid_type' }): string {
  return KINDS[format === 'safeint' ? 'int' : expected] ?? 'of another kind'
}

function tooSmall(field: string, origin: string, minimum: number, inclusive: boolean): string {
  if (origin === 'string')
    return minimum === 1 ? `${field} needs at least 1 character.` : `${field} needs at least ${minimum} characters.`
  if (origin === 'array')
    return minimum === 1 ? `${field} needs at least 1 entry.` : `${field} needs at least ${minimum} entries.`
  return inclusive ? `${field} must be ${minimum} or more.` : `${field} must be more than ${minimum}.`
}

function tooBig(field: string, origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string')
    return maximum === 1 ? `${field} may have at most 1 character.` : `${field} may have at most ${maximum} characters.`
  if (origin === 'array')
    return maximum === 1 ? `${field} may have at most 1 entry.` : `${field} may have at most ${maximum} entries.`
  return inclusive ? `${field} must be ${maximum} or less.` : `${field} must be less than ${maximum}.`
}
