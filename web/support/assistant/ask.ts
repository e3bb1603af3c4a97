import { t } from '#web/platform/language/text.ts'
import type { Passage } from '#contract/content/content.ts'
import { askAssistant, type Source } from '#contract/support/assistant.ts'
import type { BodyOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { Language } from '#contract/platform/languages.ts'
import { call } from '../../platform/request.ts'
import type { Knowledge } from './retrieve.ts'

const PASSAGES_MAX = 6
const TEXT_MAX = 2000

/** `unknown`: no answer that the person may see; sources are pages that may be meant. */
export type Reply = { kind: 'found' | 'own' | 'declined' | 'written' | 'unknown'; text: string; sources: Source[] }

type Ask = (body: BodyOf<typeof askAssistant>) => Promise<ReplyOf<typeof askAssistant>>

/**
 * Asks the server, which knows the person's own data; otherwise the public pages answer. If the server can't be reached
 * they answer alone: general answers stay true. Of several questions in one message each gets its answer.
 */
export async function askFor(knowledge: Knowledge, question: string, ask: Ask): Promise<Reply> {
  const whole = await askOne(knowledge, question, ask)
  const parts = knowledge.parts(question)
  if (parts.length === 0 || whole.kind === 'declined' || whole.kind === 'written') return whole
  const replies = await Promise.all(parts.map((part) => askOne(knowledge, part, ask)))
  const known = replies.filter(
    ({ kind, text }, index) => kind !== 'unknown' && replies.findIndex((other) => other.text === text) === index,
  )
  if (known.length === 0) return whole
  if (known.length > 1) return together(known)
  return whole.kind === 'found' ? whole : known[0]!
}

export function askServer(language: Language): Ask {
  return (body) => call(askAssistant, { body: { ...body, language } })
}

async function askOne(knowledge: Knowledge, question: string, ask: Ask): Promise<Reply> {
  const passages = knowledge.search(question, PASSAGES_MAX).map(toSend)
  const answer = await ask({ question, passages }).then(
    (reply) => reply.answer,
    () => null,
  )
  return answer ?? replyFrom(knowledge, question)
}

/** One answer after the other, each with its best source. */
function together(replies: readonly Reply[]): Reply {
  const sources = replies.flatMap((reply) => reply.sources.slice(0, reply.kind === 'own' ? undefined : 1))
  return {
    kind: replies.some(({ kind }) => kind === 'own') ? 'own' : 'found',
    text: replies.map(({ text }) => text).join('\n\n'),
    sources: sources.filter(({ to }, index) => sources.findIndex((other) => other.to === to) === index),
  }
}

/** From public pages only. */
export function replyFrom(knowledge: Knowledge, question: string): Reply {
  const found = knowledge.answer(question)
  if (found === null) return unknown(knowledge.related(question))
  return { kind: 'found', text: inContext(found.best), sources: [found.best, ...found.others].map(sourceOf) }
}

/** What is closest is said, too, so that nobody has to open a link to see whether it is meant. */
function unknown(related: readonly Passage[]): Reply {
  const [closest] = related
  const text =
    closest === undefined
      ? t`I can’t answer that. Our team can.`
      : `${t`I’m not sure what you mean. If this doesn’t answer it, our team can.`}\n\n${inContext(closest)}`
  return { kind: 'unknown', text, sources: related.map(sourceOf) }
}

/** An answer of the FAQ follows its question: “No” may be the opposite of what the person asked. */
function inContext({ page, head, text }: Passage): string {
  return page === 'FAQ' ? `${head}\n${text}` : text
}

function sourceOf({ page, head, to }: Passage): Source {
  return { label: `${page === 'FAQ' ? t`FAQ` : page}: ${head}`, to }
}

function toSend(passage: Passage) {
  return { ...sourceOf(passage), text: passage.text.slice(0, TEXT_MAX) }
}
