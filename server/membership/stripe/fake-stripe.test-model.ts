import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

type Thing = Record<string, unknown> & { id: string }
/** What befalls the next requests: answered late, with a failure, not at all, or done and then not answered. */
export type Fault = { delayMs: number } | { status: number } | 'hang-up' | 'done-then-hang-up'

export type FakeStripe = Awaited<ReturnType<typeof fakeStripe>>

/** As much of Stripe's HTTP API as the house uses, with its idempotency keys, its signed events, and the faults of the real world. */
export async function fakeStripe(webhookSecret: string) {
  const sessions = new Map<string, Thing>()
  const refunds = new Map<string, Thing>()
  const answers = new Map<string, { params: string; thing: Thing }>()
  const faults: Fault[] = []
  const seen: string[] = []

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await read(request)
    const { pathname } = new URL(request.url ?? '/', 'http://stripe')
    seen.push(`${request.method} ${pathname}`)
    const fault = faults.shift()
    if (fault === 'hang-up') return request.socket.destroy()
    if (typeof fault === 'object' && 'delayMs' in fault) await wait(fault.delayMs)
    if (typeof fault === 'object' && 'status' in fault) {
      return send(response, fault.status, { error: { type: 'api_error', message: 'down' } })
    }
    const thing = act(request, pathname, body)
    if (fault === 'done-then-hang-up') return request.socket.destroy()
    return thing === null
      ? send(response, 404, invalid('No such thing'))
      : 'error' in thing
        ? send(response, 400, thing)
        : send(response, 200, thing)
  }

  const act = (request: IncomingMessage, pathname: string, body: string): Thing | { error: object } | null => {
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known !== undefined)
      return known.params === body
        ? known.thing
        : invalid('Keys for idempotent requests can only be used with the same parameters')
    const made = make(request.method ?? '', pathname, new URLSearchParams(body))
    if (typeof key === 'string' && made !== null && 'id' in made) answers.set(key, { params: body, thing: made })
    return made
  }

  const make = (method: string, pathname: string, form: URLSearchParams): Thing | { error: object } | null => {
    const [, , kind = '', id = '', act = ''] = pathname.replace('/checkout/sessions', '/sessions').split('/')
    if (kind === 'sessions' && method === 'POST' && id === '') return newSession(form)
    if (kind === 'sessions' && act === 'expire') {
      const session = sessions.get(id)
      if (session?.['status'] !== 'open') return invalid('Only open sessions can be expired')
      return Object.assign(session, { status: 'expired', url: null })
    }
    if (kind === 'sessions') return sessions.get(id) ?? null
    if (kind === 'refunds' && method === 'POST') return newRefund(form)
    return refunds.get(id) ?? null
  }

  const newSession = (form: URLSearchParams): Thing => {
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
    sessions.set(id, session)
    return session
  }

  const newRefund = (form: URLSearchParams): Thing | { error: object } => {
    const intent = form.get('payment_intent')
    const amount = Number(form.get('amount'))
    const session = [...sessions.values()].find((one) => one['payment_intent'] === intent)
    const gone = [...refunds.values()].filter((one) => one['payment_intent'] === intent && one['status'] !== 'failed')
    const left = Number(session?.['amount_total'] ?? 0) - gone.reduce((sum, one) => sum + Number(one['amount']), 0)
    if (amount > left) return invalid(`Refund amount is greater than unrefunded amount on charge`)
    const id = `re_${randomBytes(12).toString('hex')}`
    const refund = {
      id,
      object: 'refund',
      status: 'succeeded',
      amount,
      currency: session?.['currency'],
      payment_intent: intent,
      metadata: { refundId: form.get('metadata[refundId]') },
      failure_reason: null,
    }
    refunds.set(id, refund)
    return refund
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    refunds,
    /** Requests so far, such as `POST /v1/checkout/sessions`. */
    seen,
    /** These befall the next requests, one each. */
    faults,
    /** The person pays on Stripe's page; the event that Stripe then sends. `unpaid`: by a bank that takes days. */
    pay(sessionId: string, how: 'paid' | 'unpaid' = 'paid') {
      const session = sessions.get(sessionId)!
      Object.assign(session, { status: 'complete', payment_status: how, payment_intent: `pi_${sessionId}` })
      return newEvent('checkout.session.completed', session)
    },
    event: newEvent,
    /** The body and header of an event as Stripe sends it; `at` in ms. */
    sign(event: object, { at = Date.now(), secret = webhookSecret } = {}) {
      const body = JSON.stringify(event)
      const t = Math.floor(at / 1000)
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
      return { body, header: `t=${t},v1=${v1}` }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function newEvent(type: string, object: object) {
  return {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object: { ...object } },
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
