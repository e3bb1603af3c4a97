import type { FastifyInstance } from 'fastify'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import type { Bus } from '../bus/bus.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../root.ts'

const FRESH_MS = 1000
const PING_MS = 2000

export type Health = {
  /** From now on this process reports that it is not ready; it finishes its open requests and exits. */
  drain(): void
}

/**
 * Endpoints for load balancers and supervisors, without a login. `GET /healthz`: the process is alive. `GET /readyz`: it can take bids,
 * or 503 `not-ready`. However often they are called, the database is queried once a second. Faults of the bus are reported but do not
 * change the result: bids work without it.
 */
export async function serveHealth(http: FastifyInstance, pool: Pool, bus: Pick<Bus, 'lacks'>): Promise<Health> {
  const newest = (await readdir(path.join(ROOT, 'server/migrations'))).toSorted().at(-1) ?? ''
  let isDraining = false
  let known: { at: number; why: Promise<string | null> } | null = null
  const whyNot = () => {
    const now = performance.now()
    if (known === null || now - known.at > FRESH_MS) known = { at: now, why: whyNotReady(pool, newest) }
    return known.why
  }
  const json = 'application/json; charset=utf-8'
  http.get('/healthz', (_request, reply) => reply.type(json).send('{"status":"alive"}'))
  http.get('/readyz', async (_request, reply) => {
    const why = isDraining ? 'This process is shutting down.' : await whyNot()
    if (why !== null) throw new Problem(503, 'not-ready', why, { retryAfterS: 2 })
    const lacks = bus.lacks()
    return reply.type(json).send(JSON.stringify({ status: 'ready', ...(lacks === null ? {} : { lacks }) }))
  })
  return { drain: () => void (isDraining = true) }
}

type Found = { is_read_only: boolean; is_migrated: boolean }

async function whyNotReady(pool: Pool, newest: string): Promise<string | null> {
  const asked = pool.query<Found>(
    // A standby is read-only, and so is a primary that operators have set read-only.
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_read_only,
       exists (select 1 from migration where name = $1) as is_migrated`,
    [newest],
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PING_MS, null)))
  try {
    const answer = await Promise.race([asked, late])
    const [found] = answer?.rows ?? []
    if (found === undefined) return 'The database is not responding.'
    if (found.is_read_only) return 'The database is read-only.'
    return found.is_migrated ? null : 'The database is missing migrations that this version needs.'
  } catch {
    return 'The database is unreachable.'
  } finally {
    asked.catch(() => undefined)
    clearTimeout(timer)
  }
}
