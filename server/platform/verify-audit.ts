import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The state of the audit log's chain. `head`: its length and the hash there, in hex. */
export type AuditChain = { length: number; head: string; broken: Broken | null }

/** The first altered line. `position`: in the chain, from 1; null: a line that is not in the chain. */
type Broken = { position: number | null; auditId: string | null; what: string }

/** A position and its former hash, as an operator recorded it. */
export type KnownHead = { position: number; hash: string }

const BATCH = 5000

type Link = { position: string; chained: string; hash: Buffer; id: string | null; text: string | null }

/**
 * Verifies the whole audit log along its chain: no line was changed, removed or inserted, and the order is intact. Lines cut off at the
 * end are detected only with `known`, a head that was recorded elsewhere.
 */
export async function verifyAudit(pool: Pick<pg.Pool, 'query'>, known: KnownHead | null = null): Promise<AuditChain> {
  let length = 0
  let before: Buffer = Buffer.alloc(0)
  let isKnownSeen = known === null
  for (;;) {
    const links = await linksAfter(pool, length)
    for (const link of links) {
      const what = faultOf(link, length + 1, before)
      const at = { position: length + 1, auditId: link.chained }
      const chain = { length, head: before.toString('hex') }
      if (what !== null) return { ...chain, broken: { ...at, what } }
      length += 1
      before = link.hash
      if (known?.position !== length) continue
      if (before.toString('hex') !== known.hash)
        return { ...chain, broken: { ...at, what: 'its hash is not the one that was recorded' } }
      isKnownSeen = true
    }
    if (links.length < BATCH) break
  }
  const broken = isKnownSeen
    ? await unchained(pool)
    : {
        position: length + 1,
        auditId: null,
        what: `the log ends before line ${known?.position}, which was recorded`,
      }
  return { length, head: before.toString('hex'), broken }
}

/** Builds a line's text here, the same way as the trigger `audit_is_chained`, so that a replaced trigger cannot vouch for itself. */
async function linksAfter(pool: Pick<pg.Pool, 'query'>, position: number): Promise<Link[]> {
  const found = await pool.query<Link>(
    `select c.position::text, c.audit_id as chained, c.hash, a.id,
       jsonb_build_array(a.id, floor(extract(epoch from a.at) * 1000000)::bigint, a.actor_id, a.action, a.subject_kind,
         a.subject_id, a.before, a.after, a.reason)::text as text
     from audit_chain c left join audit a on a.id = c.audit_id
     where c.position > $1 order by c.position limit ${BATCH}`,
    [position],
  )
  return found.rows
}

function faultOf(link: Link, position: number, before: Buffer): string | null {
  if (Number(link.position) !== position) return 'it was removed from the chain'
  if (link.id === null || link.text === null) return 'it was removed from the log'
  const hash = createHash('sha256').update(before).update(link.text).digest()
  return hash.equals(link.hash) ? null : 'it was changed after it was written'
}

async function unchained(pool: Pick<pg.Pool, 'query'>): Promise<Broken | null> {
  const found = await pool.query<{ id: string }>(
    'select id from audit a where not exists (select 1 from audit_chain where audit_id = a.id) order by at, id limit 1',
  )
  const id = found.rows[0]?.id
  return id === undefined
    ? null
    : { position: null, auditId: id, what: 'it was inserted without an entry in the chain' }
}
