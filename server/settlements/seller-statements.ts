import { sql, type Kysely } from 'kysely'
import type { StatementRow } from '#contract/settlements/statements.ts'
import { IN_PAYOUT, STATEMENT_STATE } from './statements/statement-store.ts'

export type SellerStatementRow = Pick<
  StatementRow,
  'id' | 'number' | 'auction' | 'issuedAt' | 'currency' | 'net' | 'state'
>

const SHOWN_MAX = 200

/** A seller's statements, newest first. */
export async function statementsOfSeller<T>(db: Kysely<T>, sellerId: string): Promise<SellerStatementRow[]> {
  const found = await sql<SellerStatementRow>`
    select st.id, st.number, st.document -> 'auction' ->> 'title' as auction, st.issued_at as "issuedAt", st.currency, st.net,
      ${STATEMENT_STATE} as state
    from seller_statement st ${IN_PAYOUT} where st.seller_id = ${sellerId} order by st.id desc limit ${SHOWN_MAX}`.execute(
    db,
  )
  return found.rows
}
