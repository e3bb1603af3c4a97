import type { Registration } from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, Refusal } from '#server/platform/problem.ts'
import { askForMail } from './account-mail.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { createAccount } from '../create-account.ts'
import { accountOfReferralCode, type AccountRow } from '../store.ts'

const UNKNOWN_CODE = 'We don’t know this referral code. Check it, or leave it empty.'

/**
 * Opens an account that claims an address, and asks for the link that confirms it. Every address is taken alike, also one that has an
 * account: there the mail goes to its owner and says so, and the new account can never confirm it, and so never pay, be verified or
 * bid. An address that nobody has confirmed may be claimed again: whoever opens the mail has it, and the other claims are closed.
 * Refuses `password-too-common`; throws `invalid-input` for a referral code that no member has.
 */
export async function register(house: House, input: Registration): Promise<AccountRow | Refusal> {
  const { email, name, phone, country, password, referralCode = '' } = input
  const referredBy = referralCode === '' ? null : await accountOfReferralCode(house.db, referralCode)
  if (referralCode !== '' && referredBy === null) {
    throw invalidInput([{ field: 'referralCode', message: UNKNOWN_CODE }])
  }
  const passwordHash = await choosePassword(password, input)
  if (passwordHash instanceof Refusal) return passwordHash
  return house.db.transaction().execute(async (trx) => {
    const account = await createAccount(trx, { email, name, phone, country, passwordHash }, { referredBy })
    if (account === null) throw new Error('a claim to an address was refused')
    await askForMail(house, trx, { what: 'confirm-email', email, accountId: account.id, knownTo: [account.id] })
    return account
  })
}
