import type { FastifyInstance } from 'fastify'
import {
  changeChoice,
  countUnread,
  listNotifications,
  markRead,
  openAnswerLink,
  readChoices,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/notifications.ts'
import { languageOf } from '#server/platform/language/account-language.ts'
import type { App } from '#server/platform/app.ts'
import { refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { isPushService, readVapidKeys } from './push/deliver-push.ts'
import { KIND_NAMES, KINDS, presentChoice } from './kinds.ts'
import { lotOfAnswer, openAnswer } from './outbid/open-answer.ts'
import { presentNotifications } from './present.ts'
import { deleteEndpoint, endpointsOfSession, upsertSubscription } from './push/push-store.ts'
import { countUnreadOf, findNotifications, readReaders, setRead, upsertChoice } from './store.ts'

const PAGE = 20

export function notificationRoutes(http: FastifyInstance, app: App): void {
  const { db } = app

  serve(http, listNotifications, async ({ query, person }) => {
    const { cursor = null, limit = PAGE } = query
    const [rows, unread, { timeZone }, language] = await Promise.all([
      findNotifications(db, person.id, cursor, limit),
      countUnreadOf(db, person.id),
      readCompanyTerms(app),
      languageOf(db, person.id),
    ])
    const shown = rows.slice(0, limit)
    const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
    return { items: await presentNotifications(app, shown, timeZone, language), next, unread }
  })

  serve(http, countUnread, async ({ person }) => ({ unread: await countUnreadOf(db, person.id) }))

  serve(http, markRead, async ({ body, person }) => {
    await setRead(db, person.id, body.ids, body.upTo)
    // The person's other pages update their unread count.
    app.bus.publish('notified', JSON.stringify({ accountId: person.id }))
    return { unread: await countUnreadOf(db, person.id) }
  })

  serve(http, openAnswerLink, ({ body, person }) => openAnswer(app, person.id, body))

  choiceRoutes(http, app)
  answerPage(http, app)
}

function choiceRoutes(http: FastifyInstance, app: App): void {
  const { db } = app

  serve(http, readChoices, async ({ person }) => {
    const [readers, keys, pushEndpoints] = await Promise.all([
      readReaders(db, [person.id], KIND_NAMES),
      readVapidKeys(app),
      endpointsOfSession(db, person.sessionId),
    ])
    const choices = readers.get(person.id)?.choices
    const items = KIND_NAMES.map((kind) => presentChoice(kind, choices?.get(kind) ?? null))
    return { items, pushKey: keys.publicKey, pushEndpoints }
  })

  serve(http, changeChoice, async ({ body, person }) => {
    const { kind, ...ways } = body
    const { fixed, ways: own } = KINDS[kind]
    if (fixed.some((channel) => ways[channel] !== own[channel]))
      return refuse('choice-fixed', 'Account security messages can’t be turned off.')
    await upsertChoice(db, person.id, kind, ways)
    return presentChoice(kind, ways)
  })

  serve(http, subscribePush, async ({ body, person }) => {
    const { endpoint, keys } = body
    if (!isPushService(endpoint)) return refuse('unknown-push-service', 'This browser’s push service isn’t supported.')
    const owner = { accountId: person.id, sessionId: person.sessionId }
    await upsertSubscription(db, owner, { endpoint, ...keys })
    return { pushEndpoints: await endpointsOfSession(db, person.sessionId) }
  })

  serve(http, unsubscribePush, async ({ body, person }) => {
    await deleteEndpoint(db, person.id, body.endpoint)
    return { pushEndpoints: await endpointsOfSession(db, person.sessionId) }
  })
}

/**
 * The target of an outbid notice's link: redirects to the lot's page, which opens it for its signed-in reader. Following it changes
 * nothing, so programs that scan links in emails do not use it up.
 */
function answerPage(http: FastifyInstance, app: App): void {
  http.get<{ Params: { token: string } }>('/answer/:token', async (request, reply) => {
    const { token } = request.params
    const lotNumber = await lotOfAnswer(app, token)
    return reply.redirect(
      lotNumber === null ? '/my-bids' : `/lot/${lotNumber}?answer=${encodeURIComponent(token)}`,
      303,
    )
  })
}
