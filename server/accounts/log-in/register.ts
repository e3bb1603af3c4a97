import type { Registration } from '#contract/accounts/account-inputs.ts'
import type { App } from '#server/platform/app.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { invalidInput, Refusal } from '#server/platform/problem.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { createAccount } from '../create-account.ts'
import { accountOfReferralCode, type AccountRow } from '../store.ts'

export const UNKNOWN_CODE = 'We don’t know this referral code. Check it, or leave it empty.'
export const CLOSED_CODE = 'The account with this referral code was closed. Leave it empty to register without one.'

/**
 * Opens an account that claims an address, and requests the link that confirms it. Every address is treated alike, even one that has an
 * account: then the email to its owner says so, and the new account can never confirm it, and so never pay, be verified or bid. Several
 * accounts may claim an unconfirmed address: the one that opens its link gets it, and the other claims are closed. Refuses
 * `password-too-common`; throws `invalid-input` for a referral code that no member has, or one whose account was closed.
 */
export async function register(app: App, input: Registration): Promise<AccountRow | Refusal> {
  const { email, name, phone, country, password, referralCode = '', referralChannel = 'link', language = null } = input
  const referrer = referralCode === '' ? null : await memberOfCode(app, referralCode)
  const passwordHash = await choosePassword(password, input)
  if (passwordHash instanceof Refusal) return passwordHash
  return app.db.transaction().execute(async (trx) => {
    const account = await createAccount(
      trx,
      { email, name, phone, country, passwordHash },
      { referredBy: referrer, language },
    )
    if (account === null) throw new Error('an email claim was refused')
    if (referrer !== null) {
      await enqueue(trx, 'member-referred', { accountId: account.id, referrerId: referrer, channel: referralChannel })
    }
    await enqueue(trx, 'account-mail-asked', {
      what: 'confirm-email',
      email,
      accountId: account.id,
      knownTo: [account.id],
    })
    return account
  })
}

async function memberOfCode(app: App, code: string): Promise<string> {
  const owner = await accountOfReferralCode(app.db, code)
  if (owner !== null && !owner.isClosed) return owner.id
  throw invalidInput([{ field: 'referralCode', message: owner === null ? UNKNOWN_CODE : CLOSED_CODE }])
}
