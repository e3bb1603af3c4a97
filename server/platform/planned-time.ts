import { type Kysely, sql } from 'kysely'
import { invalidInput } from './problem.ts'

/** Refuses, at its field, a time (ms) that has passed by the database's clock, or is so far away that its year is a slip. */
export async function refuseOddTime<T>(db: Kysely<T>, field: string, at: number): Promise<void> {
  const { rows } = await sql<{ isPast: boolean; isFar: boolean }>`
    select given.at <= clock_timestamp() as "isPast", given.at > clock_timestamp() + interval '5 years' as "isFar"
    from to_timestamp(${at}::float8 / 1000.0) as given(at)`.execute(db)
  if (rows[0]!.isPast) throw invalidInput([{ field, message: 'This time has passed. Choose a later one.' }])
  if (rows[0]!.isFar) throw invalidInput([{ field, message: 'This is more than five years away. Check the year.' }])
}
