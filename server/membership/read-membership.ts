import type { ReplyOf } from '#contract/endpoint.ts'
import type { membership } from '#contract/membership.ts'
import { readStanding } from '#server/accounts/staff/change-standing.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { Refusal } from '#server/platform/problem.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { whyFeeClosed } from './fee-rules.ts'
import { providersOf } from './providers.ts'
import { feeRefundableUntil } from './refunds/refund-fee.ts'
import { lastFeePayment, membershipPayment } from './store.ts'

/** The fee as it was paid, or as the house asks it now. */
export async function readMembership(house: House, person: Pick<Person, 'id'>): Promise<ReplyOf<typeof membership>> {
  const paid = await membershipPayment(house.db, person.id)
  const terms = await readHouseTerms(house)
  const standing = await readStanding(house.db, person.id)
  // Staff and people taken over from elsewhere are members without a payment here.
  const memberSince = standing?.hasPaidMembershipFee === true ? standing.createdAt : null
  const open = paid === null ? null : await feeRefundableUntil(house, house.db, person.id)
  const providers = await providersOf(house)
  return {
    fee: paid?.amount ?? terms.membershipFee,
    currency: paid?.currency ?? terms.currency,
    paidAt: paid?.settled_at ?? memberSince,
    receipt: paid?.receipt_number ?? paid?.id ?? null,
    providers: providers.map(({ name }) => name),
    refundableUntil: open === null || open instanceof Refusal ? null : open.until,
    notRefundable: open instanceof Refusal ? open.message : null,
    closed: (await whyFeeClosed(house, house.db, person.id))?.message ?? null,
    lastPayment: (await lastFeePayment(house.db, person.id))?.id ?? null,
  }
}
