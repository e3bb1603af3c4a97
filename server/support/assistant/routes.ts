import type { FastifyInstance } from 'fastify'
import { askAssistant, type AssistantAnswer } from '#contract/support/assistant.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { rateLimited } from '#server/platform/problem.ts'
import { createThrottle } from '#server/platform/throttle/throttle.ts'
import { senderOf } from '#server/platform/throttle/shared-throttle.ts'
import { inLanguage } from '#server/platform/language/text.ts'
import { askModel } from './language-model.ts'
import { answerIntent } from './own-answers.ts'
import { intentIn, vehiclesIn } from './words-of.ts'

/** Limit on questions per person or address: forty, then one every three seconds. */
const QUESTIONS = { burst: 40, perSecond: 1 / 3 }

export function assistantRoutes(http: FastifyInstance, app: App): void {
  const throttle = createThrottle({ ...QUESTIONS, now: () => app.now() })

  serve(http, askAssistant, async ({ body, person, request }) => {
    if (!throttle.take(person?.id ?? senderOf(request.ip))) throw rateLimited(3)
    const { question, language = 'en' } = body
    const intent = (await intentIn(language, question)) ?? (await vehiclesIn(language, question))
    const known = intent === null ? null : await answerIntent(app, person, intent)
    return { answer: known === null ? await written(app, body) : inLanguage(language, known) }
  })
}

/** By the configured model; null without one or if it fails: the page then answers from its passages. */
async function written(
  app: App,
  { question, passages, language }: BodyOf<typeof askAssistant>,
): Promise<AssistantAnswer | null> {
  const model = app.config.assistant
  if (model === null) return null
  try {
    return await askModel(model, question, passages, language)
  } catch (err) {
    app.log.warn({ err }, 'the language model failed; the page answers without it')
    return null
  }
}
