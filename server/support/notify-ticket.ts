import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { notify, notifyAddress } from '#server/platform/notice.ts'
import type { Notices } from '#server/platform/notices.ts'
import { replyAddress, threadPath } from './ticket-keys.ts'
import type { TicketRow } from './store.ts'

type News = { what: Notices['ticket-reply']['what']; text: string | null; messageId: string }

/** Notifies the ticket's author that it arrived, or of our answer: a member through their chosen channels, others by email. */
export async function notifyTicket<T>(app: App, trx: Kysely<T>, ticket: TicketRow, news: News): Promise<void> {
  if (ticket.email === '') return
  const { reference, subject, account_id: accountId, email } = ticket
  const notice = {
    kind: 'ticket-reply' as const,
    key: `ticket-${news.what}:${news.messageId}`,
    facts: {
      reference,
      // A visitor's text is never sent to an address they typed: it may be a stranger's.
      subject: news.what === 'received' && accountId === null ? null : subject,
      what: news.what,
      text: news.text,
      link: threadPath(app.keys, ticket.id),
      replyTo: replyAddress(app, reference),
    },
  }
  await (accountId === null
    ? notifyAddress(app, trx, { ...notice, to: email })
    : notify(app, trx, { ...notice, accountId }))
}
