import type { Membership } from '#contract/membership.ts'
import type * as z from 'zod/mini'
import type { House } from '#server/platform/house.ts'
import type { PaymentRow } from './store.ts'

export type ProviderName = z.infer<typeof Membership>['providers'][number]

/**
 * A way to pay. However a provider reports what became of a payment (its page, a webhook, a cashier), the report ends in
 * `settlePayment`, which takes it once.
 */
export type Provider = {
  name: ProviderName
  /** After the payment is recorded, in no transaction. Equal requests call it again for the same payment. */
  begin(payment: PaymentRow): Promise<void>
}

/** The ways to pay that this house is configured for, the preferred one first. */
export function providersOf(house: House): readonly Provider[] {
  return house.config.sandboxPayments ? [SANDBOX] : []
}

/** Moves no money: the person plays what a provider would report (`sandbox.ts`). */
const SANDBOX: Provider = { name: 'sandbox', begin: () => Promise.resolve() }
