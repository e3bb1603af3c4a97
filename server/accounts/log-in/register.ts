import type { Registration } from '#contract/accounts/accounts.ts'
import type { App } from '#server/platform/app.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { invalidInput, Refusal } from '#server/platform/problem.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { createAccount } from '../create-account.ts'
import { accountOfReferralCode, type AccountRow } from '../store.ts'

const UNKNOWN_CODE = 'We don’t know this referral code. Check it, or leave it empty.'

/**
 * Opens an account that claims an address, and requests the link that confirms it. Every address is treated alike, even one that has an
 * account: then the email to its owner says so, and the new account can never confirm it, and so never pay, be verified or bid. Several
 * accounts may claim an unconfirmed address: the one that opens its link gets it, and the other claims are closed. Refuses
 * `password-too-common`; throws `invalid-input` for a referral code that no member has.
 */
export async function register(app: App, input: Registration): Promise<AccountRow | Refusal> {
  const { email, name, phone, country, password, referralCode = '' } = input
  const referredBy = referralCode === '' ? null : await accountOfReferralCode(app.db, referralCode)
  if (referralCode !== '' && referredBy === null) {
    throw invalidInput([{ field: 'referralCode', message: UNKNOWN_CODE }])
  }
  const passwordHash = await choosePassword(password, input)
  if (passwordHash instanceof Refusal) return passwordHash
  return app.db.transaction().execute(async (trx) => {
    const account = await createAccount(trx, { email, name, phone, country, passwordHash }, { referredBy })
    if (account === null) throw new Error('an email claim was refused')
    await enqueue(trx, 'account-mail-asked', {
      what: 'confirm-email',
      email,
      accountId: account.id,
      knownTo: [account.id],
    })
    return account
  })
}
