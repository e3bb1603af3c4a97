import type { App } from '#server/platform/app.ts'
import type { Provider } from './provider.ts'
import { stripeProvider } from './stripe/provider.ts'
import { transferProvider } from './transfer/provider.ts'

/** The payment methods configured for this server, the preferred one first. */
export async function providersOf(app: App): Promise<readonly Provider[]> {
  const all = [stripeProvider(app), sandboxProvider(app), await transferProvider(app)]
  return all.filter((provider) => provider !== null)
}

/** Moves no money: the person simulates a provider's report (`sandbox.ts`). Null: turned off. */
function sandboxProvider(app: App): Provider | null {
  if (!app.config.sandboxPayments) return null
  return {
    name: 'sandbox',
    begin: () => Promise.resolve({}),
    refund: () => Promise.resolve({ state: 'succeeded', ref: null }),
  }
}
