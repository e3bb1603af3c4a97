import { expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { sampleOf } from './samples.ts'
import { nameOf } from './requests.ts'

/** Invisible characters and those that reverse the text direction can forge the surrounding text, so no text in a body may contain them. */

const TURNED = '\u202e'

/** These are never shown as sent: secrets, and values that are looked up or compared with a list. */
const NOT_SHOWN = new Set([
  'password',
  'currentPassword',
  'code',
  'token',
  'version',
  'referralCode',
  'query',
  'endpoint',
  'currency',
  'timeZone',
])
type Path = readonly (string | number)[]

function* textsIn(value: unknown, at: Path = []): Generator<Path> {
  if (typeof value === 'string') yield at
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...at, key])
}

/** A copy in which the text at this path ends with the character. */
function turned(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return `${String(value)}${TURNED}`
  if (Array.isArray(value)) return value.map((each, index) => (index === Number(key) ? turned(each, rest) : each))
  return Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [name, name === key ? turned(inner, rest) : inner]),
  )
}

test('every text field refuses characters that reverse the writing direction', () => {
  const taken: string[] = []
  let tried = 0
  for (const endpoint of ENDPOINTS) {
    const { body: schema } = endpoint
    if (schema === undefined || schema === 'multipart') continue
    const { body } = sampleOf(endpoint)
    if (!schema.safeParse(body).success) continue
    for (const path of textsIn(body)) {
      tried += 1
      const name = String(path.at(-1))
      if (NOT_SHOWN.has(name) || !schema.safeParse(turned(body, path)).success) continue
      taken.push(`${nameOf(endpoint)}: ${path.join('.')}`)
    }
  }
  expect(tried).toBeGreaterThan(100)
  expect(taken).toEqual([])
})
