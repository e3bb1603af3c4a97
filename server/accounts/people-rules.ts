import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import * as z from 'zod/mini'
import { changePeopleRules, PeopleRules, readPeopleRules } from '#contract/accounts/people-rules.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockRestrictions, restrict } from './staff/restrict.ts'

const KEY = 'peopleRules'
/** The second unpaid sale limits an account to $5,000, the third suspends it. */
const DEFAULTS: PeopleRules = { limitAfter: 2, strikeLimit: 500_000, suspendAfter: 3, startLimit: null }

/** The company's rules for people; the defaults where none are set, or where they can't be read. */
export async function peopleRules<T>(db: Kysely<T>): Promise<PeopleRules> {
  const found = await sql<{ value: unknown }>`select value from setting where key = ${KEY}`.execute(db)
  const read = z.safeParse(PeopleRules, found.rows[0]?.value ?? DEFAULTS)
  return read.success ? read.data : DEFAULTS
}

/** Whether the account of anyone has a bidding limit, which is an amount in the company's currency. Closed accounts don't bid again. */
export async function isAnyoneLimited<T>(db: Kysely<T>): Promise<boolean> {
  const found = await sql`
    select from account where bidding_limit is not null and account_status <> 'closed' limit 1`.execute(db)
  return found.rows.length > 0
}

/**
 * Gives a member whose identity was just verified the limit that new members start with, unless they have one. True: it is zero, so our
 * team has to approve them before they can bid.
 */
export async function startMember<T>(trx: Kysely<T>, accountId: string, actorId: string): Promise<boolean> {
  const { startLimit } = await peopleRules(trx)
  const before = await lockRestrictions(trx, accountId)
  if (startLimit === null || before === null || before.bidding_limit !== null) return false
  const to = { ...before, bidding_limit: startLimit }
  await restrict(trx, { id: accountId, before }, { to, actorId, reason: 'Limit of new members' })
  return startLimit === 0
}

export function peopleRuleRoutes(http: FastifyInstance, app: App): void {
  serve(http, readPeopleRules, () => peopleRules(app.db))

  serve(http, changePeopleRules, ({ body, person }) =>
    app.db.transaction().execute(async (trx) => {
      const before = await peopleRules(trx)
      await sql`
        insert into setting (key, value) values (${KEY}, ${JSON.stringify(body)}::jsonb)
        on conflict (key) do update set value = excluded.value, updated_at = clock_timestamp()`.execute(trx)
      const subject = { subjectKind: 'company', subjectId: 'company' }
      await audit(trx, { actorId: person.id, action: 'change-people-rules', ...subject, before, after: body })
      return body
    }),
  )
}
