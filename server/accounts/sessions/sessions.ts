import { hash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { publishWithCommit } from '#server/platform/bus/bus.ts'
import { newId } from '#server/platform/id.ts'
import type { Person } from '#server/platform/person.ts'
import type { Asker } from '#server/platform/http/serve.ts'
import { factorState } from '../second-factor/second-factor.ts'
import { SessionReader } from './session-reader.ts'
import { accountOf, type AccountRow } from '../store.ts'
import { deleteSession, insertSession, touchSessions, type SessionRow } from './session-store.ts'

const SESSION_DAYS = 30
const CACHE_MAX = 50_000
/** How long a cached session is used before it is reread in the background. Revocation does not wait for it. */
const FRESH_MS = 5000
/** A cached session older than this is read again before it is used. */
const KNOWN_MS_MAX = 15_000
/** A session's "seen" is written again after this: with what is gathered first, the list of sessions is at most two minutes old. */
const TOUCH_MS = 60_000
/** Sessions seen within this time are written with one statement. */
const GATHER_MS = 1000

const ACCOUNT_CHANGED = 'account-changed'

type Cached = {
  person: Person
  /** Who logged in; the person's own id but in a session of support. */
  ownerId: string
  cookieHash: string | null
  readAt: number
  expiresAt: number
  seenAt: number
  isBeingRead: boolean
}

/**
 * Open sessions cached in this process; the oldest entries are dropped first. An entry is invalidated immediately, in every process, when
 * its account changes or logs out.
 */
export class Sessions {
  #app: App
  #cache = new Map<string, Cached>()
  #hashed = new WeakMap<object, { authorization: string; tokenHash: string }>()
  /** Counts invalidations: a session read before one must not be cached after it. */
  #forgotten = 0
  /** How often one was read from the database. */
  reads = 0
  readonly cookieName: string
  #secure: boolean
  #reader: SessionReader
  /** Ids of sessions whose use is yet to be written. */
  #seen = new Set<string>()
  #writing: NodeJS.Timeout | null = null

  constructor(app: App) {
    this.#app = app
    this.#reader = new SessionReader(app.db, () => this.#forgotten)
    this.#secure = app.config.publicUrl.startsWith('https:')
    this.cookieName = this.#secure ? '__Host-paddock_session' : 'paddock_session'
    app.bus.subscribe(ACCOUNT_CHANGED, (payload) =>
      this.#forget((JSON.parse(payload) as { accountId: string }).accountId),
    )
    app.bus.onGap(() => {
      this.#forgotten += 1
      this.#cache.clear()
    })
  }

  get known(): number {
    return this.#cache.size
  }

  /** Synchronous for a cached session: the bid path calls this for every bid. */
  identify(request: Asker): Person | null | Promise<Person | null> {
    const tokenHash = this.#bearerHash(request)
    if (tokenHash === null) return null
    const cached = this.#cache.get(tokenHash)
    if (cached === undefined) return this.#load(tokenHash, request)
    const now = this.#app.now()
    if (cached.expiresAt <= now) return null
    const { supportUntil } = cached.person
    // The owner's own account is back.
    if (supportUntil !== null && supportUntil <= now) return this.#load(tokenHash, request)
    if (!this.#cookieFits(cached.cookieHash, request)) return null
    const age = now - cached.readAt
    if (age > KNOWN_MS_MAX) return this.#load(tokenHash, request)
    if (age > FRESH_MS) this.#refresh(tokenHash, cached, request)
    return cached.person
  }

  /**
   * Opens a session. A browser also gets a cookie to which the token is bound: from then on neither works without the other.
   * Answers the token and, for a browser, the Set-Cookie header. Null: the account as it was checked is no more.
   */
  async open(account: AccountRow, request: FastifyRequest): Promise<{ token: string; cookie: string | null } | null> {
    const token = randomBytes(32).toString('base64url')
    const secret = isBrowser(request) ? randomBytes(32).toString('base64url') : null
    const isOpen = await insertSession(this.#app.db, {
      id: newId(),
      account,
      token_hash: hash('sha256', token, 'buffer'),
      cookie_hash: secret === null ? null : hash('sha256', secret, 'buffer'),
      user_agent: request.headers['user-agent']?.slice(0, 200) ?? null,
      address: request.ip,
      days: SESSION_DAYS,
    })
    if (!isOpen) return null
    return { token, cookie: secret === null ? null : this.#cookie(secret, SESSION_DAYS * 86_400) }
  }

  /** The header that removes the cookie. */
  get cookieGone(): string {
    return this.#cookie('', 0)
  }

  /** Ends the session of this request's bearer token, in every process. */
  async close(request: FastifyRequest): Promise<void> {
    const token = bearer(request)
    if (token === null) return
    const accountId = await deleteSession(this.#app.db, hash('sha256', token, 'buffer'))
    if (accountId !== null) accountChanged(this.#app, accountId)
  }

  #cookie(value: string, maxAgeS: number): string {
    const secure = this.#secure ? '; Secure' : ''
    return `${this.cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure}`
  }

  /** Hashed once a connection: nearly every request on it carries the same bearer. */
  #bearerHash(request: Asker): string | null {
    const { authorization } = request.headers
    if (authorization === undefined) return null
    const known = this.#hashed.get(request.socket)
    if (known?.authorization === authorization) return known.tokenHash
    const token = bearer(request)
    if (token === null) return null
    const tokenHash = hash('sha256', token, 'base64')
    this.#hashed.set(request.socket, { authorization, tokenHash })
    return tokenHash
  }

  #refresh(tokenHash: string, cached: Cached, request: Asker): void {
    if (cached.isBeingRead) return
    cached.isBeingRead = true
    this.#load(tokenHash, request)
      .catch((err: unknown) => this.#app.log.warn({ err }, 'could not refresh a session'))
      .finally(() => (cached.isBeingRead = false))
  }

  async #load(tokenHash: string, request: Asker): Promise<Person | null> {
    this.reads += 1
    const { row, stamp: forgotten } = await this.#reader.read(tokenHash)
    const now = this.#app.now()
    if (row === null || row.expires_at <= now || row.account_status === 'closed') {
      this.#cache.delete(tokenHash)
      return null
    }
    const cached: Cached = {
      person: personOf(row, this.#app.config.demo),
      ownerId: row.owner_id,
      cookieHash: row.cookie_hash?.toString('base64') ?? null,
      readAt: now,
      expiresAt: row.expires_at,
      seenAt: row.last_seen_at,
      isBeingRead: false,
    }
    this.#cache.delete(tokenHash)
    if (forgotten === this.#forgotten) this.#cache.set(tokenHash, cached)
    if (this.#cache.size > CACHE_MAX) this.#cache.delete(this.#cache.keys().next().value!)
    if (now - cached.seenAt > TOUCH_MS) this.#noteSeen(row.session_id)
    return this.#cookieFits(cached.cookieHash, request) ? cached.person : null
  }

  #noteSeen(sessionId: string): void {
    this.#seen.add(sessionId)
    this.#writing ??= setTimeout(() => void this.writeSeen(), GATHER_MS).unref()
  }

  /** Writes now which sessions were used; a server that stops does so last. */
  async writeSeen(): Promise<void> {
    if (this.#writing !== null) clearTimeout(this.#writing)
    this.#writing = null
    const ids = [...this.#seen]
    this.#seen.clear()
    if (ids.length === 0) return
    await touchSessions(this.#app.db, ids, SESSION_DAYS).catch((err: unknown) =>
      this.#app.log.warn({ err, sessions: ids.length }, 'could not record session activity'),
    )
  }

  #cookieFits(cookieHash: string | null, request: Asker): boolean {
    if (cookieHash === null) return true
    const secret = cookieNamed(request.headers.cookie, this.cookieName)
    return secret !== null && hash('sha256', secret, 'base64') === cookieHash
  }

  #forget(accountId: string): void {
    this.#forgotten += 1
    for (const [tokenHash, { person, ownerId }] of this.#cache)
      if (person.id === accountId || ownerId === accountId) this.#cache.delete(tokenHash)
  }
}

/** Call after the commit that changed an account or ended a session: every process reads it again, and its pages are notified. */
export function accountChanged(app: App, accountId: string): void {
  app.bus.publish(ACCOUNT_CHANGED, JSON.stringify({ accountId }), 'database')
}

/** The same for a change whose transaction someone else commits. */
export function accountChanges<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  return publishWithCommit(trx, ACCOUNT_CHANGED, JSON.stringify({ accountId }))
}

function bearer(request: Asker): string | null {
  const { authorization } = request.headers
  return authorization?.startsWith('Bearer ') === true ? authorization.slice(7) : null
}

/** A browser says where a request comes from; programs do not. */
function isBrowser({ headers }: Asker): boolean {
  const says = headers['sec-fetch-site'] ?? headers.origin
  return says !== undefined || headers['x-paddock-client'] === 'web'
}

function cookieNamed(header: string | undefined, name: string): string | null {
  for (const part of header?.split('; ') ?? []) if (part.startsWith(`${name}=`)) return part.slice(name.length + 1)
  return null
}

function personOf(row: SessionRow, demo: boolean): Person {
  return {
    ...accountOf(row),
    sessionId: row.session_id,
    secondFactor: factorState(row, demo),
    supportBy: row.owner_id === row.id ? null : row.owner_id,
    supportUntil: row.support_until,
  }
}
