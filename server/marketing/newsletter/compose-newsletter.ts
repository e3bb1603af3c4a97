import type { App } from '#server/platform/app.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { companyHead, messageIdOf, sender } from '#server/notifications/mail/letter.ts'
import { mailHtml, mailText } from '#server/notifications/mail/render-mail.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { signId } from '#server/platform/signed-id.ts'
import { returnAddress } from './bounces.ts'
import type { NewsletterRow } from './store.ts'

/** The purpose of the link that unsubscribes: the token names one email, and so its reader. */
export const UNSUBSCRIBE = 'newsletter-unsubscribe'

type Text = Pick<NewsletterRow, 'subject' | 'body' | 'button' | 'path'>

/** `recipientId`: of the stored recipient; null for a preview or a test, whose links unsubscribe no one. */
type Reader = { recipientId: string | null; name: string; email: string }

/** The email for one reader. The text is plain: whatever markup it holds is shown as it was typed. */
export async function composeNewsletter(app: App, text: Text, key: string, reader: Reader): Promise<Mail> {
  const terms = await readCompanyTerms(app)
  const token = reader.recipientId === null ? null : signId(app.keys, UNSUBSCRIBE, reader.recipientId)
  const words = {
    title: text.subject,
    body: text.body,
    more: [],
    facts: [],
    action: text.button === '' ? null : { label: text.button, path: text.path },
    stop: null,
    replyTo: null,
  }
  const head = {
    ...companyHead(app, terms),
    readerName: reader.name,
    unsubscribePath: `/?newsletter=${token ?? ''}`,
    isToAccount: true,
  }
  const returnTo = reader.recipientId === null ? null : returnAddress(app, reader.recipientId)
  return {
    messageId: messageIdOf(app, key),
    from: sender(app, terms),
    to: { name: reader.name, address: reader.email },
    replyTo: null,
    subject: text.subject,
    text: mailText(words, head),
    html: mailHtml(words, head),
    unsubscribeUrl: token === null ? null : `${app.config.publicUrl}/newsletters/unsubscribe/${token}`,
    ...(returnTo === null ? {} : { returnTo }),
  }
}
