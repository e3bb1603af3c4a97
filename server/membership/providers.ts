import type { House } from '#server/platform/house.ts'
import type { Provider } from './provider.ts'
import { sandboxProvider } from './sandbox-provider.ts'
import { stripeProvider } from './stripe/provider.ts'
import { transferProvider } from './transfer/provider.ts'

/** The ways to pay that this house is configured for, the preferred one first. */
export async function providersOf(house: House): Promise<readonly Provider[]> {
  const all = [stripeProvider(house), sandboxProvider(house), await transferProvider(house)]
  return all.filter((provider) => provider !== null)
}
