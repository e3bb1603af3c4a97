import type { Passage } from '#contract/content/content.ts'
import type { askAssistant, Source } from '#contract/support/assistant.ts'
import { call, route } from '../../platform/request.ts'
import type { Knowledge } from './retrieve.ts'

const ASK = route<typeof askAssistant>('POST', '/api/assistant/answers')
const PASSAGES_MAX = 6
const TEXT_MAX = 2000

/** `unknown`: no answer that the person may see. */
export type Reply = { kind: 'found' | 'own' | 'declined' | 'written' | 'unknown'; text: string; sources: Source[] }

/**
 * Asks the server, which knows the person's own data; otherwise the public pages answer. If the server can't be reached
 * they answer alone: general answers stay true.
 */
export async function askFor(knowledge: Knowledge, question: string): Promise<Reply> {
  const passages = knowledge.search(question, PASSAGES_MAX).map(toSend)
  const answer = await call(ASK, { body: { question, passages } }).then(
    (reply) => reply.answer,
    () => null,
  )
  return answer ?? replyFrom(knowledge, question)
}

/** From public pages only. */
export function replyFrom(knowledge: Knowledge, question: string): Reply {
  const found = knowledge.answer(question)
  if (found === null) return { kind: 'unknown', text: 'I can’t answer that. Our team can.', sources: [] }
  return { kind: 'found', text: found.best.text, sources: [found.best, ...found.others].map(sourceOf) }
}

function sourceOf({ page, head, to }: Passage): Source {
  return { label: `${page}: ${head}`, to }
}

function toSend(passage: Passage) {
  return { ...sourceOf(passage), text: passage.text.slice(0, TEXT_MAX) }
}
