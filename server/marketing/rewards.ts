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
  lockReferralOf,
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
  const { id, account_id: accountId, referrer_id: referrerId } = referral
  const [shared = []] = await sharedOfPairs(trx, [[accountId, referrerId]])
  const why = [...(await goneParties(trx, referral)), ...shared]
  if (why.length > 0) return setRefused(trx, id, why)
  await credit(app, trx, referral, `referral:${id}`, null)
}

/** `key`: names the event, in the books and for the notice. `reason`: a cashier's; null: the job decided. */
async function credit(
  app: App,
  trx: Kysely<object>,
  { id, referrer_id: accountId, reward: amount, currency }: ReferralRow,
  key: string,
  reason: string | null,
): Promise<void> {
  const grantId = await grantCredit(trx, { accountId, amount, currency, key, memo: 'Referral reward' })
  await setCredited(trx, id, grantId, reason)
  const facts = { amount, currency, why: 'referral' as const }
  await notify(app, trx, { kind: 'credit', accountId, key: `referral-reward:${grantId}`, facts })
}

/** A cashier credits a reward that was refused or reversed, whatever the two accounts share. */
export async function creditReward(
  app: App,
  actorId: string,
  referralId: string,
  reason: string,
): Promise<Refusal | null> {
  const refused = await app.db.transaction().execute(async (trx) => {
    const referral = await lockReferral(trx, referralId)
    if (referral === null) throw notFound('this referral')
    const { state, referrer_id: referrerId, reward: amount, currency } = referral
    refuseOwn(actorId, referral)
    if (state === 'credited') return refuse('already-credited', 'This reward was already credited.')
    if (state !== 'refused' && state !== 'reversed')
      return refuse('not-decided', 'Only a reward that was refused or reversed can be credited by hand.')
    if ((await goneParties(trx, referral)).includes('referrer-closed'))
      return refuse('referrer-closed', 'The referrer’s account is closed. A closed account can’t receive credit.')
    await credit(app, trx, referral, `referral:${referralId}:${newId()}`, reason)
    const [before, after] = [{ state }, { state: 'credited', referrerId, amount, currency }]
    const subject = { subjectKind: 'referral', subjectId: referralId }
    await audit(trx, { actorId, action: 'credit-referral', ...subject, before, after, reason })
    return null
  })
  app.outbox.nudge()
  return refused
}

/** The referred person's fee went back after all: a reward that was credited for it is reversed. In the outbox's transaction. */
export async function reverseOnRefund(app: App, trx: Kysely<object>, accountId: string): Promise<void> {
  const referral = await lockReferralOf(trx, accountId)
  if (referral?.state !== 'credited') return
  await takeBack(app, trx, referral, { reason: FEE_REFUNDED, why: 'fee-refunded' })
}

const FEE_REFUNDED = 'The new member’s fee was refunded.'

/** A cashier takes a credited reward back. What it had paid is due again. */
export async function reverseReward(
  app: App,
  actorId: string,
  referralId: string,
  reason: string,
): Promise<Refusal | null> {
  const refused = await app.db.transaction().execute(async (trx) => {
    const referral = await lockReferral(trx, referralId)
    if (referral === null) throw notFound('this referral')
    const { state, reward: amount, currency } = referral
    refuseOwn(actorId, referral)
    if (state === 'reversed') return refuse('already-reversed', 'This reward was already reversed.')
    if (state !== 'credited') return refuse('not-credited', 'This referral has no credited reward to reverse.')
    const done = await takeBack(app, trx, referral, { reason, why: 'reversed' })
    const [before, after] = [{ state }, { state: 'reversed', amount, currency, ...done }]
    const subject = { subjectKind: 'referral', subjectId: referralId }
    await audit(trx, { actorId, action: 'reverse-referral', ...subject, before, after, reason })
    return null
  })
  app.outbox.nudge()
  return refused
}

/** Takes a credited reward of a locked referral back: the ledger gets reversing entries, and the member is notified. */
async function takeBack(
  app: App,
  trx: Kysely<object>,
  { id, grant_id: grantId, referrer_id: accountId, reward: amount, currency }: ReferralRow,
  { reason, why }: { reason: string; why: 'reversed' | 'fee-refunded' },
): Promise<{ unused: number; owedAgain: number }> {
  if (grantId === null) throw new Error(`referral ${id} is credited without a grant`)
  const done = await reverseGrant(app, trx, grantId, 'Referral reward reversed')
  if (done instanceof Refusal) throw new Error(`referral ${id}: ${done.message}`)
  await setReversed(trx, id, reason)
  const facts = { amount, currency, why, owedAgain: done.owedAgain }
  await notify(app, trx, { kind: 'credit', accountId, key: `referral-reversed:${grantId}`, facts })
  return done
}

function refuseOwn(actorId: string, { account_id: accountId, referrer_id: referrerId }: ReferralRow): void {
  if (actorId === accountId || actorId === referrerId)
    throw forbidden('You can’t decide about a reward that concerns you. Ask a colleague.')
}
