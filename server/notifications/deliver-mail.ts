import type { House } from '#server/platform/house.ts'
import { MailRefused, type Mailer } from '#server/platform/mail.ts'
import { GiveUp, type Deliver } from './dispatch.ts'
import { composeMail } from './letter.ts'

/** Sends the mail of a notice. Accepted means that the mail server took it (or that it lies in the folder). */
export function mailDelivery(house: House, mailer: Mailer): Deliver {
  return async (claim) => {
    const sentAt = house.now()
    const mail = await composeMail(house, claim, sentAt)
    try {
      await mailer.send(mail)
    } catch (error) {
      throw error instanceof MailRefused ? new GiveUp(error.message) : error
    }
    return { sentAt, deliveredAt: house.now(), recipient: claim.email, subject: mail.subject }
  }
}
