import type { FastifyInstance } from 'fastify'
import {
  countReferralClick,
  creditReferral,
  listReferrals,
  readReferrals,
  reverseReferral,
  type ReferralFigures,
} from '#contract/marketing/marketing.ts'
import { CLOSED_CODE, UNKNOWN_CODE } from '#server/accounts/log-in/register.ts'
import { accountOfCode } from '#server/accounts/find-people.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { notFound, rateLimited, refuse, type Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { senderOf, sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { presentReferrals, REFERRAL_LIST, referralById, type ListedReferral } from './list-store.ts'
import { creditReward, reverseReward } from './rewards.ts'
import { addClick, channelsOf, daysOf, totalsOf } from './store.ts'

/** Clicks of one sender: someone who opens links over and over can't make up a member's figures. */
const CLICKS = { burst: 20, perSecond: 0.1 }

export function marketingRoutes(http: FastifyInstance, app: App): void {
  const throttle = sharedThrottle(app, 'referral-click', CLICKS)

  serve(http, countReferralClick, async ({ body: { code, channel }, request }) => {
    if (!(await throttle.take(senderOf(request.ip)))) throw rateLimited(10)
    const owner = await accountOfCode(app.db, code)
    if (owner === null) return refuse('referral-code-unknown', UNKNOWN_CODE)
    if (owner.isClosed) return refuse('referral-code-closed', CLOSED_CODE)
    const { timeZone } = await readCompanyTerms(app)
    await addClick(app.db, owner.id, channel, timeZone)
    return null
  })

  serve(http, readReferrals, ({ person }) => figuresOf(app, person.id))

  serveList(http, app.db, listReferrals, REFERRAL_LIST, {
    present: (rows: ListedReferral[]) => presentReferrals(app.db, rows),
  })

  const after = async (id: string, refused: Refusal | null) => {
    if (refused !== null) return refused
    const row = await referralById(app.db, id)
    if (row === null) throw notFound('this referral')
    return (await presentReferrals(app.db, [row]))[0]!
  }
  serve(http, reverseReferral, async ({ params: { referralId: id }, body, person }) =>
    after(id, await reverseReward(app, person.id, id, body.reason)),
  )
  serve(http, creditReferral, async ({ params: { referralId: id }, body, person }) =>
    after(id, await creditReward(app, person.id, id, body.reason)),
  )
}

async function figuresOf(app: App, accountId: string): Promise<ReferralFigures> {
  const { timeZone, currency } = await readCompanyTerms(app)
  const totals = await totalsOf(app.db, accountId)
  return {
    currency,
    clicks: totals.clicks,
    signUps: totals.sign_ups,
    pending: { count: totals.pending, amount: totals.pending_sum },
    paid: { count: totals.paid, amount: totals.paid_sum },
    refused: totals.refused,
    days: await daysOf(app.db, accountId, timeZone),
    channels: await channelsOf(app.db, accountId),
  }
}
