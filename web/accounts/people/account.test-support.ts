import type { AccountDetail } from '#contract/accounts/account-staff.ts'

/** Chidi's account, as staff see it. */
export const CHIDI: AccountDetail = {
  id: '0190a000-0000-7000-8000-00000000beef',
  email: 'chidi@demo.paddock.example',
  name: 'Chidi Okafor',
  paddle: 117,
  role: 'member',
  moreRoles: [],
  hasPaidMembershipFee: true,
  verificationStatus: 'verified',
  accountStatus: 'active',
  biddingLimit: null,
  createdAt: 1,
  phone: '',
  country: 'US',
  emailConfirmed: true,
  secondFactor: false,
  sessions: [],
  notes: [],
  shared: [],
  similar: [],
  mergedInto: null,
  merged: [],
}
