import { generateSync } from 'otplib'
import { expect, vi } from 'vitest'
import type { Enrolment } from '#contract/account-profile.ts'
import type { Session } from '#contract/accounts.ts'
import { NOTICE, noticeOf, type NoticeKind, type NoticePayload } from '#server/platform/notice.ts'
import type { Reply, TestHouse } from '#test/harness/house.ts'

export const PASSWORD = 'seven quiet herons'

export type Mail = {
  kind: NoticeKind
  accountId: string
  link: string
  to: string | null
  what: string
  facts: object
}

/** What people of this house are told, as the notifications room would hear it. */
export function openMailbox({ house }: TestHouse) {
  const mails: Mail[] = []
  house.outbox.on(NOTICE, (payload) => {
    const notice = payload as NoticePayload
    const { facts, to } = noticeOf(house, notice)
    const { link = '', what = '' } = facts as { link?: string; what?: string }
    mails.push({ kind: notice.kind, accountId: notice.accountId, link, to, what, facts })
    return Promise.resolve()
  })
  const sent = (accountId: string, kind: NoticeKind) =>
    mails.filter((mail) => mail.accountId === accountId && mail.kind === kind)
  return {
    sent,
    /** Waits until the person was told so for the `count`th time, and answers the last. */
    mail: (accountId: string, kind: NoticeKind, count = 1) =>
      vi.waitFor(
        async () => {
          await house.outbox.drain()
          const found = sent(accountId, kind)
          expect(found.length).toBeGreaterThanOrEqual(count)
          return found.at(-1)!
        },
        { timeout: 5000 },
      ),
    /** Waits until nothing is left to send. */
    quiet: () =>
      vi.waitFor(async () => {
        await house.outbox.drain()
        expect((await house.pool.query('select 1 from outbox where not dead')).rowCount).toBe(0)
      }),
  }
}

/** The secret in a link. */
export function secretIn({ link }: Mail): string {
  return link.split('=')[1] ?? ''
}

let count = 0

/** Somebody who registered just now through the API, with an address of his own. */
export async function newcomer(
  house: TestHouse,
  { email, headers = {} }: { email?: string; headers?: Record<string, string> } = {},
): Promise<Session & { email: string; cookie: string; reply: Reply }> {
  count += 1
  const body = {
    email: email ?? `newcomer-${count}-${Date.now()}@demo.paddock.example`,
    password: PASSWORD,
    name: 'Ada Quist',
    phone: '+31 20 555 0142',
    country: 'NL',
    acceptTerms: true,
  }
  const reply = await house.call('POST', '/api/register', { body, headers })
  expect(reply.status).toBe(201)
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { ...(reply.body as Session), email: body.email, cookie, reply }
}

/** A code of the app, for this time step or a later one. */
export function codeOf(secret: string, stepsAhead = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 })
}

/** Confirms the address without its link. */
export async function confirmNow({ house }: TestHouse, accountId: string): Promise<void> {
  await house.pool.query('update account set email_confirmed_at = now() where id = $1', [accountId])
}

/** Switches the second factor on; its first code is used up. */
export async function enrol(
  house: TestHouse,
  token: string,
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const started = await house.call('POST', '/api/second-factor/enrolments', {
    token,
    body: { currentPassword: PASSWORD },
  })
  expect(started.status).toBe(201)
  const { secret } = started.body as Enrolment
  const code = codeOf(secret)
  const confirmed = await house.call('POST', '/api/second-factor', { token, body: { code } })
  expect(confirmed.status).toBe(200)
  return { secret, code, ...(confirmed.body as { recoveryCodes: string[] }) }
}
