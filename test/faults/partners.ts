import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from '#contract/payments/payments.ts'
import { FakeStripe } from '#server/payments/stripe/fake-stripe.test-support.ts'
import { openPostOffice } from '#server/notifications/post-office.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { Fault } from './fault.ts'
import { withServer } from './server-at.ts'
import { freePort } from '#test/harness/free-port.ts'
import type { Stage } from './stage.ts'
import { requestText, Wire, type Answer } from './wire.ts'

const SECRET = 'whsec_only_for_this_run'
const PAYERS = 12
const FEE = 9900

let stripe: FakeStripe

/** Sends to either process; no request waits 10 s. */
async function send(stage: Stage, text: string): Promise<Answer> {
  const wire = new Wire(stage.servers[stage.draw() < 0.5 ? 0 : 1]!.port)
  const answer = await wire.ask(text, 10_000)
  wire.cut()
  return answer
}

/** One press of the button, repeated with the same key until it is answered: returns the number of attempts. */
async function begin(stage: Stage, who: CastMember): Promise<{ payment: Payment; tries: number }> {
  const body = { idempotencyKey: randomUUID(), provider: 'stripe', purpose: 'membership' }
  for (let tries = 1; ; tries += 1) {
    const answer = await send(stage, requestText('POST', '/api/payments', who.token, body))
    if (answer.status === 201 || answer.status === 200) return { payment: JSON.parse(answer.body) as Payment, tries }
    stage.must(
      answer.status === 503,
      `a payment that the provider did not take was answered ${answer.status} ${answer.body}`,
    )
    if (tries === 8) throw new Error('could not start a payment')
    await wait(200)
  }
}

type Report = { event: object; secret?: string; isForged: boolean }

function deliver(stage: Stage, { event, secret }: Report): Promise<Answer> {
  const { body, header } = stripe.sign(event, secret === undefined ? {} : { secret })
  const head = requestText('POST', '/api/payments/stripe/webhook', null, {}).replace(/\r\n\r\n\{\}$/, '')
  const sized = head.replace(/content-length: \d+/, `content-length: ${Buffer.byteLength(body)}`)
  return send(stage, `${sized}\r\nstripe-signature: ${header}\r\n\r\n${body}`)
}

function shuffled<T>(things: T[], draw: () => number): T[] {
  return things
    .map((thing) => ({ thing, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing)
}

/** For each payment: the report three times, a late "not yet paid", an expiry, a forgery, and one with another amount. */
function reportsOf(sessionId: string): Report[] {
  const waiting = stripe.pay(sessionId, 'unpaid')
  const paid = stripe.pay(sessionId)
  const gone = { ...paid.data.object, status: 'expired', payment_status: 'unpaid' }
  const cheap = { ...paid.data.object, amount_total: 1 }
  const real = [paid, paid, paid, waiting, stripe.event('checkout.session.expired', gone)]
  return [
    ...real.map((event) => ({ event, isForged: false })),
    { event: paid, secret: 'whsec_guessed', isForged: true },
    { event: stripe.event('checkout.session.completed', cheap), isForged: true },
  ]
}

async function checkMoney(stage: Stage, payers: CastMember[]): Promise<void> {
  const ids = payers.map(({ id }) => id)
  const rows = await stage.database.query<{ paid: boolean; transfers: string; money: string | null }>(
    `select a.has_paid_membership_fee as paid,
       (select count(*) from money_transfer t join payment p on p.id = t.payment_id where p.account_id = a.id) as transfers,
       (select sum(e.amount) from money_entry e join money_transfer t on t.id = e.transfer_id
         join payment p on p.id = t.payment_id where p.account_id = a.id and e.account = 'provider:stripe') as money
     from account a where a.id = any($1)`,
    [ids],
  )
  const wrong = rows.filter(({ paid, transfers, money }) => !paid || Number(transfers) !== 1 || Number(money) !== FEE)
  stage.must(wrong.length === 0, `${wrong.length} of ${rows.length} payments count otherwise than once`)
  const unbalanced = await stage.database.query(
    'select transfer_id from money_entry group by 1 having sum(amount) <> 0',
  )
  stage.must(unbalanced.length === 0, 'the ledger of money does not balance')
}

const paymentProvider: Fault = {
  name: 'payment-provider',
  title: 'payment provider slow, failing, repeating, out of order, forged',
  async before() {
    stripe = await FakeStripe.open(SECRET)
    const keys = { STRIPE_SECRET_KEY: 'sk_test_only', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_BASE: stripe.base }
    return { env: keys }
  },
  after: () => stripe.close(),
  async run(stage) {
    const payers = await withServer(stage, async ({ pool }) => {
      const people: CastMember[] = []
      for (let each = 0; each < PAYERS; each += 1)
        people.push(await castPerson(pool, { name: 'Milo', hasPaid: false, verification: 'pending' }))
      return people
    })
    stripe.faults.push(
      { delayMs: 11_000 },
      { status: 500 },
      'hang-up',
      'done-then-hang-up',
      { delayMs: 3000 },
      'hang-up',
    )
    const begun = await Promise.all(payers.map((who) => begin(stage, who)))
    const reports = begun.flatMap(({ payment }) => {
      const session = [...stripe.sessions.values()].find((one) => one['url'] === payment.payUrl)
      return reportsOf(session!.id)
    })
    await Promise.all(
      shuffled(reports, stage.draw).map(async (report, place) => {
        await wait(place * 10)
        const { status, body } = await deliver(stage, report)
        stage.must(status === (report.isForged ? 400 : 200), `a report was answered ${status} ${body}`)
      }),
    )
    await checkMoney(stage, payers)
    const again = begun.reduce((sum, { tries }) => sum + tries - 1, 0)
    stage.notes.push(
      `${PAYERS} fees by ${reports.length} reports, counted once each; ${again} presses of the button repeated`,
    )
    stage.mustBidAgainWithin(1000)
  },
}

const READERS = 5
const MAIL_AWAY_MS = 4000
/** The third try comes 20 s after the first. */
const MAIL_BACK_MS = 30_000

let mailPort = 0

const mailDown: Fault = {
  name: 'mail-down',
  title: 'mail server down',
  async before() {
    mailPort = await freePort()
    return { env: { SMTP_URL: `smtp://127.0.0.1:${mailPort}` } }
  },
  async run(stage) {
    const people = stage.template.crowd.slice(0, READERS)
    const rows = await stage.database.query<{ email: string }>('select email from account where id = any($1)', [
      people.map(({ id }) => id),
    ])
    for (const { email } of rows) {
      const { status, body } = await send(stage, requestText('POST', '/api/password-reset-requests', null, { email }))
      stage.must(status < 300, `without a mail server a request was answered ${status} ${body}`)
    }
    await wait(MAIL_AWAY_MS)
    stage.mustBidAgainWithin(1000)
    const office = await openPostOffice(mailPort)
    const arrived = () => rows.every(({ email }) => office.received.some(({ to }) => to === email))
    await stage.until('every mail has come', arrived, MAIL_BACK_MS)
    const ids = office.received.map(({ messageId }) => messageId)
    stage.must(new Set(ids).size === ids.length, 'a mail came twice')
    stage.notes.push(`${ids.length} mails waited for the server and came once each`)
    await office.close()
    stage.mustBidAgainWithin(1000)
  },
}

export const PARTNER_FAULTS: Fault[] = [paymentProvider, mailDown]
