import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { deleteSessionsOf } from './session-store.ts'

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    /** Ends what opens without a session, such as a private address: someone who had the account may have it. */
    signedOut: ((trx: Kysely<object>, accountId: string) => Promise<void>)[]
  }
}

/** Ends all sessions of a person and all else that opens what is theirs. `except`: the session to keep. */
export async function signOutEverywhere(
  app: App,
  trx: Kysely<object>,
  accountId: string,
  except: string | null = null,
): Promise<void> {
  await deleteSessionsOf(trx, accountId, except)
  for (const end of app.extensions.signedOut) await end(trx, accountId)
}
