import type { Kysely } from 'kysely'
import { findSessions, type SessionRow } from './session-store.ts'

/** Sessions read with one statement. */
const SESSIONS_AT_ONCE = 500
/** Statements in progress; later requests share the next one. */
const STATEMENTS_AT_ONCE = 2
/** Others do not wait for a statement that takes longer: its connection may have been lost silently. */
const PROMPT_MS = 500

/** A session from the database, and the value of `stamp` before it was read. */
export type SessionRead = { row: SessionRow | null; stamp: number }

type Asked = { resolve(read: SessionRead): void; reject(error: unknown): void }

/**
 * Reads sessions, all requested in one tick of the event loop with one statement: after an outage thousands of people come
 * back at the same instant, and one statement each would keep the last of them waiting for the first.
 */
export class SessionReader {
  #db: Kysely<object>
  #stamp: () => number
  #asked = new Map<string, Asked[]>()
  #underWay = 0
  #isScheduled = false

  /** `stamp` is called just before a statement is sent. */
  constructor(db: Kysely<object>, stamp: () => number) {
    this.#db = db
    this.#stamp = stamp
  }

  /** `tokenHash`: in base64. Rejects when the database cannot be asked. */
  read(tokenHash: string): Promise<SessionRead> {
    return new Promise((resolve, reject) => {
      const asked = this.#asked.get(tokenHash)
      if (asked === undefined) this.#asked.set(tokenHash, [{ resolve, reject }])
      else asked.push({ resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#asked.size === 0 || this.#underWay >= STATEMENTS_AT_ONCE) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#readSome()
    })
  }

  async #readSome(): Promise<void> {
    const some = new Map<string, Asked[]>()
    for (const [tokenHash, asked] of this.#asked) {
      if (some.size === SESSIONS_AT_ONCE) break
      this.#asked.delete(tokenHash)
      some.set(tokenHash, asked)
    }
    const leave = this.#enter()
    try {
      const stamp = this.#stamp()
      const rows = await findSessions(
        this.#db,
        [...some.keys()].map((tokenHash) => Buffer.from(tokenHash, 'base64')),
      )
      const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
      for (const [tokenHash, asked] of some)
        for (const { resolve } of asked) resolve({ row: found.get(tokenHash) ?? null, stamp })
    } catch (error) {
      for (const asked of some.values()) for (const { reject } of asked) reject(error)
    } finally {
      leave()
    }
  }

  #enter(): () => void {
    let isCounted = true
    const leave = () => {
      clearTimeout(late)
      if (isCounted) this.#underWay -= 1
      isCounted = false
      this.#schedule()
    }
    const late = setTimeout(leave, PROMPT_MS)
    this.#underWay += 1
    this.#schedule()
    return leave
  }
}
