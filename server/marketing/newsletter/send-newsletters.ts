import type { App } from '#server/platform/app.ts'
import type { FeatureHandle } from '#server/platform/feature.ts'
import { job } from '#server/platform/job.ts'
import { MailRefused, type Mailer } from '#server/platform/mail/mail.ts'
import { openMailer } from '#server/platform/mail/open-mailer.ts'
import { noteRefused } from './bounces.ts'
import { composeNewsletter } from './compose-newsletter.ts'
import { claimRecipients, finishSent, noteRecipient, retryRecipient, startDue, type Recipient } from './store.ts'

const EVERY_MS = 2000
/** Emails at a time per process: other emails, such as outbid notices, share the mail server. */
const AT_ONCE = 4
const TRIES_MAX = 8
const FIRST_DELAY_MS = 60_000

/** Sends due newsletters in processes with the role `worker`. What is stored says who still waits, so any process continues it. */
export function sendNewsletters(app: App): FeatureHandle {
  let mailer: Mailer | null = null
  let isStopping = false
  const work = job(app, 'send newsletters', EVERY_MS, async () => {
    mailer ??= openMailer(app.config)
    await sendDue(app, mailer, () => isStopping)
  })
  return {
    beforeListen: () => work.beforeListen?.() ?? Promise.resolve(),
    async stop() {
      isStopping = true
      await work.stop?.()
      mailer?.close()
    },
  }
}

/** Sends everything that is due now, and ends the newsletters that are complete. */
export async function sendDue(app: App, mailer: Mailer, isStopping: () => boolean = () => false): Promise<void> {
  await app.db.transaction().execute(startDue)
  while (!isStopping()) {
    const claimed = await claimRecipients(app.db, AT_ONCE)
    if (claimed.length === 0) break
    await Promise.all(claimed.map((recipient) => sendOne(app, mailer, recipient)))
  }
  await finishSent(app.db)
}

async function sendOne(app: App, mailer: Mailer, recipient: Recipient): Promise<void> {
  const { id, tries, isWanted, name, email } = recipient
  if (!isWanted) return noteRecipient(app.db, id, 'skipped')
  try {
    await mailer.send(await composeNewsletter(app, recipient, `newsletter:${id}`, { recipientId: id, name, email }))
  } catch (error) {
    const { message } = error as Error
    if (error instanceof MailRefused) return noteRefused(app, id, message)
    app.log.warn({ err: error, recipient: id, tries }, 'a newsletter email failed and will be retried')
    if (tries >= TRIES_MAX) return noteRecipient(app.db, id, 'failed', message)
    return retryRecipient(app.db, id, FIRST_DELAY_MS * 2 ** (tries - 1), message)
  }
  await noteRecipient(app.db, id, 'sent')
}
