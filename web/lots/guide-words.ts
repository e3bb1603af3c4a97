import type { Guide } from '#contract/lots/lot-entry.ts'
import { formatMoney } from '#web/platform/money.ts'

/** `$8,000–$10,000`, or one amount where both are the same. */
export function guideWords({ low, high }: Guide, currency: string): string {
  return low === high ? formatMoney(low, currency) : `${formatMoney(low, currency)}–${formatMoney(high, currency)}`
}
