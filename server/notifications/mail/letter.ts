import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { Language } from '#contract/platform/languages.ts'
import { inLanguage, t } from '#server/platform/language/text.ts'
import type { App } from '#server/platform/app.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { openNotice } from '#server/platform/notice.ts'
import type { NoticeKind } from '#server/platform/notices.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { signId } from '#server/platform/signed-id.ts'
import { isOptional } from '../kinds.ts'
import { editedWords } from '../texts/notice-texts.ts'
import { UNSUBSCRIBE } from '../unsubscribe.ts'
import { mailHtml, mailText } from './render-mail.ts'
import { short, timeOfDay } from '../words/text.ts'
import { wordsOf } from '../words/words.ts'
import type { Words } from '../words/notice-words.ts'

/** The purpose of an outbid notice's link, which prefills the next bid for the notice's own reader. */
export const ANSWER = 'answer-link'

/** A stored notice, its facts still sealed. `language`: in which its reader is written to. */
export type Stored = { id: string; kind: NoticeKind; sealed: Buffer; language: Language }

/** The text of a stored notice for a reader who may not be signed in: an outbid notice has its one-time link. */
function outsideWords({ keys }: App, { id, kind, sealed, language }: Stored, timeZone: string): Words {
  const words = wordsOf(kind, openNotice(keys, sealed).facts, timeZone, language)
  if (kind !== 'outbid' || words.action === null) return words
  return { ...words, action: { ...words.action, path: `/answer/${signId(keys, ANSWER, id)}` } }
}

/** A push message: its title, its text and the page it opens, as a path on our origin. */
export async function pushMessage(app: App, stored: Stored): Promise<{ title: string; body: string; url: string }> {
  const { timeZone } = await readCompanyTerms(app)
  const words = outsideWords(app, stored, timeZone)
  const { facts } = openNotice(app.keys, stored.sealed)
  const { title, body } = await editedWords(app, 'push', {
    kind: stored.kind,
    facts,
    words,
    sentAt: null,
    language: stored.language,
  })
  return { title, body: short(body), url: words.action?.path ?? '/' }
}

/** A notice as staff see it: no link in it opens more than its page shows to anyone. */
function wordsForStaff({ keys }: App, { kind, sealed }: Omit<Stored, 'language'>, timeZone: string): Words {
  const words = wordsOf(kind, openNotice(keys, sealed).facts, timeZone)
  const action = words.action && { ...words.action, path: words.action.path.split('#', 1)[0]! }
  return { ...words, action, stop: null }
}

/**
 * The email of a stored notice; `sentAt` (ms) is shown where seconds matter. `reader`: the copy for staff omits the links that act for
 * the recipient.
 */
export async function composeMail(
  app: App,
  stored: Stored & { key: string; name: string; email: string; accountId?: string | null },
  sentAt: number | null,
  reader: 'recipient' | 'staff' = 'recipient',
): Promise<Mail> {
  const terms = await readCompanyTerms(app)
  const toStaff = reader === 'staff'
  const { language } = stored
  const words = toStaff ? wordsForStaff(app, stored, terms.timeZone) : outsideWords(app, stored, terms.timeZone)
  const { facts } = openNotice(app.keys, stored.sealed)
  const said = await editedWords(app, 'email', { kind: stored.kind, facts, words, sentAt, language })
  const shown: Words =
    stored.kind === 'outbid' && sentAt !== null
      ? { ...said, facts: [...said.facts, inLanguage(language, () => [t`Sent at`, timeOfDay(sentAt, terms.timeZone)])] }
      : said
  const isToAccount = stored.accountId !== null
  const unsubscribe =
    isOptional(stored.kind) && isToAccount && !toStaff ? signId(app.keys, UNSUBSCRIBE, stored.id) : null
  const head = {
    ...companyHead(app, terms),
    readerName: stored.name,
    unsubscribePath: unsubscribe === null ? null : `/?unsubscribe=${unsubscribe}`,
    isToAccount,
  }
  return {
    messageId: messageIdOf(app, stored.key),
    from: sender(app, terms),
    to: { name: stored.name, address: stored.email },
    replyTo: said.replyTo,
    subject: said.title,
    text: inLanguage(language, () => mailText(shown, head)),
    html: inLanguage(language, () => mailHtml(shown, head)),
    unsubscribeUrl: unsubscribe === null ? null : `${app.config.publicUrl}/unsubscribe/${unsubscribe}`,
  }
}

/** What every email says about the company. */
export function companyHead({ config: { publicUrl } }: App, { companyName, brand, contact }: CompanyTerms) {
  return {
    companyName,
    accent: brand.accent,
    logo: brand.logo === null ? null : `${publicUrl}${brand.logo}`,
    address: contact.address,
    contactEmail: contact.email,
    publicUrl,
  }
}

/** Derived from the event's key: an email that is sent again after a crash has the same id. */
export function messageIdOf(app: App, key: string): string {
  return `${app.keys.mac('message-id', key).toString('hex').slice(0, 40)}@${new URL(app.config.publicUrl).hostname}`
}

/** As configured, else the company's address, else a no-reply address of the site's host. */
export function sender({ config }: App, terms: { companyName: string; contact: { email: string } }): Mail['from'] {
  const mailFrom = config.mailFrom ?? ''
  const [, name = '', address = ''] = /^(.*)<([^>]+)>$/.exec(mailFrom) ?? ['', '', mailFrom]
  const own = terms.contact.email || `no-reply@${new URL(config.publicUrl).hostname}`
  return { name: name.trim() === '' ? terms.companyName : name.trim(), address: address || own }
}
