import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readFileSync } from 'node:fs'
import { keyOf, type Catalog, type Message, type Pattern } from '#contract/platform/message.ts'

/** The translated texts of a catalog in the format of gettext, by the key of their English. Throws if two texts have one key. */
export function readCatalog(file: string): Catalog {
  const catalog = new Map<string, Message>()
  const englishOf = new Map<string, string>()
  for (const [english, translation] of entriesOf(readFileSync(file, 'utf8'))) {
    const key = keyOf(compiled(english))
    const other = englishOf.get(key)
    if (other !== undefined && other !== english)
      throw new Error(`"${other}" and "${english}" have the same key. Change a word in one of them.`)
    englishOf.set(key, english)
    if (translation !== '') catalog.set(key, compiled(translation))
  }
  return Object.fromEntries(catalog)
}

const PLACE = /\{(\w+)\}/

/** How the texts of a catalog look once their values are in them; those with the most words of their own first. */
export function readPatterns(file: string): Pattern[] {
  return entriesOf(readFileSync(file, 'utf8'))
    .filter(([english, translation]) => PLACE.test(english) && translation !== '')
    .map(([english]) => ({ english, fixed: english.split(/\{\w+\}/) }))
    .toSorted((a, b) => b.fixed.join('').length - a.fixed.join('').length)
    .map(({ english, fixed }) => [
      `^${fixed.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('(.*?)')}$`,
      [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      keyOf(compiled(english)),
    ])
}

/** Plain text stays a string. */
export function compiled(text: string): Message {
  const parts = compileMessageOrThrow(text) as Message
  if (typeof parts === 'string') return parts
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts
}

/** Each text with its translation, '' without one. The first entry is the file's header. */
export function entriesOf(po: string): [english: string, translation: string][] {
  return po.split(/\n{2,}/).flatMap((entry) => {
    const field = { msgid: '', msgstr: '' }
    let current: keyof typeof field | null = null
    for (const line of entry.split('\n')) {
      const [, name, quoted] = /^(?:(msgid|msgstr) )?(".*")$/.exec(line) ?? []
      if (quoted === undefined) continue
      if (name !== undefined) current = name as keyof typeof field
      if (current !== null) field[current] += JSON.parse(quoted) as string
    }
    return field.msgid === '' ? [] : [[field.msgid, field.msgstr]]
  })
}
