import type { FastifyInstance } from 'fastify'
import { changeShipping as changeEndpoint, readShipping, readShippingSettings } from '#contract/shipping.ts'
import type { House } from '#server/platform/house.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeShipping, readShippingState } from './shipping.ts'

/** What transport costs by the operator's table; the page itself works out a lot's. */
export function shippingRoutes(app: FastifyInstance, house: House): void {
  serve(app, readShipping, async () => {
    const { table, currency } = await readShippingState(house)
    return { table, currency }
  })
  serve(app, readShippingSettings, () => readShippingState(house))
  serve(app, changeEndpoint, ({ body, person }) => changeShipping(house, person.id, body))
}
