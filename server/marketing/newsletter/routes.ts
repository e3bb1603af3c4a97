import type { FastifyInstance } from 'fastify'
import {
  changeNewsletterChoice,
  deleteNewsletter as deleteEndpoint,
  listNewsletters,
  listUndeliverable,
  pauseNewsletter as pauseEndpoint,
  previewNewsletter,
  readNewsletter,
  readNewsletterChoice,
  resumeNewsletter as resumeEndpoint,
  saveNewsletter as saveEndpoint,
  scheduleNewsletter as scheduleEndpoint,
  showNewsletterPage,
  testNewsletter,
  unsubscribeNewsletter,
  type Newsletter,
} from '#contract/marketing/newsletters.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import { MAIL_PAGE_HEADERS } from '#server/notifications/mail/mail-page.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/id.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { MailRefused } from '#server/platform/mail/mail.ts'
import { openMailer } from '#server/platform/mail/open-mailer.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { readSignedId } from '#server/platform/signed-id.ts'
import { checkLink, signLink } from '#server/platform/signed-link.ts'
import { composeNewsletter, UNSUBSCRIBE } from './compose-newsletter.ts'
import { NEWSLETTER_LIST, UNDELIVERABLE_LIST } from './list-store.ts'
import {
  countAudience,
  deleteSubscription,
  insertSubscription,
  newsletterById,
  readChoice,
  readerOf,
  type CountedRow,
} from './store.ts'
import {
  deleteNewsletter,
  pauseNewsletter,
  resumeNewsletter,
  saveNewsletter,
  scheduleNewsletter,
} from './write-newsletter.ts'

export function newsletterRoutes(http: FastifyInstance, app: App): void {
  staffRoutes(http, app)
  previewRoutes(http, app)
  readerRoutes(http, app)
  oneClickRoute(http, app)
}

function staffRoutes(http: FastifyInstance, app: App): void {
  serveList(http, app.db, listNewsletters, NEWSLETTER_LIST, { present: (rows: CountedRow[]) => rows.map(summaryOf) })
  serveList(http, app.db, listUndeliverable, UNDELIVERABLE_LIST, {
    present: (rows: { email: string; person: string | null; reason: string; at: number }[]) =>
      rows.map((row) => ({ id: row.email, ...row })),
  })

  const after = async (id: string, refused: Refusal | null) => refused ?? present(app, await rowOf(app, id))
  serve(http, readNewsletter, async ({ params: { newsletterId: id } }) => present(app, await rowOf(app, id)))
  serve(http, saveEndpoint, async ({ params: { newsletterId: id }, body, person }) =>
    after(id, await saveNewsletter(app, { id, actorId: person.id, ...body })),
  )
  serve(http, scheduleEndpoint, async ({ params: { newsletterId: id }, body, person }) =>
    after(id, await scheduleNewsletter(app, { id, actorId: person.id, ...body })),
  )
  serve(http, pauseEndpoint, async ({ params: { newsletterId: id }, body, person }) =>
    after(id, await pauseNewsletter(app, { id, actorId: person.id, ...body })),
  )
  serve(http, resumeEndpoint, async ({ params: { newsletterId: id }, body, person }) =>
    after(id, await resumeNewsletter(app, { id, actorId: person.id, ...body })),
  )
  serve(http, deleteEndpoint, ({ params: { newsletterId: id }, body, person }) =>
    deleteNewsletter(app, { id, actorId: person.id, ...body }),
  )
}

function previewRoutes(http: FastifyInstance, app: App): void {
  serve(http, previewNewsletter, async ({ params: { newsletterId: id } }) =>
    signLink(app, pathOf((await rowOf(app, id)).id)),
  )

  serve(http, showNewsletterPage, async ({ params: { newsletterId: id }, query, reply }) => {
    checkLink(app, pathOf(id), query)
    const reader = { recipientId: null, name: 'Alex', email: 'alex@example.com' }
    const { html } = await composeNewsletter(app, await rowOf(app, id), `preview:${id}`, reader)
    await reply.headers(MAIL_PAGE_HEADERS).send(html)
    return null
  })

  serve(http, testNewsletter, async ({ params: { newsletterId: id }, person }) => {
    const row = await rowOf(app, id)
    const { name, email } = (await personFacts(app.db, person.id))!
    const mailer = openMailer(app.config)
    try {
      const reader = { recipientId: null, name, email }
      const text = { ...row, subject: `[Test] ${row.subject}` }
      await mailer.send(await composeNewsletter(app, text, `newsletter-test:${newId()}`, reader))
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      return refuse('email-refused', 'The mail server refused your address. Check it in your profile.')
    } finally {
      mailer.close()
    }
    await audit(app.db, { actorId: person.id, action: 'test-newsletter', subjectKind: 'newsletter', subjectId: id })
    return { email }
  })
}

function readerRoutes(http: FastifyInstance, app: App): void {
  serve(http, readNewsletterChoice, ({ person }) => readChoice(app.db, person.id))

  serve(http, changeNewsletterChoice, async ({ body, person }) => {
    await (body.subscribed ? insertSubscription : deleteSubscription)(app.db, person.id)
    return readChoice(app.db, person.id)
  })

  serve(http, unsubscribeNewsletter, async ({ body }) => {
    await unsubscribe(app, body.token)
    return { subscribed: false }
  })
}

/** The button of email programs, which post a form without further data (RFC 8058). Opening the link in a browser asks for one press. */
function oneClickRoute(http: FastifyInstance, app: App): void {
  void http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 4096 }, (_request, _payload, parsed) => parsed(null, null))
    scope.post<{ Params: { token: string } }>('/newsletters/unsubscribe/:token', async (request, reply) => {
      await unsubscribe(app, request.params.token)
      return reply.code(204).send()
    })
    scope.get<{ Params: { token: string } }>('/newsletters/unsubscribe/:token', (request, reply) =>
      reply.redirect(`/?newsletter=${encodeURIComponent(request.params.token)}`, 303),
    )
    done()
  })
}

/** Idempotent. Throws `not-found` for a token that we did not sign. */
async function unsubscribe(app: App, token: string): Promise<void> {
  const id = readSignedId(app.keys, UNSUBSCRIBE, token)
  const reader = id === null ? null : await readerOf(app.db, id)
  if (reader === null) throw notFound('this email')
  await deleteSubscription(app.db, reader.accountId)
}

async function rowOf(app: App, id: string): Promise<CountedRow> {
  const row = await newsletterById(app.db, id)
  if (row === undefined) throw notFound('this newsletter')
  return row
}

function summaryOf(row: CountedRow) {
  const { id, subject, status, segment, recipients, sent, undelivered } = row
  const times = { sendAt: row.send_at, startedAt: row.started_at, finishedAt: row.finished_at }
  return { id, subject, status, segment, ...times, recipients, sent, undelivered }
}

async function present(app: App, row: CountedRow): Promise<Newsletter> {
  const { body, button, path, make, country, waiting, skipped, version } = row
  const audience = await countAudience(app.db, row.id)
  return { ...summaryOf(row), body, button, path, make, country, waiting, skipped, audience, version }
}

function pathOf(id: string): string {
  return showNewsletterPage.path.replace(':newsletterId', id)
}
