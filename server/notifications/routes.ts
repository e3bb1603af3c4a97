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
} from '#contract/notifications.ts'
import type { House } from '#server/platform/house.ts'
import { refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { isPushService, readVapidKeys } from './push/deliver-push.ts'
import { KIND_NAMES, KINDS, presentChoice } from './kinds.ts'
import { lotOfAnswer, openAnswer } from './outbid/open-answer.ts'
import { presentNotification } from './present.ts'
import { deleteEndpoint, endpointsOfSession, upsertSubscription } from './push/push-store.ts'
import { countUnreadOf, findNotifications, readReaders, setRead, upsertChoice } from './store.ts'

const PAGE = 20

export function notificationRoutes(app: FastifyInstance, house: House): void {
  const { db } = house

  serve(app, listNotifications, async ({ query, person }) => {
    const { cursor = null, limit = PAGE } = query
    const [rows, unread, { timeZone }] = await Promise.all([
      findNotifications(db, person.id, cursor, limit),
      countUnreadOf(db, person.id),
      readHouseTerms(house),
    ])
    const shown = rows.slice(0, limit)
    const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
    return { items: shown.map((row) => presentNotification(house, row, timeZone)), next, unread }
  })

  serve(app, countUnread, async ({ person }) => ({ unread: await countUnreadOf(db, person.id) }))

  serve(app, markRead, async ({ body, person }) => {
    await setRead(db, person.id, body.ids, body.upTo)
    // The person's other pages count anew.
    house.bus.publish('notified', JSON.stringify({ accountId: person.id }))
    return { unread: await countUnreadOf(db, person.id) }
  })

  serve(app, openAnswerLink, ({ body, person }) => openAnswer(house, person.id, body))

  choiceRoutes(app, house)
  answerPage(app, house)
}

function choiceRoutes(app: FastifyInstance, house: House): void {
  const { db } = house

  serve(app, readChoices, async ({ person }) => {
    const [readers, keys, pushEndpoints] = await Promise.all([
      readReaders(db, [person.id], KIND_NAMES),
      readVapidKeys(house),
      endpointsOfSession(db, person.sessionId),
    ])
    const choices = readers.get(person.id)?.choices
    const items = KIND_NAMES.map((kind) => presentChoice(kind, choices?.get(kind) ?? null))
    return { items, pushKey: keys.publicKey, pushEndpoints }
  })

  serve(app, changeChoice, async ({ body, person }) => {
    const { kind, ...ways } = body
    const { fixed, ways: own } = KINDS[kind]
    if (fixed.some((channel) => ways[channel] !== own[channel]))
      return refuse('choice-fixed', 'Messages about the security of your account cannot be switched off.')
    await upsertChoice(db, person.id, kind, ways)
    return presentChoice(kind, ways)
  })

  serve(app, subscribePush, async ({ body, person }) => {
    const { endpoint, keys } = body
    if (!isPushService(endpoint))
      return refuse('unknown-push-service', 'This browser’s push service is not known to the house.')
    const owner = { accountId: person.id, sessionId: person.sessionId }
    await upsertSubscription(db, owner, { endpoint, ...keys })
    return { pushEndpoints: await endpointsOfSession(db, person.sessionId) }
  })

  serve(app, unsubscribePush, async ({ body, person }) => {
    await deleteEndpoint(db, person.id, body.endpoint)
    return { pushEndpoints: await endpointsOfSession(db, person.sessionId) }
  })
}

/**
 * Where the link of an outbid notice leads: on to the lot's page, which opens it for the reader when he is logged in. Following it
 * changes nothing, so a program that looks at links in mails uses none up.
 */
function answerPage(app: FastifyInstance, house: House): void {
  app.get<{ Params: { token: string } }>('/answer/:token', async (request, reply) => {
    const { token } = request.params
    const lotNumber = await lotOfAnswer(house, token)
    return reply.redirect(
      lotNumber === null ? '/my-bids' : `/lot/${lotNumber}?answer=${encodeURIComponent(token)}`,
      303,
    )
  })
}
