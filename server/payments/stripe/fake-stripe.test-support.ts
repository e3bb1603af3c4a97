import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

type Thing = Record<string, unknown> & { id: string }
type Answer = Thing | { error: object } | null
/** Faults for the next requests: late answer, error, no answer, or done without an answer. */
type Fault = { delayMs: number } | { status: number } | 'hang-up' | 'done-then-hang-up'

/** The part of Stripe's HTTP API that the server uses, with idempotency keys, signed events, and real-world faults. */
export class FakeStripe {
  readonly sessions = new Map<string, Thing>()
  /** Fingerprints of the cards that paid, by the session's id. */
  readonly cards = new Map<string, string>()
  readonly refunds = new Map<string, Thing>()
  readonly disputes = new Map<string, Thing>()
  /** Faults for the next requests, one each. */
  readonly faults: Fault[] = []
  /** Requests so far, such as `POST /v1/checkout/sessions`. */
  readonly seen: string[] = []
  #answers = new Map<string, { params: string; thing: Thing }>()
  #secret: string
  #server: Server

  /** Listening; close it in `afterAll`. */
  static async open(webhookSecret: string): Promise<FakeStripe> {
    const fake = new FakeStripe(webhookSecret)
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  private constructor(webhookSecret: string) {
    this.#secret = webhookSecret
    this.#server = createServer((request, response) => void this.#handle(request, response))
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** The person pays on Stripe's page; the event that Stripe then sends. `unpaid`: by a bank that takes days. */
  pay(sessionId: string, how: 'paid' | 'unpaid' = 'paid') {
    const session = this.sessions.get(sessionId)!
    Object.assign(session, { status: 'complete', payment_status: how, payment_intent: `pi_${sessionId}` })
    return this.event('checkout.session.completed', session)
  }

  /** The payer's bank disputes a paid session; the event that Stripe then sends. Later changes are made on the object itself. */
  dispute(sessionId: string, own: object = {}) {
    const session = this.sessions.get(sessionId)!
    const id = `du_${randomBytes(12).toString('hex')}`
    const created = Math.floor(Date.now() / 1000)
    const details = { due_by: created + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 }
    const intent = { id: session['payment_intent'], object: 'payment_intent', metadata: session['metadata'] }
    const money = { amount: session['amount_total'], currency: session['currency'] }
    const facts = {
      status: 'needs_response',
      reason: 'product_not_received',
      created,
      evidence_details: details,
      balance_transactions: [],
    }
    const dispute = { id, object: 'dispute', payment_intent: intent, ...money, ...facts, ...own }
    this.disputes.set(id, dispute)
    return this.disputeEvent('charge.dispute.created', id)
  }

  /** As Stripe sends it: the payment is named by its id alone. */
  disputeEvent(type: string, id: string) {
    const dispute = this.disputes.get(id)!
    return this.event(type, { ...dispute, id, payment_intent: (dispute['payment_intent'] as Thing).id })
  }

  event<T extends object>(type: string, object: T) {
    const id = `evt_${randomBytes(12).toString('hex')}`
    return { id, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object: { ...object } } }
  }

  /** The body and header of an event as Stripe sends it; `at` in ms. */
  sign(event: object, { at = Date.now(), secret = this.#secret } = {}) {
    const body = JSON.stringify(event)
    const t = Math.floor(at / 1000)
    return { body, header: `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}` }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request)
    const { pathname } = new URL(request.url ?? '/', 'http://stripe')
    this.seen.push(`${request.method} ${pathname}`)
    const fault = this.faults.shift()
    if (fault === 'hang-up') {
      request.socket.destroy()
      return
    }
    if (typeof fault === 'object' && 'delayMs' in fault) await wait(fault.delayMs)
    if (typeof fault === 'object' && 'status' in fault) {
      return send(response, fault.status, { error: { type: 'api_error', message: 'down' } })
    }
    const answer = this.#once(request, pathname, body)
    if (fault === 'done-then-hang-up') request.socket.destroy()
    else if (answer === null) send(response, 404, invalid('No such thing'))
    else send(response, 'error' in answer ? 400 : 200, answer)
  }

  /** The same key returns the same object. */
  #once(request: IncomingMessage, pathname: string, body: string): Answer {
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? this.#answers.get(key) : undefined
    if (known !== undefined) {
      return known.params === body ? known.thing : invalid('Keys can only be used again with the same parameters')
    }
    const made = this.#action(request.method ?? '', pathname, new URLSearchParams(body))
    if (typeof key === 'string' && made !== null && 'id' in made) this.#answers.set(key, { params: body, thing: made })
    return made
  }

  #action(method: string, pathname: string, form: URLSearchParams): Answer {
    const [, , kind = '', id = '', action = ''] = pathname.replace('/checkout/sessions', '/sessions').split('/')
    if (kind === 'sessions' && method === 'POST' && id === '') return this.#newSession(form)
    if (kind === 'sessions' && action === 'expire') {
      const session = this.sessions.get(id)
      if (session?.['status'] !== 'open') return invalid('Only open sessions can be expired')
      return Object.assign(session, { status: 'expired', url: null })
    }
    if (kind === 'disputes') return this.disputes.get(id) ?? null
    if (kind === 'sessions') return this.sessions.get(id) ?? null
    if (kind === 'payment_intents') {
      const fingerprint = this.cards.get(id.replace('pi_', '')) ?? null
      const card = fingerprint === null ? {} : { card: { fingerprint } }
      return { id, object: 'payment_intent', latest_charge: { id: `ch_${id}`, payment_method_details: card } }
    }
    if (kind === 'refunds' && method === 'POST') return this.#newRefund(form)
    return this.refunds.get(id) ?? null
  }

  #newSession(form: URLSearchParams): Thing {
    const id = `cs_test_${randomBytes(12).toString('hex')}`
    const session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.test/${id}`,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      client_reference_id: form.get('client_reference_id'),
      customer_email: form.get('customer_email'),
      success_url: form.get('success_url'),
      cancel_url: form.get('cancel_url'),
      metadata: { paymentId: form.get('metadata[paymentId]'), accountId: form.get('metadata[accountId]') },
      payment_intent: null,
    }
    this.sessions.set(id, session)
    return session
  }

  #newRefund(form: URLSearchParams): Answer {
    const intent = form.get('payment_intent')
    const amount = Number(form.get('amount'))
    const session = [...this.sessions.values()].find((one) => one['payment_intent'] === intent)
    const gone = [...this.refunds.values()].filter(
      (one) => one['payment_intent'] === intent && one['status'] !== 'failed',
    )
    const left = Number(session?.['amount_total'] ?? 0) - gone.reduce((sum, one) => sum + Number(one['amount']), 0)
    if (amount > left) return invalid('Refund amount is greater than unrefunded amount on charge')
    const id = `re_${randomBytes(12).toString('hex')}`
    const metadata = { refundId: form.get('metadata[refundId]') }
    const own = { currency: session?.['currency'], payment_intent: intent, metadata, failure_reason: null }
    const refund = { id, object: 'refund', status: 'succeeded', amount, ...own }
    this.refunds.set(id, refund)
    return refund
  }
}

function invalid(message: string) {
  return { error: { type: 'invalid_request_error', message } }
}

function send(response: ServerResponse, status: number, thing: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
    .end(JSON.stringify(thing))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
