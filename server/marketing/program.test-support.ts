import { randomUUID } from 'node:crypto'
import type { Referral, ReferralFigures } from '#contract/marketing/marketing.ts'
import { PASSWORD } from '#server/accounts/mailbox.test-support.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { forgetTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer } from '#test/harness/test-server.ts'

/** A server whose rewards are decided by the test, with a cashier, and what tests of the referral program need: people who register with a code, their fees and the lists. */
export async function openProgram() {
  const server = await openTestServer({ config: { demo: true, roles: new Set(['api']) } })
  const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
  const rows = async <T>(text: string, ...values: unknown[]) => (await server.app.pool.query(text, values)).rows as T[]

  const codeOf = async ({ id }: { id: string }) =>
    (await rows<{ code: string }>('select referral_code as code from account where id = $1', id))[0]!.code

  function register(own: object) {
    const email = `${randomUUID()}@demo.paddock.example`
    const facts = { name: 'Boris Vale', phone: '+1 212 555 0142', country: 'US', acceptTerms: true }
    return server.call('POST', '/api/register', { body: { email, password: PASSWORD, ...facts, ...own } })
  }

  const payFee = payer(rows)

  return {
    server,
    kofi,
    room: saleroom(server),
    rows,
    codeOf,
    register,
    payFee,
    close: () => server.close(),

    /** A person who registers with a member's code; their fee was paid `days` ago, if at all. */
    async referred(by: CastMember, days: number | null): Promise<{ id: string; token: string }> {
      const reply = await register({ referralCode: await codeOf(by), referralChannel: 'flyer' })
      if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
      const { token, user } = reply.body as { token: string; user: { id: string } }
      await server.app.outbox.drain()
      if (days !== null) await payFee(user.id, days)
      return { id: user.id, token }
    },

    click: (code: string, channel?: string) =>
      server.call('POST', '/api/referral-clicks', { body: { code, ...(channel === undefined ? {} : { channel }) } }),

    async figures(who: CastMember): Promise<ReferralFigures> {
      return (await server.call('GET', '/api/referrals', { token: who.token })).body as ReferralFigures
    },

    /** The staff list's line about a person who registered. */
    async listed(accountId: string): Promise<Referral> {
      const { body } = await server.call('GET', '/api/admin/referrals', { token: kofi.token })
      return (body as { items: Referral[] }).items.find((item) => item.accountId === accountId)!
    },

    /** Kofi's decision, unless it's someone else's. */
    decide: (
      what: 'credit' | 'reverse',
      id: string,
      { by = kofi, reason = 'I checked both accounts.' }: { by?: CastMember; reason?: string } = {},
    ) => server.call('POST', `/api/admin/referrals/${id}/${what}`, { token: by.token, body: { reason } }),

    async set(key: string, value: unknown): Promise<void> {
      await rows(
        'insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = $2',
        key,
        JSON.stringify(value),
      )
      forgetTerms(server.app)
    },
  }
}

function payer(rows: (text: string, ...values: unknown[]) => Promise<unknown>) {
  return async (accountId: string, days: number): Promise<void> => {
    await rows(
      `insert into payment (id, account_id, idempotency_key, purpose, amount, currency, provider, state, received, settled_at)
       values ($1, $2, $3, 'membership', 9900, 'USD', 'sandbox', 'succeeded', 9900, clock_timestamp() - $4 * interval '1 day')`,
      randomUUID(),
      accountId,
      randomUUID(),
      days,
    )
    await rows('update account set has_paid_membership_fee = true where id = $1', accountId)
  }
}
