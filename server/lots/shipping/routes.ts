import type { FastifyInstance } from 'fastify'
import { changeShipping as changeEndpoint, readShipping, readShippingSettings } from '#contract/lots/shipping.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeShipping, readShippingState } from './shipping.ts'

/** Transport costs from the operator's table; the page itself computes a lot's. */
export function shippingRoutes(http: FastifyInstance, app: App): void {
  serve(http, readShipping, async () => {
    const { table, currency } = await readShippingState(app)
    return { table, currency }
  })
  serve(http, readShippingSettings, () => readShippingState(app))
  serve(http, changeEndpoint, ({ body, person }) => changeShipping(app, person.id, body))
}
