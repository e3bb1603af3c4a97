import { randomUUID } from 'node:crypto'
import type { Payment } from '#contract/payments/payments.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { FakeStripe } from './fake-stripe.test-support.ts'

const SECRET = 'whsec_only_for_this_test'

/** A test server that takes payments through a fake Stripe, and Milo, who pays. No job and no outbox runs. */
export class StripeStage {
  readonly stripe: FakeStripe
  readonly server: TestServer
  milo!: CastMember

  static async open(): Promise<StripeStage> {
    const stripe = await FakeStripe.open(SECRET)
    const keys = { secretKey: 'sk_test_only', webhookSecret: SECRET, apiBase: stripe.base, timeoutMs: 400 }
    return new StripeStage(stripe, await openTestServer({ config: { stripe: keys, roles: new Set(['api']) } }))
  }

  private constructor(stripe: FakeStripe, server: TestServer) {
    this.stripe = stripe
    this.server = server
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.stripe.close()
  }

  /** Starts over with a new payer and no faults. */
  async newMilo(): Promise<void> {
    this.stripe.faults.length = 0
    this.milo = await castPerson(this.server.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
  }

  start(own: object = {}) {
    const body = { idempotencyKey: randomUUID(), provider: 'stripe', purpose: 'membership', ...own }
    return this.server.call('POST', '/api/payments', { token: this.milo.token, body })
  }

  async started(): Promise<{ payment: Payment; sessionId: string }> {
    const { status, body } = await this.start()
    if (status !== 201) throw new Error(`not started: ${JSON.stringify(body)}`)
    const payment = body as Payment
    const session = [...this.stripe.sessions.values()].find((one) => one['url'] === payment.payUrl)
    return { payment, sessionId: session!.id }
  }

  /** Sends an event signed as Stripe does; `options` forge its time, signature or body. */
  async deliver(
    event: object,
    options: { at?: number; secret?: string; header?: string | null; body?: string } = {},
  ): Promise<{ status: number; body: { code?: string } }> {
    const signed = this.stripe.sign(event, options)
    const header = options.header === undefined ? signed.header : options.header
    const response = await fetch(`${this.server.url}/api/payments/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(header === null ? {} : { 'stripe-signature': header }) },
      body: options.body ?? signed.body,
    })
    return { status: response.status, body: (await response.json()) as { code?: string } }
  }

  async read({ id }: Payment): Promise<Payment> {
    return (await this.server.call('GET', `/api/payments/${id}`, { token: this.milo.token })).body as Payment
  }

  async rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
    return (await this.server.app.pool.query(text, values)).rows as T[]
  }

  /** What the server's tables say about Milo. */
  async standing() {
    const { id } = this.milo
    const [person] = await this.rows<{ has_paid_membership_fee: boolean }>('select * from account where id = $1', id)
    const [ledger] = await this.rows<{ sum: number }>(
      `select coalesce(sum(amount), 0)::bigint as sum from money_entry join money_transfer on id = transfer_id
       where account = 'provider:stripe' and payment_id in (select id from payment where account_id = $1)`,
      id,
    )
    const events = await this.rows(
      'select 1 from payment_event e join payment p on p.id = e.payment_id where p.account_id = $1',
      id,
    )
    return { paid: person!.has_paid_membership_fee, atStripe: ledger!.sum, events: events.length }
  }
}
