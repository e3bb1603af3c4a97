import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { generateSecret, generateURI } from 'otplib'
import QRCode from 'qrcode'
import type { Enrolment } from '#contract/accounts/account-profile.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import {
  beginFactor,
  deleteFactor,
  enableFactor,
  lockFactor,
  replaceRecoveryCodes,
  takeStep,
} from '../second-factor/factor-store.ts'
import { factorState, recoveryHash, secretContext, stepOf } from '../second-factor/second-factor.ts'
import { signOutEverywhere } from '../sessions/sign-out-everywhere.ts'
import { accountChanged } from '../sessions/sessions.ts'
import type { AccountRow } from '../store.ts'
import { notifySecurity } from '../notify-security.ts'

const CODES = 10
/** Without letters and digits that look alike; ten of thirty are 49 bits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/**
 * Creates a secret for an authenticator app, which takes effect once a code from it was entered. Refuses `already-on`, and
 * `email-not-confirmed`: a person who loses both phone and codes recovers the account by email.
 */
export async function startEnrolment(app: App, account: AccountRow): Promise<Enrolment | Refusal> {
  if (account.second_factor_since !== null) return refuse('already-on', 'Two-factor authentication is already on.')
  if (account.email_confirmed_at === null)
    return refuse('email-not-confirmed', 'Confirm your email address first, with the link we sent you.')
  const secret = generateSecret()
  await beginFactor(app.db, account.id, app.keys.seal(Buffer.from(secret), secretContext(account.id)))
  const { companyName } = await readCompanyTerms(app)
  const uri = generateURI({ issuer: companyName, label: account.email, secret })
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** Turns the factor on with a first code; all other sessions end. Returns the recovery codes, which are stored nowhere. */
export async function confirmEnrolment(app: App, person: Person, code: string): Promise<string[] | Refusal> {
  const answer = await app.db.transaction().execute(async (trx) => {
    const factor = await lockFactor(trx, person.id)
    if (factor === null) return refuse('no-enrolment', 'Setup expired. Start again to get a new QR code.')
    if (factor.enabled_at !== null) return refuse('already-on', 'Two-factor authentication is already on.')
    const secret = app.keys.open(factor.secret, secretContext(person.id)).toString()
    const step = stepOf(secret, code, factor.last_step, app.now())
    if (step === null) return wrongCode()
    await takeStep(trx, person.id, step)
    await enableFactor(trx, person.id)
    await signOutEverywhere(app, trx, person.id, person.sessionId)
    await notifySecurity(
      app,
      trx,
      person.id,
      'Two-factor authentication was turned on, and all other sessions were signed out.',
    )
    return issueRecoveryCodes(app, trx, person.id)
  })
  if (Array.isArray(answer)) accountChanged(app, person.id)
  return answer
}

/** The old ones end. */
export async function renewRecoveryCodes(app: App, accountId: string): Promise<string[]> {
  return app.db.transaction().execute(async (trx) => {
    await notifySecurity(app, trx, accountId, 'New recovery codes were created. The old ones no longer work.')
    return issueRecoveryCodes(app, trx, accountId)
  })
}

/** Refuses `second-factor-obligatory` to staff. */
export async function removeFactor(app: App, account: AccountRow): Promise<{ ok: true } | Refusal> {
  if (factorState({ ...account, second_factor_since: null }, app.config.demo) === 'due')
    return refuse('second-factor-obligatory', 'Staff accounts must keep two-factor authentication on.')
  await app.db.transaction().execute(async (trx) => {
    await deleteFactor(trx, account.id)
    await notifySecurity(app, trx, account.id, 'Two-factor authentication was turned off.')
  })
  accountChanged(app, account.id)
  return { ok: true }
}

export function wrongCode(): Refusal {
  return refuse('wrong-code', 'This code is incorrect or was already used.')
}

async function issueRecoveryCodes<T>(app: App, trx: Kysely<T>, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => `${letters()}-${letters()}`)
  await replaceRecoveryCodes(
    trx,
    accountId,
    codes.map((code) => recoveryHash(app, accountId, code)),
  )
  return codes
}

function letters(): string {
  return Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
