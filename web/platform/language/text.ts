import { type Customs, type Message, piecesOf } from '#contract/platform/message.ts'

declare global {
  /** A language other than English; loaded before the scripts by `web/shell/load-language.ts`. Undefined: English. */
  var languageCatalog:
    | {
        find: (english: Message) => Message
        customs: Customs
        translate: (english: string) => string
        /** The file of what only staff see; it adds to this one. */
        staff?: { src: string; integrity: string }
      }
    | undefined
}

/**
 * A text in the language of the page: t`Lot ${lot.number}`. The build compiles it to its message and values
 * (`bin/texts/macros.ts`). Without a translation it is shown in English.
 */
export function t(english: TemplateStringsArray, ...values: (string | number | null | undefined)[]): string
export function t(message: Message, values: unknown = {}): string {
  return said(message, values)
}

/** A text, or a part of one, that depends on a number: plural(bids, { one: '# bid', other: '# bids' }). */
export function plural(count: number, forms: { one: string; other: string }): string
export function plural(message: unknown, values: unknown): string {
  return said(message as Message, values)
}

/** Texts of the contract and the server, such as labels and refusals, which reach this page in English, with their values in them. */
export function translated(english: string): string {
  return globalThis.languageCatalog?.translate(english) ?? english
}

function said(message: Message, values: unknown): string {
  return piecesIn(message, values as Record<string, string | number>)
    .map((piece) => (typeof piece === 'string' ? piece : piece.value))
    .join('')
}

export function piecesIn<T>(english: Message, values: Record<string, T>): (string | { value: T })[] {
  const { find, customs } = globalThis.languageCatalog ?? ENGLISH
  return piecesOf(find(english), values, customs)
}

/** The browser's rules for plurals take a moment to load. */
const ENGLISH = {
  find: (message: Message) => message,
  customs: { formOf: (count: number) => (count === 1 ? 'one' : 'other'), locale: 'en-US' },
}
