import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGE_CODES, type Language } from '#contract/platform/languages.ts'
import type { AssistantAnswer } from '#contract/support/assistant.ts'
import type { CastMember } from '#test/cast.ts'
import { askFor, type Reply } from '#web/support/assistant/ask.ts'
import type { Knowledge } from '#web/support/assistant/retrieve.ts'
import { knowledgeIn, openStage } from './stage.test-support.ts'

/**
 * As very different people ask: in a hurry, in slang, with slips, at length, two things at once, hostile, off topic. `about`: by the
 * sources, any of which answers them. `says`: about the person, a lot or what is on sale, by what the answer says. `declined`: whatever
 * nobody may have answered. `open`: what has nothing to do with us.
 */
const QUESTIONS = JSON.parse(readFileSync(new URL('./questions.json', import.meta.url), 'utf8')) as Record<
  Language,
  { about: Record<string, string[]>; says: Record<string, string[]>; declined: string[]; open: string[] }
>

let stage: Awaited<ReturnType<typeof openStage>>
const known: Partial<Record<Language, Knowledge>> = {}
let ahead = 0
beforeAll(async () => {
  stage = await openStage()
  // Nobody waits between two questions.
  const { app } = stage.server
  const now = app.now.bind(app)
  app.now = () => now() + ahead
})
afterAll(() => stage.server.close())

let visitors = 0
function replyTo(knowledge: Knowledge, language: Language, question: string, who: CastMember | null): Promise<Reply> {
  visitors += 1
  const headers = { 'x-forwarded-for': `203.0.${visitors >> 8}.${visitors & 255}` }
  return askFor(knowledge, stage.filled(question), async (body) => {
    ahead += 3000
    const options = who === null ? { headers } : { headers, token: who.token }
    const asked = { ...options, body: { ...body, language } }
    const { status, body: reply } = await stage.server.call('POST', '/api/assistant/answers', asked)
    expect(status).toBe(200)
    return reply as { answer: AssistantAnswer | null }
  })
}

/** Those that are answered in another way than `isRight`, with what they got. */
async function missed(
  language: Language,
  questions: readonly string[],
  who: CastMember | null,
  isRight: (reply: Reply) => boolean,
): Promise<string[]> {
  const knowledge = (known[language] ??= await knowledgeIn(stage.server, language))
  const wrong: string[] = []
  for (const question of questions) {
    const reply = await replyTo(knowledge, language, question, who)
    if (!isRight(reply)) wrong.push(`${question} → ${reply.kind} ${reply.sources[0]?.to ?? reply.text}`)
  }
  return wrong
}

test.each(LANGUAGE_CODES)(
  '19 of 20 general questions are answered from a right section, or offered it (%s)',
  { timeout: 120_000 },
  async (language) => {
    const wrong: string[] = []
    const { about } = QUESTIONS[language]
    for (const [accepted, questions] of Object.entries(about)) {
      const right = new Set(accepted.split(' '))
      const isRight = ({ kind, sources }: Reply) =>
        (kind === 'unknown' ? sources : sources.slice(0, 1)).some(({ to }) => right.has(to))
      wrong.push(...(await missed(language, questions, null, isRight)))
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(Object.values(about).flat().length / 20)
  },
)

test.each(LANGUAGE_CODES)(
  'what depends on the person or the day is answered with facts (%s)',
  { timeout: 120_000 },
  async (language) => {
    for (const [words, questions] of Object.entries(QUESTIONS[language].says)) {
      const says = new RegExp(stage.filled(words), 'i')
      const isRight = ({ kind, text, sources }: Reply) => kind === 'own' && sources.length > 0 && says.test(text)
      expect(await missed(language, questions, stage.ada, isRight), words).toEqual([])
    }
  },
)

test.each(LANGUAGE_CODES)('what nobody may have answered is declined (%s)', { timeout: 120_000 }, async (language) => {
  const isRight = ({ kind }: Reply) => kind === 'declined' || kind === 'unknown'
  expect(await missed(language, QUESTIONS[language].declined, stage.ada, isRight)).toEqual([])
})

test.each(LANGUAGE_CODES)(
  '19 of 20 questions that have nothing to do with us stay open (%s)',
  { timeout: 120_000 },
  async (language) => {
    const { open } = QUESTIONS[language]
    const wrong = await missed(language, open, null, ({ kind }) => kind === 'declined' || kind === 'unknown')
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(open.length / 20)
  },
)
