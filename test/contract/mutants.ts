import type { Input } from './requests.ts'
import type { JsonSchema } from './samples.ts'

export type Place = 'params' | 'query' | 'body'
/** An input with one change. `field`: its path, as named in errors. */
export type Mutant = { what: string; place: Place; field: string; input: Input }

/** Replaces a value in JSON text with a number that no float can hold. */
const BEYOND_FLOAT = '1e309 as it stands'

const HUGE = 'x'.repeat(20_000)
const IN_BODY: readonly [what: string, value: unknown][] = [
  ['null', null],
  ['true', true],
  ['a number', 12],
  ['a fraction', 1.5],
  ['a negative number', -1],
  ['a number beyond 32 bits', 2 ** 32],
  ['an unsafe integer', 2 ** 53],
  ['the largest float', 1.7e308],
  ['1e309', BEYOND_FLOAT],
  ['an empty text', ''],
  ['a text', 'no such thing'],
  ['a number as text', '12'],
  ['NaN as text', 'NaN'],
  ['a huge text', HUGE],
  ['a text with NUL', 'a\0b'],
  ['half a surrogate pair', 'a\uD800b'],
  ['SQL', `'; drop table account; --`],
  ['a broken id', '01890000-0000-7000-8000-00000000000'],
  ['a list', []],
  ['a list of it', [12, 'x', null]],
  ['an object', {}],
  ['an object with a prototype', JSON.parse('{"toString":"x","length":1}')],
]

/** All values in an address are text. */
const IN_ADDRESS: readonly [what: string, value: unknown][] = [
  ['a word', 'nonsense'],
  ['a negative number', '-1'],
  ['a fraction', '1.5'],
  ['NaN', 'NaN'],
  ['1e309', '1e309'],
  ['infinity', '-Infinity'],
  ['the largest float', '1.7e308'],
  ['an unsafe integer', '9007199254740993'],
  ['the largest safe integer', '9007199254740991'],
  ['a number beyond 32 bits', '4294967296'],
  ['a text with NUL', 'a\0b'],
  ['SQL', `' or 1=1 --`],
  ['a long text', 'x'.repeat(9000)],
  ['a path', '../../etc/passwd'],
  ['a broken id', '01890000-0000-7000-8000-00000000000'],
  ['a cursor of nothing', Buffer.from(`1/${'-'.repeat(36)}`).toString('base64url')],
]

/** Every way to corrupt one field of an input, from its schemas: wrong values, a missing one, a repeated one. */
export function mutantsOf(schemas: Partial<Record<Place, JsonSchema>>, valid: Required<Input>): Mutant[] {
  const mutants: Mutant[] = []
  for (const place of ['params', 'query'] as const) {
    for (const name of Object.keys(schemas[place]?.properties ?? {})) {
      const change = (what: string, value: unknown) =>
        mutants.push({ what, place, field: name, input: { ...valid, [place]: { ...valid[place], [name]: value } } })
      for (const [what, value] of IN_ADDRESS) if (place === 'query' || fitsInPath(value)) change(what, value)
      if (place === 'query') change('it twice', [valid.query[name], valid.query[name]])
    }
  }
  const body = schemas.body
  if (body === undefined) return mutants
  for (const path of pathsIn(valid.body)) {
    const field = path.join('.')
    const change = (what: string, value: unknown) =>
      mutants.push({ what, place: 'body', field, input: { ...valid, body: changed(valid.body, path, value) } })
    for (const [what, value] of IN_BODY) change(what, value)
    if (path.length > 0) change('nothing', undefined)
  }
  return mutants
}

/** Everything that can be changed: the whole, each field, each entry of a list. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))]
}

function changed(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  const copy: unknown = structuredClone(whole)
  const inner = (copy as Record<string, unknown>)[key]
  ;(copy as Record<string, unknown>)[key] = changed(inner, rest, value)
  return copy
}

function fitsInPath(value: unknown): boolean {
  return String(value).length <= 200 && value !== ''
}

/** JSON text with numbers that JSON can't express. */
export function wireText(body: unknown): string | undefined {
  return JSON.stringify(body)?.replaceAll(JSON.stringify(BEYOND_FLOAT), '1e309')
}
