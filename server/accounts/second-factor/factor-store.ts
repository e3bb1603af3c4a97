import { sql, type Kysely } from 'kysely'

export type FactorRow = {
  secret: Buffer
  enabled_at: number | null
  last_step: number
  failures: number
  failed_at: number | null
}

/** Locks the factor's row to the end of the transaction: codes of one person are judged one after the other, and each once. */
export async function lockFactor<T>(trx: Kysely<T>, accountId: string): Promise<FactorRow | null> {
  const found = await sql<FactorRow>`
    select secret, enabled_at, last_step, failures, failed_at from second_factor
    where account_id = ${accountId} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** Starts setup over with a new secret; an enabled factor is left alone. */
export async function beginFactor<T>(trx: Kysely<T>, accountId: string, secret: Buffer): Promise<void> {
  await sql`
    insert into second_factor (account_id, secret) values (${accountId}, ${secret})
    on conflict (account_id) do update set secret = excluded.secret, last_step = 0, failures = 0, failed_at = null
    where second_factor.enabled_at is null`.execute(trx)
}

export async function enableFactor<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`update second_factor set enabled_at = clock_timestamp() where account_id = ${accountId}`.execute(trx)
  await sql`update account set second_factor_since = clock_timestamp() where id = ${accountId}`.execute(trx)
}

export async function deleteFactor<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`delete from recovery_code where account_id = ${accountId}`.execute(trx)
  await sql`delete from second_factor where account_id = ${accountId}`.execute(trx)
  await sql`update account set second_factor_since = null where id = ${accountId}`.execute(trx)
}

/** A right code: its step is used up, and the wrong ones before it are forgotten. */
export async function takeStep<T>(trx: Kysely<T>, accountId: string, step: number | null): Promise<void> {
  await sql`
    update second_factor set last_step = coalesce(${step}, last_step), failures = 0, failed_at = null
    where account_id = ${accountId}`.execute(trx)
}

export async function countFailure<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`
    update second_factor set failures = failures + 1, failed_at = clock_timestamp()
    where account_id = ${accountId}`.execute(trx)
}

/** All codes before these end. */
export async function replaceRecoveryCodes<T>(trx: Kysely<T>, accountId: string, hashes: Buffer[]): Promise<void> {
  await sql`delete from recovery_code where account_id = ${accountId}`.execute(trx)
  await sql`
    insert into recovery_code (account_id, code_hash)
    select ${accountId}, hash from unnest(${hashes}::bytea[]) as hash`.execute(trx)
}

/** Uses a recovery code up. False: no such code, or it was used. */
export async function useRecoveryCode<T>(trx: Kysely<T>, accountId: string, hash: Buffer): Promise<boolean> {
  const used = await sql`
    update recovery_code set used_at = clock_timestamp()
    where account_id = ${accountId} and code_hash = ${hash} and used_at is null`.execute(trx)
  return Number(used.numAffectedRows ?? 0) > 0
}

export async function recoveryCodesLeft<T>(db: Kysely<T>, accountId: string): Promise<number> {
  const found = await sql<{ left: number }>`
    select count(*)::int as left from recovery_code where account_id = ${accountId} and used_at is null`.execute(db)
  return found.rows[0]?.left ?? 0
}
