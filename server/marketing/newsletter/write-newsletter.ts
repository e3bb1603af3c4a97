import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { Newsletter, saveNewsletter as saveEndpoint } from '#contract/marketing/newsletters.ts'
import type { AuditAction } from '#contract/platform/audit-words.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { refuseOddTime } from '#server/platform/planned-time.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import {
  insertNewsletter,
  lockNewsletter,
  removeNewsletter,
  storeStatus,
  updateNewsletter,
  type NewsletterRow,
} from './store.ts'

type Action = { id: string; actorId: string; version: number }

/** Writes a draft or changes it. Throws `invalid-input` for parts that do not fit together. */
export async function saveNewsletter(
  app: App,
  { id, actorId, version, ...draft }: Action & BodyOf<typeof saveEndpoint>,
): Promise<Refusal | null> {
  if ((draft.segment === 'watchers') !== (draft.make !== null))
    throw invalidInput([
      { field: 'make', message: 'Enter the make for watchers of a make, and for no other audience.' },
    ])
  if ((draft.button === '') !== (draft.path === ''))
    throw invalidInput([{ field: 'path', message: 'Enter both a button and the page it opens, or neither.' }])
  return app.db.transaction().execute(async (trx) => {
    const subject = { subjectKind: 'newsletter', subjectId: id }
    if (version === 0 && (await insertNewsletter(trx, { id, ...draft }))) {
      await audit(trx, { actorId, action: 'write-newsletter', ...subject, after: draft })
      return null
    }
    const row = await lockNewsletter(trx, id)
    if (row === undefined) throw notFound('this newsletter')
    if (isSame(row, draft)) return null
    if (row.version !== version) return changed()
    if (row.status !== 'draft') return wrongState('Only a draft can be changed.')
    await updateNewsletter(trx, { id, ...draft })
    await audit(trx, { actorId, action: 'change-newsletter', ...subject, before: draftOf(row), after: draft })
    return null
  })
}

/** In ms; null: now. */
export function scheduleNewsletter(app: App, action: Action & { sendAt: number | null }): Promise<Refusal | null> {
  return move(app, action, 'schedule-newsletter', { from: ['draft'], to: () => 'scheduled', sendAt: action.sendAt })
}

export function pauseNewsletter(app: App, action: Action): Promise<Refusal | null> {
  return move(app, action, 'pause-newsletter', { from: ['scheduled', 'sending'], to: () => 'paused' })
}

/** One that was paused before it started waits for its time again. */
export function resumeNewsletter(app: App, action: Action): Promise<Refusal | null> {
  const to = ({ started_at: startedAt }: NewsletterRow) => (startedAt === null ? 'scheduled' : 'sending')
  return move(app, action, 'resume-newsletter', { from: ['paused'], to })
}

/** Only a draft: what was scheduled or sent stays in the records. */
export function deleteNewsletter(app: App, { id, actorId, version }: Action): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockNewsletter(trx, id)
    if (row === undefined) return null
    if (row.version !== version) return changed()
    if (row.status !== 'draft') return wrongState('Only a draft can be deleted.')
    await removeNewsletter(trx, id)
    const subject = { subjectKind: 'newsletter', subjectId: id }
    await audit(trx, { actorId, action: 'delete-newsletter', ...subject, before: draftOf(row) })
    return null
  })
}

type Move = {
  from: Newsletter['status'][]
  to: (row: NewsletterRow) => Newsletter['status']
  sendAt?: number | null
}

async function move(
  app: App,
  { id, actorId, version }: Action,
  action: AuditAction,
  { from, to, sendAt }: Move,
): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockNewsletter(trx, id)
    if (row === undefined) throw notFound('this newsletter')
    if (row.version !== version) return changed()
    if (!from.includes(row.status)) return wrongState(`This newsletter is ${row.status}. Reload it to see where it is.`)
    if (sendAt != null) await refuseOddTime(trx, 'sendAt', sendAt)
    const status = to(row)
    await storeStatus(trx, id, status, sendAt)
    const states = { before: { status: row.status }, after: { status, ...(sendAt === undefined ? {} : { sendAt }) } }
    await audit(trx, { actorId, action, subjectKind: 'newsletter', subjectId: id, ...states })
    return null
  })
}

function draftOf({ subject, body, button, path, segment, make, country }: NewsletterRow) {
  return { subject, body, button, path, segment, make, country }
}

function isSame(row: NewsletterRow, draft: Partial<NewsletterRow>): boolean {
  return Object.entries(draftOf(row)).every(([name, value]) => draft[name as keyof NewsletterRow] === value)
}

function changed(): Refusal {
  return refuse('newsletter-changed', 'This newsletter has changed since you opened it. Reload it and try again.')
}

function wrongState(message: string): Refusal {
  return refuse('newsletter-state', message)
}
