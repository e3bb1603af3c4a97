import type { FastifyInstance } from 'fastify'
import {
  abandonPayment as abandonEndpoint,
  membership,
  playSandbox as playEndpoint,
  readPayment,
  refundMembership,
  startPayment as startEndpoint,
} from '#contract/membership.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, rateLimited, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { presentPayment } from './present.ts'
import { abandonPayment, lookAfter } from './follow-up.ts'
import { readMembership } from './read-membership.ts'
import { refundOwnFee } from './refunds/refund-fee.ts'
import { playSandbox } from './sandbox.ts'
import { settlePayment } from './settle-payment.ts'
import { startPayment } from './start-payment.ts'
import { isDue, paymentById, paymentOf, type PaymentRow } from './store.ts'

/** Payments a person may start: sixty at once, then one every few seconds. */
const STARTS = { burst: 60, perSecond: 0.5 }

export function membershipRoutes(app: FastifyInstance, house: House): void {
  const throttle = sharedThrottle(house, 'payment', STARTS)
  const presented = (answer: PaymentRow | Refusal) =>
    answer instanceof Refusal ? answer : presentPayment(house, answer)

  serve(app, membership, ({ person }) => readMembership(house, person))

  serve(app, startEndpoint, async ({ body, person }) => {
    if (!(await throttle.take(person.id))) throw rateLimited(5)
    return presented(await startPayment(house, person.id, body))
  })

  serve(app, readPayment, async ({ params, person }) => {
    const payment = await paymentOf(house.db, person.id, params.paymentId)
    if (payment === null) throw notFound('this payment')
    // A confirmation that is due is taken here, too: nobody waits for the next round of the chore.
    const isConfirmed = payment.state === 'pending' && (await isDue(house.db, payment.id))
    const settled = isConfirmed ? await settlePayment(house, payment.id, { state: 'succeeded' }) : null
    return presentPayment(house, await lookAfter(house, settled ?? payment))
  })

  serve(app, abandonEndpoint, async ({ params, person }) =>
    presented(await abandonPayment(house, person.id, params.paymentId)),
  )

  serve(app, refundMembership, async ({ person }) => {
    const refund = await refundOwnFee(house, person.id)
    return refund instanceof Refusal ? refund : presented((await paymentById(house.db, refund.payment_id))!)
  })

  serve(app, playEndpoint, async ({ params, body, person }) =>
    presented(await playSandbox(house, person.id, params.paymentId, body)),
  )
}
