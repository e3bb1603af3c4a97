import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { generateSecret, generateURI } from 'otplib'
import QRCode from 'qrcode'
import type { Enrolment } from '#contract/account-profile.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import {
  beginFactor,
  deleteFactor,
  enableFactor,
  lockFactor,
  replaceRecoveryCodes,
  takeStep,
} from '../second-factor/factor-store.ts'
import { factorState, recoveryHash, secretContext, stepOf } from '../second-factor/second-factor.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { accountChanged } from '../sessions/sessions.ts'
import type { AccountRow } from '../store.ts'
import { tellSecurity } from '../tell-security.ts'

const CODES = 10
/** Without letters and digits that look alike; ten of thirty are 49 bits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/**
 * A secret for an authenticator app, which counts once a code of it was given. Refuses `already-on`, and `email-not-confirmed`: who
 * loses phone and codes comes back by the address.
 */
export async function startEnrolment(house: House, account: AccountRow): Promise<Enrolment | Refusal> {
  if (account.second_factor_since !== null) return refuse('already-on', 'Your second factor is on.')
  if (account.email_confirmed_at === null)
    return refuse('email-not-confirmed', 'Confirm your email address first, with the link we sent you.')
  const secret = generateSecret()
  await beginFactor(house.db, account.id, house.keys.seal(Buffer.from(secret), secretContext(account.id)))
  const { houseName } = await readHouseTerms(house)
  const uri = generateURI({ issuer: houseName, label: account.email, secret })
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** Switches the factor on with a first code; all other sessions end. Answers the recovery codes, which are kept nowhere. */
export async function confirmEnrolment(house: House, person: Person, code: string): Promise<string[] | Refusal> {
  const answer = await house.db.transaction().execute(async (trx) => {
    const factor = await lockFactor(trx, person.id)
    if (factor === null) return refuse('no-enrolment', 'Begin again: there is no picture to scan any more.')
    if (factor.enabled_at !== null) return refuse('already-on', 'Your second factor is on.')
    const secret = house.keys.open(factor.secret, secretContext(person.id)).toString()
    const step = stepOf(secret, code, factor.last_step, house.now())
    if (step === null) return wrongCode()
    await takeStep(trx, person.id, step)
    await enableFactor(trx, person.id)
    await deleteSessionsOf(trx, person.id, person.sessionId)
    await tellSecurity(house, trx, person.id, 'Your second factor was switched on. All other sessions have ended.')
    return issueRecoveryCodes(house, trx, person.id)
  })
  if (Array.isArray(answer)) accountChanged(house, person.id)
  return answer
}

/** The old ones end. */
export async function renewRecoveryCodes(house: House, accountId: string): Promise<string[]> {
  return house.db.transaction().execute(async (trx) => {
    await tellSecurity(house, trx, accountId, 'New recovery codes were made. The old ones no longer work.')
    return issueRecoveryCodes(house, trx, accountId)
  })
}

/** Refuses `second-factor-obligatory` to staff. */
export async function removeFactor(house: House, account: AccountRow): Promise<{ ok: true } | Refusal> {
  if (factorState({ ...account, second_factor_since: null }, house.config.demo) === 'due')
    return refuse('second-factor-obligatory', 'Everybody who works at the house has a second factor.')
  await house.db.transaction().execute(async (trx) => {
    await deleteFactor(trx, account.id)
    await tellSecurity(house, trx, account.id, 'Your second factor was switched off.')
  })
  accountChanged(house, account.id)
  return { ok: true }
}

export function wrongCode(): Refusal {
  return refuse('wrong-code', 'This code is not right, or was used before.')
}

async function issueRecoveryCodes<T>(house: House, trx: Kysely<T>, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => `${letters()}-${letters()}`)
  await replaceRecoveryCodes(
    trx,
    accountId,
    codes.map((code) => recoveryHash(house, accountId, code)),
  )
  return codes
}

function letters(): string {
  return Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
