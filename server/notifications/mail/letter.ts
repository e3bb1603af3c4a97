import type { House } from '#server/platform/house.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { openNotice, type NoticeKind } from '#server/platform/notice.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { answerPath } from '../answer-link.ts'
import { KINDS } from '../kinds.ts'
import { mailHtml, mailText } from './render-mail.ts'
import { timeOfDay } from '../words/text.ts'
import { wordsOf } from '../words/words.ts'
import type { Words } from '../words/notice-words.ts'

/** A stored notice, its facts still sealed. */
export type Stored = { id: string; kind: NoticeKind; sealed: Buffer }

/** What a stored notice says to a reader who may not be signed in: an outbid notice has its one-time link. */
export function outsideWords(house: House, { id, kind, sealed }: Stored): Words {
  const words = wordsOf(kind, openNotice(house.keys, sealed).facts)
  if (kind !== 'outbid' || words.action === null) return words
  return { ...words, action: { ...words.action, path: answerPath(house.keys, id) } }
}

/** The mail of a stored notice; `sentAt` (ms) is told where seconds matter. */
export async function composeMail(
  house: House,
  stored: Stored & { key: string; name: string; email: string },
  sentAt: number | null,
): Promise<Mail> {
  const terms = await readHouseTerms(house)
  const said = outsideWords(house, stored)
  const shown: Words =
    stored.kind === 'outbid' && sentAt !== null
      ? { ...said, facts: [...said.facts, ['Mail sent at', timeOfDay(sentAt)]] }
      : said
  const head = {
    houseName: terms.houseName,
    address: terms.contact.address,
    contactEmail: terms.contact.email,
    publicUrl: house.config.publicUrl,
    readerName: stored.name,
    canChoose: !KINDS[stored.kind].fixed.includes('mail'),
  }
  return {
    messageId: messageIdOf(house, stored.key),
    from: sender(house.config.mailFrom, terms),
    to: { name: stored.name, address: stored.email },
    subject: said.title,
    text: mailText(shown, head),
    html: mailHtml(shown, head),
  }
}

/** From the event's key: a mail that is sent again after a process died is the same mail. */
export function messageIdOf(house: House, key: string): string {
  return `${house.keys.mac('message-id', key).toString('hex').slice(0, 40)}@${new URL(house.config.publicUrl).hostname}`
}

function sender(mailFrom: string | null, terms: { houseName: string; contact: { email: string } }): Mail['from'] {
  const [, name = '', address = ''] = /^(.*)<([^>]+)>$/.exec(mailFrom ?? '') ?? ['', '', mailFrom ?? '']
  return { name: name.trim() === '' ? terms.houseName : name.trim(), address: address || terms.contact.email }
}
