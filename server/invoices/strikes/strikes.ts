import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { STRIKES } from '#contract/accounts/timeline-words.ts'
import type { TimelineSource } from '#server/accounts/timeline/timeline.ts'
import { liftStrike as liftEndpoint, listStrikes, type Strike } from '#contract/invoices/strikes.ts'
import { peopleRules } from '#server/accounts/people-rules.ts'
import { personalData } from '#server/accounts/profile/personal-data.ts'
import { accountChanges } from '#server/accounts/sessions/sessions.ts'
import { accountToHandle } from '#server/accounts/staff/handle-account.ts'
import { lockRestrictions, restrict, type Restrictions } from '#server/accounts/staff/restrict.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { moveStrikes } from './merge-strikes.ts'
import { countStrikes, insertStrike, markLifted, noteOutcome, strikeById, strikesOf, type StrikeRow } from './store.ts'

const SHOWN_MAX = 100

/** Strikes of people who didn't pay, and what the company's rules make of them. */
export function strikes(http: FastifyInstance, app: App): void {
  app.outbox.on('sale-voided', (payload, trx) => strike(trx, payload))
  app.extensions.timeline.push(strikeEvents)
  app.extensions.merges.push({ carry: moveStrikes })
  personalData(app, {
    name: 'strikes',
    // Without the name of the member of staff who lifted it.
    read: async (db, accountId) =>
      (await strikesOf(db, accountId, SHOWN_MAX)).map((row) => {
        const { lifted, ...strike } = present(row)
        return { ...strike, liftedAt: lifted?.at ?? null, liftReason: lifted?.reason ?? null }
      }),
  })

  serve(http, listStrikes, async ({ params: { accountId } }) => ({
    items: (await strikesOf(app.db, accountId, SHOWN_MAX)).map(present),
  }))

  serve(http, liftEndpoint, ({ params, body: { reason }, person }) =>
    app.db.transaction().execute((trx) => lift(trx, person, { ...params, reason })),
  )
}

/** Strikes the buyer of a sale that was undone because they didn't pay, and limits or suspends them where the rules say so. */
async function strike(trx: Kysely<object>, sale: Topics['sale-voided']): Promise<void> {
  const { lotId, accountId, defaulted, reason } = sale
  if (!defaulted || accountId === null) return
  const before = await lockRestrictions(trx, accountId)
  if (before === null || before.account_status === 'closed') return
  const id = newId()
  if (!(await insertStrike(trx, { id, accountId, lotId, reason }))) return
  const actorId = sale.actorId ?? accountId
  const subject = { subjectKind: 'account', subjectId: accountId }
  await audit(trx, { actorId, action: 'strike-account', ...subject, reason })
  const count = await countStrikes(trx, accountId)
  const { limitAfter, strikeLimit, suspendAfter } = await peopleRules(trx)
  const account = { id: accountId, before }
  if (suspendAfter !== null && count >= suspendAfter && before.account_status === 'active') {
    const to: Restrictions = { ...before, account_status: 'suspended' }
    await restrict(trx, account, { to, actorId, reason: `Strike ${count}: sales weren’t paid` })
    await noteOutcome(trx, id, { outcome: 'suspended', limitBefore: null, limitSet: null })
  } else if (limitAfter !== null && count >= limitAfter && (before.bidding_limit ?? Infinity) > strikeLimit) {
    const to: Restrictions = { ...before, bidding_limit: strikeLimit }
    await restrict(trx, account, { to, actorId, reason: `Strike ${count}: sales weren’t paid` })
    await noteOutcome(trx, id, { outcome: 'limited', limitBefore: before.bidding_limit, limitSet: strikeLimit })
  }
  await accountChanges(trx, accountId)
}

/** Lifts a strike. Once fewer are left than limit an account, a limit that the rules set and nobody changed goes back to what it was. */
async function lift(
  trx: Kysely<object>,
  actor: Person,
  { accountId, strikeId, reason }: { accountId: string; strikeId: string; reason: string },
): Promise<Strike | Refusal> {
  const actorId = actor.id
  const found = await strikeById(trx, strikeId)
  if (found?.account_id !== accountId) throw notFound('this strike')
  const before = await accountToHandle(trx, actor, accountId)
  if (!(await markLifted(trx, strikeId, actorId, reason)))
    return refuse('already-lifted', 'This strike was lifted before. Nothing was changed.')
  const subject = { subjectKind: 'account', subjectId: accountId }
  await audit(trx, { actorId, action: 'lift-strike', ...subject, before: { strikeId }, reason })
  const { limitAfter } = await peopleRules(trx)
  const limiting = (await strikesOf(trx, accountId, SHOWN_MAX)).find(({ outcome }) => outcome === 'limited')
  const isFree = limitAfter === null || (await countStrikes(trx, accountId)) < limitAfter
  if (isFree && limiting !== undefined && before.bidding_limit === limiting.limit_set) {
    const to: Restrictions = { ...before, bidding_limit: limiting.limit_before }
    await restrict(trx, { id: accountId, before }, { to, actorId, reason: `Strike lifted: ${reason}` })
  }
  await accountChanges(trx, accountId)
  return present((await strikeById(trx, strikeId))!)
}

function present(row: StrikeRow): Strike {
  const { id, at, lot_number: lotNumber, title, reason, outcome, limit_set: limitSet } = row
  const { lifted_at: liftedAt, lifted_by: by, lift_reason: why } = row
  const lifted = liftedAt === null ? null : { at: liftedAt, by: by ?? '', reason: why ?? '' }
  return { id, at, lotNumber, title, reason, outcome, limitSet, lifted }
}

const strikeEvents: TimelineSource = async (db, accountId, before, limit) => {
  const found = await sql<{ id: string; at: number; reason: string; outcome: Strike['outcome'] }>`
    select id, at, reason, outcome from account_strike
    where account_id = ${accountId} and at < ${before}
    order by at desc, id desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, at, reason, outcome }) => ({
    id,
    at,
    kind: 'strike',
    text: `${STRIKES[outcome]} ${reason}`,
    page: null,
  }))
}
