import type { Profile } from '#contract/account-profile.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { addressesOf } from './address-store.ts'
import { recoveryCodesLeft } from '../second-factor/factor-store.ts'
import { pendingEmailOf } from '../log-in/link-store.ts'
import { factorState } from '../second-factor/second-factor.ts'
import { accountById } from '../store.ts'

export async function readProfile(house: House, accountId: string): Promise<Profile> {
  const account = await accountById(house.db, accountId)
  if (account === null) throw notFound('this account')
  const [addresses, pendingEmail, left] = await Promise.all([
    addressesOf(house.db, accountId),
    pendingEmailOf(house.db, accountId),
    recoveryCodesLeft(house.db, accountId),
  ])
  return {
    addresses,
    pendingEmail,
    passwordChangedAt: account.password_changed_at,
    secondFactor: {
      since: account.second_factor_since,
      recoveryCodesLeft: left,
      obligatory: factorState({ ...account, second_factor_since: null }, house.config.demo) === 'due',
    },
  }
}
