import type { Kysely } from 'kysely'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { audit } from './audit.ts'

/** Lists refresh automatically: the same person reading the same data again within this time, in ms, counts as one reading. */
const SAME_READING_MS = 5 * 60_000
/** Readings remembered; far more than a team makes in five minutes. */
const REMEMBERED_MAX = 2000

export type Reading = {
  actorId: string
  endpoint: Pick<Endpoint, 'audit' | 'media'>
  params: unknown
  query: unknown
}

/** Writes an audit row for every export, and for every reading of personal data by staff. */
export class Readings {
  #db: Kysely<object>
  #now: () => number
  /** When each was recorded, the oldest first. */
  #noted = new Map<string, number>()

  /** `now`: this process's clock in ms. */
  constructor(db: Kysely<object>, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /** Resolves once the audit row is committed; nothing is shown before. */
  async note({ actorId, endpoint, params, query }: Reading): Promise<void> {
    if (endpoint.audit === undefined) return
    const { action, of } = endpoint.audit
    const isFile = endpoint.media !== undefined
    const named = Object.values((params ?? {}) as Record<string, unknown>).map(String)
    const subjectId = named.length > 0 ? named.join(':') : isFile ? 'csv' : 'list'
    const asked = (query ?? {}) as Record<string, unknown>
    const key = JSON.stringify([actorId, action, subjectId, asked])
    if (!isFile && this.#isKnown(key)) return
    const after = Object.keys(asked).length === 0 ? {} : { after: asked }
    await audit(this.#db, { actorId, action, subjectKind: of, subjectId, ...after })
    this.#noted.delete(key)
    this.#noted.set(key, this.#now())
    if (this.#noted.size > REMEMBERED_MAX) this.#noted.delete(this.#noted.keys().next().value!)
  }

  #isKnown(key: string): boolean {
    const notedAt = this.#noted.get(key)
    return notedAt !== undefined && this.#now() - notedAt < SAME_READING_MS
  }
}
