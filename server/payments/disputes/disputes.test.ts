import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Dispute } from '#contract/payments/disputes.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { StripeStage } from '../stripe/stripe-stage.test-support.ts'
import { pollDisputes } from '../stripe/poll.ts'

let stage: StripeStage
let kofi: CastMember

beforeAll(async () => {
  stage = await StripeStage.open()
  kofi = await castPerson(stage.server.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

/** Milo's fee, paid by card. */
async function paid(): Promise<{ payment: Payment; sessionId: string }> {
  const started = await stage.started()
  await stage.deliver(stage.stripe.pay(started.sessionId))
  return started
}

type Listed = { items: Dispute[]; total: number; unanswered: number }
const list = async (query = '') =>
  (await stage.server.call('GET', `/api/admin/disputes?${query}`, { token: kofi.token })).body as Listed
const own = async (query = '') => (await list(`q=${stage.milo.paddle}&${query}`)).items

async function ledger(): Promise<Record<string, number>> {
  const found = await stage.rows<{ account: string; sum: number }>(
    `select account, sum(e.amount)::bigint as sum from money_entry e join money_transfer t on t.id = transfer_id
     join payment p on p.id = t.payment_id where p.account_id = $1 group by account having sum(e.amount) <> 0`,
    stage.milo.id,
  )
  return Object.fromEntries(found.map(({ account, sum }) => [account, sum]))
}

const notices = async () =>
  (
    await stage.rows<{ key: string }>(
      `select payload ->> 'key' as key from outbox where payload ->> 'kind' = 'payment-news' and payload ->> 'accountId' = $1
       order by id`,
      stage.milo.id,
    )
  ).map(({ key }) => key.split(':')[0])

/** Changes a dispute at Stripe, and reports it. */
async function says(event: { data: { object: { id: string } } }, status: string, type = 'charge.dispute.updated') {
  const { id } = event.data.object
  Object.assign(stage.stripe.disputes.get(id)!, { status })
  return stage.deliver(stage.stripe.disputeEvent(type, id))
}

describe('a payment that the payer’s bank disputes', () => {
  test('is shown to the cashier with the day by which to answer, and its money is booked as held by the bank', async () => {
    const { payment, sessionId } = await paid()
    const event = stage.stripe.dispute(sessionId)
    expect(await stage.deliver(event)).toMatchObject({ status: 200 })
    const [dispute] = await own()
    expect(dispute).toMatchObject({
      state: 'open',
      amount: 9900,
      currency: 'USD',
      reason: 'product not received',
      evidenceSent: false,
      label: 'Membership fee',
      person: expect.stringContaining('Milo'),
      answerUrl: expect.stringMatching(/^https:\/\/dashboard\.stripe\.com\/test\/disputes\/du_/),
    })
    expect(dispute!.evidenceDueAt! - dispute!.openedAt).toBe(7 * 86_400_000)
    expect(await ledger()).toEqual({ 'disputed:stripe': 9900, 'income:membership': -9900 })
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded', disputed: 9900, chargedBack: 0 })
    expect((await stage.standing()).paid).toBe(true)
    expect(await notices()).toEqual(['disputed'])
  })

  test('stands when we win: the money is back, and nothing else has changed', async () => {
    const { payment, sessionId } = await paid()
    const event = stage.stripe.dispute(sessionId)
    await stage.deliver(event)
    await says(event, 'under_review')
    await says(event, 'won', 'charge.dispute.closed')
    expect(await ledger()).toEqual({ 'provider:stripe': 9900, 'income:membership': -9900 })
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded', disputed: 0, chargedBack: 0 })
    expect(await own()).toMatchObject([{ state: 'won', settledAt: expect.any(Number) }])
    expect(await notices()).toEqual(['disputed', 'dispute-won'])
  })

  test('is unpaid when we lose: membership ends, the person is notified, and the fee can be paid again', async () => {
    const { payment, sessionId } = await paid()
    const event = stage.stripe.dispute(sessionId)
    await stage.deliver(event)
    await says(event, 'lost', 'charge.dispute.closed')
    expect(await ledger()).toEqual({})
    expect(await stage.read(payment)).toMatchObject({ state: 'charged-back', disputed: 0, chargedBack: 9900 })
    expect((await stage.standing()).paid).toBe(false)
    expect(await notices()).toEqual(['disputed', 'dispute-lost'])
    await paid()
    expect(await stage.standing()).toMatchObject({ paid: true, atStripe: 9900 })
  })

  test('costs the provider’s fee, which is booked once as such, and back if it is returned', async () => {
    const { sessionId } = await paid()
    const fee = { id: `txn_${sessionId}`, fee: 1500, currency: 'usd' }
    const event = stage.stripe.dispute(sessionId, { balance_transactions: [fee] })
    await Promise.all([event, event, event].map((one) => stage.deliver(one)))
    const held = { 'disputed:stripe': 9900, 'income:membership': -9900 }
    expect(await ledger()).toEqual({ ...held, 'cost:dispute-fees': 1500, 'provider:stripe': -1500 })
    const { id } = event.data.object
    const back = { id: `txn_back_${sessionId}`, fee: -1500, currency: 'usd' }
    Object.assign(stage.stripe.disputes.get(id)!, { balance_transactions: [fee, back] })
    await says(event, 'won', 'charge.dispute.closed')
    expect(await ledger()).toEqual({ 'provider:stripe': 9900, 'income:membership': -9900 })
  })

  test('is booked once, however often and in whatever order it is reported', async () => {
    const { sessionId } = await paid()
    const event = stage.stripe.dispute(sessionId)
    const { id } = event.data.object
    const withdrawn = stage.stripe.disputeEvent('charge.dispute.funds_withdrawn', id)
    await Promise.all(Array.from({ length: 25 }, (_, n) => stage.deliver(n % 2 === 0 ? event : withdrawn)))
    expect(await ledger()).toEqual({ 'disputed:stripe': 9900, 'income:membership': -9900 })
    Object.assign(stage.stripe.disputes.get(id)!, { status: 'lost' })
    const closed = stage.stripe.disputeEvent('charge.dispute.closed', id)
    await Promise.all([closed, event, withdrawn, closed, event].map((one) => stage.deliver(one)))
    expect(await ledger()).toEqual({})
    // A final decision stays final, whatever is reported later.
    await says(event, 'needs_response')
    expect(await ledger()).toEqual({})
    expect(await own()).toMatchObject([{ state: 'lost' }])
    expect(await notices()).toEqual(['disputed', 'dispute-lost'])
  })

  test('whose final report arrives first is booked to the end', async () => {
    const { sessionId } = await paid()
    await stage.deliver(stage.stripe.dispute(sessionId, { status: 'lost' }))
    expect(await ledger()).toEqual({})
    expect((await stage.standing()).paid).toBe(false)
  })

  test('cannot be refunded as well while the bank decides: not by the person, not by a cashier, not after a permanent rejection', async () => {
    const { payment, sessionId } = await paid()
    const event = stage.stripe.dispute(sessionId)
    await stage.deliver(event)
    expect(await stage.server.call('POST', '/api/membership/refund', { token: stage.milo.token })).toMatchObject({
      status: 409,
      body: { code: 'payment-disputed' },
    })
    const byCashier = await stage.server.call('POST', `/api/admin/payments/${payment.id}/refund`, {
      token: kofi.token,
      body: { reason: 'Asked for it' },
    })
    expect(byCashier).toMatchObject({ status: 409, body: { code: 'payment-disputed' } })
    await stage.rows(
      `insert into verification_case (id, account_id, kind, state, submitted_at, decided_at)
       values (gen_random_uuid(), $1, 'passport', 'rejected-finally', now(), now())`,
      stage.milo.id,
    )
    await says(event, 'won', 'charge.dispute.closed')
    expect(await stage.read(payment)).toMatchObject({ state: 'refunded', refunded: 9900, disputed: 0 })
  })

  test('after it was refunded is our loss, and nobody’s debt', async () => {
    const { payment, sessionId } = await paid()
    await stage.server.call('POST', '/api/membership/refund', { token: stage.milo.token })
    await stage.deliver(stage.stripe.dispute(sessionId, { status: 'lost' }))
    expect(await stage.read(payment)).toMatchObject({ state: 'refunded', refunded: 9900, chargedBack: 0 })
    expect(await ledger()).toMatchObject({ 'cost:disputes': 9900, [`credit:${stage.milo.id}`]: -9900 })
  })

  test.each(['needs_response', 'lost'])(
    'reported as %s while its refund is asked for twice: the money is refunded once or held by the bank, never both',
    async (status) => {
      for (let round = 0; round < 5; round += 1) {
        await stage.newMilo()
        const { payment, sessionId } = await paid()
        const event = stage.stripe.dispute(sessionId, { status })
        const refund = { token: kofi.token, body: { reason: 'Asked for it' } }
        const [reported, ...asked] = await Promise.all([
          stage.deliver(event),
          stage.server.call('POST', '/api/membership/refund', { token: stage.milo.token }),
          stage.server.call('POST', `/api/admin/payments/${payment.id}/refund`, refund),
          stage.deliver(event),
        ])
        expect(reported.status).toBe(200)
        const codes = asked.slice(0, 2).map(({ body }) => (body as { code?: string }).code ?? 'refunded')
        const { refunded, disputed, chargedBack } = await stage.read(payment)
        expect(codes.filter((code) => code === 'refunded')).toHaveLength(refunded > 0 ? 1 : 0)
        const refusals = ['refunded', 'payment-disputed', 'nothing-to-refund', 'not-paid']
        expect(codes.filter((code) => !refusals.includes(code))).toEqual([])
        expect(refunded + disputed + chargedBack).toBe(9900)
        const [account, amount] = status === 'lost' ? ['cost:disputes', 9900] : ['disputed:stripe', 9900]
        expect(await ledger()).toEqual(
          refunded > 0
            ? { [account]: amount, [`credit:${stage.milo.id}`]: -9900 }
            : status === 'lost'
              ? {}
              : { [account]: amount, 'income:membership': -9900 },
        )
        const audited = await stage.rows(`select 1 from audit where subject_id = $1`, payment.id)
        expect(audited).toHaveLength(codes[1] === 'refunded' ? 1 : 0)
      }
    },
  )

  test('in part ends the membership, and the rest of the fee is refunded', async () => {
    const { payment, sessionId } = await paid()
    await stage.deliver(stage.stripe.dispute(sessionId, { amount: 4000, status: 'lost' }))
    expect(await stage.read(payment)).toMatchObject({ state: 'refunded', chargedBack: 4000, refunded: 5900 })
    expect((await stage.standing()).paid).toBe(false)
  })
})

describe('an inquiry of the bank', () => {
  test('moves no money, notifies only the cashier, and may be closed or become a dispute', async () => {
    const { sessionId } = await paid()
    const event = stage.stripe.dispute(sessionId, { status: 'warning_needs_response' })
    await stage.deliver(event)
    expect(await own()).toMatchObject([{ state: 'inquiry' }])
    expect(await ledger()).toEqual({ 'provider:stripe': 9900, 'income:membership': -9900 })
    await says(event, 'needs_response')
    expect(await own()).toMatchObject([{ state: 'open' }])
    const other = stage.stripe.dispute(sessionId, { status: 'warning_needs_response', amount: 1 })
    await stage.deliver(other)
    await says(other, 'warning_closed', 'charge.dispute.closed')
    expect((await own('state=closed')).map(({ amount }) => amount)).toEqual([1])
    expect(await notices()).toEqual(['disputed'])
  })
})

describe('dispute reports', () => {
  test('that do not match their payment are refused, and those of others are accepted and ignored', async () => {
    const { sessionId } = await paid()
    expect(await stage.deliver(stage.stripe.dispute(sessionId, { amount: 9901 }))).toMatchObject({ status: 400 })
    expect(await stage.deliver(stage.stripe.dispute(sessionId, { currency: 'eur' }))).toMatchObject({ status: 400 })
    const foreign = { id: 'pi_other', object: 'payment_intent', metadata: {} }
    expect(await stage.deliver(stage.stripe.dispute(sessionId, { payment_intent: foreign }))).toMatchObject({
      status: 200,
    })
    expect(await own()).toEqual([])
    expect(await ledger()).toMatchObject({ 'provider:stripe': 9900 })
  })

  test('are answered 503 while Stripe cannot be asked, so that it sends them again', async () => {
    const { sessionId } = await paid()
    const event = stage.stripe.dispute(sessionId)
    stage.stripe.faults.push({ status: 500 }, { status: 500 }, { status: 500 })
    expect((await stage.deliver(event)).status).toBe(503)
    expect((await stage.deliver(event)).status).toBe(200)
    expect(await own()).toHaveLength(1)
  })

  test('that never arrive are polled', async () => {
    const { sessionId } = await paid()
    const event = stage.stripe.dispute(sessionId)
    await stage.deliver(event)
    Object.assign(stage.stripe.disputes.get(event.data.object.id)!, { status: 'lost' })
    await pollDisputes(stage.server.app)
    expect(await own()).toMatchObject([{ state: 'open' }])
    await pollDisputes(stage.server.app, 0)
    expect(await own()).toMatchObject([{ state: 'lost' }])
  })
})

test('the cashier’s list is filtered, sorted and exported, and counts those waiting for an answer', async () => {
  const { sessionId } = await paid()
  const before = (await list()).unanswered
  const event = stage.stripe.dispute(sessionId)
  await stage.deliver(event)
  expect((await list()).unanswered).toBe(before + 1)
  const { id } = event.data.object
  const details = stage.stripe.disputes.get(id)!['evidence_details'] as object
  Object.assign(details, { submission_count: 1, has_evidence: true })
  await says(event, 'under_review')
  expect((await list()).unanswered).toBe(before)
  expect(await own('state=undecided')).toMatchObject([{ evidenceSent: true }])
  expect(await own('state=lost')).toEqual([])
  const due = (await list('sort=amount&order=up')).items.map(({ amount }) => amount)
  expect(due).toEqual(due.toSorted((a, b) => a - b))
  const csv = await fetch(`${stage.server.url}/api/admin/disputes.csv?q=${stage.milo.paddle}`, {
    headers: { authorization: `Bearer ${kofi.token}` },
  })
  expect(await csv.text()).toMatch(/^Opened,Dispute,.*\r\n.*,du_\w+,Funds held,Milo,.*,99\.00,product not received,/)
})
