import type { Kysely } from 'kysely'
import { verifySync } from 'otplib'
import type { User } from '#contract/accounts/accounts.ts'
import type { App } from '#server/platform/app.ts'
import { rateLimited } from '#server/platform/problem.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { countFailure, lockFactor, takeStep, useRecoveryCode, type FactorRow } from './factor-store.ts'
import type { Place } from '../known-device.ts'
import type { AccountRow } from '../store.ts'
import { notifySecurity } from '../notify-security.ts'

/** Wrong codes of one place, then one in five minutes. */
const OF_PLACE = { burst: 5, perSecond: 1 / 300 }
const PLACE_WAIT_S = 300
/** Consecutive wrong codes, from any place, before the person is notified. */
const FAILURES_TOLD = 5
/** And before strangers wait; each further one doubles their wait of one minute, up to an hour. */
const FAILURES_FREE = 20
const WAIT_MINUTES_MAX = 60
/** A code entered in a session of the account. */
const IN_SESSION: Place = { key: 'session', isKnown: true }
/** A code counts for its 30 seconds and those before and after: phones' clocks differ. */
const TOLERANCE_S = 30

/** Staff must have a second factor, except in a demo. */
export function factorState(
  row: Pick<AccountRow, 'role' | 'second_factor_since'>,
  demo: boolean,
): User['secondFactor'] {
  if (row.second_factor_since !== null) return 'on'
  return row.role === 'member' || demo ? 'off' : 'due'
}

export function secretContext(accountId: string): string {
  return `second-factor:${accountId}`
}

/** As stored of a recovery code, however it was written. */
export function recoveryHash(app: App, accountId: string, code: string): Buffer {
  return app.keys.mac('recovery-code', `${accountId}:${plain(code)}`)
}

/**
 * True for a right code of an enabled factor; the code is then used up. Wrong codes are counted per `place` and per account; throws 429
 * after too many. Attempts from elsewhere never delay the owner on a known device.
 */
export async function takeCode(app: App, accountId: string, code: string, place = IN_SESSION): Promise<boolean> {
  const tries = sharedThrottle(app, 'code', OF_PLACE)
  const key = `${accountId} ${place.key}`
  if (!(await tries.take(key))) throw rateLimited(PLACE_WAIT_S)
  const isRight = await judgeCode(app, accountId, code, place)
  if (isRight) await tries.giveBack(key)
  return isRight
}

async function judgeCode(app: App, accountId: string, code: string, place: Place): Promise<boolean> {
  const answer = await app.db.transaction().execute(async (trx) => {
    const factor = await lockFactor(trx, accountId)
    if (factor === null || factor.enabled_at === null) return false
    const waitS = place.isKnown ? 0 : waitOf(factor, app.now())
    if (waitS > 0) return waitS
    if (await fits(app, trx, accountId, factor, code)) return true
    await countFailure(trx, accountId)
    if (factor.failures + 1 === FAILURES_TOLD) {
      const what =
        'Someone who knows your password entered several wrong two-factor codes. If this wasn’t you, change your password.'
      await notifySecurity(app, trx, accountId, what)
    }
    return false
  })
  if (typeof answer === 'number') throw rateLimited(answer)
  return answer
}

/** The time step of a correct app code that is later than all previous ones, else null. */
export function stepOf(secret: string, code: string, lastStep: number, nowMs: number): number | null {
  const token = plain(code)
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(nowMs / 1000)
  // If the clock was set back, the last step is in the future; codes are refused until the clock reaches it.
  if (lastStep > Math.floor((epoch + TOLERANCE_S) / 30)) return null
  const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_S, afterTimeStep: lastStep })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

async function fits<T>(app: App, trx: Kysely<T>, accountId: string, factor: FactorRow, code: string): Promise<boolean> {
  const secret = app.keys.open(factor.secret, secretContext(accountId)).toString()
  const step = stepOf(secret, code, factor.last_step, app.now())
  if (step === null && !(await useRecoveryCode(trx, accountId, recoveryHash(app, accountId, code)))) return false
  await takeStep(trx, accountId, step)
  if (step === null) {
    const what =
      'A recovery code was used to sign in or to change two-factor authentication. If this wasn’t you, contact our team.'
    await notifySecurity(app, trx, accountId, what)
  }
  return true
}

/** Seconds to wait before another code is checked. */
function waitOf({ failures, failed_at }: FactorRow, now: number): number {
  if (failures < FAILURES_FREE || failed_at === null) return 0
  const minutes = Math.min(WAIT_MINUTES_MAX, 2 ** (failures - FAILURES_FREE))
  return Math.max(0, Math.ceil((failed_at + minutes * 60_000 - now) / 1000))
}

function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}
