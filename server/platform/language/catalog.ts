import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readFileSync } from 'node:fs'
import { ACTION_TEXTS } from '#contract/platform/audit-words.ts'
import { SUBJECT_TEXTS } from '#contract/platform/audit-subjects.ts'
import { keyOf, type Catalog, type Message, type Pattern } from '#contract/platform/message.ts'

/** A text of a catalog; its translation is '' without one. */
export type Entry = { english: string; translation: string; isForStaff: boolean }

/** The texts of a catalog in the format of gettext. */
export function readEntries(file: string): Entry[] {
  return entriesOf(readFileSync(file, 'utf8'))
}

/** The translated texts by the key of their English. Throws if two texts have one key. */
export function catalogOf(entries: readonly Entry[]): Catalog {
  const catalog = new Map<string, Message>()
  const englishOf = new Map<string, string>()
  for (const { english, translation } of entries) {
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

/** Pages put the values into these themselves, and what people write looks like them: “Ann opened the door”. */
const FILLED_IN = new Set([...ACTION_TEXTS, ...SUBJECT_TEXTS])

/** How the texts of a catalog look once their values are in them; those with the most words of their own first. */
export function patternsOf(entries: readonly Entry[]): Pattern[] {
  return entries
    .filter(({ english, translation }) => PLACE.test(english) && translation !== '' && !FILLED_IN.has(english))
    .map(({ english }) => ({ english, fixed: english.split(/\{\w+\}/) }))
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

/** Marks a text that only staff see. */
export const FOR_STAFF = '#. For staff'

/** The first entry is the file's header. */
function entriesOf(po: string): Entry[] {
  return po.split(/\n{2,}/).flatMap((entry) => {
    const field = { msgid: '', msgstr: '' }
    let current: keyof typeof field | null = null
    for (const line of entry.split('\n')) {
      const [, name, quoted] = /^(?:(msgid|msgstr) )?(".*")$/.exec(line) ?? []
      if (quoted === undefined) continue
      if (name !== undefined) current = name as keyof typeof field
      if (current !== null) field[current] += JSON.parse(quoted) as string
    }
    if (field.msgid === '') return []
    return [{ english: field.msgid, translation: field.msgstr, isForStaff: entry.split('\n').includes(FOR_STAFF) }]
  })
}
