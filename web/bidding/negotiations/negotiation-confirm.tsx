import { t } from '#web/platform/language/text.ts'
import { costOf } from '#contract/invoices/costs.ts'
import { formatExactMoney, formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CostRow, linesOf } from '../costs/cost-lines.tsx'
import { useLotCosts } from '../costs/use-lot-costs.ts'
import type { Step } from './use-negotiation.ts'

export type Asked = Step & { amount: number | null; price: number }

type Wording = { title: (price: string) => string; means: string; button: (price: string, total: string) => string }

/** What needs confirmation, and what it would mean. */
const WORDING: Record<'accept' | 'offer' | 'show-maximum', Wording> = {
  accept: {
    title: (price) => t`Buy it for ${price}?`,
    means: t`You buy the vehicle immediately, and we send the invoice. This can’t be undone.`,
    button: (_, total) => t`Buy for ${total} total`,
  },
  offer: {
    title: (price) => t`Offer ${price}?`,
    means: t`If the seller accepts it, you’ve bought the vehicle. Until then, you can withdraw the offer.`,
    button: (price) => t`Offer ${price}`,
  },
  'show-maximum': {
    title: (price) => t`Show your maximum of ${price}?`,
    means: t`The seller sees it as your offer and may sell to you at that price. Until then, or until your bid is released, you can withdraw it, but the seller will have seen it.`,
    button: (price) => t`Show ${price}`,
  },
}

/** Shows the total cost, then the button that confirms. */
export default function NegotiationConfirm({
  lotId,
  asked,
  currency,
  sending,
  fault,
  onConfirm,
  onClose,
}: {
  lotId: string
  asked: Asked & { kind: keyof typeof WORDING }
  currency: string
  sending: boolean
  fault: string | null
  onConfirm: () => void
  onClose: () => void
}) {
  const terms = useLotCosts(lotId)
  const cost = terms === undefined ? null : costOf(asked.price, terms)
  const price = formatMoney(asked.price, currency)
  const total = cost === null ? '–' : formatExactMoney(cost.total, currency)
  const { title, means, button } = WORDING[asked.kind]
  return (
    <Dialog onClose={onClose} title={title(price)} description={means}>
      {cost === null || terms === undefined ? null : (
        <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
          {linesOf(cost, terms).map((line) => (
            <CostRow key={line.label} label={line.label} amount={line.amount} currency={currency} />
          ))}
          <div className="col-span-2 flex justify-between border-t border-line pt-1 text-base font-bold">
            <dt>{t`Total`}</dt>
            <dd>{total}</dd>
          </div>
        </dl>
      )}
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t`We couldn’t submit your offer`}>
            <p>{fault}</p>
          </Notice>
        </div>
      )}
      <DialogFooter>
        <DialogClose>{t`Back`}</DialogClose>
        <Button aria-disabled={sending || cost === null} onClick={onConfirm}>
          {sending ? t`Sending…` : button(price, total)}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
