import type { House } from '#server/platform/house.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { openNotice, type NoticeKind } from '#server/platform/notice.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { signId } from '#server/platform/signed-id.ts'
import { isOptional } from '../kinds.ts'
import { UNSUBSCRIBE } from '../unsubscribe.ts'
import { mailHtml, mailText } from './render-mail.ts'
import { timeOfDay } from '../words/text.ts'
import { wordsOf } from '../words/words.ts'
import type { Words } from '../words/notice-words.ts'

/** The link of an outbid notice: it fills in the next bid for the notice's own reader. */
export const ANSWER = 'answer-link'

/** A stored notice, its facts still sealed. */
export type Stored = { id: string; kind: NoticeKind; sealed: Buffer }

/** What a stored notice says to a reader who may not be signed in: an outbid notice has its one-time link. */
export function outsideWords({ keys }: House, { id, kind, sealed }: Stored, timeZone: string): Words {
  const words = wordsOf(kind, openNotice(keys, sealed).facts, timeZone)
  if (kind !== 'outbid' || words.action === null) return words
  return { ...words, action: { ...words.action, path: `/answer/${signId(keys, ANSWER, id)}` } }
}

/** What staff see of a notice: no link in it opens more than its page does to anybody. */
function wordsForStaff({ keys }: House, { kind, sealed }: Stored, timeZone: string): Words {
  const words = wordsOf(kind, openNotice(keys, sealed).facts, timeZone)
  const action = words.action && { ...words.action, path: words.action.path.split('#', 1)[0]! }
  return { ...words, action, stop: null }
}

/**
 * The mail of a stored notice; `sentAt` (ms) is told where seconds matter. `reader`: the copy for staff is without the links that
 * act in the recipient's name.
 */
export async function composeMail(
  house: House,
  stored: Stored & { key: string; name: string; email: string },
  sentAt: number | null,
  reader: 'recipient' | 'staff' = 'recipient',
): Promise<Mail> {
  const terms = await readHouseTerms(house)
  const toStaff = reader === 'staff'
  const said = toStaff ? wordsForStaff(house, stored, terms.timeZone) : outsideWords(house, stored, terms.timeZone)
  const shown: Words =
    stored.kind === 'outbid' && sentAt !== null
      ? { ...said, facts: [...said.facts, ['Sent at', timeOfDay(sentAt, terms.timeZone)]] }
      : said
  const unsubscribe = isOptional(stored.kind) && !toStaff ? signId(house.keys, UNSUBSCRIBE, stored.id) : null
  const head = {
    houseName: terms.houseName,
    address: terms.contact.address,
    contactEmail: terms.contact.email,
    publicUrl: house.config.publicUrl,
    readerName: stored.name,
    unsubscribePath: unsubscribe === null ? null : `/?unsubscribe=${unsubscribe}`,
  }
  return {
    messageId: messageIdOf(house, stored.key),
    from: sender(house, terms),
    to: { name: stored.name, address: stored.email },
    subject: said.title,
    text: mailText(shown, head),
    html: mailHtml(shown, head),
    unsubscribeUrl: unsubscribe === null ? null : `${house.config.publicUrl}/unsubscribe/${unsubscribe}`,
  }
}

/** From the event's key: a mail that is sent again after a process died is the same mail. */
export function messageIdOf(house: House, key: string): string {
  return `${house.keys.mac('message-id', key).toString('hex').slice(0, 40)}@${new URL(house.config.publicUrl).hostname}`
}

/** As configured, else the company's address, else one of the site's own host that takes no replies. */
function sender({ config }: House, terms: { houseName: string; contact: { email: string } }): Mail['from'] {
  const mailFrom = config.mailFrom ?? ''
  const [, name = '', address = ''] = /^(.*)<([^>]+)>$/.exec(mailFrom) ?? ['', '', mailFrom]
  const own = terms.contact.email || `no-reply@${new URL(config.publicUrl).hostname}`
  return { name: name.trim() === '' ? terms.houseName : name.trim(), address: address || own }
}
