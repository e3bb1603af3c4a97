import type { Membership } from '#contract/membership/membership.ts'
import type * as z from 'zod/mini'
import type { RefundReport } from './refunds/settle-refund.ts'
import type { RefundRow } from './refunds/store.ts'
import type { Report } from './settle-payment.ts'
import type { PaymentRow } from './payment.ts'

type ProviderName = z.infer<typeof Membership>['providers'][number]

/** A provider's answer when a payment is started. */
type Begun = {
  /** The provider's id of the payment. */
  ref?: string
  /** Where the person continues the payment. */
  url?: string
  /** The reference for a bank transfer. */
  reference?: string
  /** True: from now on the money may arrive without further action here. */
  pending?: boolean
}

/**
 * A payment method. However a provider reports a payment's outcome (its page, a webhook, an answer when polled, a bank's file), the report
 * goes to `settlePayment`, which applies it once. All methods run outside transactions, may be called again for the same payment or refund,
 * and throw if the provider cannot be reached.
 */
export type Provider = {
  name: ProviderName
  begin(payment: PaymentRow): Promise<Begun>
  /** The outcome of a pending payment; null: nothing new. Missing: the provider cannot be polled. */
  ask?(payment: PaymentRow): Promise<Report | null>
  /** The provider's fingerprint of the card that paid, the same for everyone who pays with it; null: no card paid. Missing: no cards. */
  cardOf?(payment: PaymentRow): Promise<string | null>
  /** The person pays another way. Returns the provider's report of the payment: it may have been paid at the same moment. */
  abandon?(payment: PaymentRow): Promise<Report | null>
  /** Sends a refund, or reports on one already sent. Missing: a cashier sends it by hand. */
  refund?(refund: RefundRow, payment: PaymentRow): Promise<RefundReport>
}
