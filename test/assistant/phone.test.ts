import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssistantAnswer } from '#contract/support/assistant.ts'
import type { CastMember } from '#test/cast.ts'
import { askFor } from '#web/support/assistant/ask.ts'
import { openStage, wrongOf } from './stage.test-support.ts'

/** As impatient people type on a phone: slips, fragments, two questions in one. */
const QUESTIONS = JSON.parse(readFileSync(new URL('./phone-questions.json', import.meta.url), 'utf8')) as {
  general: { question: string; from: string[] }[]
  personal: { question: string; says: string }[]
}

let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.server.close())

let visitors = 0
function replyTo(question: string, who: CastMember | null) {
  visitors += 1
  const headers = { 'x-forwarded-for': `203.0.113.${visitors}` }
  return askFor(stage.knowledge, stage.filled(question), async (body) => {
    const options = who === null ? { headers } : { headers, token: who.token }
    const { status, body: reply } = await stage.server.call('POST', '/api/assistant/answers', { ...options, body })
    expect(status).toBe(200)
    return reply as { answer: AssistantAnswer | null }
  })
}

test('of forty questions that visitors type on a phone, each is answered from the right section', async () => {
  const wrong = await wrongOf(QUESTIONS.general, async ({ question, from }) => {
    const { sources } = await replyTo(question, null)
    return from.includes(sources[0]?.to ?? '')
  })
  expect(wrong.map(({ question }) => question)).toEqual([])
}, 120_000)

test('of twenty about oneself, each is answered with current facts', async () => {
  const wrong = await wrongOf(QUESTIONS.personal, async ({ question, says }) => {
    const { kind, text } = await replyTo(question, stage.ada)
    return kind === 'own' && new RegExp(stage.filled(says), 'i').test(text)
  })
  expect(wrong.map(({ question }) => question)).toEqual([])
}, 120_000)
