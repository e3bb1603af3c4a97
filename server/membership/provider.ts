import type { Membership } from '#contract/membership.ts'
import type * as z from 'zod/mini'
import type { RefundReport } from './refunds/settle-refund.ts'
import type { RefundRow } from './refunds/store.ts'
import type { Report } from './settle-payment.ts'
import type { PaymentRow } from './store.ts'

export type ProviderName = z.infer<typeof Membership>['providers'][number]

/** What a provider answers to the beginning of a payment. */
export type Begun = {
  /** Its own name for the payment. */
  ref?: string
  /** Where the person goes on paying. */
  url?: string
  /** What a bank transfer has to carry. */
  reference?: string
  /** True: from now on the money may come without the person doing anything here. */
  pending?: boolean
}

/**
 * A way to pay. However a provider reports what became of a payment (its page, a webhook, an answer when asked, a bank's file), the
 * report ends in `settlePayment`, which takes it once. All of it runs in no transaction, may be called again for the same payment or
 * refund, and throws where the provider cannot be reached.
 */
export type Provider = {
  name: ProviderName
  begin(payment: PaymentRow): Promise<Begun>
  /** What became of a payment under way; null: nothing new. Missing: nobody can be asked. */
  ask?(payment: PaymentRow): Promise<Report | null>
  /** What the provider calls the card that paid, the same for every person who pays with it; null: no card paid. Missing: it takes no cards. */
  cardOf?(payment: PaymentRow): Promise<string | null>
  /** The person pays another way. What the provider then says of the payment: it may have been paid in the same moment. */
  abandon?(payment: PaymentRow): Promise<Report | null>
  /** Sends a refund, or says what became of one it has. Missing: a cashier sends it by hand. */
  refund?(refund: RefundRow, payment: PaymentRow): Promise<RefundReport>
}
