import type { FastifyInstance } from 'fastify'
import { exportMails, listMails, readMail, retryMail, showMailPage } from '#contract/notifications.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import { notFound, refuse } from '#server/platform/problem.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { KINDS, MAIL_ONLY } from './kinds.ts'
import { composeMail, messageIdOf } from './mail/letter.ts'
import { isMailPageKey, MAIL_PAGE_HEADERS, mailPagePath } from './mail/mail-page.ts'
import { findMail, findMails, queueAgain, type MailRow } from './mail/mail-store.ts'
import { mailsCsv } from './mails-csv.ts'
import { presentMail } from './present.ts'

const PAGE = 50

/** The owner's view of the house's mails. `wake`: there is a mail to send. */
export function mailRoutes(app: FastifyInstance, house: House, wake: () => void): void {
  const goesTo: Mailer['goesTo'] = house.config.smtpUrl === null ? 'folder' : 'server'

  /** A mail that proves its reader's address is its reader's alone, wherever it went: whoever opens its link takes the account. */
  const isSecret = ({ kind }: MailRow) => KINDS[kind] === MAIL_ONLY

  const mailOf = async (id: string) => {
    const row = await findMail(house.db, id)
    if (row === null) throw notFound('this mail')
    return row
  }

  serve(app, listMails, async ({ query }) => {
    const { cursor = null, state = null, search = '', limit = PAGE } = query
    const rows = await findMails(house.db, { before: cursor, state, search: search.trim() || null, limit })
    const shown = rows.slice(0, limit)
    const { timeZone } = await readHouseTerms(house)
    const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
    return { items: shown.map((row) => presentMail(house, row, timeZone)), next, goesTo }
  })

  serve(app, exportMails, async ({ query, reply }) => {
    const { state = null, search = '' } = query
    const file = await mailsCsv(house, { state, search: search.trim() || null })
    return sendCsv(reply, 'mails', file)
  })

  serve(app, readMail, async ({ params }) => {
    const row = await mailOf(params.mailId)
    const messageId = messageIdOf(house, row.key)
    const mail = presentMail(house, row, (await readHouseTerms(house)).timeZone)
    if (isSecret(row)) return { mail, messageId, text: null, page: null }
    const { text } = await composeMail(house, row, row.sent_at, 'staff')
    return { mail, messageId, text, page: mailPagePath(house, row.id) }
  })

  serve(app, retryMail, async ({ params, person }) => {
    const row = await mailOf(params.mailId)
    const isQueued = await house.db.transaction().execute(async (trx) => {
      const queued = await queueAgain(trx, row.id)
      if (queued) await audit(trx, { actorId: person.id, act: 'retry-mail', subjectKind: 'mail', subjectId: row.id })
      return queued
    })
    if (!isQueued) return refuse('mail-not-failed', 'This mail was not given up: it was sent, or is on its way.')
    wake()
    return presentMail(house, await mailOf(row.id), (await readHouseTerms(house)).timeZone)
  })

  serve(app, showMailPage, async ({ params, query, reply }) => {
    if (!isMailPageKey(house, params.mailId, query.until, query.key)) throw notFound('this mail')
    const row = await mailOf(params.mailId)
    if (isSecret(row)) throw notFound('this mail')
    const { html } = await composeMail(house, row, row.sent_at, 'staff')
    await reply.headers(MAIL_PAGE_HEADERS).send(html)
    return null
  })
}
