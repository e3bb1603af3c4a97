import type { Readable } from 'node:stream'
import { csvInstant, csvStream } from '#server/platform/csv.ts'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { findMails, type MailFilter } from './mail/mail-store.ts'
import { presentMail } from './present.ts'

const PAGE = 500

const HEAD = ['Written', 'To', 'Name', 'Kind', 'Subject', 'State', 'Tries', 'Sent', 'Accepted', 'Failure', 'Id']

/** All mails of a list, newest first. Instants in UTC. */
export async function mailsCsv(house: House, filter: Pick<MailFilter, 'state' | 'search'>): Promise<Readable> {
  const { timeZone } = await readHouseTerms(house)
  return csvStream<string>(HEAD, async (before) => {
    const rows = await findMails(house.db, { ...filter, before, limit: PAGE })
    const shown = rows.slice(0, PAGE)
    const records = shown.map((row) => {
      const mail = presentMail(house, row, timeZone)
      return [
        csvInstant(mail.createdAt),
        mail.recipient,
        row.name,
        mail.kind,
        mail.subject,
        mail.state,
        mail.tries,
        csvInstant(mail.sentAt),
        csvInstant(mail.deliveredAt),
        mail.failure,
        mail.id,
      ]
    })
    return { records, next: rows.length > PAGE ? shown.at(-1)!.id : null }
  })
}
