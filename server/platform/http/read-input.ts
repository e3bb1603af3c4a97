import * as z from 'zod/mini'
import '#contract/platform/schema-words.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import { nameOf, plainWords } from '../plain-words.ts'
import { invalidInput } from '../problem.ts'

// Without its own messages zod/mini says "Invalid input" for everything.
z.config({ localeError: plainWords })

/** The value as its schema returns it; throws a 400 that names every faulty field. `place` is named where no field is. */
export function readInput(schema: z.ZodMiniType | undefined, value: unknown, place: string): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value === undefined ? {} : value)
  if (!result.success) throw invalidInput(result.error.issues.map(({ path, message }) => faultAt(path, message, place)))
  if (isStorable(result.data)) return result.data
  const unstorable = unstorableIn(result.data) ?? []
  throw invalidInput([faultAt(unstorable, `${nameOf(unstorable)} has characters we can’t store.`, place)])
}

function faultAt(path: readonly PropertyKey[], message: string, place: string): FieldFault {
  return { field: path.map(String).join('.') || place, message }
}

/** Control characters except tabs and line breaks, and bidirectional overrides, which make a text look like another one. */
const UNFIT = /(?![\t\n\r\u0080-\u009f])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Whether every text in it can be stored: PostgreSQL accepts no NUL and no lone surrogate, and pages must not show hidden control
 * characters. Checked before anything is written: a bid with such a text would fail its whole batch, including the bids of others.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNFIT.test(value) && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  for (const key in value) if (!isStorable(key) || !isStorable((value as Record<string, unknown>)[key])) return false
  return true
}

/** The path of the first text that is not storable, or null. */
function unstorableIn(value: unknown, path: PropertyKey[] = []): PropertyKey[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    const found = unstorableIn(key, at) ?? unstorableIn(inner, at)
    if (found !== null) return found
  }
  return null
}
