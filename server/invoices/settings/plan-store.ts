import { sql, type Kysely } from 'kysely'
import type { MoneySettings, SettingPlan } from '#contract/invoices/company-settings.ts'

export async function plansOf<T>(db: Kysely<T>): Promise<SettingPlan[]> {
  const found = await sql<SettingPlan>`
    select p.id, p.effective_at as "effectiveAt", a.name as by, p.changes, p.reason
    from setting_plan p join account a on a.id = p.saved_by order by p.effective_at, p.id`.execute(db)
  return found.rows
}

export type PlanRow = { id: string; changes: Partial<MoneySettings>; reason: string | null; saved_by: string }

/** Plans whose time has come, the earliest first. */
export async function lockDuePlans<T>(trx: Kysely<T>): Promise<PlanRow[]> {
  // Locks due plans to the end of the transaction, skipping those that another process is applying: each is applied once.
  const found = await sql<PlanRow>`
    select id, changes, reason, saved_by from setting_plan where effective_at <= clock_timestamp()
    order by effective_at, id for update skip locked`.execute(trx)
  return found.rows
}

/** False: the same plan was stored before. */
export async function storePlan<T>(
  trx: Kysely<T>,
  plan: { id: string; changes: Partial<MoneySettings>; reason: string | null; effectiveAt: number; savedBy: string },
): Promise<boolean> {
  const { id, changes, reason, effectiveAt, savedBy } = plan
  const found = await sql`
    insert into setting_plan (id, changes, reason, effective_at, saved_by)
    values (${id}, ${JSON.stringify(changes)}::jsonb, ${reason}, to_timestamp(${effectiveAt} / 1000.0), ${savedBy})
    on conflict (id) do nothing returning 1`.execute(trx)
  return found.rows.length > 0
}

/** Null: there is no such plan. */
export async function removePlan<T>(
  trx: Kysely<T>,
  id: string,
): Promise<{ changes: Partial<MoneySettings>; effective_at: number } | null> {
  const found = await sql<{ changes: Partial<MoneySettings>; effective_at: number }>`
    delete from setting_plan where id = ${id} returning changes, effective_at`.execute(trx)
  return found.rows[0] ?? null
}
