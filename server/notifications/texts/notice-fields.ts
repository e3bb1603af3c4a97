import type { Block } from '#contract/content/article.ts'
import { dateWords } from '#contract/platform/days.ts'
import type { Fields, FieldValue } from '#server/content/fields.ts'
import { moneyText } from '#server/platform/money-text.ts'
import type { NoticeKind, Notices } from '#server/platform/notices.ts'
import type { Words } from '../words/notice-words.ts'
import { moment } from '../words/text.ts'

/** Facts that no text may contain: links that act for their reader, ids, and codes that stand for words. */
const NOT_SHOWN = /^(link|stop|replyTo|currency|what|by|side|news|decision|outcome|attempt|cause|dueAt)$|Id$/
const COUNTS = /^(lotNumber|count)$/
const INSTANT = /(At|By|Until)$/

/** What the email of a notice can contain: what it says without an edited text, and its facts in words. */
export function noticeFields<K extends NoticeKind>(
  words: Words,
  facts: Notices[K],
  { companyName, timeZone }: { companyName: string; timeZone: string },
): Fields {
  const paragraphs = words.more.map((text): Block => ({ kind: 'paragraph', runs: [{ text }] }))
  const own = flat(facts).flatMap(([name, value]): [string, FieldValue][] => {
    const text = wordsOfFact(name, value, currencyOf(facts), timeZone)
    return text === null ? [] : [[name, { text }]]
  })
  const all = new Map<string, FieldValue>([
    ['subject', { text: words.title }],
    ['message', { text: words.body }],
    ['more', { blocks: paragraphs, shows: words.more.join(' ') }],
    ['companyName', { text: companyName }],
  ])
  for (const [name, value] of own) if (!all.has(name)) all.set(name, value)
  return all
}

/** With the facts of an invoice inside of them, as `invoiceTotal`. */
function flat(facts: object): [name: string, value: unknown][] {
  return Object.entries(facts).flatMap(([name, value]: [string, unknown]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([own, inner]) => [`${name}${own.charAt(0).toUpperCase()}${own.slice(1)}`, inner])
      : [[name, value]],
  )
}

/** Null: it can't be shown. */
function wordsOfFact(name: string, value: unknown, currency: string | null, timeZone: string): string | null {
  if (NOT_SHOWN.test(name)) return null
  if (typeof value === 'string') return name.endsWith('On') ? dateWords(value) : value
  if (typeof value !== 'number') return null
  if (COUNTS.test(name)) return String(value)
  if (INSTANT.test(name)) return moment(value, timeZone)
  return currency === null ? null : moneyText(value, currency)
}

function currencyOf(facts: object): string | null {
  return 'currency' in facts && typeof facts.currency === 'string' ? facts.currency : null
}
