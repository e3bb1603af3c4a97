import { createHash } from 'node:crypto'
import type pg from 'pg'

/** What the chain of the audit log shows. `head`: how far it goes, and the hash there, in hex. */
export type AuditChain = { length: number; head: string; broken: Broken | null }

/** The first line that is not as it was written. `position`: in the chain, from 1; null: a line that the chain does not know. */
export type Broken = { position: number | null; auditId: string | null; what: string }

/** A position and the hash that was there once, as an operator wrote it down. */
export type KnownHead = { position: number; hash: string }

const BATCH = 5000

type Link = { position: string; chained: string; hash: Buffer; id: string | null; text: string | null }

/**
 * Reads the whole audit log along its chain: every line there, in its order, with nothing changed, removed or slipped in. Lines that
 * were cut off at the end show only by `known`, a head that was written down elsewhere.
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
        return { ...chain, broken: { ...at, what: 'its hash is not the one that was written down' } }
      isKnownSeen = true
    }
    if (links.length < BATCH) break
  }
  const broken = isKnownSeen
    ? await unchained(pool)
    : {
        position: length + 1,
        auditId: null,
        what: `the log ends before line ${known?.position}, which was written down`,
      }
  return { length, head: before.toString('hex'), broken }
}

/** The text of a line is spelled as the trigger of migration 0033 spells it: here, so that another trigger cannot vouch for itself. */
async function linksAfter(pool: Pick<pg.Pool, 'query'>, position: number): Promise<Link[]> {
  const found = await pool.query<Link>(
    `select c.position::text, c.audit_id as chained, c.hash, a.id,
       jsonb_build_array(a.id, floor(extract(epoch from a.at) * 1000000)::bigint, a.actor_id, a.act, a.subject_kind,
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
    : { position: null, auditId: id, what: 'it was slipped in without its place in the chain' }
}
