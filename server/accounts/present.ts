import type { User } from '#contract/accounts/accounts.ts'
import { factorState } from './second-factor/second-factor.ts'
import type { AccountRow } from './store.ts'

/** An account as its own person sees it, and as staff see it in a `support` session. */
export function presentUser(row: AccountRow, demo: boolean, support: User['support'] = null): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    country: row.country,
    language: row.language,
    role: row.role,
    moreRoles: row.more_roles,
    hasPaidMembershipFee: row.has_paid_membership_fee,
    verificationStatus: row.verification_status,
    idDocument: row.id_document,
    verificationNote: row.verification_note,
    accountStatus: row.account_status,
    paddle: row.paddle,
    biddingLimit: row.bidding_limit,
    referralCode: row.referral_code,
    createdAt: row.created_at,
    emailConfirmed: row.email_confirmed_at !== null,
    secondFactor: factorState(row, demo),
    support,
  }
}

/** An account as staff see it in a list. */
export function presentAccountRow(row: AccountRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    paddle: row.paddle,
    role: row.role,
    moreRoles: row.more_roles,
    hasPaidMembershipFee: row.has_paid_membership_fee,
    verificationStatus: row.verification_status,
    accountStatus: row.account_status,
    biddingLimit: row.bidding_limit,
    createdAt: row.created_at,
  }
}
