import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import type { MyNegotiation } from '#contract/bidding/negotiations.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { useTotal } from '../costs/cost-lines.tsx'
import { NegotiationDeadline } from './negotiation-deadline.tsx'

/** What the seller asks for, the total cost of that, and the answer. */
export function NegotiationCounter({
  negotiation: { lotId, currency, lapsesAt },
  amount,
  inList,
  sending,
  onAccept,
  onDecline,
}: {
  negotiation: MyNegotiation
  amount: number
  inList: boolean
  sending: boolean
  onAccept: (amount: number) => void
  onDecline: (amount: number) => void
}) {
  const total = useTotal(lotId, currency)(amount)
  const price = formatMoney(amount, currency)
  return (
    <div className="flex flex-col gap-3 rounded-md bg-fog p-4">
      <p className="text-sm text-slate">{t`The seller would sell to you at`}</p>
      <p className="tabular -mt-2 text-xl font-bold">{price}</p>
      <p className="tabular -mt-2 text-sm">{total}.</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant={inList ? 'outline' : 'default'}
          size={inList ? 'default' : 'lg'}
          className="flex-1"
          onClick={() => onAccept(amount)}
        >
          {t`Accept ${price}`}
        </Button>
        <Button
          variant="outline"
          size={inList ? 'default' : 'lg'}
          aria-disabled={sending}
          onClick={() => onDecline(amount)}
        >
          {t`Decline`}
        </Button>
      </div>
      <p className="text-xs text-slate">
        <Trans>
          Open until <NegotiationDeadline at={lapsesAt} />, unless the seller changes it.
        </Trans>
      </p>
    </div>
  )
}
