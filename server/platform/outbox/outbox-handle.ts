import { sql, type Kysely, type KyselyPlugin, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { forRequest } from '../for-request.ts'
import { claim, markHandled, scheduleRetry, TRIES_MAX, type Claimed } from './outbox-claim.ts'

/** Handles one message in its own transaction: its writes and the message's deletion commit together. */
export type OutboxHandler<P = never> = (payload: P, trx: Kysely<object>) => Promise<void>

/** Receives the outcome of a message; `from` is when its handling began, on the process's monotonic clock in ms. */
export type Handled = (message: Claimed, from: number, failed: boolean) => void

/**
 * Claims one message of the topic and handles it for `handleMs` at most. Null when none could be claimed. A message that fails is
 * retried later, and the writes of its handlers are rolled back.
 */
export async function handleOne(
  db: Kysely<object>,
  topic: string,
  handlers: readonly OutboxHandler[],
  handleMs: number,
  log: Logger,
  onHandled: Handled,
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
      await scheduleRetry(trx, message, failure)
    }
    return message
  })
  if (handled === null) return null
  onHandled(handled, from, failure !== null)
  const { id, key, tries, requestId } = handled
  const about = { id, topic, key, ...(requestId === null ? {} : { requestId }) }
  if (failure !== null) {
    log.error({ err: failure as Error, ...about, tries: tries + 1, tryMax: TRIES_MAX }, 'an outbox message failed')
  } else if (requestId !== null) log.info(about, 'handled an outbox message')
  return handled
}

/** Runs the handlers one after the other. Returns why it failed, or null. */
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

/** A handler that timed out may resume later: its queries must not become part of any transaction. */
function gatePlugin(gate: { isOpen: boolean }): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (!gate.isOpen) throw new Error('this message has expired')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${ms / 1000} s`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
