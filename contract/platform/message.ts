/** A text with its values in places: plain, or the parts into which the build compiles an ICU message. */
export type Message = string | readonly Part[]
type Part = string | readonly [name: string, kind?: string, choices?: Record<string, Message>]

/** Texts of another language by the key of their English. */
export type Catalog = Readonly<Record<string, Message>>

/** The form of a plural that a number takes, such as `one` or `other`. */
export type FormOf = (count: number) => string

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
export function piecesOf<T>(message: Message, values: Record<string, T>, formOf: FormOf): (string | { value: T })[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part]
    const [name, , choices] = part
    const value = values[name] as T
    if (choices === undefined) return [{ value }]
    const count = Number(value)
    const form = choices[formOf(count)] ?? choices['other'] ?? ''
    return piecesOf(form, values, formOf).map((piece) => (piece === '#' ? count.toLocaleString('en-US') : piece))
  })
}
