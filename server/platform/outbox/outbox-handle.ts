import { sql, type Kysely, type KyselyPlugin, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { forRequest } from '../for-request.ts'
import { claim, markHandled, putOff, TRIES_MAX, type Claimed } from './outbox-claim.ts'

/** Handles one message in a transaction of its own: what it writes and the message's end are one commit. */
export type OutboxHandler = (payload: unknown, trx: Kysely<object>) => Promise<void>

/** Hears what became of a message; `from` is when its work began, on the process's monotonic clock in ms. */
export type Handled = (message: Claimed, from: number, failed: boolean) => void

/**
 * Claims one message of the topic and works on it for `handleMs` at most. Null when none could be claimed. What fails is put off, and
 * whatever its handlers wrote is taken back.
 */
export async function handleOne(
  db: Kysely<object>,
  topic: string,
  handlers: readonly OutboxHandler[],
  handleMs: number,
  log: Logger,
  tell: Handled,
): Promise<Claimed | null> {
  let failure: Error | null = null
  let from = 0
  const handled = await db.transaction().execute(async (trx) => {
    const message = await claim(trx, topic)
    if (message === undefined) return null
    from = performance.now()
    await sql`savepoint before_handlers`.execute(trx)
    failure = await forRequest(message.requestId, () => handle(trx, message, handlers, handleMs))
    if (failure === null) await markHandled(trx, message)
    else {
      await sql`rollback to savepoint before_handlers`.execute(trx)
      await putOff(trx, message, failure)
    }
    return message
  })
  if (handled === null) return null
  tell(handled, from, failure !== null)
  const { id, key, tries, requestId } = handled
  const about = { id, topic, key, ...(requestId === null ? {} : { requestId }) }
  if (failure !== null) {
    log.error(
      { err: failure as Error, ...about, tries: tries + 1, tryMax: TRIES_MAX },
      'a message of the outbox failed',
    )
  } else if (requestId !== null) log.info(about, 'a message of the outbox was handled')
  return handled
}

/** Runs the handlers one after the other. Answers why it failed, or null. */
async function handle(
  trx: Transaction<object>,
  { payload }: Claimed,
  handlers: readonly OutboxHandler[],
  handleMs: number,
): Promise<Error | null> {
  const gate = { isOpen: true }
  const behindGate = trx.withPlugin(gatePlugin(gate))
  const work = async () => {
    for (const each of handlers) await each(payload, behindGate)
  }
  try {
    await within(handleMs, work())
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    gate.isOpen = false
  }
}

/** A handler whose time is over may wake up later: what it then sends must not become part of anything. */
function gatePlugin(gate: { isOpen: boolean }): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (!gate.isOpen) throw new Error('the time for this message is over')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came of it within ${ms / 1000} s`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
