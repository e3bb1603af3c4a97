import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { moneyChanged } from '../money-changed.ts'
import { askLinesBack, creditOf } from './credit-store.ts'
import { readCredit, type Credit } from './use-credit.ts'

/** What is returned, in the notice to its owner. */
export const WHAT_CREDIT_IS = 'Your credit'

/** A person requests a payout of their credit: it pays no invoice from now on, and a cashier sends it. */
export async function askCreditBack(app: App, accountId: string): Promise<{ credit: Credit[] } | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    if ((await creditOf(trx, accountId)).length === 0)
      return refuse('no-credit', 'You have no credit that we can refund.')
    if ((await askLinesBack(trx, accountId)) > 0) {
      await audit(trx, { actorId: accountId, action: 'ask-credit-back', subjectKind: 'account', subjectId: accountId })
      await moneyChanged(trx, accountId)
    }
    return { credit: await readCredit(trx, accountId) }
  })
}
