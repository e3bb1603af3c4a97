import type { FastifyInstance } from 'fastify'
import { membership, refundMembership } from '#contract/membership/membership.ts'
import { paymentById, latestPaymentFor, paidPaymentFor } from '#server/payments/payment.ts'
import { presentPayment } from '#server/payments/present.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/problem.ts'
import { refundOwnFee, feeRefundableUntil } from './refund-fee.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { readMemberState } from '#server/accounts/member-state.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { refusalOf } from './fee-rules.ts'
import { providersOf } from '#server/payments/providers.ts'

export function membershipRoutes(http: FastifyInstance, app: App): void {
  serve(http, membership, ({ person }) => readMembership(app, person))

  serve(http, refundMembership, async ({ person }) => {
    const refund = await refundOwnFee(app, person.id)
    return refund instanceof Refusal ? refund : presentPayment(app, (await paymentById(app.db, refund.payment_id))!)
  })
}

/** The fee as it was paid, or as currently charged. */
async function readMembership(app: App, person: Pick<Person, 'id'>): Promise<ReplyOf<typeof membership>> {
  const paid = await paidPaymentFor(app.db, person.id, 'membership')
  const terms = await readCompanyTerms(app)
  const member = await readMemberState(app.db, person.id)
  // Staff and imported people are members without a payment here.
  const memberSince = member?.hasPaidMembershipFee === true ? member.createdAt : null
  const open = paid === null ? null : await feeRefundableUntil(app, app.db, person.id)
  const providers = await providersOf(app)
  return {
    fee: paid?.amount ?? terms.membershipFee,
    currency: paid?.currency ?? terms.currency,
    paidAt: paid?.settled_at ?? memberSince,
    receipt: paid?.receipt_number ?? paid?.id ?? null,
    providers: providers.map(({ name }) => name),
    refundableUntil: open === null || open instanceof Refusal ? null : open.until,
    notRefundable: open instanceof Refusal ? open.message : null,
    closed: (await refusalOf(app.extensions.feeClosedWhen, app.db, person.id))?.message ?? null,
    lastPayment: (await latestPaymentFor(app.db, person.id, 'membership'))?.id ?? null,
  }
}
