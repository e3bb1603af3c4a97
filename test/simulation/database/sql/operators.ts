import { notKnown, type Env, type Expression } from './scope.ts'
import type { Type } from '../values.ts'

/** From the narrowest to the widest: of two, what both become. */
const NUMBERS: readonly Type[] = ['int4', 'int8', 'numeric']
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  millisecond: 1,
  s: 1000,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}

/** The type that two values share; what has no type yet takes the other's. */
export function wider(one: Type, other: Type): Type {
  if (one === 'unknown') return other
  return NUMBERS.indexOf(other) > NUMBERS.indexOf(one) && NUMBERS.includes(one) ? other : one
}

/** A literal or parameter without a type, read as what it is used for. Other values stay as they are. */
export function coerce(expression: Expression, type: Type): Expression {
  return expression.type === 'unknown' && type !== 'unknown' ? cast(expression, type) : expression
}

export function cast(expression: Expression, type: Type): Expression {
  const read = READERS[type]
  if (read === undefined) return { ...expression, type }
  return {
    type,
    at(env) {
      const value = expression.at(env)
      return value === null ? null : read(value)
    },
  }
}

/** Instants and intervals are ms here, as numbers. */
const READERS: { [T in Type]?: (value: unknown) => unknown } = {
  text: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  int4: (value) => Math.round(Number(value)),
  int8: (value) => Math.round(Number(value)),
  numeric: Number,
  bool: (value) => value === true || value === 't' || value === 'true',
  json: parsed,
  jsonb: parsed,
  timestamptz: (value) => (typeof value === 'string' ? Date.parse(value) : value),
  interval(value) {
    if (typeof value !== 'string') return value
    const [, count, unit = ''] = /^(-?[\d.]+) ?([a-z]+)$/.exec(value) ?? []
    const unitMs = UNIT_MS[unit] ?? UNIT_MS[unit.replace(/s$/, '')]
    if (unitMs === undefined) throw notKnown(`the interval '${value}'`)
    return Number(count) * unitMs
  },
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : value
}

/** Below 0, 0 or above it. Null equals null alone. */
export function compared(one: unknown, other: unknown): number {
  if (Buffer.isBuffer(one) && Buffer.isBuffer(other)) return one.compare(other)
  if (one === other) return 0
  return (one as number) < (other as number) ? -1 : 1
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

export function comparison(sign: string, left: Expression, right: Expression): Expression {
  const holds = COMPARISONS[sign]
  if (holds === undefined) throw notKnown(`the operator ${sign}`)
  const [one, other] = [coerce(left, right.type), coerce(right, left.type)]
  return {
    type: 'bool',
    at(env) {
      const [a, b] = [one.at(env), other.at(env)]
      return a === null || b === null ? null : holds(compared(a, b))
    },
  }
}

type Calculate = (a: never, b: never) => unknown

const CALCULATIONS: Readonly<Record<string, Calculate>> = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
  '||': (a: string, b: string) => a + b,
  '->': (a: Record<string, unknown>, b: string) => a[b] ?? null,
  '->>': (a: Record<string, unknown>, b: string) => asWord(a[b]),
  '#>>': wholeAsWord,
}

/** Only of the empty path. */
function wholeAsWord(value: unknown, path: string): string | null {
  if (path !== '{}') throw notKnown(`the path '${path}'`)
  return asWord(value)
}

function asWord(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Null if the sign isn't an arithmetic operator. */
export function arithmetic(sign: string, left: Expression, right: Expression): Expression | null {
  const calculate = CALCULATIONS[sign]
  if (calculate === undefined) return null
  const type = resultOf(sign, left.type, right.type)
  const [one, other] =
    sign.startsWith('->') || sign === '#>>' || type === 'interval'
      ? [untyped(left), untyped(right)]
      : [coerce(left, right.type), coerce(right, left.type)]
  const isWhole = sign === '/' && type !== 'numeric'
  return {
    type,
    at(env) {
      const [a, b] = [one.at(env), other.at(env)]
      if (a === null || b === null) return null
      // Seconds as a fraction lose what PostgreSQL's numeric keeps.
      if (sign === '*' && b === 1000 && left.ms !== undefined) return left.ms(env)
      const value = calculate(a as never, b as never)
      return isWhole ? Math.trunc(value as number) : value
    },
  }
}

/** A factor of an interval, or the name of a member. */
function untyped(expression: Expression): Expression {
  return expression.type === 'unknown' ? { ...expression, at: (env) => numberOrWord(expression.at(env)) } : expression
}

function numberOrWord(value: unknown): unknown {
  return typeof value === 'string' && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

function resultOf(sign: string, left: Type, right: Type): Type {
  if (sign === '->') return 'jsonb'
  if (sign === '->>' || sign === '#>>' || sign === '||') return 'text'
  const has = (type: Type) => left === type || right === type
  if (has('timestamptz')) return left === right ? 'interval' : 'timestamptz'
  return has('interval') ? 'interval' : wider(left, right)
}

/** False before unknown before true. */
export function and(parts: readonly Expression[], env: Env): boolean | null {
  let result: boolean | null = true
  for (const part of parts) {
    const value = part.at(env)
    if (value === false) return false
    if (value === null) result = null
  }
  return result
}

export function or(parts: readonly Expression[], env: Env): boolean | null {
  let result: boolean | null = false
  for (const part of parts) {
    const value = part.at(env)
    if (value === true) return true
    if (value === null) result = null
  }
  return result
}

export function not(value: unknown): boolean | null {
  return value === null ? null : value !== true
}
