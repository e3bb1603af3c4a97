import { sql, type Kysely } from 'kysely'

export type CostTermsRow<Terms> = { id: number; hash: Buffer; terms: Terms }

/** Finds the terms with that hash or inserts them; returns their number. */
export async function keepCostTerms<T>(trx: Kysely<T>, hash: Buffer, terms: object): Promise<number> {
  const found = await sql<{ id: number }>`select id from cost_terms where hash = ${hash}`.execute(trx)
  if (found.rows[0] !== undefined) return found.rows[0].id
  const kept = await sql<{ id: number }>`
    insert into cost_terms (hash, terms) values (${hash}, ${JSON.stringify(terms)}::jsonb)
    on conflict (hash) do nothing returning id`.execute(trx)
  if (kept.rows[0] !== undefined) return kept.rows[0].id
  // Another publication inserted them meanwhile and has committed, or the insert would still be waiting for it.
  return keepCostTerms(trx, hash, terms)
}

type LotCostsRow<Terms> = (CostTermsRow<Terms> | { id: null }) & { bid_unit: number }

/** Undefined: there is no such published lot. `id` null: published before costs were fixed. */
export async function selectCostsOfLot<T, Terms>(
  db: Kysely<T>,
  lotId: string,
): Promise<LotCostsRow<Terms> | undefined> {
  const found = await sql<LotCostsRow<Terms>>`
    select c.id, c.hash, c.terms, (a.terms ->> 'bidUnit')::bigint as bid_unit
    from lot l join auction a on a.id = l.auction_id left join cost_terms c on c.id = l.cost_terms_id
    where l.id = ${lotId} and l.published_at is not null`.execute(db)
  return found.rows[0]
}

export async function selectCostTerms<T, Terms>(db: Kysely<T>, after: number): Promise<CostTermsRow<Terms>[]> {
  const found = await sql<CostTermsRow<Terms>>`
    select id, hash, terms from cost_terms where id > ${after} order by id`.execute(db)
  return found.rows
}

export async function countWithoutCosts<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from lot where published_at is not null and cost_terms_id is null`.execute(db)
  return found.rows[0]!.count
}

export async function setMissingCosts<T>(trx: Kysely<T>, costTermsId: number): Promise<void> {
  await sql`
    update lot set cost_terms_id = ${costTermsId} where published_at is not null and cost_terms_id is null`.execute(trx)
}
