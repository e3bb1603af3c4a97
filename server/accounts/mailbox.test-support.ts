import { generateSync } from 'otplib'
import { expect, vi } from 'vitest'
import type { Enrolment } from '#contract/accounts/account-profile.ts'
import type { Session } from '#contract/accounts/accounts.ts'
import { noticeOf } from '#server/platform/notice.ts'
import type { NoticeKind } from '#server/platform/notices.ts'
import type { Reply, TestServer } from '#test/harness/test-server.ts'
import type {} from './profile/closing-checks.ts'
import type {} from './profile/personal-data.ts'

export const PASSWORD = 'seven quiet herons'

export type Mail = {
  kind: NoticeKind
  accountId: string
  link: string
  to: string | null
  what: string
  facts: object
}

/** Records the notifications that this test server sends, as the notifications feature would receive them. */
export function openMailbox({ app }: TestServer) {
  const mails: Mail[] = []
  app.outbox.on('notice', (notice) => {
    const { facts, to } = noticeOf(app, notice)
    const { link = '', what = '' } = facts as { link?: string; what?: string }
    mails.push({ kind: notice.kind, accountId: notice.accountId ?? '', link, to, what, facts })
    return Promise.resolve()
  })
  const sent = (accountId: string, kind: NoticeKind) =>
    mails.filter((mail) => mail.accountId === accountId && mail.kind === kind)
  return {
    sent,
    /** Waits for the account's `count`th notification of this kind and returns the latest. */
    mail: (accountId: string, kind: NoticeKind, count = 1) =>
      vi.waitFor(
        async () => {
          await app.outbox.drain()
          const found = sent(accountId, kind)
          expect(found.length).toBeGreaterThanOrEqual(count)
          return found.at(-1)!
        },
        { timeout: 5000 },
      ),
    /** Waits until the outbox is empty. */
    quiet: () =>
      vi.waitFor(
        async () => {
          await app.outbox.drain()
          expect((await app.pool.query('select 1 from outbox where not dead')).rowCount).toBe(0)
        },
        { timeout: 5000 },
      ),
  }
}

/** The secret in a link. */
export function secretIn({ link }: Mail): string {
  return link.split('=')[1] ?? ''
}

let count = 0

/** Registers a new account through the API, with its own address. */
export async function newcomer(
  server: TestServer,
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
  const reply = await server.call('POST', '/api/register', { body, headers })
  expect(reply.status).toBe(201)
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { ...(reply.body as Session), email: body.email, cookie, reply }
}

/** A code of the app, for this time step or a later one. */
export function codeOf(secret: string, stepsAhead = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 })
}

/** Confirms the address without its link. */
export async function confirmNow({ app }: TestServer, accountId: string): Promise<void> {
  await app.pool.query('update account set email_confirmed_at = now() where id = $1', [accountId])
}

/** Switches the second factor on; its first code is used up. */
export async function enrol(
  server: TestServer,
  token: string,
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const started = await server.call('POST', '/api/second-factor/enrolments', {
    token,
    body: { currentPassword: PASSWORD },
  })
  expect(started.status).toBe(201)
  const { secret } = started.body as Enrolment
  const code = codeOf(secret)
  const confirmed = await server.call('POST', '/api/second-factor', { token, body: { code } })
  expect(confirmed.status).toBe(200)
  return { secret, code, ...(confirmed.body as { recoveryCodes: string[] }) }
}
