import { ANSWER_VARIABLES, type AnswerVariable, type CannedAnswer } from '#contract/support/support-staff.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { threadPath } from '../ticket-keys.ts'
import type { TicketRow } from '../store.ts'
import { cannedAnswer, removeAnswer, storeAnswer, titleIsTaken } from './canned-store.ts'

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g

const CHANGED = 'A colleague has changed this answer. Reload it and try again.'

/** Refuses a text with an unknown variable. */
function refuseUnknown(text: string): Refusal | null {
  const unknown = [...text.matchAll(VARIABLE)].map(([, name = '']) => name).filter((name) => !isVariable(name))
  if (unknown.length === 0) return null
  const names = unknown.map((name) => `{{${name}}}`).join(', ')
  return refuse(
    'unknown-variable',
    `We don’t have a variable ${names}. Use one of these: ${ANSWER_VARIABLES.join(', ')}.`,
    { variables: unknown },
  )
}

function isVariable(name: string): name is AnswerVariable {
  return ANSWER_VARIABLES.some((known) => known === name)
}

/** Fills the variables of a text in for a ticket. Refuses unknown ones, and those that this ticket has no value for. */
export async function fillIn(app: App, ticket: TicketRow, staffId: string, text: string): Promise<string | Refusal> {
  const unknown = refuseUnknown(text)
  if (unknown !== null || !text.includes('{{')) return unknown ?? text
  const [{ companyName }, staff] = await Promise.all([readCompanyTerms(app), personFacts(app.db, staffId)])
  const values: Record<AnswerVariable, string> = {
    name: ticket.name,
    reference: ticket.reference,
    company: companyName,
    staff: staff?.name ?? '',
    lot: ticket.lot_number === null ? '' : String(ticket.lot_number),
    lotTitle: ticket.lot_title ?? '',
    invoice: ticket.invoice_number ?? '',
    link: app.config.publicUrl + threadPath(app.keys, ticket.id),
  }
  const empty = [...text.matchAll(VARIABLE)].flatMap(([, name = '']) =>
    isVariable(name) && values[name] === '' ? [name] : [],
  )
  if (empty.length > 0) {
    const names = empty.map((name) => `{{${name}}}`).join(', ')
    return refuse(
      'empty-variable',
      `This ticket has nothing to fill in for ${names}. Write it by hand or leave it out.`,
    )
  }
  return text.replaceAll(VARIABLE, (whole, name: string) => (isVariable(name) ? values[name] : whole))
}

/** Adds or changes a canned answer. The same content again changes nothing. */
export async function saveAnswer(app: App, actorId: string, answer: CannedAnswer): Promise<CannedAnswer | Refusal> {
  const unknown = refuseUnknown(answer.text)
  if (unknown !== null) return unknown
  return app.db.transaction().execute(async (trx) => {
    const before = await cannedAnswer(trx, answer.id)
    const isSaved = before?.title === answer.title && before.text === answer.text
    if (isSaved) return before
    if (await titleIsTaken(trx, answer.title, answer.id))
      return refuse('title-taken', 'Another answer has this title. Choose another one.')
    if (!(await storeAnswer(trx, answer))) return refuse('answer-changed', CHANGED)
    await audit(trx, {
      actorId,
      action: before === undefined ? 'add-canned-answer' : 'change-canned-answer',
      subjectKind: 'canned-answer',
      subjectId: answer.id,
      ...(before === undefined ? {} : { before: { title: before.title, text: before.text } }),
      after: { title: answer.title, text: answer.text },
    })
    return (await cannedAnswer(trx, answer.id))!
  })
}

export async function deleteAnswer(
  app: App,
  actorId: string,
  { id, version }: Pick<CannedAnswer, 'id' | 'version'>,
): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const before = await cannedAnswer(trx, id)
    if (before === undefined) return null
    if (!(await removeAnswer(trx, id, version))) return refuse('answer-changed', CHANGED)
    const { title, text } = before
    const subject = { subjectKind: 'canned-answer', subjectId: id }
    await audit(trx, { actorId, action: 'delete-canned-answer', ...subject, before: { title, text } })
    return null
  })
}
