import type { House } from '#server/platform/house.ts'
import type { Provider } from './provider.ts'

/** Moves no money: the person plays what a provider would report (`sandbox.ts`). Null: switched off. */
export function sandboxProvider(house: House): Provider | null {
  if (!house.config.sandboxPayments) return null
  return {
    name: 'sandbox',
    begin: () => Promise.resolve({}),
    refund: () => Promise.resolve({ state: 'succeeded', ref: null }),
  }
}
