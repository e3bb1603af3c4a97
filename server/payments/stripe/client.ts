import Stripe from 'stripe'
import { perApp } from '#server/platform/per-app.ts'

const TIMEOUT_MS = 10_000
const RETRIES = 2

/** Stripe's own client; null where no keys are configured. It repeats requests that were not answered, with the same key. */
export const stripeClient = perApp(({ config: { stripe } }) => {
  if (stripe === null) return null
  return new Stripe(stripe.secretKey, {
    ...placeOf(stripe.apiBase),
    timeout: stripe.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
})

function placeOf(apiBase: string | null): Stripe.StripeConfig {
  if (apiBase === null) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  return { host: hostname, protocol: protocol === 'http:' ? 'http' : 'https', ...(port === '' ? {} : { port }) }
}
