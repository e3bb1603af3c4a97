import { sql } from 'kysely'
import type { MergePart } from '#server/accounts/merge/merge-part.ts'

/** What is being checked is decided first, and a person we refused for good doesn't go on under another account. */
export const mergeDocuments: MergePart = {
  async refuse(trx, { keptId, duplicateId }) {
    const found = await sql<{ waiting: boolean; rejected: boolean }>`
      select coalesce(bool_or(state = 'submitted'), false) as waiting, coalesce(bool_or(state = 'rejected-finally'), false) as rejected
      from verification_case where account_id in (${keptId}, ${duplicateId})`.execute(trx)
    const { waiting = false, rejected = false } = found.rows[0] ?? {}
    return [
      waiting ? 'An identity document of one of them waits for review. Decide about it first.' : '',
      rejected ? 'The identity of one of them was rejected for good. Suspend that account instead.' : '',
    ].filter((reason) => reason !== '')
  },
}
