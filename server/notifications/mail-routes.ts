import type { FastifyInstance } from 'fastify'
import { listMails, readMail, retryMail, sendTestMail, showMailPage } from '#contract/notifications/mails.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import { notify } from '#server/platform/notice.ts'
import { notFound, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { KINDS, MAIL_ONLY } from './kinds.ts'
import { composeMail, messageIdOf } from './mail/letter.ts'
import { isMailPageKey, MAIL_PAGE_HEADERS, mailPagePath } from './mail/mail-page.ts'
import { findMail, MAIL_LIST, queueAgain, wasTestMailSent, type MailRow } from './mail/mail-store.ts'
import { presentMail } from './present.ts'

/** The owner's view of sent emails. `wake`: tells workers that there is an email to send. */
export function mailRoutes(http: FastifyInstance, app: App, wake: () => void): void {
  const goesTo: Mailer['goesTo'] = app.config.smtpUrl === null ? 'folder' : 'server'

  /** An email that proves its reader's address is shown to no one else, wherever it went: anyone who opens its link takes the account. */
  const isSecret = ({ kind }: MailRow) => KINDS[kind] === MAIL_ONLY

  const mailOf = async (id: string) => {
    const row = await findMail(app.db, id)
    if (row === null) throw notFound('this email')
    return row
  }

  const presentAll = async (rows: MailRow[]) => {
    const { timeZone } = await readCompanyTerms(app)
    return rows.map((row) => presentMail(app, row, timeZone))
  }
  serveList(http, app.db, listMails, MAIL_LIST, {
    present: presentAll,
    async presentRows(rows: MailRow[]) {
      const mails = await presentAll(rows)
      return mails.map((mail, index) => ({ ...mail, name: rows[index]!.name }))
    },
    more: () => Promise.resolve({ goesTo }),
  })

  serve(http, readMail, async ({ params }) => {
    const row = await mailOf(params.mailId)
    const messageId = messageIdOf(app, row.key)
    const mail = presentMail(app, row, (await readCompanyTerms(app)).timeZone)
    if (isSecret(row)) return { mail, messageId, text: null, page: null }
    const { text } = await composeMail(app, { ...row, language: 'en' }, row.sent_at, 'staff')
    return { mail, messageId, text, page: mailPagePath(app, row.id) }
  })

  serve(http, retryMail, async ({ params, person }) => {
    const row = await mailOf(params.mailId)
    const isQueued = await app.db.transaction().execute(async (trx) => {
      const queued = await queueAgain(trx, row.id)
      if (queued) await audit(trx, { actorId: person.id, action: 'retry-mail', subjectKind: 'mail', subjectId: row.id })
      return queued
    })
    if (!isQueued) return refuse('mail-not-failed', 'This email hasn’t failed: it was sent, or is on its way.')
    wake()
    return presentMail(app, await mailOf(row.id), (await readCompanyTerms(app)).timeZone)
  })

  app.extensions.checklist.set('email', wasTestMailSent)

  serve(http, sendTestMail, async ({ person }) => {
    await app.db.transaction().execute(async (trx) => {
      const facts = { from: app.config.mailFrom }
      await notify(app, trx, { kind: 'test-email', accountId: person.id, key: newId(), facts })
      await audit(trx, { actorId: person.id, action: 'send-test-mail', subjectKind: 'company', subjectId: 'company' })
    })
    app.outbox.nudge()
    return { ok: true } as const
  })

  serve(http, showMailPage, async ({ params, query, reply }) => {
    if (!isMailPageKey(app, params.mailId, query.until, query.key)) throw notFound('this email')
    const row = await mailOf(params.mailId)
    if (isSecret(row)) throw notFound('this email')
    const { html } = await composeMail(app, { ...row, language: 'en' }, row.sent_at, 'staff')
    await reply.headers(MAIL_PAGE_HEADERS).send(html)
    return null
  })
}
