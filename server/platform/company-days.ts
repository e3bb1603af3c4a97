import { sql, type RawBuilder } from 'kysely'
import { COMPANY_TIME_ZONE } from './settings.ts'

/** The day of a timestamp in the company's time zone, `2026-11-20`. `at` is SQL from our code. */
export function companyDay(at: string): RawBuilder<string> {
  return sql`to_char(${sql.raw(at)} at time zone ${COMPANY_TIME_ZONE}, 'YYYY-MM-DD')`
}

/** Whether a timestamp falls on these days of the company, both inclusive; null: no limit. `at` is SQL from our code. */
export function onCompanyDays(
  at: string,
  { from, to }: { from: string | null; to: string | null },
): RawBuilder<boolean> {
  return sql`(${from}::date is null or ${sql.raw(at)} >= ${from}::date::timestamp at time zone ${COMPANY_TIME_ZONE})
    and (${to}::date is null or ${sql.raw(at)} < (${to}::date + 1)::timestamp at time zone ${COMPANY_TIME_ZONE})`
}
