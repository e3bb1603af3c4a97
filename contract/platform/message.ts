/** A text with its values in places: plain, or the parts into which the build compiles an ICU message. */
export type Message = string | readonly Part[]
type Part = string | readonly [name: string, kind?: string, choices?: Record<string, unknown>]

/** Where a choice shows its number. */
const NUMBER = '#'

/** The catalog of a language: texts by the key of their English. */
export type Catalog = Readonly<Record<string, Message>>

/**
 * The key of an English text in the other languages. Pages carry their English and no keys, so English costs nothing;
 * the build refuses two texts with one key. FNV-1a, 32 bits.
 */
export function keyOf(message: Message): string {
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The message with its values, in pieces: text as it is written in the message, and what was put into it. */
export function piecesOf<T>(message: Message, values: Record<string, T>, locale: string): (string | { value: T })[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part]
    const [name, kind, choices = {}] = part
    const value = values[name] as T
    if (kind === undefined) return [{ value }]
    const count = Number(value)
    const chosen = choices[String(value)] ?? choices[categoryOf(count, kind, locale)] ?? choices['other']
    return piecesOf(chosen as Message, values, locale).map((piece) =>
      piece === NUMBER ? numberIn(count, locale) : piece,
    )
  })
}

/** English needs no rules of the browser, which take a moment to load. */
function categoryOf(count: number, kind: string, locale: string): string {
  if (kind === 'plural' && locale.startsWith('en')) return count === 1 ? 'one' : 'other'
  return kind === 'select'
    ? 'other'
    : new Intl.PluralRules(locale, { type: kind === 'plural' ? 'cardinal' : 'ordinal' }).select(count)
}

/** Nothing to group below a thousand. */
function numberIn(count: number, locale: string): string {
  return count < 1000 ? String(count) : count.toLocaleString(locale)
}
