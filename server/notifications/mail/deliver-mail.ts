import { mailAddressOf } from '#server/accounts/log-in/mail-address.ts'
import type { House } from '#server/platform/house.ts'
import { MailRefused, type Mailer } from '#server/platform/mail/mail.ts'
import { openNotice } from '#server/platform/notice.ts'
import { GiveUp, type Deliver } from '../dispatch.ts'
import { composeMail } from './letter.ts'

/** Sends the mail of a notice. Accepted means that the mail server took it (or that it lies in the folder). */
export function mailDelivery(house: House, mailer: Mailer): Deliver {
  return async (claim) => {
    const sentAt = house.now()
    const to = await mailAddressOf(house.db, claim.accountId, claim.kind, openNotice(house.keys, claim.sealed).to)
    if (to === null) throw new GiveUp('Nobody has confirmed the address of this account.')
    const mail = await composeMail(house, { ...claim, name: to.name, email: to.address }, sentAt)
    try {
      await mailer.send(mail)
    } catch (error) {
      throw error instanceof MailRefused ? new GiveUp(error.message) : error
    }
    return { sentAt, deliveredAt: house.now(), recipient: to.address, subject: mail.subject }
  }
}
