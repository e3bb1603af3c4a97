import type { Kysely } from 'kysely'
import { REFERRAL_CHANNELS } from '#contract/accounts/referral-channels.ts'
import { sharedOfPairs } from '#server/accounts/identifiers/identifiers.ts'
import { grantCredit, reverseGrant } from '#server/payments/grants/grants.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { forbidden, notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import {
  dueReferrals,
  goneParties,
  insertReferral,
  lockDueReferral,
  lockReferral,
  setCredited,
  setRefused,
  setReversed,
  type ReferralRow,
} from './store.ts'

const AT_ONCE_MAX = 200

/** Records who referred a new member, with the reward that the program promises at that time. */
export async function recordReferral(app: App, trx: Kysely<object>, payload: Topics['member-referred']): Promise<void> {
  const { referralReward: reward, currency } = await readCompanyTerms(app, trx)
  const channel = REFERRAL_CHANNELS.find((known) => known === payload.channel) ?? 'link'
  const { accountId, referrerId } = payload
  await insertReferral(trx, { id: newId(), accountId, referrerId, channel, reward, currency })
}

/** Decides the rewards whose fee is past its refund time: each in its own transaction, once, whichever process is faster. */
export async function decideRewards(app: App): Promise<void> {
  const { membershipRefundDays: days } = await readCompanyTerms(app)
  for (const id of await dueReferrals(app.db, days, AT_ONCE_MAX)) {
    await app.db.transaction().execute(async (trx) => {
      const referral = await lockDueReferral(trx, id, days)
      if (referral !== null) await decide(app, trx, referral)
    })
    app.outbox.nudge()
  }
}

async function decide(app: App, trx: Kysely<object>, referral: ReferralRow): Promise<void> {
  const { id, account_id: accountId, referrer_id: referrerId, reward: amount, currency } = referral
  const [shared = []] = await sharedOfPairs(trx, [[accountId, referrerId]])
  const why = [...(await goneParties(trx, referral)), ...shared]
  if (why.length > 0) return setRefused(trx, id, why)
  const key = `referral:${id}`
  const grantId = await grantCredit(trx, { accountId: referrerId, amount, currency, key, memo: 'Referral reward' })
  await setCredited(trx, id, grantId)
  const facts = { amount, currency, why: 'referral' as const }
  await notify(app, trx, { kind: 'credit', accountId: referrerId, key: `referral-reward:${id}`, facts })
}

/** A cashier takes a credited reward back. What it had paid is due again, and the member is notified. */
export async function reverseReward(
  app: App,
  actorId: string,
  referralId: string,
  reason: string,
): Promise<Refusal | null> {
  const refused = await app.db.transaction().execute(async (trx) => {
    const referral = await lockReferral(trx, referralId)
    if (referral === null) throw notFound('this referral')
    const { state, grant_id: grantId, referrer_id: accountId, reward: amount, currency } = referral
    if ([accountId, referral.account_id].includes(actorId)) {
      throw forbidden('You can’t reverse a reward that concerns you. Ask a colleague.')
    }
    if (state === 'reversed') return refuse('already-reversed', 'This reward was already reversed.')
    if (grantId === null) return refuse('not-credited', 'This referral has no credited reward to reverse.')
    const done = await reverseGrant(app, trx, grantId, 'Referral reward reversed')
    if (done instanceof Refusal) return done
    await setReversed(trx, referralId, reason)
    const [before, after] = [{ state }, { state: 'reversed', amount, currency, ...done }]
    const subject = { subjectKind: 'referral', subjectId: referralId }
    await audit(trx, { actorId, action: 'reverse-referral', ...subject, before, after, reason })
    const facts = { amount, currency, why: 'reversed' as const, owedAgain: done.owedAgain }
    await notify(app, trx, { kind: 'credit', accountId, key: `referral-reversed:${referralId}`, facts })
    return null
  })
  app.outbox.nudge()
  return refused
}
