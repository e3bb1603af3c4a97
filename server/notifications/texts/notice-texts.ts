import type { Article, Block, Run } from '#contract/content/article.ts'
import { labelOfNotice } from '#contract/notifications/notifications.ts'
import type { Language } from '#contract/platform/languages.ts'
import { editedArticle } from '#server/content/articles.ts'
import { editableText } from '#server/content/editable-texts.ts'
import type { Fields } from '#server/content/fields.ts'
import type { App } from '#server/platform/app.ts'
import type { NoticeKind, Notices } from '#server/platform/notices.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { KIND_NAMES, KINDS } from '../kinds.ts'
import { NOTICE_SAMPLES } from './notice-samples.ts'
import type { Words } from '../words/notice-words.ts'
import { wordsOf } from '../words/words.ts'
import { noticeFields } from './notice-fields.ts'

/** An email as the release writes it: in the words of each case. The greeting, the table of facts and the button are around it. */
const SHIPPED = '# {{subject}}\n\n{{message}}\n\n{{more}}\n'

/** A push message has room for a title and one sentence or two. */
const SHIPPED_PUSH = '# {{subject}}\n\n{{message}}\n'

type Outside = 'email' | 'push'

const nameOf = (outside: Outside, kind: NoticeKind) => `${outside}-${kind}`

/**
 * Registers the email of every kind of notice, and the push message of those that are pushed by default; their previews show sample
 * facts.
 */
export function noticeTexts(app: App): void {
  const pushed = KIND_NAMES.filter((kind) => KINDS[kind].ways.push)
  for (const [outside, group, shipped, kinds] of [
    ['email', 'emails', SHIPPED, KIND_NAMES],
    ['push', 'push', SHIPPED_PUSH, pushed],
  ] as const)
    for (const kind of kinds)
      editableText(app, {
        name: nameOf(outside, kind),
        label: labelOfNotice(kind),
        language: 'en',
        group,
        shipped,
        hasTitle: true,
        fields: () => sampleFields(app, kind),
      })
}

/** The fields that any case of a kind has, with the first sample that has a value. */
async function sampleFields<K extends NoticeKind>(app: App, kind: K): Promise<Fields> {
  const terms = await readCompanyTerms(app)
  const samples: readonly Notices[K][] = NOTICE_SAMPLES[kind]
  const all = samples.map((facts) => noticeFields(wordsOf(kind, facts, terms.timeZone), facts, terms))
  return new Map(all.toReversed().flatMap((fields) => [...fields]))
}

type Said<K extends NoticeKind> = {
  kind: K
  facts: Notices[K]
  words: Words
  sentAt: number | null
  language: Language
}

/**
 * The words of an email or a push message as staff wrote them by `sentAt` (ms; null: now), else as the release does. Staff write
 * English: in another language the words of the release stay.
 */
export async function editedWords<K extends NoticeKind>(
  app: App,
  outside: Outside,
  { kind, facts, words, sentAt, language }: Said<K>,
): Promise<Words> {
  if (language !== 'en') return words
  const fields = noticeFields(words, facts, await readCompanyTerms(app))
  const article = await editedArticle(app, nameOf(outside, kind), sentAt, fields)
  if (article === null) return words
  const [body = '', ...more] = paragraphsOf(article, outside === 'email' ? app.config.publicUrl : null)
  return { ...words, title: article.title === '' ? words.title : article.title, body, more }
}

/** Plain paragraphs: they look alike in every program. `publicUrl`: links show their address after their text; null: they don't. */
function paragraphsOf({ lead, sections }: Article, publicUrl: string | null): string[] {
  const texts = (blocks: readonly Block[]) => blocks.map((block) => textOf(block, publicUrl))
  return [...texts(lead), ...sections.flatMap(({ heading, blocks }) => [heading, ...texts(blocks)])].filter(
    (text) => text !== '',
  )
}

function textOf(block: Block, publicUrl: string | null): string {
  const line = (runs: readonly Run[]) =>
    runs
      .map(({ text, href }) => (href === undefined || publicUrl === null ? text : linkText(text, href, publicUrl)))
      .join('')
  if (block.kind === 'part') return ''
  if (block.kind === 'list')
    return block.items.map((runs, index) => `${block.ordered ? `${index + 1}.` : '•'} ${line(runs)}`).join('\n')
  if (block.kind === 'table') return [block.head, ...block.rows].map((row) => row.map(line).join(' · ')).join('\n')
  return line(block.runs)
}

function linkText(text: string, href: string, publicUrl: string): string {
  const address = /^[/#]/.test(href) ? publicUrl + href : href.replace(/^(mailto|tel):/, '')
  return text === address ? text : `${text} (${address})`
}
