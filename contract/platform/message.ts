/** A text with its values in places: plain, or the parts into which the build compiles an ICU message. */
export type Message = string | readonly Part[]
type Part = string | readonly [name: string, kind?: string, choices?: Record<string, Message>]

/** Texts of another language by the key of their English. */
export type Catalog = Readonly<Record<string, Message>>

/** How a language counts: the form of a plural that a number takes, such as `one` or `other`, and the locale that writes the number. */
export type Customs = { formOf: (count: number) => string; locale: string }

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
export function piecesOf<T>(message: Message, values: Record<string, T>, customs: Customs): (string | { value: T })[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part]
    const [name, , choices] = part
    const value = values[name] as T
    if (choices === undefined) return [{ value }]
    const count = Number(value)
    const form = choices[customs.formOf(count)] ?? choices['other'] ?? ''
    return piecesOf(form, values, customs).map((piece) =>
      piece === '#' ? count.toLocaleString(customs.locale) : piece,
    )
  })
}

/** A text with values, to be recognized once it is finished: its source as a regular expression, the names of its values, and its key. */
export type Pattern = readonly [source: string, names: readonly string[], key: string]

/**
 * An amount or a number that English wrote, such as `$1,234.50`, `64,601` or `8.25%`, as a locale writes it. Anything else stays: what has
 * neither a currency, a percent sign nor a separator may be a year or a lot number.
 */
export function amountIn(english: string, locale: string): string {
  const [, sign = '', symbol = '', whole = '', fraction = '', percent = ''] =
    /^(-?)((?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})\s?)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(%?)$/u.exec(english) ?? []
  if (whole === '' || (symbol + fraction + percent === '' && !whole.includes(','))) return english
  const digits = Math.max(0, fraction.length - 1)
  const number = Number(whole.replaceAll(',', '') + fraction)
  const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    number,
  )
  const style = percent === '' ? ({ style: 'currency', currency: 'USD' } as const) : ({ style: 'percent' } as const)
  if (symbol + percent === '') return sign + plain
  const parts = new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: 0 }).formatToParts(1)
  return (
    sign +
    parts.map(({ type, value }) => (type === 'integer' ? plain : type === 'currency' ? symbol.trim() : value)).join('')
  )
}

/**
 * A finished English text in another language, whole or sentence by sentence. Values are read back out of it by the patterns, and
 * translated where they are texts themselves. What isn't known stays English.
 */
export function translationOf(english: string, texts: Catalog, patterns: readonly Pattern[], customs: Customs): string {
  const say = (message: Message, values: Record<string, string>) =>
    piecesOf(message, values, customs)
      .map((piece) => (typeof piece === 'string' ? piece : piece.value))
      .join('')
  const ENDS = /[.?!] \p{Lu}/u
  const known = (text: string): string | undefined => {
    const whole = texts[keyOf(text)]
    if (whole !== undefined) return say(whole, {})
    for (const [source, names, key] of patterns) {
      const [, ...found] = new RegExp(source, 'su').exec(text) ?? []
      const message = texts[key]
      // A value is part of one sentence: what spans several is those sentences.
      if (found.length === 0 || message === undefined || found.some((value) => ENDS.test(value))) continue
      const values = names.map((name, index) => [name, inSentences(amountIn(found[index] ?? '', customs.locale))])
      return say(message, Object.fromEntries(values) as Record<string, string>)
    }
    return undefined
  }
  const inSentences = (text: string): string => {
    const sentences = text.split(/(?<=[.?!]) (?=\p{Lu})/u)
    const said: string[] = []
    while (sentences.length > 0) {
      let count = sentences.length
      let found = known(sentences.join(' '))
      while (found === undefined && count > 1) {
        count -= 1
        found = known(sentences.slice(0, count).join(' '))
      }
      said.push(found ?? sentences.slice(0, count).join(' '))
      sentences.splice(0, count)
    }
    return said.join(' ')
  }
  return inSentences(english)
}
