import Stripe from 'stripe'
import type { House } from '#server/platform/house.ts'

const TIMEOUT_MS = 10_000
const RETRIES = 2

const known = new WeakMap<House, Stripe>()

/** Stripe's own client, one a house; null where no keys are configured. It repeats requests that were not answered, with the same key. */
export function stripeClient(house: House): Stripe | null {
  const { stripe } = house.config
  if (stripe === null) return null
  const made =
    known.get(house) ??
    new Stripe(stripe.secretKey, {
      ...placeOf(stripe.apiBase),
      timeout: stripe.timeoutMs ?? TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    })
  known.set(house, made)
  return made
}

function placeOf(apiBase: string | null): Stripe.StripeConfig {
  if (apiBase === null) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  return { host: hostname, protocol: protocol === 'http:' ? 'http' : 'https', ...(port === '' ? {} : { port }) }
}
