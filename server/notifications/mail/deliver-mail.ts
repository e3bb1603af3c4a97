import { mailAddressOf } from '#server/accounts/log-in/mail-address.ts'
import type { App } from '#server/platform/app.ts'
import { MailRefused, type Mailer } from '#server/platform/mail/mail.ts'
import { openNotice } from '#server/platform/notice.ts'
import { GiveUp, type Deliver } from '../dispatch.ts'
import { composeMail } from './letter.ts'

/** Sends the email of a notice. Accepted means that the mail server took it or that it was written to the folder. */
export function mailDelivery(app: App, mailer: Mailer): Deliver {
  return async (claim) => {
    const sentAt = app.now()
    const to = await mailAddressOf(app.db, claim.accountId, claim.kind, openNotice(app.keys, claim.sealed).to)
    if (to === null) throw new GiveUp('The email of this account isn’t confirmed.')
    const mail = await composeMail(app, { ...claim, name: to.name, email: to.address }, sentAt)
    try {
      await mailer.send(mail)
    } catch (error) {
      throw error instanceof MailRefused ? new GiveUp(error.message) : error
    }
    return { sentAt, deliveredAt: app.now(), recipient: to.address, subject: mail.subject }
  }
}
