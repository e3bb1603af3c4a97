import * as z from 'zod/mini'
import { LANGUAGE_CODES } from './languages.ts'

/** Values that many endpoints share. */
/** Lowercase, as the database writes them: ids are case-insensitive. */
export const Id = z.uuid().check(z.toLowerCase())
/** Integer minor units. */
export const Amount = z
  .int()
  .check(z.gte(0, 'Enter an amount of 0 or more.'), z.lte(1_000_000_000_000, 'Enter a smaller amount.'))
/** The greatest {@link LotPrice}, in minor units. */
export const LOT_PRICE_MAX = 200_000_000_000
/** A bid or another price of one lot: low enough that the next bid, and the total with premium and tax, are an {@link Amount} as well. */
export const LotPrice = z
  .int()
  .check(z.gte(0, 'Enter an amount of 0 or more.'), z.lte(LOT_PRICE_MAX, 'Enter a smaller amount.'))
/** A price that staff set, or its step: unlike a bid, zero is already refused as input. */
export const SetPrice = z
  .int()
  .check(z.gte(1, 'Enter an amount above 0.'), z.lte(LOT_PRICE_MAX, 'Enter a smaller amount.'))
/** Milliseconds since the epoch, up to the year 9999. */
export const Instant = z.int().check(z.gte(0), z.lte(253_402_300_799_999))
const PLANNED = 'Choose a date from 2000 to 2099.'
/** An instant that staff enter: an impossible year, such as 9999 or 0026, is refused at its field. */
export const PlannedInstant = z
  .int(PLANNED)
  .check(z.gte(Date.UTC(2000, 0), PLANNED), z.lte(Date.UTC(2100, 0) - 1, PLANNED))
/** Hundredths of a percent, at most 100%. */
export const BasisPoints = z.int().check(z.gte(0, 'Enter 0% or more.'), z.lte(10_000, 'Enter at most 100%.'))
/** An existing calendar date such as `2026-12-24`. */
export const Day = z.string().check(
  z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Enter a date such as 2026-12-24.'),
  z.refine((day) => isDay(day), 'There’s no such date.'),
)

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Control characters, invisible ones and those that reverse the direction of text: in a name they can forge the text around it. */
const HIDDEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** For names and everything else that is one line of text. */
export const oneLine = z.refine<string>((text) => !HIDDEN.test(text), 'Enter a single line without hidden characters.')

/** For texts of several lines: as {@link oneLine}, but lines may end. */
export const plainText = z.refine<string>(
  (text) => !HIDDEN.test(text.replaceAll(/[\n\r\t]/g, '')),
  'Enter plain text without hidden characters.',
)

export const Paddle = z.int32().check(z.positive())

/** A schema for each of a list, by name. */
export function shapeFrom<T, S extends z.ZodMiniType>(list: readonly T[], named: (one: T) => [string, S]) {
  return Object.fromEntries(list.map(named))
}

/** One of the names of two lists. */
export function namesOf<const A extends string, const B extends string>(some: readonly A[], more: readonly B[]) {
  return z.enum([...some, ...more])
}

export const PageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
})

/** The language of the page that asks; absent: English. */
export const InLanguage = z.object({ language: z.optional(z.enum(LANGUAGE_CODES)) })

export const Ok = z.object({ ok: z.literal(true) })

/** The order of a list: by default the newest first. */
export const Order = z.optional(z.enum(['up', 'down']))
/** Staff lists are paged by number, so that a page can be shared with a colleague. */
export const PageNumber = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)))
export const Turned = { page: z.int(), pages: z.int(), total: z.int() }

/** Why staff did something: kept with what they did. */
export const Reason = z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(300), plainText)

/** Words to search for. */
export const Words = z.string().check(z.maxLength(100), oneLine)

/** Of an address that anyone with the link may open until it expires; then 410. The server signs it (`signLink`). */
export const SignedLink = z.object({
  expires: z.string().check(z.maxLength(20)),
  signature: z.string().check(z.maxLength(64)),
})
