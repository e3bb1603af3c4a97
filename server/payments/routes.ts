import type { FastifyInstance } from 'fastify'
import {
  abandonPayment as abandonEndpoint,
  playSandbox as playEndpoint,
  readPayment,
  startPayment as startEndpoint,
} from '#contract/payments/payments.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, rateLimited, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { presentPayment } from './present.ts'
import { abandonPayment, poll } from './follow-up.ts'
import { playSandbox } from './sandbox.ts'
import { settlePayment } from './settle-payment.ts'
import { startPayment } from './start-payment.ts'
import type { PaymentRow } from './payment.ts'
import { isDue, paymentOf } from './store.ts'

/** Limit on payments started by one person: sixty, then one every two seconds. */
const STARTS = { burst: 60, perSecond: 0.5 }

export function paymentRoutes(http: FastifyInstance, app: App): void {
  const throttle = sharedThrottle(app, 'payment', STARTS)
  const presented = (answer: PaymentRow | Refusal) => (answer instanceof Refusal ? answer : presentPayment(app, answer))

  serve(http, startEndpoint, async ({ body, person }) => {
    if (!(await throttle.take(person.id))) throw rateLimited(5)
    return presented(await startPayment(app, person.id, body))
  })

  serve(http, readPayment, async ({ params, person }) => {
    const payment = await paymentOf(app.db, person.id, params.paymentId)
    if (payment === null) throw notFound('this payment')
    // Applies a delayed confirmation here as well, so that the person does not wait for the job's next round.
    const isConfirmed = payment.state === 'pending' && (await isDue(app.db, payment.id))
    const settled = isConfirmed ? await settlePayment(app, payment.id, { state: 'succeeded' }) : null
    return presentPayment(app, await poll(app, settled ?? payment))
  })

  serve(http, abandonEndpoint, async ({ params, person }) =>
    presented(await abandonPayment(app, person.id, params.paymentId)),
  )

  serve(http, playEndpoint, async ({ params, body, person }) =>
    presented(await playSandbox(app, person.id, params.paymentId, body)),
  )
}
